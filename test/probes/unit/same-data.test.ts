/** Refusals that come again after the same data alone: then the data decide as well, beside the order of actions. */
import { expect, test } from "vitest";
import { alwaysTaken, inARow, refusedWithSameData, steadyPaths } from "../../../probes/process/learnt/same-data.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { JudgingTarget, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const [workflow] = target.workflows as readonly [WorkflowDescription];

/** A claim that was noted with much is assessed, and one that was noted with little is not; then the look at it. */
async function assessed(refuses: Refuses, again: Refuses = refuses, people: JudgingTarget["people"] = []) {
  let isLate = false;
  const { send, exchanges, asker } = serviceThat((step, before) => (isLate ? again : refuses)(step, before));
  for (const amount of [900, 5]) {
    const answer = send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string };
    const trace = answer.data;
    send({ op: "act", face: "v2", trace, ...input("note", { amount }) });
    for (const face of ["v2", "legacy"] as const) send({ op: "act", face, trace, ...input("assess") });
  }
  isLate = true;
  const seen = [...exchanges];
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges: seen, unsent: [] }];
  return refusedWithSameData({ ...asker, target: { ...target, people }, histories }, 0, workflow);
}

const little = (onTrace: readonly string[]) => !onTrace.some((content) => content.includes('"amount":900'));
const byAmount: Refuses = ({ action: key }, { onTrace }) => key === "assess" && little(onTrace);

test("an action that is refused again after the same data, where another is taken", async () => {
  expect(await assessed(byAmount)).toBe("assess");
});

test("the other is taken with data that it was taken with before, where others are refused", async () => {
  const isMadeUp: Refuses = ({ action: key, data }) => key === "note" && (data as JsonObject)["amount"] === undefined;
  expect(await assessed((step, before) => byAmount(step, before) || isMadeUp(step, before))).toBe("assess");
});

test("not one that a colleague is let do with the same data", async () => {
  const people = (["first", "user-0"] as const).map((account) => ({ account, may: ["read", "write"] as const }));
  const isOfFirst: Refuses = (step, before) => byAmount(step, before) && step.actor !== "user-0";
  expect(await assessed(isOfFirst, isOfFirst, people)).toBeUndefined();
  expect(await assessed(byAmount, byAmount, people)).toBe("assess");
});

test.each<[string, Refuses, Refuses]>([
  ["is refused once alone", byAmount, () => false],
  ["is refused through one face alone", byAmount, (step, before) => step.face === "v2" && byAmount(step, before)],
  ["comes where nothing else does", byAmount, (step, { onTrace }) => step.op === "act" && onTrace.length > 1],
  ["is never taken", ({ action: key }) => key === "assess", ({ action: key }) => key === "assess"],
])("not one that %s", async (_, refuses, again) => {
  expect(await assessed(refuses, again)).toBeUndefined();
});

test("of a sequence so much is steady as is taken on the best of some traces, and once more", async () => {
  const lengths = [1, 3, 2, 2, 1, 2];
  const repeat = (path: readonly string[]) => Promise.resolve({ taken: path.slice(0, lengths.shift() ?? 0) });
  expect(await steadyPaths({ repeat }, [["open", "note", "note", "assess"], ["open"]])).toEqual([["open", "note"]]);
});

test("what was taken twice in a row is tried more often, where the fewest actions come before it", () => {
  expect(inARow([["open", "note", "assess"]])).toEqual([]);
  const twice = ["open", "assess", "close", "note", "note"];
  expect(inARow([twice, ["open", "note", "note", "assess"]])).toEqual([["open", "note", "note", "note", "note"]]);
});

test("sequences are believed that walks met again and again, and that were refused for their data alone", () => {
  const tried = (taken: boolean, ...path: readonly string[]) => ({
    done: path.slice(0, -1),
    state: undefined,
    tried: { key: path.at(-1) ?? "", group: "clerks", taken },
  });
  const ofData = tried(false, "open", "note");
  const steps = [
    ...[
      tried(true, "open", "note"),
      tried(true, "open", "note"),
      { ...ofData, tried: { ...ofData.tried, mayBeData: true } },
    ],
    // Once only; refused in its place; behind a place that is not steady.
    ...[tried(true, "open", "note", "assess")],
    ...[tried(true, "open", "sign"), tried(true, "open", "sign"), tried(false, "open", "sign")],
    ...[tried(true, "open", "sign", "close"), tried(true, "open", "sign", "close")],
  ];
  expect(alwaysTaken(steps)).toEqual([["open", "note"]]);
});
