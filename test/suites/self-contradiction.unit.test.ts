/** What a target says may show that it, and not the configuration, is at fault. */
import { expect, test } from "vitest";
import { environmentFromFlags } from "../../driver/index.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import { faces, operationOf, type Face } from "../../spec/operations.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { askingForTwoActions, contradictsItself } from "../../suites/engine/self-contradiction.ts";
import { jsonAnswer } from "../checks/support/answers.ts";

const environment = environmentFromFlags({
  baseUrl: "http://127.0.0.1:1",
  organization: "acme",
  workflow: "2041",
  createAction: "open:clerks",
  appendAction: "comment:clerks",
});
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
const isShown = (...exchanges: readonly Exchange[]): boolean => contradictsItself([historyOf(exchanges)], environment);

const has = "workflow 2041 has the actions open, comment, assess";
const refusal = (code: string, message: string): JsonObject => ({ error: { code, message } });

test("each of two actions is refused as unknown, and both answers name both", () => {
  const refused = (key: string, message = has, code = "unknown-action", status = 400) =>
    both({ kind: "create", key, status }, refusal(code, message));
  expect(isShown(...refused("open"), ...refused("comment"))).toBe(true);

  expect(isShown(...refused("open"))).toBe(false);
  expect(isShown(...refused("open"), ...refused("comment", "unknown action comment"))).toBe(false);
  const without = "workflow 2041 has the actions opened, comment_all, assess";
  expect(isShown(...refused("open", without), ...refused("comment", without))).toBe(false);
  const elsewhere = "there are the actions open, comment, assess";
  expect(isShown(...refused("open", elsewhere), ...refused("comment", elsewhere))).toBe(false);
  expect(isShown(...refused("open", has, "bad-request"), ...refused("comment", has, "bad-request"))).toBe(false);
  expect(isShown(...refused("open", has, "unknown-action", 403), ...refused("comment"))).toBe(false);
  expect(isShown(...refused("open"), ...refused("comment").slice(1))).toBe(true);
  expect(isShown(...[...refused("open"), ...refused("comment")].filter(({ face }) => face === "v2"))).toBe(false);
  const begun = both({ kind: "create", key: "comment" }, trace);
  expect(isShown(...refused("open"), ...begun)).toBe(false);
});

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

test("two actions are asked for where none begins a trace, and there are two", () => {
  const refused = [historyOf(both({ kind: "create", status: 400 }, refusal("unknown-action", has)))];
  expect(askingForTwoActions(refused, environment, "r")?.steps).toHaveLength(4);
  expect(askingForTwoActions([historyOf(both({ kind: "create" }, trace))], environment, "r")).toBeUndefined();
  const { workflows } = environment;
  const one = workflows.map((workflow) => ({ ...workflow, actions: workflow.actions.slice(0, 1) }));
  expect(askingForTwoActions(refused, { ...environment, workflows: one }, "r")).toBeUndefined();
});
