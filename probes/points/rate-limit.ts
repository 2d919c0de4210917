/** Open point `rate-limit`: whether the target asked for fewer requests while it was probed. */
import { countText } from "../lib/wording.ts";
import { onePoint } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

export const rateLimit = onePoint("rate-limit", { needs: ["everything"] }, ({ histories }) => {
  const exchanges = inOrder(histories());
  const limited = exchanges.filter(({ response }) => response?.status === 429).length;
  const evidence = `${String(limited)} of ${countText(exchanges.length, "exchange")} of the probes were answered with 429.`;
  return { value: { seen: limited > 0 }, evidence };
});
