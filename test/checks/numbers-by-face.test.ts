/** Numbers beside the data of traces of the same steps, some of which one face built and some the other. */
import { expect, test } from "vitest";
import { faces } from "../../spec/operations.ts";
import type { Story } from "./support/history.ts";
import { payload } from "./support/history-faults.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** What fails where states show a number beside the data, by the place of the trace and by the face that built it. */
function failuresWith(number: (trace: number, byLegacy: boolean) => number): string {
  const tell = (story: Story): void => {
    for (let round = 0; round < 3; round += 1)
      for (const face of faces) {
        const trace = story.create({ members: { hours: 4 } }, { face });
        story.act(trace, { members: { hours: 5 } }, { face });
        story.state(trace);
      }
  };
  const { history, story } = told({ choices: {}, tell });
  let [traces, byLegacy] = [0, false];
  const exchanges = history.exchanges.map((exchange) => {
    if (exchange.intent.kind === "create") [traces, byLegacy] = [traces + 1, exchange.face === "legacy"];
    const sum = number(traces, byLegacy);
    return exchange.intent.kind === "state"
      ? payload((value) => ({ state: { ...(value as { state: object }).state, sum } }))(exchange)
      : exchange;
  });
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join("; ");
}

test("are the same whichever face built them", () => {
  expect(failuresWith(() => 9)).not.toContain("EQUIV-07");
  expect(failuresWith((_, byLegacy) => (byLegacy ? 18 : 9))).toContain("EQUIV-07");
});

test("may be others on each trace, as numbers by which traces are counted", () => {
  expect(failuresWith((trace) => trace)).not.toContain("EQUIV-07");
  expect(failuresWith((trace, byLegacy) => (byLegacy ? trace : 9))).not.toContain("EQUIV-07");
});
