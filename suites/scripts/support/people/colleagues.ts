/** Colleagues of a group act on one trace of a process: what one of them may not do now, both faces refuse. */
import { followers, processOf } from "../../../../spec/readings/process.ts";
import { writersFor } from "../../../../spec/readings/people.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import { type Face, faces, otherFace } from "../../../../spec/operations.ts";
import type { Account, OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import type { MakeScript } from "../define-script.ts";
import { states } from "../steps.ts";
import { begun } from "../processes/begun.ts";
import { wayThrough } from "../processes/ways.ts";

interface Shared {
  readonly workflow: number;
  readonly done: readonly string[];
  /** The actions that may come next and that a colleague may do; those that end the trace last. */
  readonly next: readonly { readonly key: string; readonly colleague: Account }[];
}

/** A place after two actions of one user where a colleague may go on. */
function sharedTrace({ target, profile }: SuiteContext): Shared | undefined {
  const { people = [], workflows } = target;
  return workflows
    .flatMap((description, workflow): readonly Shared[] => {
      const rules = processOf(profile, description);
      if (!rules) return [];
      const done = wayThrough(profile, description).slice(0, 2);
      if (done.length < 2) return [];
      const left = (key: string) => followers(rules, description, [...done, key]).length;
      const next = followers(rules, description, done)
        .toSorted((one, other) => left(other.key) - left(one.key))
        .flatMap(({ key, groupLabel }) => {
          const [, colleague] = writersFor(people, groupLabel);
          return colleague && colleague.account !== "first" ? [{ key, colleague: colleague.account }] : [];
        });
      return next.length > 0 ? [{ workflow, done, next: next.slice(0, 3) }] : [];
    })
    .at(0);
}

/** A colleague tries each next action through both faces; where refused, the state must stay as it was. */
export function colleagues(context: SuiteContext, script: MakeScript) {
  const shared = sharedTrace(context);
  if (!shared) return [];
  const { workflow, done, next } = shared;
  const title = "What a colleague may not do now is refused through both faces and leaves no mark";
  return faces.map((face) =>
    script(context, `colleagues-${face}`, title, (draft) => [
      ...begun(draft, shared.workflow, shared.done, face),
      ...states("$t"),
      ...next.flatMap(({ key, colleague }): OperationStep[] =>
        [face, otherFace(face)].flatMap((through: Face): OperationStep[] => [
          {
            op: "act",
            face: through,
            actor: colleague,
            trace: "$t",
            workflow,
            action: key,
            data: draft.doc({ colleague: done.length }),
            traits: [unfitTraits.sender],
            outOfOrder: true,
          },
          { op: "state", face: through, trace: "$t" },
        ]),
      ),
    ]),
  );
}
