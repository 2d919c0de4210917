/** Turns the first workflow of the service into a process: what may come next, who may do it, and what the state shows. */
import type { TargetAction, TargetUser, TargetWorkflow, User, Workflow } from "../lib/service/domain.ts";
import type { Call } from "../lib/service/http.ts";
import type { Json, JsonObject } from "../lib/service/json.ts";
import { Refusal } from "../lib/service/refusal.ts";
import type { Service, Trace } from "./service.ts";
import { after } from "./tools.ts";

export interface Process {
  /** What the configuration says of the actions. */
  actions: TargetAction[];
  nextActions?: TargetWorkflow["nextActions"];
  /** Keys of the actions that may come next; absent: all that do not create, at any time. */
  next?: (done: readonly string[], trace: Trace) => readonly string[];
  /** Members of the organization by the name before the @, and the groups that they act for; absent: ines for all. */
  people?: Record<string, TargetUser>;
}

/** What the service knows of its process. */
export interface Running {
  workflow: Workflow;
  next: (trace: Trace) => readonly string[];
  /** The keys that may come next, by group. */
  byGroup: (trace: Trace) => Record<string, string[]>;
  groupsOf: (user: User) => readonly string[];
  /** Who asks. */
  reader: (call: Call) => User | undefined;
}

export const keysOf = (trace: Trace): string[] => trace.links.map((link) => link.actionKey);

export const refuse = (when: boolean, message: string): void => {
  if (when) throw new Refusal("invalid", message);
};

/** The actions as the configuration names them: `key of group`; what stands first creates traces. */
export const actionsOf = (...names: string[]): TargetAction[] =>
  names.map((name, at) => {
    const [key = "", groupLabel = ""] = name.split(" of ");
    return { key, groupLabel, ...(at === 0 ? { creates: true } : {}) };
  });

/** Lets the service follow the process. */
export function follow(s: Service, { actions, nextActions, next, people = {} }: Process): Running {
  const [workflow] = s.workflows as [Workflow];
  // Copies: what is told of an action of one service must not come into another.
  workflow.actions = actions.map((action) => ({ ...action }));
  if (nextActions) workflow.nextActions = nextActions;
  s.workflows = s.workflows.filter((one) => one === workflow || one.organization !== workflow.organization);
  const groups = join(s, people);
  const running: Running = {
    workflow,
    next: (trace) =>
      next?.(keysOf(trace), trace) ??
      trace.workflow.actions.filter((one) => one.appends ?? !one.creates).map(({ key }) => key),
    byGroup(trace) {
      const listed: Record<string, string[]> = {};
      for (const { key, groupLabel } of trace.workflow.actions) {
        if (running.next(trace).includes(key)) (listed[groupLabel] ??= []).push(key);
      }
      return listed;
    },
    groupsOf: (user) => groups.get(user) ?? [...new Set(workflow.actions.map(({ groupLabel }) => groupLabel))],
    reader: (call) => readers.get(call),
  };
  const readers = new WeakMap<Call, User>();
  after(s, "authenticate", (user, call) => {
    readers.set(call, user);
  });
  after(s, "checkAction", (found, user, input, known) => {
    if (found !== workflow) return;
    const candidates = found.actions.filter(({ key }) => key === input.actionKey);
    const action = candidates.find(({ groupLabel }) => groupLabel === input.groupLabel) ?? candidates[0];
    if (!running.groupsOf(user).includes(action?.groupLabel ?? "")) {
      throw new Refusal("foreign", "the user is not in the group of this action");
    }
    refuse(known !== undefined && !running.next(known).includes(input.actionKey ?? ""), "006 action not allowed now");
  });
  return running;
}

/** Adds the people to the service and to what the configuration says; the first of them is ines. */
function join(s: Service, people: Record<string, TargetUser>): Map<User, readonly string[]> {
  const groups = new Map<User, readonly string[]>();
  const [ines, piet] = s.users as [User, User];
  const told: TargetUser[] = [];
  s.users = [ines, piet];
  for (const [name, given] of Object.entries(people)) {
    const email = `${name}@nordwind.example`;
    const credentials = { email, password: `${name}-keeps-a-secret` };
    if (email !== ines.email) {
      s.users.push({ ...credentials, privateKey: `nw-${name}-0c1d2e3f`, organization: ines.organization });
      told.push({ ...credentials, ...given });
    } else {
      const { password, privateKey } = ines;
      s.told.credentials = { email, password, privateKey, ...given };
    }
    const user = s.users.find((one) => one.email === email);
    if (user && given.groups) groups.set(user, given.groups);
  }
  if (told.length > 0) s.told.users = told;
  return groups;
}

/** Shows something else as the state; what is searched stays as it is. */
export function present(s: Service, show: (state: JsonObject, trace: Trace, call: Call) => Json): void {
  s.stateOf = (trace, call) => show(trace.state, trace, call);
}

/** A state in two parts: what was sent, and what each group may do next. */
export function listNext(s: Service, { byGroup }: Running): void {
  present(s, (data, trace) => ({ data, nextActions: byGroup(trace) }));
}

/** What must be so of the data of an action, by its key: the words of the refusal, or undefined. */
export function require(s: Service, forms: Record<string, (data: JsonObject) => string | undefined>): void {
  after(s, "checkAction", (_workflow, _user, input) => {
    const wrong = forms[input.actionKey ?? ""]?.(input.data ?? {});
    if (wrong !== undefined) throw new Refusal("invalid", wrong);
  });
}

/** Computes the state from all that was done, instead of merging the data. */
export function compute(s: Service, state: (trace: Trace) => JsonObject): void {
  after(s, "record", (recorded) => {
    recorded.trace.state = state(recorded.trace);
  });
}

/** A trade: three groups do five actions. */
export const trades = actionsOf(
  "order of sales",
  "amend of sales",
  "ship of warehouse",
  "invoice of accounts",
  "pay of accounts",
);

/** Who acts for one of these groups each. */
export const people = {
  ines: { groups: ["sales"] },
  wim: { groups: ["warehouse"] },
  ada: { groups: ["accounts"] },
};

/** What may come next in it: amended until something is shipped, three times at most, then invoiced and paid. */
export function trade(done: readonly string[]): string[] {
  const shipped = done.filter((key) => key === "ship").length;
  if (done.includes("pay")) return [];
  if (done.includes("invoice")) return ["pay"];
  return [...(shipped > 0 ? ["invoice"] : ["amend"]), ...(shipped < 3 ? ["ship"] : [])];
}
