/** Whether an exchange succeeded, was refused or went wrong, and what it carries. */
import { describe, expect, test } from "vitest";
import {
  createdTraceOf,
  outcomeOf,
  payloadMember,
  payloadOf,
  refused,
  succeeded,
  type Outcome,
} from "../../../spec/readings/outcome.ts";
import { operationById, type OperationId } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";

/** An exchange of the operation that was answered so; with no status, not at all. */
function answered(operationId: OperationId, status?: number, json?: Json): Exchange {
  const { face, method, path } = operationById(operationId);
  const response = {
    ...{ status: status ?? 0, headers: {}, bytes: 2, sha256: "" },
    ...(json === undefined ? {} : { json: { value: json } }),
  };
  return {
    ...{ index: 0, step: "0", operationId, face, actor: "first", defects: [], traits: [] },
    intent: { kind: "state", traceId: "t" },
    request: { method, path, headers: {}, bodyBytes: 0 },
    ...(status === undefined ? { failure: { kind: "timeout", message: "" } } : { response }),
    ...{ sentAtMs: 0, receivedAtMs: 1 },
  };
}

const state = { state: { data: {} } };

/** A single file that was asked for and led elsewhere. */
function led(contentType: string, changes: Partial<Exchange> = {}): Exchange {
  const exchange = answered("v2DownloadFile", 200);
  const redirected = { hops: [{ status: 302, to: "https://store.example/…" }] };
  const response = { status: 200, bytes: 2, sha256: "", headers: { "content-type": contentType }, redirected };
  return { ...exchange, response, ...changes };
}
const withoutToken = { defects: [{ where: "token", what: "none" }] } as const;

describe("an outcome", () => {
  test.each<[string, Exchange, Outcome]>([
    ["a success", answered("v2TraceState", 200, { error: null, data: state }), "succeeded"],
    ["a redirection", answered("v2TraceState", 302), "refused"],
    ["a redirection to a file", led("application/octet-stream"), "succeeded"],
    ["a redirection to a page in place of a file", led("text/html; charset=utf-8"), "succeeded"],
    ["a redirection to a page without a token", led("text/html", withoutToken), "refused"],
    ["a redirection to a page for somebody else", led("application/json", { actor: "second" }), "refused"],
    ["a redirection to a file without a token", led("application/octet-stream", withoutToken), "succeeded"],
    ["a 404", answered("legacyTraceState", 404, { message: "no" }), "refused"],
    ["a 500", answered("legacyTraceState", 500), "broken"],
    ["a status that HTTP does not have", answered("legacyTraceState", 99), "broken"],
    ["no answer", answered("legacyTraceState"), "no-answer"],
    ["a 200 with an error and no data", answered("v2TraceState", 200, { error: { code: 1 }, data: null }), "refused"],
    ["a 200 with errors in a list", answered("v2TraceState", 200, { errors: ["no"] }), "refused"],
    ["a 200 with an empty error", answered("v2TraceState", 200, { error: {}, data: null }), "succeeded"],
    ["a 200 with an error beside data", answered("v2TraceState", 200, { error: "none", data: state }), "succeeded"],
    [
      "a legacy 200 in an envelope whose error tells of none",
      answered("legacyTraceState", 200, { error: { code: 0 }, data: state }),
      "succeeded",
    ],
    [
      "a legacy 200 with an error beside other data",
      answered("legacyTraceState", 200, { error: { code: 7 }, data: { hint: "log in" } }),
      "refused",
    ],
    ["a legacy 200 with an error alone", answered("legacyTraceState", 200, { error: "no" }), "refused"],
    [
      "a legacy 200 with an error beside a state",
      answered("legacyTraceState", 200, { error: "x", state: 1 }),
      "succeeded",
    ],
    ["a file that is an error in JSON", answered("v2DownloadFile", 200, { error: "no" }), "refused"],
  ])("%s", (_, exchange, outcome) => {
    expect(outcomeOf(exchange)).toBe(outcome);
    expect([succeeded(exchange), refused(exchange)]).toEqual([outcome === "succeeded", outcome === "refused"]);
  });
});

describe("the payload", () => {
  test.each<[string, Exchange, Json | undefined]>([
    ["inside the envelope", answered("v2TraceState", 200, { error: null, data: state }), state],
    ["the document itself, on the legacy face", answered("legacyTraceState", 200, state), state],
    ["of an envelope that is missing", answered("v2TraceState", 200, state), state],
    ["of an envelope too many", answered("legacyTraceState", 200, { error: null, data: state }), state],
    [
      "a legacy page with a member `data`",
      answered("legacyTraceDetails", 200, { links: [], data: 1 }),
      { links: [], data: 1 },
    ],
    ["of a refusal", answered("v2TraceState", 404, { error: "no", data: state }), undefined],
    ["of no JSON", answered("v2TraceState", 200), undefined],
  ])("%s", (_, exchange, payload) => {
    expect(payloadOf(exchange)).toEqual(payload);
  });

  test("has members of its own only", () => {
    const exchange = answered("legacyTraceState", 200, state);
    expect(payloadMember(exchange, "state")).toEqual(state.state);
    expect(payloadMember(exchange, "toString")).toBeUndefined();
    expect(payloadMember(answered("legacyTraceState", 200, ["state"]), "0")).toBeUndefined();
  });

  test("of a creation names the trace, that of an action none", () => {
    const of = (kind: "create" | "act", data: Json): string | undefined => {
      const exchange = answered(kind === "create" ? "v2CreateTrace" : "v2AppendAction", 200, { error: null, data });
      return createdTraceOf({ ...exchange, intent: { kind, traceId: "t", data: {}, files: [], workflow: 0 } });
    };
    expect(of("create", "abc")).toBe("abc");
    for (const data of ["", 7, null, { id: "abc" }]) expect(of("create", data)).toBeUndefined();
    expect(of("act", "abc")).toBeUndefined();
  });
});
