/**
 * Workflows of whose data filters reach only what the state shows beside them: where it keeps the data of each action, of
 * some, or of the last one, at a place of its own, filters may go by the members around it.
 */
import { succeeded } from "../../spec/readings/outcome.ts";
import { everyPlace, without } from "../../spec/readings/path.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { isSeenBehind } from "../../spec/readings/search-lag.ts";
import { levelsOfHidden } from "../../spec/readings/state-data.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import { isUsual, seenStates, type SeenState } from "../seen/states.ts";
import { faces } from "../../spec/operations.ts";
import { askSearches, type SearchOutcome } from "./ask-search.ts";
import type { FilterStyle } from "./filter-styles.ts";
import { textMember, type Member } from "./members.ts";
import { mayFindComputed } from "./search-discovery.ts";

/** So many traces of a workflow are searched for. */
const mostTraces = 2;

interface Hidden {
  readonly traceId: string;
  readonly text: Member<string>;
  /** What stands beside it, where no place of the data is known: only where the trace is found by that, it is searched by. */
  readonly beside?: Member<string | number>;
}

/**
 * Ids of workflows whose traces no face finds by a text of their data that stands at the place of the data alone.
 * @param found what a trace of the fixture's workflow was found by
 */
export async function workflowsBeside(
  context: ProbeContext,
  style: FilterStyle,
  found: Member,
): Promise<readonly string[]> {
  const { target, fixture } = context;
  const reading = context.reading("state-data");
  const exchanges = inOrder(context.histories());
  const traces = knownTraces(exchanges);
  const ids: string[] = [];
  for (const [index, { id }] of target.workflows.entries()) {
    const own = reading?.workflows?.[id] ?? reading;
    if (!own || own.path?.length === 0 || !mayFindComputed(own)) continue;
    const { path } = own;
    const states = seenStates(exchanges.filter(succeeded)).filter(
      (seen) => isUsual(seen) && traces.get(seen.traceId)?.workflow === index,
    );
    // What the fixture's own trace was found by may have been a copy beside its data; else filters reach these.
    const mayBeCopy =
      index !== fixture.workflow || states.some((seen) => namesBeside(seen.state, path).has(found.name));
    if (!mayBeCopy) continue;
    const last = new Map(states.map((seen) => [seen.traceId, seen]));
    // What stands beside the data may be another value since, where an action came behind.
    const isNow = ({ traceId, actions }: SeenState) => actions.length === traces.get(traceId)?.actions.length;
    const hidden = [...last.values()]
      .flatMap((seen) => hiddenText(seen, path).filter(({ beside }) => !beside || isNow(seen)))
      .slice(0, mostTraces);
    if (hidden.length > 0 && (await areMissed(context, index, style, hidden))) ids.push(id);
  }
  return ids;
}

/** The names that stand in a state when the data of actions are taken out of it. */
function namesBeside(state: Json, path: JsonPath | null): ReadonlySet<string> {
  if (path === null) return new Set(levelsOfHidden(state).flatMap((level) => Object.keys(level)));
  return new Set([...everyPlace(without(state, [path]))].flatMap(({ key }) => key ?? []));
}

/** A text of the last action that stands in the state at the place of the data alone, or within a member. */
function hiddenText({ traceId, state, actions }: SeenState, path: JsonPath | null): readonly Hidden[] {
  const beside = namesBeside(state, path);
  const { data = null } = actions.at(-1) ?? {};
  const others = Object.entries(isJsonObject(data) ? data : {}).filter(([name]) => !beside.has(name));
  const text = textMember(Object.fromEntries(others));
  if (!text) return [];
  if (path !== null) return [{ traceId, text }];
  const isWithin = [...everyPlace(state)].some(({ key, value }) => key === text.name && value === text.value);
  const scalars = levelsOfHidden(state).flatMap((level) =>
    Object.entries(level).map(([name, value]) => ({ name, value })),
  );
  const [other] = scalars.filter((one): one is Member<string | number> => isScalar(one.value));
  return isWithin && other ? [{ traceId, text, beside: other }] : [];
}

const isScalar = (value: Json): boolean => (typeof value === "string" && value !== "") || typeof value === "number";

/** True where both faces took the searches and found none of the traces, and each by what stands beside the data. */
async function areMissed(
  context: ProbeContext,
  workflow: number,
  { path, join }: FilterStyle,
  hidden: readonly Hidden[],
): Promise<boolean> {
  if (isSeenBehind(context.reading("search-lag"))) await context.pause(context.target.searchLagMs);
  const keys = context.reading("search-workflow-key");
  const outcomesOf = async (traceId: string, { name, value }: Member) => {
    const asked = faces.map((face) => ({
      face,
      key: keys?.[face] ?? "id",
      style: { path, join },
      filters: { [name]: value },
      workflow,
    }));
    return (await askSearches(context, "search-keys", traceId, asked)).map(({ outcome }) => outcome);
  };
  const areAll = async (outcome: SearchOutcome, members: readonly (readonly [string, Member])[]) => {
    const outcomes = await Promise.all(members.map(([traceId, member]) => outcomesOf(traceId, member)));
    return outcomes.flat().every((one) => one === outcome);
  };
  return (
    (await areAll(
      "not-found",
      hidden.map(({ traceId, text }) => [traceId, text]),
    )) &&
    (await areAll(
      "found",
      hidden.flatMap(({ traceId, beside }) => (beside ? [[traceId, beside] as const] : [])),
    ))
  );
}
