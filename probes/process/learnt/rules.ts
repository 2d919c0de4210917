/** Finds the simplest rules that explain which actions were allowed and which were not. */
import { mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { Observation } from "../observations.ts";

/** For more actions than this, pairs of neutral actions are not tried. */
const maxPairedKeys = 12;

/**
 * The first rules that explain everything; undefined where none do. No rules at all where everything was allowed.
 * @param actions of the workflow: actions of one group may be counted together
 */
export function rulesFor(
  seen: readonly Observation[],
  actions: readonly Pick<ActionDescription, "key" | "groupLabel">[] = [],
): ProcessRules | undefined {
  const observations = withoutContradictions(seen);
  if (observations.every(({ allowed }) => allowed)) return {};
  const keys = [...new Set(observations.flatMap(({ done }) => done))];
  const neutral = neutralSets(keys);
  const candidates = function* (): Generator<ProcessRules> {
    for (const one of neutral) yield { next: nextBy(observations, one) };
    yield eachByItself(observations);
    yield {
      mostActions: Math.max(...observations.filter(({ allowed }) => allowed).map(({ done }) => done.length)) + 1,
    };
    yield countedTogether(observations, actions);
    yield withBefore(eachByItself(observations), observations);
    for (const one of neutral) {
      const next = nextBy(observations, one);
      const unexplained = observations.filter(({ done, key, allowed }) => !allowed && mayFollow({ next }, done, key));
      yield { next, ...counted(observations, unexplained) };
      yield { next, ...ending(observations), ...counted(observations, unexplained) };
    }
    for (const endsAfter of countedEnds(observations, keys)) {
      const open = observations.filter(({ done, key }) => mayFollow({ endsAfter }, done, key));
      yield { endsAfter, ...eachByItself(open) };
      yield { endsAfter, next: nextBy(open, new Set()) };
    }
  };
  for (const rules of candidates()) if (explains(rules, observations)) return rules;
  return byBeginning(observations, actions);
}

/**
 * Separate rules for traces created with each creating action. How often an action may come, and what ends a trace, are
 * common to all.
 */
function byBeginning(
  observations: readonly Observation[],
  actions: readonly Pick<ActionDescription, "key" | "groupLabel">[],
): ProcessRules | undefined {
  const { ends = [] } = ending(observations);
  const open = observations.filter(({ done }) => !ends.some((end) => done.includes(end)));
  const refused = open.filter(({ allowed }) => !allowed);
  const common: ProcessRules = { ...counted(open, refused), ...(ends.length > 0 ? { ends } : {}) };
  const others = observations.filter(({ done, key, allowed }) => allowed || mayFollow(common, done, key));
  const begun = [...Map.groupBy(others, ({ done }) => done[0] ?? "")];
  if (begun.length < 2) return undefined;
  const found = begun.map(([first, own]) => [first, rulesFor(own, actions)] as const);
  return found.every((one): one is readonly [string, ProcessRules] => one[1] !== undefined)
    ? { ...common, begunWith: Object.fromEntries(found) }
    : undefined;
}

function explains(rules: ProcessRules, observations: readonly Observation[]): boolean {
  return observations.every(({ done, key, allowed }) => mayFollow(rules, done, key) === allowed);
}

/** Drops refusals where the same was allowed once: these had another reason, e.g. a face that refuses everything. */
function withoutContradictions(seen: readonly Observation[]): readonly Observation[] {
  const place = ({ done, key }: Observation): string => JSON.stringify([done, key]);
  const allowed = new Set(seen.filter((one) => one.allowed).map(place));
  return seen.filter((one) => one.allowed || !allowed.has(place(one)));
}

/** Sets of neutral actions, which may leave unchanged what comes next; the smallest first. */
function neutralSets(keys: readonly string[]): readonly ReadonlySet<string>[] {
  const single = keys.map((key) => new Set([key]));
  const pairs =
    keys.length > maxPairedKeys
      ? []
      : keys.flatMap((one, index) => keys.slice(index + 1).map((other) => new Set([one, other])));
  return [new Set<string>(), ...single, ...pairs];
}

/** What was allowed after each action, where neutral actions do not count. */
function nextBy(observations: readonly Observation[], neutral: ReadonlySet<string>): Record<string, readonly string[]> {
  const next = new Map<string, Set<string>>();
  for (const { done, key, allowed } of observations) {
    const last = done.findLast((one) => !neutral.has(one));
    if (last === undefined) continue;
    const keys = next.get(last) ?? new Set<string>();
    next.set(last, allowed ? keys.add(key) : keys);
  }
  return Object.fromEntries([...next].map(([last, keys]) => [last, [...keys].sort()]));
}

/**
 * Rules for each action by itself: what must have been done before, how often it may be done, and whether it ends the
 * trace.
 */
function eachByItself(observations: readonly Observation[]): ProcessRules {
  const { ends = [] } = ending(observations);
  const open = observations.filter(({ done }) => !ends.some((end) => done.includes(end)));
  const { atMost = {} } = counted(
    open,
    open.filter(({ allowed }) => !allowed),
  );
  const after: Record<string, readonly string[]> = {};
  for (const [key, ofKey] of Map.groupBy(open, (one) => one.key)) {
    const without = ofKey.filter(({ done, allowed }) => !allowed && mayFollow({ atMost }, done, key));
    if (without.length === 0) continue;
    const before = ofKey.filter(({ allowed }) => allowed).map(({ done }) => done);
    // An action that was never allowed gets the rule "after itself", which never holds.
    const always =
      before.length === 0 ? [key] : [...new Set(before[0])].filter((one) => before.every((done) => done.includes(one)));
    const alone = always.find((one) => without.every(({ done }) => !done.includes(one)));
    after[key] = alone === undefined ? always : [alone];
  }
  return {
    ...(Object.keys(after).length > 0 ? { after } : {}),
    ...(Object.keys(atMost).length > 0 ? { atMost } : {}),
    ...(ends.length > 0 ? { ends } : {}),
  };
}

/** Adds, for refusals that these rules do not explain, the actions after which an action was never allowed. */
function withBefore(rules: ProcessRules, observations: readonly Observation[]): ProcessRules {
  const before: Record<string, readonly string[]> = {};
  for (const [key, ofKey] of Map.groupBy(observations, (one) => one.key)) {
    const unexplained = ofKey.filter(({ done, allowed }) => !allowed && mayFollow(rules, done, key));
    const allowedAfter = new Set(ofKey.flatMap(({ done, allowed }) => (allowed ? done : [])));
    const barring = unexplained.map(({ done }) => [...new Set(done)].filter((one) => !allowedAfter.has(one)));
    const [first = []] = barring;
    const alone = first.find((one) => barring.every((keys) => keys.includes(one)));
    const keys = alone === undefined ? [...new Set(barring.flatMap((one) => one.slice(0, 1)))] : [alone];
    if (keys.length > 0) before[key] = keys;
  }
  return { ...rules, before };
}

/** How often actions with unexplained refusals may come at most. */
function counted(
  observations: readonly Observation[],
  unexplained: readonly Observation[],
): { readonly atMost?: Record<string, number> } {
  const times = ({ done, key }: Observation): number => done.filter((one) => one === key).length;
  const atMost: Record<string, number> = {};
  for (const key of new Set(unexplained.map((one) => one.key))) {
    const allowed = observations.filter((one) => one.key === key && one.allowed);
    const most = Math.max(0, ...allowed.map((one) => times(one) + 1));
    if (allowed.length > 0 && unexplained.some((one) => one.key === key && times(one) >= most)) atMost[key] = most;
  }
  return Object.keys(atMost).length > 0 ? { atMost } : {};
}

/** How many actions of each group may come together at most. */
function countedTogether(
  observations: readonly Observation[],
  actions: readonly Pick<ActionDescription, "key" | "groupLabel">[],
): ProcessRules {
  const together = [...Map.groupBy(actions, ({ groupLabel }) => groupLabel).values()].flatMap((ofGroup) => {
    const keys = [...new Set(ofGroup.map(({ key }) => key))];
    const own = observations.filter(({ key }) => keys.includes(key));
    const times = ({ done }: Observation): number => done.filter((key) => keys.includes(key)).length;
    const most = Math.max(0, ...own.filter(({ allowed }) => allowed).map((one) => times(one) + 1));
    return own.every(({ allowed }) => allowed) ? [] : [{ keys, most }];
  });
  return { together };
}

/**
 * Actions that end a trace once they were done so often: all traces where nothing was allowed any more had them so
 * often, no other did.
 */
function countedEnds(observations: readonly Observation[], keys: readonly string[]): readonly Record<string, number>[] {
  const byPlace = Map.groupBy(observations, ({ done }) => JSON.stringify(done));
  const over = [...byPlace.values()].filter((ofPlace) => ofPlace.every(({ allowed }) => !allowed));
  return keys.flatMap((key) => {
    const times = (done: readonly string[]): number => done.filter((one) => one === key).length;
    const least = Math.min(...over.map(([first]) => times(first?.done ?? [])));
    const isFree = observations.every(({ done, allowed }) => !allowed || times(done) < least);
    return least > 1 && Number.isFinite(least) && isFree ? [{ [key]: least }] : [];
  });
}

/** The actions after which nothing was allowed. */
function ending(observations: readonly Observation[]): { readonly ends?: readonly string[] } {
  const last = new Set(observations.flatMap(({ done, allowed }) => (allowed ? [] : [done.at(-1) ?? ""])));
  const ends = [...last].filter((key) => observations.every(({ done, allowed }) => !allowed || !done.includes(key)));
  // The creation is no end: nothing would ever follow it.
  const later = ends.filter((key) => observations.some(({ done }) => done.indexOf(key) > 0));
  return later.length > 0 ? { ends: later } : {};
}
