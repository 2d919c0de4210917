/**
 * Sends data that the probes saw refused at one place of a process at other places where the action may come: a rule
 * may be checked only up to some action. Both faces must agree, and a refusal must leave no mark.
 */
import { alternating, otherFace } from "../../../../spec/operations.ts";
import { mayFollow, processOf, type ProcessRules } from "../../../../spec/readings/process.ts";
import type { ActStep, OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import type { SuiteContext } from "../../context.ts";
import type { SentBefore } from "../../refusals-on-trace.ts";
import { begun } from "../processes/begun.ts";
import { withinBudget } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import { sentAgain } from "./refused-before.ts";
import { waysOverAll } from "../processes/ways.ts";

/** At most so many such actions at each place, on so many ways of each process, and so many steps in all. */
const [mostAtPlace, mostWays, mostSteps] = [2, 3, 200];

/** An action that was refused although it could come, and the keys of the actions before it. */
interface RefusedInTurn extends SentBefore {
  readonly before: string;
  readonly words: string;
}

export function refusedLater(context: SuiteContext, script: MakeScript): readonly Script[] {
  const title = "What was refused for its data leaves no mark at other places, either";
  const all = context.target.workflows.flatMap((description, workflow) => {
    const rules = processOf(context.profile, description);
    const refused = rules ? refusedInTurn(context, workflow, rules) : [];
    if (!rules || refused.length === 0) return [];
    return waysOverAll(context.profile, description)
      .slice(0, mostWays)
      .flatMap((way, number) => {
        const places = placesOn(way, rules, refused);
        const last = places.findLastIndex((sent) => sent.length > 0);
        const name = `refused-later-${String(workflow)}-${String(number)}`;
        return last < 0
          ? []
          : [script(context, name, title, (draft) => along(context, draft, workflow, way.slice(0, last + 1), places))];
      });
  });
  return withinBudget(context, all, mostSteps);
}

function refusedInTurn(
  { refusedBefore = [] }: SuiteContext,
  workflow: number,
  rules: ProcessRules,
): readonly RefusedInTurn[] {
  return refusedBefore
    .filter((one) => one.workflow === workflow)
    .flatMap(({ done, refused }) =>
      refused.flatMap(({ after, ...sent }): readonly RefusedInTurn[] => {
        const before = done.slice(0, after).map(({ action }) => action);
        return mayFollow(rules, before, sent.action) ? [{ ...sent, before: before.join(" ") }] : [];
      }),
    );
}

/** What is sent after each action of the way: actions sent least so far, one for each kind of refusal. */
function placesOn(
  way: readonly string[],
  rules: ProcessRules,
  refused: readonly RefusedInTurn[],
): readonly (readonly RefusedInTurn[])[] {
  const tries = new Map<RefusedInTurn, number>();
  return way.map((_, at) => {
    const done = way.slice(0, at + 1);
    const able = refused
      .filter(({ action, before }) => before !== done.join(" ") && mayFollow(rules, done, action))
      .toSorted((one, other) => (tries.get(one) ?? 0) - (tries.get(other) ?? 0));
    const kinds = new Map(able.toReversed().map((one) => [`${one.action} ${one.words}`, one]));
    const sent = able.filter((one) => [...kinds.values()].includes(one)).slice(0, mostAtPlace);
    for (const one of sent) tries.set(one, (tries.get(one) ?? 0) + 1);
    return sent;
  });
}

function along(
  context: SuiteContext,
  draft: Draft,
  workflow: number,
  way: readonly string[],
  places: readonly (readonly RefusedInTurn[])[],
): readonly OperationStep[] {
  return begun(draft, workflow, way, "v2").flatMap((step, at): readonly OperationStep[] => {
    const face = alternating(at);
    const tries = (places[at] ?? []).flatMap((sent) => {
      const again = sentAgain(context, draft, workflow, sent);
      return [face, otherFace(face)].map((through): ActStep => ({
        ...{ op: "act", face: through, trace: "$t", ...again, actor: sent.sender },
        ...{ traits: [unfitTraits.again], outOfOrder: true },
      }));
    });
    const read: OperationStep = { op: "state", face, trace: "$t" };
    return tries.length === 0 ? [step] : [step, read, ...tries, read];
  });
}
