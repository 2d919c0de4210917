/** Traces of the same steps in a workflow in which the service draws what may come next. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { faces } from "../../spec/operations.ts";
import type { Choices } from "./support/choices.ts";
import type { Story } from "./support/history.ts";
import { last, payload } from "./support/history-faults.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** Two traces, one through each face, of which the second shows this beside the data, or in their place. */
function failuresWith(choices: Partial<Choices>, shown: (state: JsonObject) => JsonObject): ReadonlySet<string> {
  const tell = (story: Story): void => {
    for (const face of faces) {
      const trace = story.create({ members: { amount: 12 } }, { face });
      story.state(trace);
    }
  };
  const { history, story } = told({ choices: { gating: "listed", mostActions: 3, ...choices }, tell });
  const changed = last(
    "state",
    payload((value) => ({ state: shown((value as { state: JsonObject }).state) })),
  )(history);
  return new Set(failuresIn(judgementsOf(changed, story.choices)).map((text) => text.split(" ", 1)[0] ?? ""));
}

const endsAtOnce = (state: JsonObject): JsonObject => ({ ...state, next: { clerks: [] } });
const losesData = (state: JsonObject): JsonObject => ({ ...state, data: {} });

test("may list different actions", () => {
  expect(failuresWith({ drawn: true }, endsAtOnce)).not.toContain("EQUIV-06");
  expect(failuresWith({ drawn: false }, endsAtOnce)).toContain("EQUIV-06");
});

test("show the same of what was sent", () => {
  expect(failuresWith({ drawn: true }, losesData)).toContain("EQUIV-06");
});
