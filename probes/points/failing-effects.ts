/** Open point `failing-effects`: whether server errors to actions tell of effects that fail at times. */
import { failedAction, failingEffects as lookInto } from "../process/shown/failing-effects.ts";
import { onePoint } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

export const failingEffects = onePoint("failing-effects", { needs: ["the others", "own-links"] }, async (context) => {
  const failed = failedAction(inOrder(context.histories()), context.profile());
  const found = failed && (await lookInto(context, context.profile(), failed));
  const evidence = failed
    ? `That ${failed.key} fails by its effect alone was not seen.`
    : "No action was answered with a server error while all else went well.";
  return found ?? { value: { seen: false }, evidence };
});
