/**
 * Workflows of whose data filters reach only what the state shows beside them: where it keeps the data of each action, or of
 * the last one, at a place of its own, filters may go by the members around it.
 */
import { succeeded } from "../../spec/readings/outcome.ts";
import { everyPlace, without } from "../../spec/readings/path.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import { isUsual, seenStates, type SeenState } from "../seen/states.ts";
import { faces } from "../../spec/operations.ts";
import { askSearches } from "./ask-search.ts";
import type { FilterStyle } from "./filter-styles.ts";
import { textMember, type Member } from "./members.ts";
import { mayFindComputed } from "./search-discovery.ts";

/** So many traces of a workflow are searched for. */
const mostTraces = 2;

interface Hidden {
  readonly traceId: string;
  readonly text: Member<string>;
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
    if (!own?.path || own.path.length === 0 || !mayFindComputed(own)) continue;
    const { path } = own;
    const states = seenStates(exchanges.filter(succeeded)).filter(
      (seen) => isUsual(seen) && traces.get(seen.traceId)?.workflow === index,
    );
    // What the fixture's own trace was found by may have been a copy beside its data; else filters reach these.
    const mayBeCopy =
      index !== fixture.workflow || states.some((seen) => namesBeside(seen.state, path).has(found.name));
    if (!mayBeCopy) continue;
    const last = new Map(states.map((seen) => [seen.traceId, seen]));
    const hidden = [...last.values()].flatMap((seen) => hiddenText(seen, path)).slice(0, mostTraces);
    if (hidden.length > 0 && (await areMissed(context, index, style, hidden))) ids.push(id);
  }
  return ids;
}

/** The names that stand in a state when the data of actions are taken out of it. */
function namesBeside(state: Json, path: JsonPath): ReadonlySet<string> {
  return new Set([...everyPlace(without(state, [path]))].flatMap(({ key }) => key ?? []));
}

/** A text of the last action that stands in the state at the place of the data alone. */
function hiddenText({ traceId, state, actions }: SeenState, path: JsonPath): readonly Hidden[] {
  const beside = namesBeside(state, path);
  const { data = null } = actions.at(-1) ?? {};
  const others = Object.entries(isJsonObject(data) ? data : {}).filter(([name]) => !beside.has(name));
  const text = textMember(Object.fromEntries(others));
  return text ? [{ traceId, text }] : [];
}

/** True where both faces took the searches and found none of the traces. */
async function areMissed(
  context: ProbeContext,
  workflow: number,
  { path, join }: FilterStyle,
  hidden: readonly Hidden[],
): Promise<boolean> {
  if (context.reading("search-lag")?.ms ?? 0) await context.pause(context.target.searchLagMs);
  const keys = context.reading("search-workflow-key");
  const answers = await Promise.all(
    hidden.map(({ traceId, text }) => {
      const filters = { [text.name]: text.value };
      const asked = faces.map((face) => ({
        face,
        key: keys?.[face] ?? "id",
        style: { path, join },
        filters,
        workflow,
      }));
      return askSearches(context, "search-keys", traceId, asked);
    }),
  );
  return answers.flat().every(({ outcome }) => outcome === "not-found");
}
