/** What a target says may show that it, and not the configuration, is at fault. */
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { faces, operationOf, type Face } from "../../spec/operations.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { contradictsItself } from "../../suites/engine/self-contradiction.ts";
import { jsonAnswer } from "../checks/support/answers.ts";

const trace = "6b0a1b5e-0000-4000-8000-000000000000";

interface Sent {
  readonly kind: "create" | "act" | "state";
  readonly key?: string;
  readonly group?: string;
  readonly status?: number;
}

function told(face: Face, { kind, key = "open", group = "clerks", status = 200 }: Sent, answer: Json): Exchange {
  const action = { data: {}, files: [], workflow: 0, actionKey: key, groupLabel: group, workflowId: "2041" };
  const intent = { kind, traceId: trace, ...(kind === "state" ? {} : action) };
  const body = face === "v2" && status === 200 ? { error: null, data: answer } : answer;
  return {
    ...{ index: 0, step: "0", operationId: operationOf(kind, face)?.id, face, actor: "first" },
    ...{ intent, defects: [], traits: [], request: { method: "POST", path: "/", headers: {} } },
    ...{ response: jsonAnswer(body, status), sentAtMs: 2, receivedAtMs: 1 },
  } as unknown as Exchange;
}

const both = (sent: Sent, answer: Json): readonly Exchange[] => faces.map((face) => told(face, sent, answer));
const historyOf = (exchanges: readonly Exchange[]): History => ({
  script: { id: "", title: "", steps: [] },
  exchanges,
  unsent: [],
});
const isShown = (...exchanges: readonly Exchange[]): boolean => contradictsItself([historyOf(exchanges)]);

const refusal = (code: string, message: string): JsonObject => ({ error: { code, message } });

test("no trace that the target made is ever shown", () => {
  const made = both({ kind: "create" }, trace);
  const read = (status: number) => both({ kind: "state", status }, refusal("not-a-uuid", "wanted a UUID"));
  expect(isShown(...made, ...read(400))).toBe(true);

  expect(isShown(...read(400))).toBe(false);
  expect(isShown(...made, ...read(403))).toBe(false);
  expect(isShown(...made, ...read(400).slice(1))).toBe(false);
  expect(isShown(...made, ...read(400), ...both({ kind: "state" }, { state: {} }))).toBe(false);
});

test("what the state lists as next for a group that has begun the trace is never taken", () => {
  const made = both({ kind: "create" }, trace);
  const state = (member: string, group = "clerks") =>
    both({ kind: "state" }, { state: { [member]: { [group]: ["comment"] } } });
  const act = (status = 400) =>
    both({ kind: "act", key: "comment", status }, refusal("not-allowed", "clerks may not do comment now"));
  expect(isShown(...made, ...state("nextActions"), ...act())).toBe(true);

  expect(isShown(...made, ...state("done"), ...act())).toBe(false);
  expect(isShown(...made, ...state("nextActions", "auditors"), ...act())).toBe(false);
  expect(isShown(...made, ...state("nextActions"), ...act(403))).toBe(false);
  expect(isShown(...made, ...state("nextActions"), ...act().slice(1))).toBe(false);
  expect(isShown(...both({ kind: "create", group: "others" }, trace), ...state("nextActions"), ...act())).toBe(false);
  const taken = both({ kind: "act", key: "comment" }, { state: {} });
  expect(isShown(...made, ...state("nextActions"), ...act(), ...taken)).toBe(false);
});
