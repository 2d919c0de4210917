/** What a refused action left is told with the request that most likely left it. */
import { expect, test } from "vitest";
import { data, last } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { judgementsOf, told } from "./support/kill.ts";

const wrong = { face: "legacy", defects: [{ where: "body", what: "empty" }] } as const;
const marked = last(
  "state",
  data((shown) => ({ ...shown, left: 1 })),
);

/** What is told of a state that shows something else after so many actions were refused, and which exchanges show it. */
function toldAfter(refusals: number): readonly [string, readonly string[]][] {
  const { story, history } = told({
    choices: undefined,
    tell(one: Story) {
      const trace = one.create();
      one.state(trace);
      for (let count = 0; count < refusals; count++) one.act(trace, {}, wrong);
      one.state(trace);
    },
  });
  return judgementsOf(marked(history), story.choices).flatMap((judgement): [string, readonly string[]][] =>
    judgement.outcome === "failed" && judgement.requirement === (refusals > 0 ? "REFUSE-01" : "STATE-04")
      ? [[judgement.message ?? "", judgement.exchanges.map((at) => history.exchanges[at]?.operationId ?? "")]]
      : [],
  );
}

test("the one that was refused is named, with its answer, and shown", () => {
  const [[message, exchanges] = ["", []]] = toldAfter(1);
  expect(message).toMatch(
    /^GET \S+\/state answers otherwise than before although only an action that was refused \(POST \/trace\/\S+\/link, answered 4\d\d\) came between, at data\.left$/,
  );
  expect(exchanges).toEqual(["v2TraceState", "v2TraceState", "legacyAppendAction"]);
});

test("of several the last is named, and that there were more", () => {
  const [[message] = [""]] = toldAfter(3);
  expect(message).toMatch(
    /although only 3 actions that were refused \(the last: POST \S+\/link, answered 4\d\d\) came/,
  );
});

test("where nothing was refused, no action came between", () => {
  const [[message] = [""]] = toldAfter(0);
  expect(message).toMatch(/although no action came between, at data\.left$/);
});
