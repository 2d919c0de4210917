/** Words and numbers that states show of traces of the same steps, of which v2 built some and legacy the others. */
import { expect, test } from "vitest";
import type { Face } from "../../spec/operations.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Story } from "./support/history.ts";
import { payload } from "./support/history-faults.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** By the number of the trace: what its state shows beside the data. */
type Shown = (trace: {
  readonly at: number;
  readonly face: Face;
  readonly hours: number;
  readonly isLast: boolean;
}) => Json;

/** Through which face each trace is built, with which data, and with how many actions. */
type Built = readonly [face: Face, hours: number, acts?: 1 | 2];

const usual: readonly Built[] = [
  ["v2", 4],
  ["legacy", 4],
  ["v2", 4],
  ["legacy", 9],
  ["v2", 9],
];

function failuresWith(shown: Shown, traces: readonly Built[] = usual): string {
  const tell = (story: Story): void => {
    for (const [face, hours, count = 2] of traces) {
      const trace = story.create({ members: { hours } }, { face });
      story.act(trace, { members: { hours: 5 } }, { face });
      story.state(trace);
      if (count === 1) continue;
      story.act(trace, { members: { hours: 6 } }, { face });
      story.state(trace);
    }
  };
  const { history, story } = told({ choices: {}, tell });
  let [at, acts] = [-1, 0];
  const exchanges = history.exchanges.map((exchange) => {
    if (exchange.intent.kind === "create") [at, acts] = [at + 1, 0];
    const [face, hours] = traces[at] ?? ["v2", 0];
    if (exchange.intent.kind === "act") acts += 1;
    const showsState = exchange.intent.kind === "state" || exchange.operationId === "legacyAppendAction";
    if (!showsState) return exchange;
    const told = shown({ at, face, hours, isLast: acts === 2 });
    return payload((value) => {
      const state = isJsonObject(value) && isJsonObject(value["state"]) ? value["state"] : {};
      return { state: { ...state, told } };
    })(exchange);
  });
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join("; ");
}

test("are the same whichever face built them, whatever the data", () => {
  expect(failuresWith(({ hours }) => hours)).not.toContain("EQUIV-07");
  expect(failuresWith(({ face, hours }) => (face === "legacy" && hours === 9 ? 4 : hours))).toContain("EQUIV-07");
  expect(failuresWith(({ hours }) => (hours > 5 ? "long" : "short"))).not.toContain("EQUIV-07");
  const lateWord: Shown = ({ face, hours }) => (hours > 5 && face === "v2" ? "long" : "short");
  expect(failuresWith(lateWord)).toContain("EQUIV-07");
});

test("are the same where they come with the last action, too, whatever each face shows", () => {
  const late: Shown = ({ face, isLast }) => (isLast ? (face === "v2" ? "long" : "short") : null);
  expect(failuresWith(late)).toContain("EQUIV-07");
});

test("are the same as far as the traces come alike", () => {
  const traces: readonly Built[] = [
    ["v2", 4],
    ["legacy", 4, 1],
    ["v2", 4],
  ];
  const byFace: Shown = ({ face, isLast }) => (face === "v2" && !isLast ? "stopped" : "going on");
  expect(failuresWith(byFace, traces)).toContain("EQUIV-07");
  expect(failuresWith(({ isLast }) => (isLast ? "stopped" : "going on"), traces)).not.toContain("EQUIV-07");
});

test("may be others on each trace, or name the face", () => {
  expect(failuresWith(({ at }) => at)).not.toContain("EQUIV-07");
  expect(failuresWith(({ at }) => ["Anna", "Ben", "Carl"][at % 3] ?? "")).not.toContain("EQUIV-07");
  expect(failuresWith(({ face }) => (face === "v2" ? "new" : "old"))).not.toContain("EQUIV-07");
  expect(failuresWith(({ face }) => (face === "v2" ? 2 : 1))).not.toContain("EQUIV-07");
});

test("are compared only where two traces of one face show what is each trace's own", () => {
  const wrong: Shown = ({ face, hours }) => (face === "legacy" && hours === 9 ? 4 : hours);
  expect(failuresWith(wrong, usual.slice(2))).not.toContain("EQUIV-07");
});

test("may be dealt out by turns of two or three", () => {
  const turned = (["v2", "legacy", "legacy", "v2"] as const).map((face): Built => [face, 4]);
  for (const names of [
    ["Anna", "Ben"],
    ["Anna", "Ben", "Carl"],
  ])
    expect(failuresWith(({ at }) => names[at % names.length] ?? "", turned)).not.toContain("EQUIV-07");
});
