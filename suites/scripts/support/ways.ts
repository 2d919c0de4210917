/** Ways to a place in a workflow, whether it is a process or not. */
import { beginnings, followers, processOf } from "../../../spec/readings/process.ts";
import type { Face } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import type { Draft } from "./define-script.ts";
import { alternating } from "./reads.ts";

/** Keys of the actions, that of the creation first, after which an action may come; undefined where it never may. */
export function wayTo({ target, profile }: SuiteContext, workflow: number, key: string): readonly string[] | undefined {
  const description = target.workflows[workflow];
  if (!description) return undefined;
  const rules = processOf(profile, description);
  const begun = rules
    ? beginnings(rules, description)
    : description.actions.filter(({ creates }) => creates).map((action) => [action.key]);
  return begun.find((done) => followers(rules, description, done).some((action) => action.key === key));
}

/** The trace `$t`, with these actions, through the faces in turn. */
export function onTheWay(
  draft: Draft,
  { workflow, done }: { readonly workflow: number; readonly done: readonly string[] },
  first: Face,
): readonly OperationStep[] {
  return done.map((action, index): OperationStep => {
    const face = alternating(index + (first === "v2" ? 0 : 1));
    const common = { face, workflow, action, data: draft.doc({ number: index }) };
    return index === 0 ? { op: "create", as: "t", ...common } : { op: "act", trace: "$t", ...common };
  });
}
