/** Finds out whether a creating action with one example takes members beyond those of the example. */
import { isOpen } from "../../../generators/index.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import type { Reading } from "../../../spec/vocabulary/profile.ts";
import { chooseActions } from "../../fixture/choose-actions.ts";
import { inOrder } from "../../seen/known-traces.ts";
import type { ProbeContext } from "../../probe.ts";

/**
 * The form with further members allowed, if data with such were accepted each time; undefined where the action has
 * several examples, or none, or where some were refused. An example does not say what may stand beside it.
 */
export function formBesideExample({
  target,
  histories,
}: Pick<ProbeContext, "target" | "histories">): Reading<"action-forms"> | undefined {
  const { workflow, create } = chooseActions(target);
  const { id } = target.workflows[workflow] ?? {};
  const [example, ...others] = create?.examples ?? [];
  if (!create || !example || others.length > 0 || id === undefined || !create.dataSchema || !isOpen(create))
    return undefined;
  const { dataSchema } = create;
  const sent = inOrder(histories()).filter(
    ({ intent }) => intent.kind === "create" && intent.workflow === workflow && intent.actionKey === create.key,
  );
  const isBeside = (data: Json): boolean => !followsSchema(dataSchema, data);
  const isTaken = sent.every((one) => one.intent.kind === "create" && isBeside(one.intent.data) && createdTraceOf(one));
  if (sent.length === 0 || !isTaken) return undefined;
  const properties = Object.fromEntries(
    Object.entries(example).map(([name, value]): [string, JsonObject] => [name, { const: value }]),
  );
  return {
    value: { [id]: { [create.key]: { type: "object", required: Object.keys(example), properties } } },
    evidence: `Action ${create.key} took other members beside those of its only example.`,
  };
}
