/** Collects the states in answers to plain reads and legacy actions, each with the actions before it. */
import type { Face, OperationId } from "../../spec/operations.ts";
import { payloadMember, refused } from "../../spec/readings/outcome.ts";
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import type { KnownAction } from "../seen/known-traces.ts";
import { addTo, type KnownTrace } from "./known-traces.ts";

export interface SeenState {
  readonly face: Face;
  /** The operation that answered it. */
  readonly source: OperationId;
  readonly traceId: string;
  readonly state: Json;
  /** The user who was shown it. */
  readonly reader: Account;
  /** True where this user reads the trace in place of the first user. */
  readonly inPlace?: true;
  /** Empty where the trace was found, not written. */
  readonly actions: readonly KnownAction[];
  /** How many actions had been refused on the trace; absent: none. */
  readonly refusals?: number;
}

/** True for a state that the first user was shown, or the user who reads in place of the first. */
export const isUsual = ({ reader, inPlace }: SeenState): boolean => reader === "first" || inPlace === true;

export function seenStates(exchanges: readonly Exchange[]): readonly SeenState[] {
  const states: SeenState[] = [];
  const refusals = new Map<string, number>();
  const traces = new Map<string, KnownTrace>();
  for (const exchange of exchanges) {
    const { intent, face, candidateFor } = exchange;
    addTo(traces, exchange);
    if (intent.kind === "act" && refused(exchange))
      refusals.set(intent.traceId, (refusals.get(intent.traceId) ?? 0) + 1);
    if (candidateFor !== undefined) continue;
    if (intent.kind !== "state" && !(intent.kind === "act" && face === "legacy")) continue;
    const state = payloadMember(exchange, "state");
    if (state === undefined) continue;
    const { traceId } = intent;
    const actions = traces.get(traceId)?.actions ?? [];
    const reader = senderOf(exchange);
    const inPlace = intent.kind === "state" && exchange.actor === "first" && reader !== "first";
    const before = refusals.get(traceId);
    const common = { traceId, state, reader, actions, ...(before === undefined ? {} : { refusals: before }) };
    const shown = { face, source: exchange.operationId, ...common };
    states.push(inPlace ? { ...shown, inPlace } : shown);
  }
  return states;
}
