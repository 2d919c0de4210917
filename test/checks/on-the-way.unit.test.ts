/** What the states of twins show behind an action that others followed: read through v2, or in the legacy answer itself. */
import { expect, test } from "vitest";
import { faces } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { Story } from "./support/history.ts";
import { payload } from "./support/history-faults.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

type Shown = (place: number, byLegacy: boolean, trace: number) => JsonObject;

/** What fails where states show such members beside the data, by the place of the trace and by the face that built it. */
function failuresWith(shown: Shown): string {
  const tell = (story: Story): void => {
    for (let round = 0; round < 3; round += 1)
      for (const face of faces) {
        const trace = story.create({ members: { hours: 4 } }, { face });
        story.act(trace, { members: { hours: 5 } }, { face });
        if (face === "v2") story.state(trace);
        story.act(trace, { members: { hours: 6 } }, { face });
        story.state(trace);
      }
  };
  const { history, story } = told({ choices: {}, tell });
  let [trace, place, byLegacy] = [0, 0, false];
  const exchanges = history.exchanges.map((exchange) => {
    const { kind } = exchange.intent;
    if (kind === "create") [trace, place, byLegacy] = [trace + 1, 1, exchange.face === "legacy"];
    if (kind === "act") place += 1;
    const isShown = kind === "state" || (kind === "act" && byLegacy);
    const more = shown(place, byLegacy, trace);
    return isShown
      ? payload((value) => ({ ...(value as object), state: { ...(value as { state: object }).state, ...more } }))(
          exchange,
        )
      : exchange;
  });
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join("; ");
}

test("a number that one face computes otherwise is told, though a later action hides it", () => {
  expect(failuresWith((place) => ({ sum: place }))).not.toContain("EQUIV-07");
  expect(failuresWith((place, byLegacy) => ({ sum: place === 2 && byLegacy ? 9 : place }))).toContain("EQUIV-07");
  expect(failuresWith((place, byLegacy, trace) => ({ sum: place === 2 && byLegacy ? trace : 9 }))).not.toContain(
    "EQUIV-07",
  );
});

test("so is a member that one face leaves there", () => {
  const left = (place: number, byLegacy: boolean): JsonObject => (place === 2 && byLegacy ? { former: "amber" } : {});
  expect(failuresWith(left)).toContain("EQUIV-07");
  expect(failuresWith((place) => left(place, true))).not.toContain("EQUIV-07");
});
