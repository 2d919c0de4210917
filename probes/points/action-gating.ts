/** Open point `action-gating`: found while the traces that probes look at were written. */
import { unknown, type Probe } from "../probe.ts";
import { ownTextsOf } from "../process/own-texts.ts";

export const actionGating: Probe = {
  id: "action-gating",
  openPoints: ["action-gating"],
  needs: [],
  writes: true,
  async run(context) {
    const reading = context.fixture.gating ?? unknown("Nothing was written, so that no order of actions was seen.");
    if (!("value" in reading) || !reading.value || context.pin("action-gating")) return { "action-gating": reading };
    const found = await ownTextsOf(context);
    if (!found) return { "action-gating": reading };
    const evidence = `${reading.evidence} ${found.evidence}`;
    return { "action-gating": { ...reading, value: { ...reading.value, ownTexts: found.ownTexts }, evidence } };
  },
};
