/** Texts that may come once on a target: where a pattern has room for few, two scripts would draw the same by chance. */
import { ownTextsIn, withOwnTexts } from "../../../generators/index.ts";
import { without } from "../../../spec/readings/path.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { withData } from "./restamp.ts";

/**
 * The scripts, in which creations that must bring texts of their own have none that another one has. What a script sends twice
 * on purpose stays twice.
 * @param used texts that others have already
 */
export function textsApart(
  workflows: readonly WorkflowDescription[],
  used: readonly string[] = [],
): (script: Script) => Script {
  if (!workflows.some(({ actions }) => actions.some(({ ownTexts }) => ownTexts))) return (script) => script;
  const owners = new Map(used.map((text) => [text, ""]));
  return (script) =>
    withData(script, workflows, (action, { op, data, markerAt }) => {
      if (op !== "create") return data;
      const owner = `${script.id} ${JSON.stringify(without(data, markerAt ? [markerAt] : []))}`;
      const isTaken = (text: string): boolean => (owners.get(text) ?? owner) !== owner;
      const apart = ownTextsIn(action, data, markerAt).some(isTaken)
        ? withOwnTexts(action, data, markerAt, owner, isTaken)
        : data;
      for (const text of ownTextsIn(action, apart, markerAt)) owners.set(text, owner);
      return apart;
    });
}
