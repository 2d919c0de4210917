/** What was written, as far as the target accepted it. */
import { succeeded, createdTraceOf, payloadOf } from "../../spec/readings/outcome.ts";
import { operationById } from "../../spec/operations.ts";
import type { ActionIntent, Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { KnownAction, KnownTrace } from "../bench/bench.ts";

/** All exchanges of all histories, in the order of sending. */
export function inOrder(histories: readonly History[]): readonly Exchange[] {
  return histories.flatMap(({ exchanges }) => exchanges).toSorted((left, right) => left.sentAtMs - right.sentAtMs);
}

/** True for an exchange whose request was a try: what it answers says nothing about plain use. */
export function isTry({ features }: Exchange): boolean {
  return features.some((feature) => feature.startsWith("probe."));
}

/** The traces that these exchanges created, each with the actions that were accepted, by trace id. */
export function knownTraces(exchanges: readonly Exchange[]): Map<string, KnownTrace> {
  const traces = new Map<string, KnownTrace>();
  for (const exchange of exchanges) {
    if (!succeeded(exchange)) continue;
    const { intent } = exchange;
    if (intent.kind === "create") {
      const traceId = createdTraceOf(exchange);
      if (traceId === undefined) continue;
      const { workflow } = intent;
      traces.set(traceId, {
        traceId,
        workflow,
        createdAtMs: exchange.receivedAtMs,
        actions: [actionOf(exchange, intent)],
      });
    } else if (intent.kind === "act") {
      const trace = traces.get(intent.traceId);
      if (trace) traces.set(trace.traceId, { ...trace, actions: [...trace.actions, actionOf(exchange, intent)] });
    }
  }
  return traces;
}

function actionOf(exchange: Exchange, intent: ActionIntent): KnownAction {
  const answer = operationById(exchange.operationId).id === "v2AppendAction" ? payloadOf(exchange) : undefined;
  return {
    face: exchange.face,
    data: intent.data,
    actionKey: textOf(intent.actionKey),
    groupLabel: textOf(intent.groupLabel),
    files: intent.files,
    ...(typeof answer === "string" ? { uuid: answer } : {}),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
