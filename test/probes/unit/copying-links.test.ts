/** Links of the service's own that repeat the data of an action: what tells them from links that are recorded wrongly. */
import { expect, test } from "vitest";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { copiesAmong, keyPlace, ownAmong, seenLinks, traitsOf } from "../../../probes/seen/own-links.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "1", name: "Lifts", actions: [action("inspect", true), action("defect")] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};
const data = { path: ["data"], encoding: "json", exact: true } as const;
const link = (actionKey: string, of: JsonObject) => ({ actionKey, data: of });
const dataOf = (part: string): JsonObject => ({ part, tcRun: "run1" });
const [inspected, rope, door] = [dataOf("lift"), dataOf("rope"), dataOf("door")];

/** What is found on two traces with these links, on which an inspection and then defects were sent. */
function found(
  links: readonly object[],
  sentData: readonly JsonObject[] = [inspected, rope, door],
  refused: readonly JsonObject[] = [],
) {
  const exchanges = ["a", "b"].flatMap((traceId) => {
    const common = { face: "v2", actor: "first", traceId, defects: [], traits: [] };
    const writes = [...sentData, ...refused].map((sent, at) => {
      const actionKey = at === 0 ? "inspect" : "defect";
      const kind = at === 0 ? "create" : "act";
      const intent = { kind, traceId, workflow: 0, actionKey, groupLabel: "all", data: sent, files: [] };
      const response = { status: at < sentData.length ? 200 : 409, json: { value: { error: null, data: traceId } } };
      return { ...common, operationId: at === 0 ? "v2CreateTrace" : "v2AppendAction", intent, response };
    });
    const info = { hasNext: false, hasPrevious: false };
    const shown = links.map((one, at) => ({ id: `${traceId}${String(at)}`, ...one }));
    const value = { error: null, data: { links: shown, totalCount: links.length, info } };
    const page = { operationId: "v2TraceDetails", intent: { kind: "details", traceId, page: {} } };
    return [...writes, { ...common, ...page, response: { status: 200, json: { value } } }];
  }) as unknown as readonly Exchange[];
  const readings = { target, runId: "run1", data, order: "oldest-first" } as const;
  const seen = seenLinks(exchanges, readings);
  const path = keyPlace(seen);
  if (!path) return undefined;
  const own = ownAmong(seen, path, readings);
  return { copies: copiesAmong(seen, path, readings), ...traitsOf(own, path) };
}

const [first, one, other] = [link("inspect", inspected), link("defect", rope), link("defect", door)];

test("a link of a strange key beside that of the action whose data it repeats", () => {
  expect(found([first, one, link("notify", rope), other, link("notify", door)])).toEqual({
    copies: ["notify"],
    keys: ["notify"],
    after: ["defect"],
    members: [],
  });
});

test("a link of a strange key that holds a part of what was sent, one more than actions", () => {
  const part = { tcRun: "run1" };
  expect(found([first, one, link("notify", part), other])).toEqual({
    ...{ copies: ["notify"], keys: ["notify"] },
    ...{ after: ["defect"], members: [] },
  });
  expect(found([first, one, link("notify", { ...part, number: 7 }), other])).toBeUndefined();
  // In the place of what was sent it is the link of that.
  expect(found([first, link("notify", part), other])).toBeUndefined();
});

test("not one that took the place of what was sent, nor the link of an action twice", () => {
  expect(found([first, link("notify", rope), other])).toBeUndefined();
  expect(found([first, one, one, other])).toMatchObject({ copies: [], keys: [] });
  expect(found([first, one, link("notify", rope), link("notify", door)])).toBeUndefined();
});

test("data that hold nothing of the run tell the links of what was sent all the same", () => {
  const given = { part: "as the example has it" };
  expect(found([first, link("defect", given), link("notify", { number: 7 })], [inspected, given])).toMatchObject({
    keys: ["notify"],
    after: ["defect"],
    members: ["number"],
  });
  const every = [{ floor: 3 }, given];
  const links = [link("inspect", { floor: 3 }), link("defect", given)];
  expect(found([...links, link("notify", { number: 7 })], every)).toMatchObject({ keys: ["notify"] });
  expect(found(links, every)).toMatchObject({ keys: [] });
});

test("a link of an action that users do, with data that nobody sent, beside those of all that was sent", () => {
  const byItself = link("defect", { part: "found by the service" });
  const seen = found([first, one, byItself, other]);
  expect(seen).toMatchObject({ copies: [], keys: ["defect"], after: ["defect"] });
  // In the place of what was sent, it is no link of the service's own.
  expect(found([first, one, byItself])).toMatchObject({ keys: [] });
  expect(found([first, one, link("defect", {}), other])).toMatchObject({ keys: [] });
  // What was refused and is a link all the same is nobody else's.
  const refused = [{ part: "found by the service" }];
  expect(found([first, one, byItself, other], undefined, refused)).toMatchObject({ keys: [] });
});
