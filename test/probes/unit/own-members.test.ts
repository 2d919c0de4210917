/** Members of the state that links of the service's own bring: on each trace that has such a link, and on no other. */
import { expect, test } from "vitest";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { KnownTrace } from "../../../probes/seen/known-traces.ts";
import { ownMembers } from "../../../probes/seen/own-members.ts";

const traceOf = (traceId: string): KnownTrace => {
  const action = {
    face: "v2",
    data: { title: traceId, tcRun: "run1" },
    actionKey: "offer",
    groupLabel: "all",
  } as const;
  return { traceId, workflow: 0, createdAtMs: 0, actions: [{ ...action, files: [] }] };
};
const lapse = { actionKey: "lapse", data: {} };

interface Shown {
  /** Beside what was sent, by the trace; the others have no such link. */
  readonly beside: Readonly<Record<string, JsonObject>>;
  readonly besideThroughLegacy?: JsonObject;
  readonly lapsed?: readonly string[];
}

async function found({ beside, besideThroughLegacy, lapsed = ["a", "b"] }: Shown): Promise<readonly string[]> {
  const answer = (face: Face, traceId: string, kind: string, payload: object): Exchange => {
    const value = face === "v2" ? { error: null, data: payload } : payload;
    const operationId = `${face}${kind === "details" ? "TraceDetails" : "TraceState"}`;
    const common = { face, operationId, actor: "first", intent: { kind, traceId }, defects: [], traits: [] };
    return { ...common, response: { status: 200, json: { value } } } as unknown as Exchange;
  };
  return ownMembers({
    having: [traceOf("a"), traceOf("b")],
    lacking: [traceOf("c")],
    hasOwn: ({ links }) => links.some((link) => JSON.stringify(link) === JSON.stringify(lapse)),
    state: { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true },
    runId: "run1",
    ask: (steps) =>
      Promise.resolve(
        steps.map((step) => {
          if (step.op !== "details" && step.op !== "state") return undefined;
          const id = String(step.trace);
          if (step.op === "details") {
            const links = lapsed.includes(id) ? [lapse] : [];
            const info = { hasNext: false, hasPrevious: false };
            return answer(step.face, id, "details", { links, totalCount: links.length, info });
          }
          const more = (step.face === "legacy" ? besideThroughLegacy : undefined) ?? beside[id];
          return answer(step.face, id, "state", { state: { data: { title: id, ...more } } });
        }),
      ),
  });
}

test("a member of each state beside which such a link stands, and of no other", async () => {
  expect(faces).toHaveLength(2);
  expect(await found({ beside: { a: { lapsed: true }, b: { lapsed: true } } })).toEqual(["lapsed"]);
});

test.each<[string, Shown]>([
  ["stands on a trace without such a link as well", { beside: { a: { x: 1 }, b: { x: 1 }, c: { x: 1 } } }],
  ["stands on one such trace alone", { beside: { a: { x: 1 } } }],
  ["is shown through one face alone", { beside: { a: { x: 1 }, b: { x: 1 } }, besideThroughLegacy: {} }],
  ["holds what was sent", { beside: { a: { x: "of run1" }, b: { x: "of run1" } } }],
  ["comes where a trace has no such link any more", { beside: { a: { x: 1 }, b: { x: 1 } }, lapsed: ["a"] }],
])("not one that %s", async (_, shown) => {
  expect(await found(shown)).toEqual([]);
});
