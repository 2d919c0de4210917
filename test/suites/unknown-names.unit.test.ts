/** Does the target know an action that it never takes, or is the action misspelt in the configuration? */
import { expect, test } from "vitest";
import { environmentFromFlags, type Driver, type Environment } from "../../driver/index.ts";
import { operationOf } from "../../spec/operations.ts";
import type { Json } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { ActStep, Script, Step } from "../../spec/vocabulary/script.ts";
import { nobodys, unknownActions } from "../../suites/engine/unknown-names.ts";
import { jsonAnswer } from "../checks/support/answers.ts";

const described = environmentFromFlags({
  baseUrl: "http://127.0.0.1:1",
  organization: "acme",
  workflow: "2041",
  createAction: "apply:desk",
  appendAction: "note:desk",
});
const environment: Environment = {
  ...described,
  workflows: described.workflows.map((workflow) => ({
    ...workflow,
    actions: [...workflow.actions, { key: "scren", groupLabel: "security", creates: false, appends: true }],
  })),
};

interface Said {
  readonly status: number;
  readonly answer: Json;
}
type Service = (key: string, group: string, face: string) => Said;

const taken: Said = { status: 200, answer: { error: null, data: "6b0a1b5e-0000-4000-8000-000000000000" } };
const refusal = (status: number, message: string): Said => ({ status, answer: { error: { message }, data: null } });

function answered(say: Service, step: ActStep): Exchange {
  const { face, replace = {} } = step;
  const actionKey = replace.actionKey ?? step.action;
  const groupLabel = replace.groupLabel ?? step.group;
  const { status, answer } = say(String(actionKey), String(groupLabel), face);
  const fields = { data: {}, files: [], workflow: 0, actionKey, groupLabel, workflowId: "2041", traceId: step.trace };
  return {
    ...{ index: 0, step: "0", operationId: operationOf("act", face)?.id, face, actor: step.actor ?? "first" },
    ...{ intent: { kind: "act", ...fields }, defects: step.replace ? [{ where: "field" }] : [], traits: [] },
    ...{ request: { method: "POST", path: "/", headers: {} }, response: jsonAnswer(answer, status) },
    ...{ sentAtMs: 0, receivedAtMs: 1 },
  } as unknown as Exchange;
}

const isAct = (step: Step | object): step is ActStep => "op" in step && step.op === "act";

/** What the run says of a service that was sent each action before, and how many requests it took to find out. */
async function askedOf(say: Service, further: readonly Exchange[] = []) {
  let sent = 0;
  const run = (script: Script): Promise<History> => {
    const exchanges = script.steps.filter(isAct).map((step) => answered(say, step));
    sent += exchanges.length;
    return Promise.resolve({ script, exchanges, unsent: [] });
  };
  const driver = { environment, run } as unknown as Driver;
  const before = ["note", "scren"].map((action) =>
    answered(say, {
      op: "act",
      face: "v2",
      trace: "t1",
      action,
      group: action === "note" ? "desk" : "security",
      data: {},
    }),
  );
  const script: Script = { id: "", title: "", steps: [] };
  const asking = unknownActions(driver, [{ script, exchanges: [...before, ...further], unsent: [] }]);
  const doubt = await asking.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { doubt, sent };
}

const knowing =
  (keys: readonly string[], gate: string): Service =>
  (key) =>
    keys.includes(key) ? (key === "note" ? taken : refusal(403, gate)) : refusal(400, `unknown action`);

test("a key of which the target says what it says of one that nobody configured is misspelt", async () => {
  const { doubt, sent } = await askedOf(knowing(["apply", "note"], "not allowed now"));
  expect(doubt).toMatch(/^correct --create-action KEY:GROUP or --append-action KEY:GROUP: /);
  expect(doubt).toContain('does not know the action "scren" of the configuration');
  expect(doubt).toContain("400");
  expect(doubt).toContain("unknown action");
  expect(doubt).toContain(nobodys);
  expect(sent).toBe(4);
  const naming: Service = (key) => (key === "note" ? taken : refusal(404, `no such action: ${key} (#${key.length})`));
  expect((await askedOf(naming)).doubt).toContain('the action "scren"');
});

test("an action that is kept back is known, and where nothing says that it is not, nothing is asked", async () => {
  expect(await askedOf(knowing(["apply", "note", "scren"], "not allowed now"))).toEqual({ doubt: undefined, sent: 0 });
  const words = "no such action on a claim that is open";
  expect((await askedOf(knowing(["apply", "note", "scren"], words))).doubt).toBeUndefined();
});

test("a target that says the same of what it takes elsewhere says nothing of the key", async () => {
  // Whatever is not open now is unknown to it.
  const gate: Service = (key) => (key === "note" ? taken : refusal(404, "no such action"));
  const script: ActStep = { op: "act", face: "v2", trace: "t2", action: "note", group: "desk", data: {} };
  const outOfTurn = answered(() => refusal(404, "no such action"), script);
  expect((await askedOf(gate, [outOfTurn])).doubt).toBeUndefined();
  // Where nothing was taken, the action that creates is what it knows.
  const nothing: Service = () => refusal(404, "no such action");
  expect((await askedOf(nothing)).doubt).toBeUndefined();
  const first: Service = (key) => (key === "apply" ? refusal(409, "not now") : refusal(404, "no such action"));
  expect((await askedOf(first)).doubt).toContain('the action "note"');
});

test("a target that lists the action, takes it once, or refuses it through one face alone is blamed itself", async () => {
  const service = knowing(["apply", "note"], "not allowed now");
  const state = {
    ...answered(() => taken, { op: "act", face: "v2", trace: "t1", data: {} }),
    operationId: operationOf("state", "legacy")?.id,
    face: "legacy",
    intent: { kind: "state", traceId: "t1" },
    response: jsonAnswer({ state: { next: { security: ["scren"] } } }, 200),
  } as unknown as Exchange;
  expect((await askedOf(service, [state])).doubt).toBeUndefined();
  const step: ActStep = { op: "act", face: "v2", trace: "t1", action: "scren", group: "security", data: {} };
  const once = answered(() => taken, step);
  expect((await askedOf(service, [once])).doubt).toBeUndefined();
  const listing: Service = (key, group, face) => {
    const told = service(key, group, face);
    return told.status === 400 ? refusal(400, `unknown action ${key}; there are apply, note, scren`) : told;
  };
  expect((await askedOf(listing)).doubt).toBeUndefined();
  const oneFace: Service = (key, group, face) =>
    face === "legacy" && key === "scren" ? taken : service(key, group, face);
  expect((await askedOf(oneFace)).doubt).toBeUndefined();
});

test("so is a group that nobody is in", async () => {
  const groups: Service = (key, group) =>
    group === "desk" ? (key === "note" ? taken : refusal(400, "unknown action")) : refusal(400, "unknown group");
  expect((await askedOf(groups)).doubt).toContain('the group "security" of the configuration');
});
