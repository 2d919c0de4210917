/**
 * Finds ways: sequences of actions that are accepted again if certain data members keep their values, where the order
 * alone explains nothing. As long as were seen, and each branch of the process at least once.
 */
import type { KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import { hasNumbers, withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import type { Way } from "../../../spec/readings/process.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription, NextActions } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import { countText } from "../../lib/wording.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { choicesKept } from "../further/choices-kept.ts";
import { type Deciding, decidingMembers, takenOn, tracesIn, wayOf, type SeenTrace } from "../further/deciding.ts";
import type { Explorer } from "../walk/explore.ts";
import { withFormsOf } from "../further/least-numbers.ts";

/** At most so many ways are tried again, each on two traces, with so many requests in all. */
const [maxWays, maxRequests] = [8, 240];
/** At most so many more on which an action is repeated that comes once on the others, and repeated at most so often. */
const [maxRepeating, often] = [3, 4];
/** At most so many members are tried by themselves. */
const maxTrials = 6;
/** Walks go on from at most so many different values. */
const maxDirections = 3;
/** No way has more actions. */
const longest = 16;
/** An action with the same deciding values comes at most so often on a way with rounds. */
const maxRounds = 2;

type WayStep = Way[number];
const nameOf = (step: WayStep): string => JSON.stringify([step.key, step.with, step.without]);
const keysOf = (way: Way): number => new Set(way.map(({ key }) => key)).size;

/** By the key of an action: the values of its deciding members on the furthest way. */
export function furthestKept(ways: readonly Way[]): ReadonlyMap<string, KeptValues> {
  const [furthest = []] = furthestFirst(ways);
  return new Map(furthest.map(({ key, ...kept }) => [key, kept]));
}

/**
 * Walks on with the values that led furthest; then, while some action was never accepted, with those that led to a
 * place from which no walk went on yet.
 */
async function goOn(
  explorer: Explorer,
  seen: () => readonly SeenTrace[],
  deciding: readonly Deciding[],
): Promise<void> {
  const passed = new Set<string>();
  for (let turn = 0; turn < maxDirections; turn += 1) {
    const before = seen();
    const taken = takenOn(before);
    if (turn > 0 && explorer.known.workflow.actions.every(({ key }) => taken.has(key))) return;
    const ways = before.map((trace) => wayOf(trace, deciding));
    const open = ways.filter((way) => way.some((step) => !passed.has(nameOf(step))));
    if (open.length === 0) return;
    await explorer.explore(furthestKept(open));
    for (const trace of seen().slice(before.length))
      for (const step of wayOf(trace, deciding)) passed.add(nameOf(step));
  }
}

const furthestFirst = (ways: readonly Way[]): readonly Way[] =>
  ways.toSorted((left, right) => keysOf(right) - keysOf(left) || right.length - left.length);

/**
 * The ways worth trying: the furthest, one with rounds, and those that show what these do not, those with other actions
 * first.
 */
export function worthTrying(ways: readonly Way[]): readonly Way[] {
  const [furthest, ...rest] = furthestFirst(ways.filter((way) => way.length > 1 && way.length <= longest));
  if (!furthest) return [];
  const chosen = [furthest, roundWay(furthest, ways)];
  const shown = new Set(chosen.flatMap(turnsOf));
  const known = new Set(chosen.flat().map(({ key }) => key));
  const others = (way: Way): number => new Set(way.map(({ key }) => key).filter((key) => !known.has(key))).size;
  const worthMost = (left: Way, right: Way): number =>
    others(right) - others(left) || newIn(right, shown) - newIn(left, shown);
  for (const way of rest.toSorted(worthMost)) {
    if (newIn(way, shown) === 0) continue;
    chosen.push(way);
    for (const turn of turnsOf(way)) shown.add(turn);
  }
  const most = distinct(chosen).slice(0, maxWays);
  return distinct([...most, ...comingAgain(most, rest)]);
}

/** For each action that is repeated on none of the chosen ways: the shortest other way with most repetitions of it. */
export function comingAgain(chosen: readonly Way[], others: readonly Way[]): readonly Way[] {
  const keys = [...new Set(others.flatMap((way) => way.map(({ key }) => key)))];
  const found = keys.flatMap((key): readonly Way[] => {
    const timesOn = (way: Way): number => Math.min(often, way.filter((step) => step.key === key).length);
    if (chosen.some((way) => timesOn(way) > 1)) return [];
    const [best] = others.toSorted((one, other) => timesOn(other) - timesOn(one) || one.length - other.length);
    return best && timesOn(best) > 1 ? [best.slice(0, best.findLastIndex((step) => step.key === key) + 1)] : [];
  });
  return found.toSorted((one, other) => one.length - other.length).slice(0, maxRepeating);
}

/** The pairs of consecutive steps on a way. */
const turnsOf = (way: Way): readonly string[] =>
  way.slice(1).map((step, at) => JSON.stringify([nameOf(way[at] ?? step), nameOf(step)]));
const newIn = (way: Way, shown: ReadonlySet<string>): number => turnsOf(way).filter((turn) => !shown.has(turn)).length;

/** At most so many beginnings are kept while the way with rounds is built. */
const mostBeginnings = 40;

/**
 * Builds a way of steps that were seen to follow each other, with as many different pairs and repetitions as possible
 * within `maxRounds`.
 */
function roundWay([first]: Way, ways: readonly Way[]): Way {
  const following = new Map<string, Map<string, WayStep>>();
  for (const way of ways)
    for (const [at, step] of way.slice(1).entries()) {
      const before = nameOf(way[at] ?? step);
      following.set(before, (following.get(before) ?? new Map<string, WayStep>()).set(nameOf(step), step));
    }
  const shown = (way: Way): number => new Set(turnsOf(way)).size + way.length - keysOf(way);
  let reached: readonly Way[] = first ? [[first]] : [];
  let best = reached[0] ?? [];
  for (let length = 1; length < longest && reached.length > 0; length += 1) {
    reached = reached
      .flatMap((way) => [...(following.get(nameOf(way.at(-1) ?? { key: "" })) ?? [])].map(([, step]) => [...way, step]))
      .filter((way) => way.filter((one) => nameOf(one) === nameOf(way.at(-1) ?? one)).length <= maxRounds)
      .toSorted((left, right) => shown(right) - shown(left))
      .slice(0, mostBeginnings);
    const [most] = reached;
    if (most && shown(most) > shown(best)) best = most;
  }
  return best;
}

/** The traces of the walked workflow. @param known where its states list what may come next, if they do */
export function tracesOf(
  { lists, known: { workflow } }: Explorer,
  exchanges: readonly Exchange[],
  index: number,
  known: NextActions | undefined,
): readonly SeenTrace[] {
  return tracesIn(exchanges, index, workflow, lists.isShownInPart ? undefined : known);
}

/** The deciding members, as far as seen. */
export const decidingIn = (
  explorer: Explorer,
  exchanges: readonly Exchange[],
  index: number,
  known: NextActions | undefined,
): readonly Deciding[] => decidingMembers(tracesOf(explorer, exchanges, index, known), explorer.known.workflow);

/**
 * The ways that are accepted on several traces with their deciding values; none where no member was seen to decide.
 * Walks go on with the values that led furthest.
 */
export async function waysWithData(
  { histories }: Pick<ProbeContext, "histories">,
  explorer: Explorer,
  index: number,
  known: NextActions | undefined,
): Promise<readonly Way[]> {
  const seen = (): readonly SeenTrace[] => tracesOf(explorer, inOrder(histories()), index, known);
  explorer.stage = "again";
  const deciding = await triedMembers(explorer, seen);
  explorer.stage = deciding.length === 0 ? "first" : "further";
  if (deciding.length === 0) return [];
  await goOn(explorer, seen, deciding);
  explorer.stage = "again";
  const all = await triedMembers(explorer, seen);
  // Without a list, scripts send an action for the first group that may do it, so only that is tried.
  const groups = known ? undefined : 1;
  const steady = await steadyWays(explorer, worthTrying(seen().map((trace) => wayOf(trace, all))), groups);
  return choicesKept(steady, seen(), explorer.known.workflow);
}

/**
 * Tries each deciding member by itself: if its trial is accepted, the member does not decide. Returns those that are
 * left.
 */
async function triedMembers(explorer: Explorer, seen: () => readonly SeenTrace[]): Promise<readonly Deciding[]> {
  const tried = new Set<string>();
  for (let trial = 0; trial < maxTrials; trial += 1) {
    const next = decidingMembers(seen(), explorer.known.workflow).find(
      ({ key, member }) => !tried.has(`${key} ${member}`),
    );
    if (!next) break;
    tried.add(`${next.key} ${next.member}`);
    await takenOf(explorer, next.trial);
  }
  return decidingMembers(seen(), explorer.known.workflow);
}

/** How much of each way is accepted on two more traces; ways that are the beginning of another are left out. */
export async function steadyWays(
  explorer: Repeater & Pick<Explorer, "requests">,
  ways: readonly Way[],
  mostGroups?: number,
): Promise<readonly Way[]> {
  const most = explorer.requests + maxRequests;
  const steady: Way[] = [];
  for (const way of ways) {
    if (explorer.requests + 2 * way.length > most) continue;
    const once = way.slice(0, await takenWithLess(explorer, way, mostGroups));
    const twice = once.length > 1 ? once.slice(0, await takenOf(explorer, once, mostGroups)) : [];
    if (twice.length > 1) steady.push(twice);
  }
  return distinct(steady).toSorted((left, right) => right.length - left.length);
}

/**
 * The sequences that are not the beginning of one of these ways, as a trace took them, with the values of the members
 * that decide on the ways: other values might lead to another branch.
 */
export function seenWays(
  paths: readonly (readonly string[])[],
  ways: readonly Way[],
  traces: readonly SeenTrace[],
): readonly Way[] {
  const deciding = decidingOn(ways);
  const begins = (path: readonly string[], other: readonly { readonly key: string }[]): boolean =>
    path.every((key, at) => other[at]?.key === key);
  return paths
    .filter((path) => !ways.some((way) => begins(path, way)))
    .flatMap((path) => {
      const trace = traces.find(({ steps }) => begins(path, steps));
      return trace ? [wayOf({ steps: trace.steps.slice(0, path.length), after: [] }, deciding)] : [];
    });
}

/** The members that decide on these ways. */
export function decidingOn(ways: readonly Way[]): readonly Pick<Deciding, "key" | "member">[] {
  return ways
    .flat()
    .flatMap(({ key, with: values = {}, without = [] }) =>
      [...Object.keys(values), ...without].map((member) => ({ key, member })),
    );
}

/** True where several groups may do some action on the way: which of them does it may decide what comes next. */
export const isGrouped = (way: Way): boolean => way.some(({ group }) => group !== undefined);

interface Repeater extends Pick<Explorer, "repeat"> {
  readonly known: Pick<Explorer["known"], "numbers" | "workflow">;
}

/**
 * How many actions of the way are accepted. Where a repeated action is refused, e.g. as a sum is used up, it is tried
 * with low numbers, and its creation with high ones; these are kept if they lead further.
 */
async function takenWithLess(explorer: Repeater, way: Way, mostGroups?: number): Promise<number> {
  const taken = await takenOf(explorer, way, mostGroups);
  const { known } = explorer;
  const { workflow, numbers } = known;
  const key = way[taken]?.key ?? "";
  const { dataSchema } = workflow.actions.find((action) => action.key === key) ?? {};
  const cameBefore = way.slice(0, taken).some((step) => step.key === key);
  if (!cameBefore || !dataSchema || !hasNumbers(dataSchema) || numbers.found[key] !== undefined) return taken;
  // The same way may be accepted another time: then the numbers are not the reason.
  const onceMore = await takenOf(explorer, way, mostGroups);
  if (onceMore > taken) return onceMore;
  const ends = (action: ActionDescription) => (action.key === key ? "low" : action.creates ? "high" : undefined);
  const actions = workflow.actions.map((action): ActionDescription => {
    const end = ends(action);
    return end && action.dataSchema ? { ...action, dataSchema: withNumbersFrom(action.dataSchema, end) } : action;
  });
  known.workflow = { ...workflow, actions };
  const withLess = await takenOf(explorer, way, mostGroups);
  const now = withFormsOf(known.workflow, workflow, actions);
  known.workflow = withLess > taken ? numbers.taken(now, key, "low") : now;
  return Math.max(taken, withLess);
}

async function takenOf(explorer: Pick<Explorer, "repeat">, way: Way, mostGroups?: number): Promise<number> {
  const { taken } = await explorer.repeat(
    way.map(({ key }) => key),
    way,
    mostGroups,
  );
  return taken.length;
}

/** Each way once, without those that are the beginning of another. */
function distinct(ways: readonly Way[]): readonly Way[] {
  const names = ways.map((way) => way.map(nameOf));
  return ways.filter((_, at) => {
    const own = names[at] ?? [];
    return !names.some(
      (other, place) =>
        place !== at && own.every((name, step) => other[step] === name) && (other.length > own.length || place < at),
    );
  });
}

/** What decides on these ways, as a short text. */
export function waysText(ways: readonly Way[]): string {
  const texts = ways.flat().flatMap(({ key, with: values = {}, without = [] }) => {
    const members = [
      ...Object.entries(values).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
      ...without.map((name) => `no ${name}`),
    ];
    return members.length > 0 ? [`${key} with ${members.join(" and ")}`] : [];
  });
  const kept = texts.length > 0 ? `, ${[...new Set(texts)].join(", ")} in its place` : "";
  return `what some actions bring decides what may come next: ${countText(ways.length, "sequence")} kept to${kept}`;
}
