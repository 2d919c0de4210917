import type { Call } from "../../core/call.ts";
import type { JsonObject } from "../../core/json.ts";
import type { LinkRecord } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";

/**
 * Folds actions into the state in another way than usual.
 * @param fold gets the data before and the new link; undefined leaves it to the usual way
 */
export function foldOtherwise(
  hooks: Hooks,
  fold: (before: JsonObject, link: LinkRecord, call: Call) => JsonObject | undefined,
): void {
  hooks.around("fold", (inner) => (call, before, link) => {
    return (before === undefined ? undefined : fold(before.data, link, call)) ?? inner(call, before, link);
  });
}
