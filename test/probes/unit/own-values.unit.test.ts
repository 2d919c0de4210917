/** Members of a state that shows the data in no place of their own, with the few texts that they have in turn. */
import { expect, test } from "vitest";
import { hiddenData } from "../../../probes/process/shown/unshown.ts";
import { statusesOf } from "../../../probes/seen/own-values.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { JsonObject } from "../../../spec/json.ts";

/** States of one trace, an action more each time. */
const seen = (show: (actions: number) => JsonObject, count = 3): readonly SeenState[] =>
  Array.from({ length: count }, (_, at): SeenState => {
    const sent = { policy: "AB123456" };
    const action = { face: "v2", data: sent, actionKey: "claim", groupLabel: "all", files: [] } as const;
    const actions = Array.from({ length: at + 1 }, () => action);
    return { face: "v2", source: "v2TraceState", traceId: "1", reader: "first", state: show(at), actions };
  });

const status = (at: number): string => ["begun", "open", "approved"][at % 3] ?? "";

test("a status, in the state or in the object that it has for state data", () => {
  const found = { own: ["status"], ownValues: { status: ["approved", "begun", "open"] } };
  expect(
    statusesOf(
      seen((at) => ({ policy: "AB123456", status: status(at), steps: at })),
      hiddenData,
    ),
  ).toEqual(found);
  expect(
    statusesOf(
      seen((at) => ({ data: { status: status(at) }, next: status(at) })),
      hiddenData,
    ),
  ).toEqual(found);
});

test.each<[string, (at: number) => JsonObject]>([
  ["it is always the same", () => ({ status: "open" })],
  ["it has the name of what was sent", (at) => ({ policy: status(at) })],
  ["it is no text", (at) => ({ status: at })],
  ["it is another each time", (at) => ({ stamp: `text ${String(at)}` })],
])("none where %s", (_, show) => {
  expect(statusesOf(seen(show, 9), hiddenData)).toEqual({});
});

test("the texts of a status that most traces have, where there are many, and none of texts that each trace has of its own", () => {
  const of = (show: (trace: number) => JsonObject): readonly SeenState[] =>
    Array.from({ length: 16 }, (_, trace) =>
      seen(() => show(trace)).map((one) => ({ ...one, traceId: String(trace) })),
    ).flat();
  const texts = ["begun", "open", "a", "b", "c", "d", "e"];
  const { ownValues = {} } = statusesOf(
    of((trace) => ({ status: texts[trace % 7] ?? "" })),
    hiddenData,
  );
  expect(ownValues["status"]).toHaveLength(6);
  expect(ownValues["status"]).toEqual(expect.arrayContaining(["begun", "open"]));
  expect(
    statusesOf(
      of((trace) => ({ number: `LF-${String(trace)}` })),
      hiddenData,
    ),
  ).toEqual({});
  expect(
    statusesOf(
      of((trace) => ({ number: `LF-${String(trace)}` })).filter(({ traceId }) => Number(traceId) < 4),
      hiddenData,
    ),
  ).toEqual({});
});

test("a status of a long way, of which few traces reach the end", () => {
  const texts = ["asked", "granted", "sent", "there", "back", "late", "closed"];
  const reached = [9, 4, 2, 1, 1, 1, 1];
  const states = texts.flatMap((text, at) =>
    Array.from({ length: reached[at] ?? 0 }, (_, trace) =>
      seen(() => ({ status: text }), 1).map((one) => ({ ...one, traceId: String(trace) })),
    ).flat(),
  );
  const { ownValues = {} } = statusesOf(states, hiddenData);
  expect(ownValues["status"]).toEqual(expect.arrayContaining(["asked", "granted", "sent"]));
});

test("none of what an action brought, and the state shows by another name", () => {
  const told = (brought: (at: number) => string) =>
    statusesOf(
      seen((at) => ({ tag: `probe text ${String(at)}` }), 9).map((one, at) => ({
        ...one,
        state: { tag: `probe text ${String(at % 3)}` },
        actions: one.actions.map((action) => ({ ...action, data: { remark: brought(at) } })),
      })),
      hiddenData,
    );
  expect(told((at) => `probe text ${String(at % 3)}`)).toEqual({});
  expect(told(() => "something else")).toMatchObject({ own: ["tag"] });
});
