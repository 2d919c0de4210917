/**
 * Finds which data members decide what may come next: after the same actions something was accepted, or listed, on some
 * traces and not on others, and the values of the member differ accordingly.
 */
import type { KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import { objectAt, resolvedSchema } from "../../../spec/data-schemas/resolve.ts";
import { getOwn, isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { traceOf } from "../../../spec/readings/actions.ts";
import { listedIn, lists } from "../../../spec/readings/listed-next.ts";
import type { Way } from "../../../spec/readings/process.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { isOfChoice } from "../forms/members-to-choose.ts";
import { isTurnedDown } from "../observations.ts";

interface DoneOnTrace {
  readonly key: string;
  readonly data: JsonObject;
  /** The group, where several groups may do the action. */
  readonly group?: string;
}

/** The actions of a trace, and after each of them what could come next. */
export interface SeenTrace {
  readonly steps: readonly DoneOnTrace[];
  /** After each step: whether an action, by its key, was accepted or listed there. */
  readonly after: readonly ReadonlyMap<string, boolean>[];
}

/** What was seen after one action: what was tried there, and what its state listed, if read. */
interface SeenAfter {
  readonly tried: Map<string, boolean>;
  readonly listed: Map<string, boolean>;
}

/**
 * The traces of a workflow. Lists in states count for more than trials: a listed action may be refused for its data.
 * @param listing where states list what may come next, if they do
 */
export function tracesIn(
  exchanges: readonly Exchange[],
  index: number,
  { actions }: WorkflowDescription,
  listing: NextActions | undefined,
): readonly SeenTrace[] {
  const traces = new Map<string, { steps: SeenTrace["steps"][number][]; after: SeenAfter[] }>();
  const appending = actions.filter(({ appends }) => appends);
  const isOpenToSeveral = (key: string): boolean => actions.filter((one) => one.key === key).length > 1;
  for (const exchange of exchanges) {
    const { intent } = exchange;
    if (intent.kind !== "create" && intent.kind !== "act" && intent.kind !== "state") continue;
    const id = traceOf(exchange);
    const known = id === undefined ? undefined : traces.get(id);
    if (intent.kind !== "state") {
      const { actionKey: key, data, groupLabel } = intent;
      if (intent.workflow !== index || typeof key !== "string" || !isJsonObject(data) || id === undefined) continue;
      const trace = intent.kind === "create" ? { steps: [], after: [] } : known;
      if (!trace || (!succeeded(exchange) && !isTurnedDown(exchange))) continue;
      const before = trace.after.at(-1)?.tried;
      // If one face accepts the action, or it is accepted with other data, it may come here.
      before?.set(key, before.get(key) === true || succeeded(exchange));
      if (!succeeded(exchange)) continue;
      const group = typeof groupLabel === "string" && isOpenToSeveral(key) ? { group: groupLabel } : {};
      trace.steps.push({ key, data, ...group });
      trace.after.push({ tried: new Map(), listed: new Map() });
      traces.set(id, trace);
    }
    const listed = listing && listedIn(payloadMember(exchange, "state"), listing);
    if (!listed || id === undefined) continue;
    const after = traces.get(id)?.after.at(-1)?.listed;
    for (const action of appending) after?.set(action.key, after.get(action.key) === true || lists(listed, action));
  }
  return [...traces.values()].map(({ steps, after }) => ({
    steps,
    after: after.map(({ tried, listed }) => (listed.size > 0 ? listed : tried)),
  }));
}

/** Keys of the actions that were accepted on these traces. */
export const takenOn = (traces: readonly SeenTrace[]): ReadonlySet<string> =>
  new Set(traces.flatMap(({ steps }) => steps.map(({ key }) => key)));

/** Keys of the appending actions that were accepted on none of these traces. */
export function neverTaken(traces: readonly SeenTrace[], { actions }: Pick<WorkflowDescription, "actions">) {
  const taken = takenOn(traces);
  return [...new Set(actions.flatMap(({ key, appends }) => (appends && !taken.has(key) ? [key] : [])))];
}

/** A data member that decides, with its action. */
export interface Deciding {
  readonly key: string;
  readonly member: string;
  /**
   * A way to try it out: as one trace did it, but with another value of this member. Its last action is refused if the
   * member decides.
   */
  readonly trial: Way;
}

/** At most so many deciding members are looked for. */
const mostDeciding = 4;
/** At least so many numbers must be seen on either side of a limit, unless the limit is "zero or not". */
const fewestNumbers = 2;

/** How a member may decide: by its value, by being there, or by the side of a limit; the most telling first. */
const kinds = ["choice", "presence", "number"] as const;
type Kind = (typeof kinds)[number];
type Candidate = Omit<Deciding, "trial"> & { readonly kind: Kind };
interface Case {
  readonly trace: SeenTrace;
  /** + The key of an action that could come or not. */
  readonly key: string;
  readonly allowed: boolean;
}

/**
 * Finds the deciding members one by one: each explains most of what those before it leave unexplained. It may do so by
 * chance, so each has a trial.
 */
export function decidingMembers(traces: readonly SeenTrace[], workflow: WorkflowDescription): readonly Deciding[] {
  const chosen: Deciding[] = [];
  let open = mixed(placesOf(traces));
  while (chosen.length < mostDeciding && open.length > 0) {
    const candidates = candidatesIn(open, workflow).filter(
      (one) => !chosen.some(({ key, member }) => one.key === key && one.member === member),
    );
    const [best] = candidates
      .map((one) => ({ one, explained: open.filter((cases) => explains(one, cases)).length }))
      .filter(({ explained }) => explained > 0)
      .toSorted(
        (left, right) =>
          right.explained - left.explained || kinds.indexOf(left.one.kind) - kinds.indexOf(right.one.kind),
      );
    if (!best) break;
    const explained = open.find((cases) => explains(best.one, cases)) ?? [];
    chosen.push({ key: best.one.key, member: best.one.member, trial: trialOf(best.one, explained, workflow) });
    const rest = open.filter((cases) => !explains(best.one, cases));
    open = mixed(rest.flatMap((cases) => [...Map.groupBy(cases, ({ trace }) => valueIn(best.one, trace)).values()]));
  }
  return chosen;
}

/**
 * The trial of a member: the trace with the accepted action, but with the value from the trace where it was refused.
 */
function trialOf(candidate: Candidate, cases: readonly Case[], workflow: WorkflowDescription): Way {
  const [taken, refused] = [true, false].map((allowed) => cases.find((one) => one.allowed === allowed));
  if (!taken || !refused) return [];
  const { key, member } = candidate;
  const value = lastValue(candidate, refused.trace);
  const all = candidatesIn([cases], workflow).filter((one) => one.kind !== "presence" && !isSame(one, candidate));
  const way = wayOf(taken.trace, all);
  const at = way.findLastIndex((step) => step.key === key);
  const kept = way.map((step, place): Way[number] => {
    if (place !== at) return step;
    return value === undefined
      ? { ...step, without: [...(step.without ?? []), member] }
      : { ...step, with: { ...step.with, [member]: value } };
  });
  return [...kept, { key: taken.key }];
}

const isSame = (one: Pick<Deciding, "key" | "member">, other: Pick<Deciding, "key" | "member">): boolean =>
  one.key === other.key && one.member === other.member;

/** For each sequence of actions and each next action: on which traces it could come. */
function placesOf(traces: readonly SeenTrace[]): readonly (readonly Case[])[] {
  const places = new Map<string, Case[]>();
  for (const trace of traces)
    for (const [at, after] of trace.after.entries()) {
      const done = trace.steps.slice(0, at + 1);
      for (const [key, allowed] of after) {
        const place = JSON.stringify([...done.map((step) => step.key), key]);
        places.set(place, [...(places.get(place) ?? []), { trace: { steps: done, after: [] }, key, allowed }]);
      }
    }
  return [...places.values()];
}

/** Places where the action could come on some traces and not on others. */
const mixed = (places: readonly (readonly Case[])[]): readonly (readonly Case[])[] =>
  places.filter((cases) => cases.some(({ allowed }) => allowed) && cases.some(({ allowed }) => !allowed));

function candidatesIn(places: readonly (readonly Case[])[], { actions }: WorkflowDescription): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  // A recent action is likelier to decide than an earlier one.
  const steps = places.flatMap((cases) => cases.flatMap(({ trace }) => trace.steps.toReversed()));
  for (const { key } of steps) {
    const schema = actions.find((one) => one.key === key)?.dataSchema;
    if (!schema) continue;
    for (const [member, property] of Object.entries(objectAt(resolvedSchema(schema, schema), "properties"))) {
      const form = isJsonObject(property) ? resolvedSchema(property, schema) : {};
      const isChoice = isOfChoice(schema, member, form);
      const isNumber = form["type"] === "number" || form["type"] === "integer";
      for (const kind of [isChoice ? "choice" : "presence", ...(isNumber ? ["number" as const] : [])] as const)
        if (!found.has(JSON.stringify([key, member, kind])))
          found.set(JSON.stringify([key, member, kind]), { key, member, kind });
    }
  }
  return [...found.values()];
}

/** The value of the member when its action was last done on the trace; undefined where it was absent. */
function lastValue({ key, member }: Candidate, { steps }: SeenTrace): Json | undefined {
  const data = steps.findLast((step) => step.key === key)?.data;
  return getOwn(data, member);
}

function valueIn(candidate: Candidate, trace: SeenTrace): string {
  const value = lastValue(candidate, trace);
  if (candidate.kind === "presence") return String(value !== undefined);
  return value === undefined ? "" : JSON.stringify(value);
}

/** True where the action could come with certain values of the member only. */
function explains(candidate: Candidate, cases: readonly Case[]): boolean {
  const [taken, refused] = [true, false].map((allowed) =>
    cases.filter((one) => one.allowed === allowed).map(({ trace }) => trace),
  );
  if (!taken || !refused) return false;
  if (candidate.kind !== "number") {
    const values = new Set(taken.map((trace) => valueIn(candidate, trace)));
    return refused.every((trace) => !values.has(valueIn(candidate, trace)));
  }
  const [higher, lower] = [taken, refused].map((of) =>
    of.map((trace) => lastValue(candidate, trace)).filter((value) => typeof value === "number"),
  );
  if (!higher || !lower || higher.length + lower.length < cases.length) return false;
  const isNought = [higher, lower].some((side) => side.length > 0 && side.every((value) => value === 0));
  if (Math.min(higher.length, lower.length) < (isNought ? 1 : fewestNumbers)) return false;
  return Math.min(...higher) > Math.max(...lower) || Math.max(...higher) < Math.min(...lower);
}

/** The actions of a trace, with the values of the deciding members. */
export function wayOf({ steps }: SeenTrace, deciding: readonly Pick<Deciding, "key" | "member">[]): Way {
  return steps.map(({ key, data, ...group }) => {
    const own = [...new Set(deciding.filter((one) => one.key === key).map(({ member }) => member))];
    const there = own.filter((member) => Object.hasOwn(data, member));
    const left = own.filter((member) => !there.includes(member));
    const kept: KeptValues = {
      ...(there.length > 0 ? { with: Object.fromEntries(there.map((member) => [member, data[member] ?? null])) } : {}),
      ...(left.length > 0 ? { without: left } : {}),
    };
    return { key, ...kept, ...group };
  });
}
