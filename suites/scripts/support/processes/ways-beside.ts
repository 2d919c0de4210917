/**
 * Finds sequences besides the long ones: to actions that these do not reach, and with pairs of consecutive actions that
 * they do not have.
 */
import { appendingKeys, followers, type ProcessRules, wayBefore } from "../../../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";

type Keys = readonly string[];

/** The shortest sequences to actions that no sequence before has. */
export function waysBeside(rules: ProcessRules, workflow: WorkflowDescription, ways: readonly Keys[]): readonly Keys[] {
  const known = new Set(ways.flat());
  const others = appendingKeys(workflow)
    .filter((key) => !known.has(key))
    .flatMap((key) => {
      const before = wayBefore(rules, workflow, key);
      return before ? [[...before, key]] : [];
    });
  return others
    .toSorted((one, other) => one.length - other.length)
    .filter((way) => {
      const isNew = !known.has(way.at(-1) ?? "");
      if (isNew) for (const key of way) known.add(key);
      return isNew;
    });
}

/** At most so many sequences for pairs. */
const mostForPairs = 12;
/** At most so many places of a process are looked at. */
const mostPlaces = 800;

const pairsOf = (way: Keys): readonly string[] => way.slice(1).map((key, at) => JSON.stringify([way[at], key]));
/** The actions that come for the second time at each place; an empty text for others. */
const secondsOf = (way: Keys): readonly string[] =>
  way.slice(1).map((key, at) => (way.slice(0, at + 1).filter((one) => one === key).length === 1 ? key : ""));

/**
 * Sequences with pairs of consecutive actions, or second occurrences, that the given ones do not have; those with most
 * of them for their length first. An action may act otherwise after another one, or the second time.
 */
export function waysOfPairs(
  rules: ProcessRules,
  workflow: WorkflowDescription,
  ways: readonly Keys[],
): readonly Keys[] {
  const known = new Set(ways.flatMap(pairsOf));
  const seconds = new Set(["", ...ways.flatMap(secondsOf)]);
  const candidates = rules.paths ?? walksOfPairs(rules, workflow, known);
  const found: Keys[] = [];
  while (found.length < mostForPairs) {
    const cut = candidates.map((way) => {
      const again = secondsOf(way);
      const isNew = pairsOf(way).map((pair, at) => !known.has(pair) || !seconds.has(again[at] ?? ""));
      const own = way.slice(0, isNew.lastIndexOf(true) + 2);
      const news = new Set(pairsOf(own)).difference(known).size + new Set(secondsOf(own)).difference(seconds).size;
      return { way: own, worth: news / own.length };
    });
    const [best] = cut.filter(({ worth }) => worth > 0).toSorted((one, other) => other.worth - one.worth);
    if (!best) break;
    found.push(best.way);
    for (const pair of pairsOf(best.way)) known.add(pair);
    for (const key of secondsOf(best.way)) seconds.add(key);
  }
  return found;
}

/** A sequence made from rules has at most so many actions. */
const longest = 12;

/** Sequences made from rules with as many new pairs as possible: each step makes one, or leads to one right after. */
function walksOfPairs(rules: ProcessRules, workflow: WorkflowDescription, known: ReadonlySet<string>): readonly Keys[] {
  const seen = new Set(known);
  const creating = workflow.actions.filter(({ creates }) => creates).map(({ key }) => key);
  const walks: Keys[] = [];
  for (let found = true; found && walks.length < mostForPairs;) {
    found = false;
    for (const begun of creating) {
      const [before, way] = [seen.size, walkFrom([begun], rules, workflow, seen)];
      if (seen.size > before) walks.push(way);
      found ||= seen.size > before;
    }
  }
  // Pairs that no such walk reaches are behind known ones.
  return [...walks, ...waysToPairs(rules, workflow)];
}

/** @param seen the known pairs; those of the walk are added */
function walkFrom(begun: Keys, rules: ProcessRules, workflow: WorkflowDescription, seen: Set<string>): Keys {
  const nextOf = (done: Keys): Keys => followers(rules, workflow, done).map(({ key }) => key);
  const isNew = (done: Keys, key: string): boolean => !seen.has(JSON.stringify([done.at(-1), key]));
  const goesOn = (done: Keys): boolean => nextOf(done).length > 0;
  let way = begun;
  while (way.length < longest) {
    const next = nextOf(way);
    const fresh = next.filter((key) => isNew(way, key));
    const key =
      fresh.find((one) => goesOn([...way, one])) ??
      fresh[0] ??
      next.find((one) => nextOf([...way, one]).some((later) => isNew([...way, one], later)));
    if (key === undefined) break;
    seen.add(JSON.stringify([way.at(-1), key]));
    way = [...way, key];
  }
  return way;
}

/** The shortest sequence to each pair of consecutive actions that the rules allow. */
function waysToPairs(rules: ProcessRules, workflow: WorkflowDescription): readonly Keys[] {
  const found = new Map<string, Keys>();
  let reached: readonly Keys[] = workflow.actions.filter(({ creates }) => creates).map(({ key }) => [key]);
  const seen = new Set<string>();
  while (reached.length > 0 && seen.size < mostPlaces) {
    const longer = reached.flatMap((done) => followers(rules, workflow, done).map(({ key }): Keys => [...done, key]));
    reached = longer.filter((way) => {
      if (way.length >= longest) return false;
      const [pair = ""] = pairsOf(way).slice(-1);
      if (!found.has(pair)) found.set(pair, way);
      const place = JSON.stringify([new Set(way).size, way.at(-1), [...new Set(way)].toSorted()]);
      return !seen.has(place) && seen.add(place).size <= mostPlaces;
    });
  }
  return [...found.values()];
}
