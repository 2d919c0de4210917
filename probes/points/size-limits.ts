/** Open point `size-limits`: the largest request that was accepted, and the smallest that was refused for its size. */
import { succeeded } from "../../spec/readings/outcome.ts";
import { onePoint } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

export const sizeLimits = onePoint("size-limits", { needs: ["everything"] }, ({ histories }) => {
  const exchanges = inOrder(histories());
  const accepted = exchanges.filter(succeeded).map(({ request }) => request.bodyBytes);
  const refused = exchanges.filter(({ response }) => response?.status === 413).map(({ request }) => request.bodyBytes);
  const largestAcceptedBytes = Math.max(0, ...accepted);
  const smallestRefusedBytes = refused.length > 0 ? Math.min(...refused) : null;
  const taken =
    accepted.length === 0
      ? "No request was accepted"
      : `Requests of up to ${String(largestAcceptedBytes)} bytes were accepted`;
  const evidence = `${taken}; ${smallestRefusedBytes === null ? "none was" : `${String(smallestRefusedBytes)} bytes were`} refused with 413.`;
  return { value: { largestAcceptedBytes, smallestRefusedBytes }, evidence };
});
