/** Finds sequences of actions that lead to a place in a workflow, process or not. */
import {
  beginnings,
  followers,
  keysOf,
  processOf,
  type ProcessRules,
  wayBefore,
  waysOf,
} from "../../../../spec/readings/process.ts";
import { fittingAction, isOpen } from "../../../../generators/index.ts";
import type { Profile } from "../../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import { waysBeside } from "./ways-beside.ts";
import type { SuiteContext } from "../../context.ts";

/** The keys of the actions, the creation first, after which an action may come; undefined where it never may. */
export function wayTo({ target, profile }: SuiteContext, workflow: number, key: string): readonly string[] | undefined {
  const description = target.workflows[workflow];
  if (!description) return undefined;
  const rules = processOf(profile, description);
  if (rules) return wayBefore(rules, description, key);
  const begun = description.actions.filter(({ creates }) => creates).map((action) => [action.key]);
  return begun.find((done) => followers(rules, description, done).some((action) => action.key === key));
}

/**
 * An action with any data that a process allows right after the creation; preferably one after which others may come.
 */
export function openAtOnce({ target, profile }: SuiteContext): { readonly action?: string } {
  const [workflow] = target.workflows;
  const create = fittingAction(workflow, "create");
  const rules = processOf(profile, workflow);
  if (!workflow || !create || !rules) return {};
  const open = followers(rules, workflow, [create.key]).filter(isOpen);
  const goesOn = open.find(({ key }) => followers(rules, workflow, [create.key, key]).length > 0);
  const action = (goesOn ?? open[0])?.key;
  return action === undefined ? {} : { action };
}

/** No sequence has more actions. */
const longestWay = 14;

/**
 * A long sequence through the process of a workflow, with as many different actions as possible; empty where it is no
 * process. Where data decide, only known sequences are used, as only these are surely accepted again.
 */
export function wayThrough(profile: Profile, workflow: WorkflowDescription | undefined): readonly string[] {
  return waysThrough(profile, workflow)[0] ?? [];
}

/** As `wayThrough`, and a second sequence with more repetitions, if there is one. */
export function waysThrough(
  profile: Profile,
  workflow: WorkflowDescription | undefined,
): readonly (readonly string[])[] {
  const rules = processOf(profile, workflow);
  if (!workflow || !rules) return [];
  const kept = waysOf(profile, workflow).map(keysOf);
  // On known sequences, an action may have to be repeated before another may come.
  const seen = kept.length > 0 ? kept : (rules.paths ?? []).map(upToItsLastKind);
  const taken = seen.map((way) => way.slice(0, longestWay));
  const kindsOf = (way: readonly string[]): number => new Set(way).size;
  const most = Math.max(0, ...taken.map(kindsOf));
  const whole = taken.filter((way) => kindsOf(way) === most).toSorted((one, other) => one.length - other.length);
  const [shortest = unseenWay(rules, workflow, "new")] = whole;
  const other = whole.at(-1) ?? unseenWay(rules, workflow, "again");
  return other.join() === shortest.join() ? [shortest] : [shortest, other];
}

/** Long sequences, and others with the actions that these leave out. */
export function waysOverAll(profile: Profile, workflow: WorkflowDescription): readonly (readonly string[])[] {
  const rules = processOf(profile, workflow);
  if (!rules) return [];
  const ways = [...waysThrough(profile, workflow)];
  const begun = beginnings(rules, workflow);
  for (;;) {
    const known = new Set(ways.flat());
    const news = (way: readonly string[]): number => new Set(way).difference(known).size;
    const [next] = begun.toSorted((one, other) => news(other) - news(one));
    if (!next || news(next) === 0) return [...ways, ...waysBeside(rules, workflow, ways)];
    ways.push(next);
  }
}

/** Cut after the last action that is new on it. */
function upToItsLastKind(path: readonly string[]): readonly string[] {
  return path.slice(0, path.findLastIndex((key, at) => path.indexOf(key) === at) + 1);
}

/** At most so many beginnings are continued at once; a sequence made from rules has at most so many actions. */
const [mostBeginnings, longestUnseen] = [60, 12];

/**
 * Of all sequences that the rules allow, the one with most different actions; the shorter one, or for `again` the
 * longer one with each action at most twice.
 */
function unseenWay(rules: ProcessRules, workflow: WorkflowDescription, wanted: "new" | "again"): readonly string[] {
  const most = wanted === "new" ? 1 : 2;
  const known = new Map<readonly string[], number>();
  const worth = (way: readonly string[]): number => {
    const own = known.get(way) ?? longestUnseen * new Set(way).size + (wanted === "again" ? way.length : -way.length);
    known.set(way, own);
    return own;
  };
  let reached: readonly (readonly string[])[] = workflow.actions
    .filter(({ creates }) => creates)
    .slice(0, 1)
    .map(({ key }) => [key]);
  let [best = []] = reached;
  while (reached.length > 0 && best.length < longestUnseen) {
    reached = reached
      .flatMap((way) =>
        followers(rules, workflow, way)
          .filter(({ key }) => way.slice(1).filter((one) => one === key).length < most)
          .map(({ key }) => [...way, key]),
      )
      .filter(({ length }) => length <= longestUnseen)
      .toSorted((one, other) => worth(other) - worth(one))
      .slice(0, mostBeginnings);
    const [first] = reached;
    if (first && worth(first) > worth(best)) best = first;
  }
  return best;
}
