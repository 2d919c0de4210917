/** Actions whose effects failed: answered with a server error by the service itself, and nothing was added. */
import type { Exchange } from "../vocabulary/history.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";

/** True for an answer that the reading explains. */
export function isFailedEffect(
  exchange: Pick<Exchange, "intent" | "response">,
  reading: OpenPointValues["failing-effects"] | undefined,
): boolean {
  const key = serverErrorKey(exchange);
  if (key === undefined || !reading?.seen) return false;
  return (
    (reading.keys?.includes(key) ?? false) && (reading.statuses?.includes(exchange.response?.status ?? 0) ?? false)
  );
}

/** The key of an action that the service itself, and no gateway before it, answered with a server error. */
export function serverErrorKey({ intent, response }: Pick<Exchange, "intent" | "response">): string | undefined {
  if (intent.kind !== "act" || typeof intent.actionKey !== "string") return undefined;
  if (!response?.json || response.status < 500 || response.headers["retry-after"] !== undefined) return undefined;
  return intent.actionKey;
}

/** Without the answers after which the driver sent the same action again, as its effect had failed: one answer for each step. */
export function withoutFailedTries(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter(
    (exchange, at) =>
      serverErrorKey(exchange) === undefined ||
      !exchanges.slice(at + 1).some(({ step, intent }) => step === exchange.step && intent.kind === "act"),
  );
}
