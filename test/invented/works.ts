/** What businesses with a process share: forms, rules over what was done, codes of refusals, computed states. */
import type { ActionInput, TargetWorkflow, User } from "../lib/service/domain.ts";
import { isObject, own, sameJson, type Json, type JsonObject } from "../lib/service/json.ts";
import { json } from "../lib/service/http.ts";
import { Refusal } from "../lib/service/refusal.ts";
import type { Running } from "./process.ts";
import type { Link, Service, Trace } from "./service.ts";

export const inState: NonNullable<TargetWorkflow["nextActions"]> = { path: ["nextActions"], by: "group" };

export const int = (minimum: number, maximum: number): JsonObject => ({ type: "integer", minimum, maximum });
export const num = (minimum: number, maximum: number): JsonObject => ({ type: "number", minimum, maximum });
export const str = (maxLength: number): JsonObject => ({ type: "string", minLength: 1, maxLength });
export const like = (pattern: string): JsonObject => ({ type: "string", pattern });
export const among = (...values: string[]): JsonObject => ({ type: "string", enum: values });

/** The schema of an object; a name with a question mark is optional. */
export function sheet(members: Record<string, JsonObject>, open = false): JsonObject {
  const bare = (name: string) => name.replace("?", "");
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(members).map(([name, one]) => [bare(name), one])),
    required: Object.keys(members).filter((name) => !name.endsWith("?")),
    ...(open ? {} : { additionalProperties: false }),
  };
}

/** What is wrong with a value of such a schema. */
function wrongIn(value: Json | undefined, schema: JsonObject): string | undefined {
  const { type, minimum, maximum, minLength, maxLength, pattern } = schema;
  if (type === "object") {
    const { properties, required, additionalProperties } = schema;
    if (!isObject(value) || !isObject(properties) || !Array.isArray(required)) return "is no object";
    const lacking = required.find((name) => own(value, String(name)) === undefined);
    if (lacking !== undefined) return `${String(lacking)} is missing`;
    for (const name of Object.keys(value)) {
      const one = own(properties, name);
      if (!isObject(one)) {
        if (additionalProperties === false) return `${name} is unknown`;
        continue;
      }
      const wrong = wrongIn(own(value, name), one);
      if (wrong !== undefined) return `${name} ${wrong}`;
    }
    return undefined;
  }
  if (Array.isArray(schema["enum"]) && !schema["enum"].some((one) => sameJson(one, value))) return "is not among them";
  if (type === "string") {
    if (typeof value !== "string") return "is no text";
    if (value.length < Number(minLength ?? 0) || value.length > Number(maxLength ?? Infinity))
      return "has a bad length";
    return typeof pattern === "string" && !new RegExp(pattern).test(value) ? "has a bad form" : undefined;
  }
  if (type === "boolean") return typeof value === "boolean" ? undefined : "is no boolean";
  if (typeof value !== "number" || (type === "integer" && !Number.isInteger(value))) return "is no such number";
  return value < Number(minimum) || value > Number(maximum) ? "is out of range" : undefined;
}

export type Sheets = Record<string, JsonObject>;

/** Adds a check to those of every action of the process, after the ones that there are. */
export function checks(
  s: Service,
  { workflow }: Running,
  check: (input: ActionInput & { data: JsonObject }, known: Trace | undefined, user: User) => void,
): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    const found = checkAction(user, input, known, call);
    if (found === workflow) check({ ...input, data: input.data ?? {} }, known, user);
    return found;
  };
}

/** Holds the data of actions against their sheets. */
export function hold(s: Service, running: Running, sheets: Sheets): void {
  checks(s, running, ({ actionKey = "", data }) => {
    const schema = sheets[actionKey];
    const wrong = schema && wrongIn(data, schema);
    if (wrong !== undefined) throw new Refusal("invalid", `021 ${wrong}`);
  });
}

/** Holds the data against the sheets, which the configuration tells as well. */
export function holdTold(s: Service, running: Running, sheets: Sheets): void {
  for (const action of running.workflow.actions) {
    const schema = sheets[action.key];
    if (schema) action.data = schema;
  }
  hold(s, running, sheets);
}

/** @throws Refusal, whose message begins with a code of three digits */
export function deny(when: boolean, message: string): void {
  if (when) throw new Refusal("invalid", message);
}

/** Refusals whose message begins with a code are answered with its status, and have it in the body. */
export function coded(s: Service, statuses: Record<string, number>, headers: Record<string, string> = {}): void {
  const { refuse } = s;
  s.refuse = (call, error) => {
    const code = error.message.slice(0, 3);
    const status = own(statuses, code);
    if (status === undefined) return refuse(call, error);
    const body = { code, message: error.message.slice(4) };
    return json(call.face === "v2" ? { error: body, data: null } : { error: body }, Number(status), headers);
  };
}

/** Computes what is kept as the state of the traces of the process. */
export function derive(s: Service, { workflow }: Running, state: (trace: Trace) => JsonObject): void {
  const { record } = s;
  s.record = async (...args) => {
    const recorded = await record(...args);
    if (recorded.trace.workflow === workflow) recorded.trace.state = state(recorded.trace);
    return recorded;
  };
}

export const linksBy = (trace: Trace | undefined, ...keys: string[]): Link[] =>
  (trace?.links ?? []).filter(({ actionKey }) => keys.includes(actionKey));

export const many = (trace: Trace | undefined, ...keys: string[]): number => linksBy(trace, ...keys).length;

/** How often a key is among those that were done. */
export const often = (done: readonly string[], key: string): number => done.filter((one) => one === key).length;

/** The action while it was done less often than that. */
export const upTo = (most: number, done: readonly string[], key: string): string[] =>
  often(done, key) < most ? [key] : [];

export const amount = (value: Json | undefined): number => (typeof value === "number" ? value : 0);

export const sum = (trace: Trace | undefined, key: string, member: string): number =>
  linksBy(trace, key).reduce((all, { data }) => all + amount(own(data, member)), 0);

/** What the trace was begun with. */
export const begun = (trace: Trace | undefined, member: string): Json =>
  own(trace?.links[0]?.data ?? {}, member) ?? null;
