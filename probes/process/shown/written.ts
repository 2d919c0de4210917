/** Collects the traces that were written, with their accepted actions and the senders. */
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { markerIn } from "../../../spec/readings/marker.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";

export interface Sent {
  readonly key: string;
  readonly sender: Account;
  readonly data: Json;
  readonly exchange: Exchange;
  /** The unique text in the data of the action, where there is one. */
  readonly marker?: string;
}

export interface Written {
  readonly traceId: string;
  readonly workflow: number;
  readonly actions: readonly Sent[];
}

/** Every written trace with its accepted actions in order. */
export function writtenIn(exchanges: readonly Exchange[]): readonly Written[] {
  const traces = new Map<string, Written>();
  for (const { written } of followed(exchanges)) traces.set(written.traceId, written);
  return [...traces.values()];
}

/** Each exchange about a written trace, with what was written to the trace by then. */
export function* followed(
  exchanges: readonly Exchange[],
): Iterable<{ readonly exchange: Exchange; readonly written: Written }> {
  const traces = new Map<string, Written>();
  for (const exchange of exchanges) {
    const traceId = traceOf(exchange);
    const before = traceId === undefined ? undefined : traces.get(traceId);
    const written = traceId === undefined ? undefined : (withAction(traceId, before, exchange) ?? before);
    if (!written) continue;
    traces.set(written.traceId, written);
    yield { exchange, written };
  }
}

function withAction(traceId: string, before: Written | undefined, exchange: Exchange): Written | undefined {
  const { intent } = exchange;
  if (!isAction(intent) || !succeeded(exchange)) return undefined;
  const { actionKey: key, data } = intent;
  if (typeof key !== "string" || (!before && intent.kind === "act")) return undefined;
  const marker = markerIn(data, intent.markerAt);
  const sent = { key, sender: senderOf(exchange), data, exchange, ...(marker === undefined ? {} : { marker }) };
  const { workflow } = before ?? intent;
  return { traceId, workflow, actions: [...(before?.actions ?? []), sent] };
}
