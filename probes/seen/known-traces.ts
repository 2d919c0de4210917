/** Collects the traces that were written, with the actions that the target accepted. */
import { succeeded, createdTraceOf, payloadOf } from "../../spec/readings/outcome.ts";
import { operationById, type Face } from "../../spec/operations.ts";
import type { ActionIntent, Exchange, History, SentFile } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import { senderOf } from "../../spec/readings/people.ts";
import type { Account } from "../../spec/vocabulary/script.ts";

/** An action that the target accepted. */
export interface KnownAction {
  readonly face: Face;
  readonly data: Json;
  readonly actionKey: string;
  readonly groupLabel: string;
  readonly files: readonly SentFile[];
  /** The UUID that v2 answered. */
  readonly uuid?: string;
  /** Absent where the sender does not matter. */
  readonly sender?: Account;
}

export interface KnownTrace {
  readonly traceId: string;
  readonly workflow: number;
  /** All accepted actions in order; empty for a trace that was found, not written. */
  readonly actions: readonly KnownAction[];
  readonly createdAtMs: number;
  /** The data of actions that were sent and not accepted; absent: none. */
  readonly unaccepted?: readonly Json[];
}

/** All exchanges of all histories, in the order of sending. */
export function inOrder(histories: readonly History[]): readonly Exchange[] {
  return histories.flatMap(({ exchanges }) => exchanges).toSorted((left, right) => left.sentAtMs - right.sentAtMs);
}

/** The traces that these exchanges created, each with the actions that were accepted, by trace id. */
export function knownTraces(exchanges: readonly Exchange[]): Map<string, KnownTrace> {
  const traces = new Map<string, KnownTrace>();
  for (const exchange of exchanges) addTo(traces, exchange);
  return traces;
}

/** Adds the trace that an exchange created, or the action that it appended. */
export function addTo(traces: Map<string, KnownTrace>, exchange: Exchange): void {
  const { intent } = exchange;
  if (intent.kind === "act") {
    const trace = traces.get(intent.traceId);
    if (!trace) return;
    const { actions, unaccepted = [] } = trace;
    const more = succeeded(exchange)
      ? { actions: [...actions, actionOf(exchange, intent)] }
      : { unaccepted: [...unaccepted, intent.data] };
    traces.set(trace.traceId, { ...trace, ...more });
    return;
  }
  if (intent.kind !== "create" || !succeeded(exchange)) return;
  const traceId = createdTraceOf(exchange);
  if (traceId === undefined) return;
  const { workflow } = intent;
  const actions = [actionOf(exchange, intent)];
  traces.set(traceId, { traceId, workflow, createdAtMs: exchange.receivedAtMs, actions });
}

function actionOf(exchange: Exchange, intent: ActionIntent): KnownAction {
  const answer = operationById(exchange.operationId).id === "v2AppendAction" ? payloadOf(exchange) : undefined;
  return {
    face: exchange.face,
    data: intent.data,
    actionKey: textOf(intent.actionKey),
    groupLabel: textOf(intent.groupLabel),
    files: intent.files,
    sender: senderOf(exchange),
    ...(typeof answer === "string" ? { uuid: answer } : {}),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
