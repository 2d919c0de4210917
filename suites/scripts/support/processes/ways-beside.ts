/** Ways beside long ones: to actions that these do not come to, and on which actions follow each other that do so on none of them. */
import { appendingKeys, followers, type ProcessRules, wayBefore } from "../../../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";

type Keys = readonly string[];

/** The shortest ways that end with an action which no way before them has. */
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

/** So many ways go to pairs of actions that follow each other. */
const mostForPairs = 12;
/** However many places are looked at from which a process goes on. */
const mostPlaces = 800;

const pairsOf = (way: Keys): readonly string[] => way.slice(1).map((key, at) => JSON.stringify([way[at], key]));
/** Where an action comes the second time. */
const secondsOf = (way: Keys): readonly string[] =>
  way.slice(1).map((key, at) => (way.slice(0, at + 1).filter((one) => one === key).length === 1 ? key : ""));

/**
 * Ways on which actions follow each other that do so on none of these, or come twice, those with most of that for their length
 * first: the same action may do otherwise behind another one, and the second time.
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

/** No way that nobody took has more actions. */
const longest = 12;

/**
 * Ways on which as many actions as may be follow each other that do so on none before: on each it is gone on with such a
 * pair, or with what leads to one right behind it.
 */
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
  // What no walk comes to is behind pairs that are all known.
  return [...walks, ...waysToPairs(rules, workflow)];
}

/** @param seen the pairs that are known, to which those of the walk are added */
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

/** The shortest way to each pair of actions that the rules let follow each other. */
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
