/**
 * Users who are barred from an action by what they did before try it in each round of a process, through both faces.
 */
import { barredBy, isBarred, writersFor, type Done } from "../../../../spec/readings/people.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import { type Face, faces, otherFace } from "../../../../spec/operations.ts";
import type { Account, OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";
import { withinBudget } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { begun } from "../processes/begun.ts";
import { waysOverAll } from "../processes/ways.ts";

/** On at most so many ways of a process, of at most so many actions, and each action at so many places. */
const [mostWays, longest, mostPlaces] = [2, 14, 3];
/** At most so many steps in all. */
const mostSteps = 160;

/** Two scripts, which start with different faces: the second face might accept what the first refused right before. */
export function barredUsers(context: SuiteContext, script: MakeScript): readonly Script[] {
  const title = "Who may not do an action for what was done before is refused it through both faces";
  const scripts = context.target.workflows.flatMap((workflow, index) =>
    waysOverAll(context.profile, workflow)
      .slice(0, mostWays)
      .flatMap((whole, number) => {
        const way = whole.slice(0, longest);
        const barred = barredOn(context, workflow, way);
        if (barred.size === 0) return [];
        const name = `barred-${String(index)}-${String(number)}`;
        return faces.map((face) =>
          script(context, `${name}-${face}`, title, (draft) =>
            begun(draft, index, way.slice(0, Math.max(...barred.keys()) + 1), face).flatMap((step, at) => {
              const actor = barred.get(at);
              if (actor === undefined) return [step];
              const tried = (through: Face): OperationStep => ({
                ...{ op: "act", face: through, actor, trace: "$t", workflow: index, action: way[at] ?? "" },
                ...{ data: draft.doc({ barred: at }), traits: [unfitTraits.sender], outOfOrder: true },
              });
              return [tried(face), tried(otherFace(face)), { op: "state", face, trace: "$t" }, step];
            }),
          ),
        );
      }),
  );
  return withinBudget(context, scripts, mostSteps);
}

/** By the place of an action on the way: a user who is barred from it there, while another goes on. */
function barredOn(
  { target: { people = [] }, profile }: SuiteContext,
  { id, actions }: WorkflowDescription,
  way: readonly string[],
): ReadonlyMap<number, Account> {
  const done: Done[] = [];
  const tries = new Map<string, number>();
  const barred = new Map<number, Account>();
  for (const [at, key] of way.entries()) {
    const by = barredBy(profile, id, key);
    const writers = writersFor(people, actions.find((action) => action.key === key)?.groupLabel);
    const isKept = (account: Account): boolean => by !== undefined && isBarred(by, done, { key, sender: account });
    const [usual, doer = usual] = [writers[0], writers.find(({ account }) => !isKept(account))];
    const kept = at > 0 && doer && !isKept(doer.account) ? writers.find(({ account }) => isKept(account)) : undefined;
    if (kept && (tries.get(key) ?? 0) < mostPlaces) {
      barred.set(at, kept.account);
      tries.set(key, (tries.get(key) ?? 0) + 1);
    }
    if (doer) done.push({ key, sender: doer.account });
  }
  return barred;
}
