/** Whose fault is it: what the configuration names, or the target? */
import { expect, test } from "vitest";
import { environmentFromFlags } from "../../driver/index.ts";
import type { Json } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { operationOf, type Face, type OperationKind } from "../../spec/operations.ts";
import { configurationDoubt, isListedOnceLoggedIn, loginsDisagree } from "../../suites/engine/configuration-doubt.ts";
import { jsonAnswer } from "../checks/support/answers.ts";

const environment = environmentFromFlags({
  baseUrl: "http://127.0.0.1:1",
  organization: "acme",
  workflow: "2041",
  createAction: "opne:clerks",
});

function exchange(kind: OperationKind, face: Face, answer: Json, status: number): Exchange {
  const action = { data: {}, files: [], workflow: 0, actionKey: "opne", groupLabel: "clerks", workflowId: "2041" };
  const intent = kind === "workflows" ? { kind, organization: "acme" } : { kind: "create", ...action };
  return {
    ...{ index: 0, step: "0", operationId: operationOf(kind, face)?.id, face, actor: "first" },
    ...{ intent, defects: [], traits: [], request: { method: "POST", path: "/", headers: {} } },
    ...{ response: jsonAnswer(answer, status), sentAtMs: 0, receivedAtMs: 1 },
  } as unknown as Exchange;
}

function doubtOf(...exchanges: readonly Exchange[]): string | undefined {
  const history: History = { script: { id: "", title: "", steps: [] }, exchanges, unsent: [] };
  return configurationDoubt([history], environment);
}

const creations = (answer: Json, status = 400): readonly Exchange[] =>
  (["v2", "legacy"] as const).map((face) => exchange("create", face, answer, status));
const lists = (answer: Json, status = 200): readonly Exchange[] =>
  (["v2", "legacy"] as const).map((face) => exchange("workflows", face, answer, status));
const listed = lists([{ workflowId: "2041", workflowName: "Claims" }]);

test("a mistyped action is told in the target's own words, with what supplies it", () => {
  const doubt = doubtOf(
    ...listed,
    ...creations({ error: { code: "006", message: "unknown action opne" }, data: null }),
  );
  expect(doubt).toContain('the action "opne" of the configuration');
  expect(doubt).toContain("unknown action opne");
  expect(doubt).toContain("--create-action KEY:GROUP");
});

test("what is said of members of the data says nothing of the action, be it called as one of them", () => {
  const told = (errors: Json) => doubtOf(...listed, ...creations({ error: { errors }, data: null }));
  expect(told({ tcMark: ["is unknown"], opne: ["is unknown"] })).toBeUndefined();
  expect(told({ opnedOn: ["unknown day"] })).toBeUndefined();
  expect(told({ opne: ["is unknown"] })).toBeDefined();
  const echoed = { error: "unknown action opne", request: { data: { tcRun: "run", tcMark: "mark" } } };
  expect(doubtOf(...listed, ...creations(echoed))).toBeDefined();
  for (const ofData of [
    "unknown field 'opne_id'",
    "Unrecognized key(s) in object: 'tcRun' of opne",
    "property tcRun should not exist in action opne",
    "Unknown name \"tcRun\" at 'action.opne'",
  ])
    expect(doubtOf(...listed, ...creations({ error: ofData }))).toBeUndefined();
});

test("an action that is invalid is none; one whose data are may be", () => {
  expect(doubtOf(...listed, ...creations({ message: "opne is invalid" }, 422))).toContain('the action "opne"');
  const ofData = 'Data of opne: severity: Invalid option: expected one of "minor"|"major"';
  expect(doubtOf(...listed, ...creations({ message: ofData }, 422))).toBeUndefined();
  expect(doubtOf(...listed, ...creations({ message: "Invalid data: unknown actionKey opne" }, 422))).toBeDefined();
  for (const message of [
    "action opne is not allowed",
    "Invalid action opne: must be one of open",
    "no: role required for opne",
  ])
    expect(
      doubtOf(...listed, ...creations({ error: { message: `${message}, invalid` }, data: null }, 422)),
    ).toBeDefined();
});

test("so are the group, the workflow and the organization", () => {
  expect(doubtOf(...creations({ message: "group clerks not found" }, 404))).toContain('the group "clerks"');
  expect(doubtOf(...creations({ code: "016", message: "no such workflow: 2041" }))).toContain('the workflow "2041"');
  expect(doubtOf(...lists({ message: "no organization acme" }, 404))).toContain('the organization "acme"');
  expect(doubtOf(...lists({ message: "no organization acme" }, 404))).toContain("--organization");
});

test("a workflow that no list shows is the configuration's, whatever its refusal says", () => {
  const doubt = doubtOf(...lists([{ workflowId: "7", workflowName: "x" }]), ...creations({ message: "no" }));
  expect(doubt).toContain('the workflow "2041" of the configuration is in no list');
});

test("a workflow that the lists show and a creation does not find is the target's, unless it is forbidden", () => {
  const denied = { code: "unknown-workflow", message: "no workflow 2041" };
  expect(doubtOf(...listed, ...creations(denied, 404))).toBeUndefined();
  expect(doubtOf(...listed, ...creations(denied, 403))).toContain('the workflow "2041"');
  expect(doubtOf(...listed, ...creations({ message: "workflow 2041: group clerks not found" }, 404))).toContain(
    'the group "clerks"',
  );
  expect(doubtOf(...creations(denied, 404))).toContain('the workflow "2041"');
});

test("the remedy comes first, and the answer stands there as it was given, on one line and bounded", () => {
  const doubt = doubtOf(...creations({ message: `unknown action "opne" ${"x".repeat(1_000)}` }, 404)) ?? "";
  expect(doubt).toMatch(/^correct --create-action KEY:GROUP or --append-action KEY:GROUP: /);
  expect(doubt).toMatch(
    /a creation with opne of the group clerks was asked for \d+ times, and answered 404 each time: \{/,
  );
  expect(doubt).not.toContain('\\\\"');
  expect(doubt.length).toBeLessThan(700);
});

test("a target that refuses for no such reason, at one face alone, or only sometimes is blamed itself", () => {
  expect(doubtOf(...listed, ...creations({ message: "something is missing" }))).toBeUndefined();
  expect(doubtOf(...listed, ...creations({ message: "unknown action opne" }, 500))).toBeUndefined();
  expect(doubtOf(...listed, ...creations({ message: "unknown action opne" }, 401))).toBeUndefined();
  expect(doubtOf(...creations({ message: "unknown action opne" }).slice(1))).toBeUndefined();
  const [one] = creations({ message: "unknown action opne" });
  const [, works] = creations("6b0a1b5e-0000-4000-8000-000000000000", 200);
  if (one && works) expect(doubtOf(one, works)).toBeUndefined();
});

test("what was taken on trial is named right, and came out of turn elsewhere", () => {
  const [, works] = creations("6b0a1b5e-0000-4000-8000-000000000000", 200);
  const refused = creations({ message: "action opne not allowed now" });
  expect(doubtOf(...listed, ...refused)).toBeDefined();
  if (works) expect(doubtOf(...listed, ...refused, { ...works, candidateFor: "action-gating" })).toBeUndefined();
});

test("an action that may not come is the process's, where others of the workflow are taken, and an unknown one is not", () => {
  const act = (actionKey: string, message: string, status: number): readonly Exchange[] =>
    (["v2", "legacy"] as const).map((face) => {
      const one = exchange("create", face, { message }, status);
      return { ...one, intent: { ...one.intent, kind: "act", traceId: "t", actionKey } } as Exchange;
    });
  const taken = act("note", "", 200);
  expect(doubtOf(...act("clear", "006 clear is not allowed now", 400))).toContain('the action "clear"');
  expect(doubtOf(...taken, ...act("clear", "006 clear is not allowed now", 400))).toBeUndefined();
  expect(doubtOf(...taken, ...act("clear", "no such action: clear", 400))).toContain('the action "clear"');
});

test("where one login shows the workflow and another does not, a login is at fault, and not the configuration", () => {
  const login = (exchanges: readonly Exchange[]): History => ({
    script: { id: "", title: "", steps: [] },
    exchanges,
    unsent: [],
  });
  const [empty, refused] = [lists([]), lists({ error: "no such organization" }, 404)];
  expect(loginsDisagree([login(listed), login(empty)], environment)).toBe(true);
  expect(loginsDisagree([login(listed), login(refused)], environment)).toBe(true);
  expect(loginsDisagree([login(listed), login(listed)], environment)).toBe(false);
  expect(loginsDisagree([login(refused), login(refused)], environment)).toBe(false);
  expect(loginsDisagree([], environment)).toBe(false);
});

test("a list that is refused, and shown to who has just logged in, puts no configuration in doubt", () => {
  const told = (...exchanges: readonly Exchange[]): History => ({
    script: { id: "", title: "", steps: [] },
    exchanges,
    unsent: [],
  });
  const refused = lists({ error: "no such organization" }, 404);
  expect(isListedOnceLoggedIn([told(...refused)], [told(...listed)])).toBe(true);
  expect(isListedOnceLoggedIn([told(...refused)], [told(...refused)])).toBe(false);
  expect(isListedOnceLoggedIn([told(...refused)], [])).toBe(false);
  expect(
    isListedOnceLoggedIn([told(...listed, ...creations({ error: "unknown action opne" }))], [told(...listed)]),
  ).toBe(false);
});

test("where one action is kept back and another refused for what it brings, the data are in doubt, and no name", () => {
  const acts = (actionKey: string, answer: Json): readonly Exchange[] =>
    creations(answer).map((one) => ({
      ...one,
      intent: { ...one.intent, kind: "act", traceId: "t", actionKey } as never,
    }));
  const keptBack = acts("settle", { message: "action settle is not allowed now" });
  const refused = acts("assess", { message: "this is another claim" });
  const doubt = doubtOf(...listed, ...keptBack, ...refused);
  expect(doubt).toContain("no action could be appended");
  expect(doubt).toContain("this is another claim");
  expect(doubt).not.toContain('the action "settle" of the configuration');
  expect(doubtOf(...listed, ...keptBack)).toContain('the action "settle" of the configuration');
  const unknown = acts("settle", { message: "unknown action settle" });
  expect(doubtOf(...listed, ...unknown, ...refused)).toContain('the action "settle" of the configuration');
});
