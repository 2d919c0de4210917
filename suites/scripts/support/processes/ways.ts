/** Ways to a place in a workflow, whether it is a process or not. */
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

/** Keys of the actions, that of the creation first, after which an action may come; undefined where it never may. */
export function wayTo({ target, profile }: SuiteContext, workflow: number, key: string): readonly string[] | undefined {
  const description = target.workflows[workflow];
  if (!description) return undefined;
  const rules = processOf(profile, description);
  if (rules) return wayBefore(rules, description, key);
  const begun = description.actions.filter(({ creates }) => creates).map((action) => [action.key]);
  return begun.find((done) => followers(rules, description, done).some((action) => action.key === key));
}

/** An action that takes any data, of those that a process lets come right after the creation, best with others behind it. */
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

/** No way has more actions. */
const longestWay = 14;

/**
 * Keys of actions on a long way through the process of a workflow, each as new as may be; none where it is no process. Where data decide
 * what may come next, only what was taken is surely taken again.
 */
export function wayThrough(profile: Profile, workflow: WorkflowDescription | undefined): readonly string[] {
  return waysThrough(profile, workflow)[0] ?? [];
}

/** As `wayThrough`; behind it another one, on which more comes again, where one was seen. */
export function waysThrough(
  profile: Profile,
  workflow: WorkflowDescription | undefined,
): readonly (readonly string[])[] {
  const rules = processOf(profile, workflow);
  if (!workflow || !rules) return [];
  const kept = waysOf(profile, workflow).map(keysOf);
  // On sequences that were taken some action may have to come several times before another one.
  const seen = kept.length > 0 ? kept : (rules.paths ?? []).map(upToItsLastKind);
  const taken = seen.map((way) => way.slice(0, longestWay));
  const kindsOf = (way: readonly string[]): number => new Set(way).size;
  const most = Math.max(0, ...taken.map(kindsOf));
  const whole = taken.filter((way) => kindsOf(way) === most).toSorted((one, other) => one.length - other.length);
  const [shortest = unseenWay(rules, workflow, "new")] = whole;
  const other = whole.at(-1) ?? unseenWay(rules, workflow, "again");
  return other.join() === shortest.join() ? [shortest] : [shortest, other];
}

/** Long ways, and others with what they leave out: each with as many actions as may be that are new. */
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

/** Without what comes again behind all that is new on it. */
function upToItsLastKind(path: readonly string[]): readonly string[] {
  return path.slice(0, path.findLastIndex((key, at) => path.indexOf(key) === at) + 1);
}

/** So many beginnings are gone on from at once, and no way that nobody took has more actions. */
const [mostBeginnings, longestUnseen] = [60, 12];

/**
 * Of ways that the rules let be gone, the one with the most different actions; the shorter one of two, or where they shall come
 * `again` the longer one, on which no action comes more than twice.
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
