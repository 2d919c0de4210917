/** Open point `action-gating`: found while the traces that probes look at were written. */
import type { Reading } from "../../spec/vocabulary/profile.ts";
import { needsOwnTexts } from "../../spec/readings/process.ts";
import { onePoint, unknown } from "../probe.ts";
import { besideOwnTexts, ownTextsOf } from "../process/forms/own-texts.ts";

export const actionGating = onePoint("action-gating", { needs: [], writes: true }, async (context) => {
  const reading: Reading<"action-gating"> =
    context.fixture.gating ?? unknown("Nothing was written, so that no order of actions was seen.");
  const pin = context.pin("action-gating");
  const { value } = reading;
  // What a pin does not speak of is not tried, and what it says must be seen again.
  const isKnown = context.target.workflows.some(({ id, actions }) =>
    actions.some(({ creates, key }) => creates && needsOwnTexts(value, id, key)),
  );
  const isTried = value && !isKnown && (!pin || pin.ownTexts);
  return besideOwnTexts(reading, isTried ? await ownTextsOf(context) : undefined);
});
