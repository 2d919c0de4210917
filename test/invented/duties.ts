/** What gated services do besides keeping an order: forms, statuses, views by group, papers and workflows of their own. */
import type { TargetAction, Workflow } from "../lib/service/domain.ts";
import { isObject, own, sameJson, type Json, type JsonObject } from "../lib/service/json.ts";
import { Refusal } from "../lib/service/refusal.ts";
import { require, type Running } from "./process.ts";
import type { Link, Service, Trace } from "./service.ts";
import { aroundStep, changeResult, after } from "./tools.ts";

export type Decline = (status: number, message: string) => never;

/** Lets the service refuse with a status of its own. */
export function declining(s: Service): Decline {
  const statuses = new WeakMap<Refusal, number>();
  changeResult(s, "refuse", (reply, _call, error) => ({ ...reply, status: statuses.get(error) ?? reply.status }));
  return (status, message) => {
    const refusal = new Refusal("invalid", message);
    statuses.set(refusal, status);
    throw refusal;
  };
}

/** What is wrong with a value by a schema of the few words that are used here; undefined: nothing. */
function wrongBy(schema: JsonObject, value: Json, path = "data"): string | undefined {
  const bound = (word: string) => (typeof schema[word] === "number" ? schema[word] : undefined);
  const allowed = schema["enum"];
  if (Array.isArray(allowed) && !allowed.some((one) => sameJson(one, value))) return `${path} is none of the list`;
  switch (schema["type"]) {
    case "string": {
      if (typeof value !== "string") return `${path} is no text`;
      const length = Array.from(value).length;
      if (length < (bound("minLength") ?? 0) || length > (bound("maxLength") ?? Infinity)) return `${path} is too long`;
      const pattern = schema["pattern"];
      if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) return `${path} has another form`;
      if (schema["format"] !== "date") return undefined;
      const real = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
      return real && new Date(value).toISOString().startsWith(value) ? undefined : `${path} is no date`;
    }
    case "integer":
    case "number":
      if (typeof value !== "number" || (schema["type"] === "integer" && !Number.isInteger(value))) {
        return `${path} is no number`;
      }
      return value < (bound("minimum") ?? -Infinity) || value > (bound("maximum") ?? Infinity)
        ? `${path} is out of range`
        : undefined;
    case "boolean":
      return typeof value === "boolean" ? undefined : `${path} is neither true nor false`;
    case "object":
      return wrongMember(schema, value, path);
    default:
      return undefined;
  }
}

function wrongMember(schema: JsonObject, value: Json, path: string): string | undefined {
  if (!isObject(value)) return `${path} is no object`;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const name of required) if (own(value, String(name)) === undefined) return `${path}.${String(name)} is missing`;
  for (const [name, member] of Object.entries(value)) {
    const known = own(properties, name);
    if (known === undefined && schema["additionalProperties"] === false) return `${path}.${name} is unknown`;
    const wrong = isObject(known) ? wrongBy(known, member, `${path}.${name}`) : undefined;
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Checks the data of actions against these forms; the tester is told what `tell` makes of them. */
export function checkForms(
  s: Service,
  { workflow }: Running,
  schemas: Record<string, JsonObject>,
  tell: (schema: JsonObject, key: string) => Partial<TargetAction> = (data) => ({ data }),
): void {
  workflow.actions = workflow.actions.map((action) => {
    const schema = schemas[action.key];
    return schema ? { ...action, ...tell(schema, action.key) } : action;
  });
  require(s, Object.fromEntries(
    Object.entries(schemas).map(([key, schema]) => [key, (data) => wrongBy(schema, data)]),
  ));
}

/** Who is in none of the groups that take part in a trace does not know of it. */
export function seenByGroup(s: Service, running: Running): void {
  const seen = (trace: Trace, groups: readonly string[]): boolean =>
    [...trace.links.map((link) => groupOf(trace, link)), ...Object.keys(running.byGroup(trace))].some((group) =>
      groups.includes(group),
    );
  after(s, "findTrace", (trace, user) => {
    if (!seen(trace, running.groupsOf(user))) throw new Refusal("missing", "no such trace");
  });
  aroundStep(s, "search", (search) => (workflow, filters, call) => {
    const user = running.reader(call);
    return search(workflow, filters, call).filter((id) => {
      const trace = s.traces.get(id);
      return trace && user && seen(trace, running.groupsOf(user));
    });
  });
}

/** The group whose action a link is, also where the request did not name it. */
export const groupOf = (trace: Trace, { actionKey }: Pick<Link, "actionKey">): string =>
  trace.workflow.actions.find(({ key }) => key === actionKey)?.groupLabel ?? "system";

/** Encloses a file of the service's own making with a link; tells its digest. */
export function enclose(s: Service, trace: Trace, link: Link, name: string, text: string): string {
  const data = Buffer.from(text);
  const digest = s.digest(data);
  trace.files.set(digest, { digest, name, data, face: "v2" });
  link.files.push({ digest, name, part: "document", size: data.length });
  return digest;
}

/** One more workflow of the same organization, in which nothing is gated. */
export function beside(s: Service, name: string, actions: TargetAction[]): Workflow {
  const [first] = s.workflows as [Workflow];
  const workflow = { id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a0f", name, organization: first.organization, actions };
  s.workflows.push(workflow);
  return workflow;
}

/** What is done before an action is recorded, once all else allows it. */
export function atLast(
  s: Service,
  check: (asked: { key: string; data: JsonObject; author: string; files: number }, known: Trace | undefined) => void,
): void {
  after(s, "checkAction", (_workflow, user, input, known) => {
    check({ key: input.actionKey ?? "", data: input.data ?? {}, author: user.email, files: input.files.length }, known);
  });
}

/** What is refused for its turn is answered with this status. */
export function onTurn(s: Service, status: number): void {
  changeResult(s, "refuse", (reply, _call, error) => (error.message.startsWith("006") ? { ...reply, status } : reply));
}
