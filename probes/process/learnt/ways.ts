/**
 * Sequences of actions that are taken again with the members of data that decide what may come next, where an order of
 * actions alone explains nothing: as long as were seen, and each branch of the process at least once.
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

/** However many ways were seen: so many are tried again, each on two traces, with so many requests in all. */
const [maxWays, maxRequests] = [8, 240];
/** So many more of them on which an action comes again that comes once on the others, and so often. */
const [maxRepeating, often] = [3, 4];
/** So many members are tried by themselves. */
const maxTrials = 6;
/** Walks go on from so many different values. */
const maxDirections = 3;
/** No way has more actions. */
const longest = 16;
/** So often the same action with the same deciding members comes on a way that goes round. */
const maxRounds = 2;

type WayStep = Way[number];
const nameOf = (step: WayStep): string => JSON.stringify([step.key, step.with, step.without]);
const keysOf = (way: Way): number => new Set(way.map(({ key }) => key)).size;

/** The members with which the walks came furthest, by the key of the action. */
export function furthestKept(ways: readonly Way[]): ReadonlyMap<string, KeptValues> {
  const [furthest = []] = furthestFirst(ways);
  return new Map(furthest.map(({ key, ...kept }) => [key, kept]));
}

/**
 * Walks go on with the members that led furthest; then, while an action was never taken, with those that led to an action, or
 * to a decision, from which no walk went on yet.
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

/** The ways that are worth trying: the furthest, one that goes round, and those that show what these do not, other actions first. */
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

/** For each action that comes again on none of the ways the shortest of the others on which it does, as often as was seen. */
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

/** What follows what on a way. */
const turnsOf = (way: Way): readonly string[] =>
  way.slice(1).map((step, at) => JSON.stringify([nameOf(way[at] ?? step), nameOf(step)]));
const newIn = (way: Way, shown: ReadonlySet<string>): number => turnsOf(way).filter((turn) => !shown.has(turn)).length;

/** So many beginnings are looked at for the way that goes round. */
const mostBeginnings = 40;

/** The way on which most follows what it was seen to follow, and most comes again, but nothing more than so often. */
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

/** The members that decide, as far as was seen. */
export const decidingIn = (
  explorer: Explorer,
  exchanges: readonly Exchange[],
  index: number,
  known: NextActions | undefined,
): readonly Deciding[] => decidingMembers(tracesOf(explorer, exchanges, index, known), explorer.known.workflow);

/**
 * The ways that were taken on several traces with the members that decide; none where no member was seen to decide. The walks
 * go on with those members that led furthest.
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
  // Where no list says whose turn it is, scripts do an action for the first group that may.
  const groups = known ? undefined : 1;
  const steady = await steadyWays(explorer, worthTrying(seen().map((trace) => wayOf(trace, all))), groups);
  return choicesKept(steady, seen(), explorer.known.workflow);
}

/** The members that decide, each tried by itself: what is taken with another value after all is seen not to depend on it. */
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

/** Of each of the ways as much as is taken on two more traces; those that are the beginning of another are left out. */
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
 * The sequences that are no beginning of these ways, as they were seen to be taken once, with the members that decide on the
 * ways: without them another branch might be gone.
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

/** True where some action on the way is open to several groups: which of them does it may decide what comes next. */
export const isGrouped = (way: Way): boolean => way.some(({ group }) => group !== undefined);

interface Repeater extends Pick<Explorer, "repeat"> {
  readonly known: Pick<Explorer["known"], "numbers" | "workflow">;
}

/**
 * How many actions of the way are taken: where one is refused that came before on it, as for a sum that is used up, with low
 * numbers of it, and room for them, which go with it from then on if they lead further.
 */
async function takenWithLess(explorer: Repeater, way: Way, mostGroups?: number): Promise<number> {
  const taken = await takenOf(explorer, way, mostGroups);
  const { known } = explorer;
  const { workflow, numbers } = known;
  const key = way[taken]?.key ?? "";
  const { dataSchema } = workflow.actions.find((action) => action.key === key) ?? {};
  const cameBefore = way.slice(0, taken).some((step) => step.key === key);
  if (!cameBefore || !dataSchema || !hasNumbers(dataSchema) || numbers.found[key] !== undefined) return taken;
  // With the same numbers it may be taken another time: then these are not what is wrong.
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

/** Each once, without those that are the beginning of another. */
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

/** What decides on these ways, in a few words. */
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
