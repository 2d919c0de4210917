/**
 * Workflows of whose data filters reach only what the state shows beside them: where it keeps the data of each action, of
 * some, or of the last one, at a place of its own, or in lists, filters may go by the members around it.
 */
import { succeeded } from "../../spec/readings/outcome.ts";
import { everyPlace, without, type Place } from "../../spec/readings/path.ts";
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

/** So many members beside lists are tried, for one by which the trace is found. */
const mostBeside = 3;

interface Hidden {
  readonly traceId: string;
  readonly text: Member<string>;
  /** What stands beside it, where no place of the data is known: only where the trace is found by one, it is searched by. */
  readonly beside: readonly Member[] | undefined;
}

export interface WorkflowsBeside {
  readonly beside: readonly string[];
  /** Of those whose states show the data in no place of their own: where nothing is found by what stands in lists alone. */
  readonly outsideLists: readonly string[];
}

/** What filters may reach of a state. */
interface Reach {
  readonly kind: keyof WorkflowsBeside;
  readonly membersIn: (state: Json) => readonly Member[];
  /** True where states are known to be searched by what is reached only when a trace is found by one of these members. */
  readonly isShown: boolean;
}

/**
 * Workflows whose traces no face finds by a text of their data that stands only where filters may not reach.
 * @param found what a trace of the fixture's workflow was found by
 * @param apart ids of workflows of which filters name another place
 */
export async function workflowsBeside(
  context: ProbeContext,
  style: FilterStyle,
  found: Member,
  apart: readonly string[] = [],
): Promise<WorkflowsBeside> {
  const { target, fixture } = context;
  const reading = context.reading("state-data");
  const exchanges = inOrder(context.histories());
  const traces = knownTraces(exchanges);
  const ids: Record<Reach["kind"], string[]> = { beside: [], outsideLists: [] };
  for (const [index, { id }] of target.workflows.entries()) {
    const own = reading?.workflows?.[id] ?? reading;
    if (!own || apart.includes(id) || own.path?.length === 0 || !mayFindComputed(own)) continue;
    const states = seenStates(exchanges.filter(succeeded)).filter(
      (seen) => isUsual(seen) && traces.get(seen.traceId)?.workflow === index,
    );
    const last = [...new Map(states.map((seen) => [seen.traceId, seen])).values()];
    // What stands beside the data may be another value since, where an action came behind.
    const isNow = ({ traceId, actions }: SeenState) => actions.length === traces.get(traceId)?.actions.length;
    for (const reach of reachesBeside(own.path)) {
      // What the fixture's own trace was found by may have been a copy beside its data; else filters reach these.
      const mayBeCopy = index !== fixture.workflow || states.some(({ state }) => namesIn(state, reach).has(found.name));
      if (!mayBeCopy) continue;
      const hidden = last
        .filter((seen) => !reach.isShown || isNow(seen))
        .flatMap((seen) => hiddenText(seen, reach))
        .slice(0, mostTraces);
      if (hidden.length === 0 || !(await areMissed(context, index, style, hidden))) continue;
      ids[reach.kind].push(id);
      break;
    }
  }
  return ids;
}

/** All but the place of the data; where these have none of their own, what stands within no member, or else in no list. */
function reachesBeside(path: JsonPath | null): readonly Reach[] {
  if (path !== null)
    return [{ kind: "beside", isShown: false, membersIn: (state) => named(everyPlace(without(state, [path]))) }];
  const atTop = (state: Json): readonly Member[] =>
    levelsOfHidden(state).flatMap((level) => Object.entries(level).map(([name, value]) => ({ name, value })));
  const inNoList = (state: Json): readonly Member[] => named(everyPlace(state, undefined, { intoLists: false }));
  return [
    { kind: "beside", isShown: true, membersIn: atTop },
    { kind: "outsideLists", isShown: true, membersIn: inNoList },
  ];
}

const named = (places: Iterable<Place>): readonly Member[] =>
  [...places].flatMap(({ key, value }) => (key === undefined ? [] : [{ name: key, value }]));

const namesIn = (state: Json, { membersIn }: Reach): ReadonlySet<string> =>
  new Set(membersIn(state).map(({ name }) => name));

/** A text of the last action, or of any that the state shows, that stands there only where filters may not reach. */
function hiddenText({ traceId, state, actions }: SeenState, reach: Reach): readonly Hidden[] {
  const reached = namesIn(state, reach);
  const hiddenIn = (data: Json): Member<string> | undefined =>
    textMember(
      Object.fromEntries(Object.entries(isJsonObject(data) ? data : {}).filter(([name]) => !reached.has(name))),
    );
  if (!reach.isShown) {
    const text = hiddenIn(actions.at(-1)?.data ?? null);
    return text ? [{ traceId, text, beside: undefined }] : [];
  }
  const shown = named(everyPlace(state));
  const text = actions
    .toReversed()
    .map(({ data }) => hiddenIn(data))
    .find((one) => shown.some(({ name, value }) => name === one?.name && value === one.value));
  const members = reach.membersIn(state);
  // A flag tells little, but by nothing at all is a trace found that is not searched by what is reached.
  const beside = [...members.filter(({ value }) => isTelling(value)), ...members.filter(({ value }) => isFlag(value))];
  return text && beside.length > 0 ? [{ traceId, text, beside: beside.slice(0, mostBeside) }] : [];
}

const isTelling = (value: Json): boolean => (typeof value === "string" && value !== "") || typeof value === "number";
const isFlag = (value: Json): boolean => typeof value === "boolean";

/** True where both faces took the searches and found none of the traces, and each by something that stands beside the data. */
async function areMissed(
  context: ProbeContext,
  workflow: number,
  { path, join }: FilterStyle,
  hidden: readonly Hidden[],
): Promise<boolean> {
  if (isSeenBehind(context.reading("search-lag"))) await context.pause(context.target.searchLagMs);
  const keys = context.reading("search-workflow-key");
  const areAll = async (outcome: SearchOutcome, traceId: string, { name, value }: Member): Promise<boolean> => {
    const asked = faces.map((face) => ({
      face,
      key: keys?.[face] ?? "id",
      style: { path, join },
      filters: { [name]: value },
      workflow,
    }));
    const answers = await askSearches(context, "search-keys", traceId, asked);
    return answers.every((answer) => answer.outcome === outcome);
  };
  const missed = await Promise.all(hidden.map(({ traceId, text }) => areAll("not-found", traceId, text)));
  if (missed.includes(false)) return false;
  const found = await Promise.all(
    hidden.map(async ({ traceId, beside }) => {
      for (const member of beside ?? []) {
        if (!(await areAll("found", traceId, member))) continue;
        // Where searches pass over flags, everything is found by one.
        const { name, value } = member;
        if (typeof value !== "boolean" || (await areAll("not-found", traceId, { name, value: !value }))) return true;
      }
      return beside === undefined;
    }),
  );
  return !found.includes(false);
}
