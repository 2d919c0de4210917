/** What an exchange did as an action, and on which trace. */
import { expect, test } from "vitest";
import { dataOf, isTaken, isWriteTo, traceOf } from "../../../spec/readings/actions.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange, Intent } from "../../../spec/vocabulary/history.ts";

const action = { data: { note: "a" }, files: [], workflow: 0 };

/** An exchange of the v2 face that was answered so. */
function answered(intent: Intent, status: number, value: Json): Exchange {
  const operations = { create: "v2CreateTrace", act: "v2AppendAction", state: "v2TraceState" } as const;
  return {
    ...{ index: 0, step: "0", face: "v2", actor: "first", defects: [], traits: [], sentAtMs: 0, receivedAtMs: 1 },
    operationId: operations[intent.kind as keyof typeof operations],
    intent,
    request: { method: "POST", path: "/v2", headers: {}, bodyBytes: 0 },
    response: { status, headers: {}, bytes: 2, sha256: "", json: { value } },
  };
}

const made = answered({ kind: "create", ...action }, 200, { data: "t" });
const nameless = answered({ kind: "create", ...action }, 200, { data: null });
const appended = answered({ kind: "act", traceId: "t", ...action }, 200, { data: "u" });
const refused = answered({ kind: "act", traceId: "t", ...action }, 400, { error: "no" });
const read = answered({ kind: "state", traceId: "t" }, 200, { data: { state: {} } });

test("a creation is taken where it names the trace that it made; an action where it succeeded", () => {
  expect([made, nameless, appended, refused, undefined].map(isTaken)).toEqual([true, false, true, false, false]);
});

test("the trace is the one that was made, or that the request named, and not what an action answers", () => {
  expect([made, nameless, appended, refused, read].map(traceOf)).toEqual(["t", undefined, "t", "t", "t"]);
});

test("a trace is written to by its creation and by actions", () => {
  expect([made, appended, refused, read].map((one) => isWriteTo(one, "t"))).toEqual([true, true, true, false]);
  expect(isWriteTo(appended, "u")).toBe(false);
});

test("only actions have data", () => {
  expect(dataOf(appended)).toEqual({ note: "a" });
  expect(dataOf(read)).toEqual({});
  expect(dataOf(answered({ kind: "act", traceId: "t", ...action, data: [1] }, 200, {}))).toEqual({});
});
