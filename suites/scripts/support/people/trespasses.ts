/**
 * Users who may not do an action try it right before a user who may, at each place of long ways through a process; the
 * creation as well.
 */
import { alternating, otherFace } from "../../../../spec/operations.ts";
import { notTheirs } from "../../../../spec/readings/unfit.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import type { Account, OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";
import { withinBudget } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import { begun } from "../processes/begun.ts";
import { waysOverAll } from "../processes/ways.ts";

/** At most so many users for each action, on ways of at most so many actions, at so many places. */
const [mostUsers, longest, mostPlaces] = [2, 14, 8];
/** At most so many ways, each for actions that earlier ones did not try. */
const mostWays = 3;
/** At most so many steps in all. */
const mostSteps = 160;

/**
 * Each attempt goes through one face, the other, and the first again, as either might accept what the other refused.
 */
export function trespasses(context: SuiteContext, script: MakeScript): readonly Script[] {
  const { target, profile } = context;
  const title = "What other users are to do is refused at each place of the way";
  const theirs = (["creates", "appends"] as const).map((purpose) => notTheirs(target, purpose, true));
  const all = target.workflows.flatMap((description, workflow) => {
    const long = waysOverAll(profile, description);
    const ways = (long.length > 0 ? long : [atOnce(description)]).slice(0, mostWays);
    const [creating = [], appending = []] = theirs.map((all) => all.filter((one) => one.workflow === workflow));
    // Users who may only read come first, as the check of write access differs from that of groups.
    const readersFirst = (all: Theirs): Theirs =>
      all.toSorted((one, other) => Number(mayWrite(target, one)) - Number(mayWrite(target, other)));
    const tried = new Set<string>();
    return ways.flatMap((whole, number) => {
      const way = whole.slice(0, longest);
      const strangers = strangersOn(way, description, readersFirst(creating), readersFirst(appending), tried);
      for (const [at, users] of strangers.entries()) if (users.length > 0) tried.add(way[at] ?? "");
      const place: Place = { workflow, way: upToLast(way, strangers), strangers };
      if (place.way.length === 0) return [];
      const name = `trespasses-${String(workflow)}${number === 0 ? "" : `-${String(number)}`}`;
      return [{ number, made: script(context, name, title, (draft) => along(draft, place)) }];
    });
  });
  // The first way of each workflow comes before the second of any.
  const scripts = all.toSorted((one, other) => one.number - other.number).map(({ made }) => made);
  return withinBudget(context, scripts, mostSteps);
}

/** The way up to the last place where somebody tries an action. */
const upToLast = (way: readonly string[], strangers: Place["strangers"]): readonly string[] =>
  way.slice(0, strangers.findLastIndex((users) => users.length > 0) + 1);

/** Without a process: the creation and one more action. */
const atOnce = ({ actions }: WorkflowDescription): readonly string[] =>
  [
    ...actions.filter(({ creates }) => creates).slice(0, 1),
    ...actions.filter(({ appends }) => appends).slice(0, 1),
  ].map(({ key }) => key);

interface Place {
  readonly workflow: number;
  readonly way: readonly string[];
  /** The users who try the action at each place. */
  readonly strangers: readonly (readonly Account[])[];
}

type Theirs = ReturnType<typeof notTheirs>;

const mayWrite = ({ people = [] }: SuiteContext["target"], { account }: Theirs[number]): boolean =>
  people.find((person) => person.account === account)?.may.includes("write") === true;

/**
 * Users who may do the action for none of its groups, those with fewest attempts so far, where the action comes for the
 * last time.
 */
function strangersOn(
  way: readonly string[],
  { actions }: WorkflowDescription,
  creating: Theirs,
  appending: Theirs,
  tried: ReadonlySet<string>,
) {
  const tries = new Map<Account, number>();
  const last = way
    .flatMap((key, at) => ((at === 0 || way.lastIndexOf(key) === at) && !tried.has(key) ? [at] : []))
    .slice(0, mostPlaces);
  return way.map((key, at) => {
    // Others may be allowed because of earlier actions, so the last place is the most telling.
    if (!last.includes(at)) return [];
    const groups = actions.filter((action) => action.key === key && (at === 0 ? action.creates : action.appends));
    const theirs = (at === 0 ? creating : appending).flatMap(({ action, account }) =>
      action.key === key && account !== undefined ? [account] : [],
    );
    const unable = [...new Set(theirs)].filter(
      (one) => theirs.filter((other) => other === one).length >= groups.length,
    );
    const chosen = unable.toSorted((one, other) => (tries.get(one) ?? 0) - (tries.get(other) ?? 0)).slice(0, mostUsers);
    for (const account of chosen) tries.set(account, (tries.get(account) ?? 0) + 1);
    return chosen;
  });
}

function along(draft: Draft, { workflow, way, strangers }: Place): readonly OperationStep[] {
  return begun(draft, workflow, way, "v2").flatMap((step, at): readonly OperationStep[] => {
    const tries = (strangers[at] ?? []).flatMap((actor, turn) => {
      const face = alternating(at + turn);
      return [face, otherFace(face), face].map((through): OperationStep => {
        const common = { face: through, actor, workflow, action: way[at] ?? "", data: draft.doc({ trespass: at }) };
        const traits = [unfitTraits.sender];
        return at === 0
          ? { op: "create", ...common, traits }
          : { op: "act", trace: "$t", ...common, traits, outOfOrder: true };
      });
    });
    if (at === 0 || tries.length === 0) return [...tries, step];
    const read: OperationStep = { op: "state", face: alternating(at), trace: "$t" };
    return [read, ...tries, read, step];
  });
}
