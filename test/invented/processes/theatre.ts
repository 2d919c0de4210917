/** Actions of theatres, and who is in which groups. */
import type { TargetAction, TargetUser } from "../../lib/service/domain.ts";
import type { JsonObject } from "../../lib/service/json.ts";

/** An action whose form is not told, but what some of its data looks like: `key of group`. */
export function actionLike(name: string, examples: JsonObject[], more: Partial<TargetAction>): TargetAction {
  const [key = "", groupLabel = ""] = name.split(" of ");
  return { key, groupLabel, examples, ...more };
}

export const inGroups = (...groups: string[]): TargetUser => ({ groups });
