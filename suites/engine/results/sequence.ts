/** The course of a script: when each exchange was sent and answered, for the picture in the report. */
import type { SequenceResult } from "../../../reports/results/index.ts";
import { operationById } from "../../../spec/operations.ts";
import type { History } from "../../../spec/vocabulary/history.ts";

const maxExchanges = 60;

/**
 * The exchanges with these indexes, the decisive one first, and those next to the decisive one, as many as there is room
 * for.
 */
export function sequenceOf({ exchanges }: History, shown: readonly number[]): SequenceResult {
  const [decisive = 0] = shown;
  const distance = (index: number): number => (shown.includes(index) ? -1 : Math.abs(index - decisive));
  const startMs = exchanges[0]?.sentAtMs ?? 0;
  return {
    total: exchanges.length,
    exchanges: [...exchanges]
      .sort((a, b) => distance(a.index) - distance(b.index) || a.index - b.index)
      .slice(0, maxExchanges)
      .sort((a, b) => a.index - b.index)
      .map(({ index, step, operationId, response, failure, sentAtMs, receivedAtMs }) => ({
        index,
        step,
        operation: operationById(operationId).id,
        outcome: String(response?.status ?? failure?.kind ?? "no answer"),
        sentMs: tenths(sentAtMs - startMs),
        durationMs: Math.max(0, tenths(receivedAtMs - sentAtMs)),
      })),
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
