/**
 * The model of the service, folded over one history: which traces there are, which actions built them, which files they
 * hold. Only what the history shows is in it; a trace that existed before is unknown to it.
 */
import { markIn, ownMarkPlace } from "../../spec/readings/mark.ts";
import { createdTraceOf, outcomeOf } from "../../spec/readings/outcome.ts";
import type { FoldedAction } from "../../spec/readings/state-fold.ts";
import type { Exchange, Intent, History, SentFile } from "../../spec/vocabulary/history.ts";
import { isProbing } from "../support/exchanges.ts";

export interface ActionRecord extends FoldedAction {
  readonly exchange: Exchange;
  readonly files: readonly SentFile[];
  /** The unique text in the data by which the action's link is recognised. */
  readonly mark: string | undefined;
  /** Where in the data it stands. */
  readonly markAt: readonly string[];
  /** True when the request was bad and may have been accepted all the same: what the target makes of it is its own affair. */
  readonly unclear: boolean;
  /** Index of the workflow it names. */
  readonly workflow: number;
}

export interface TraceRecord {
  /** As the target wrote it. */
  readonly id: string;
  readonly created: ActionRecord;
  /** Accepted actions, the creation first, in the order of sending. */
  readonly actions: ActionRecord[];
  /** Writes of which it is not known whether they took effect: no answer, or a 5xx. */
  readonly doubtful: ActionRecord[];
  /** Writes that the target refused. */
  readonly refused: ActionRecord[];
  /** Successful details and state reads by the owner, in the order of sending. */
  readonly reads: Exchange[];
}

export interface World {
  readonly traces: ReadonlyMap<string, TraceRecord>;
  /** Creations that were refused, and those of which nothing is known. */
  readonly refusedCreations: readonly ActionRecord[];
  readonly doubtfulCreations: readonly ActionRecord[];
  /** Filter keys under which marks stand, dotted. */
  readonly markKeys: ReadonlySet<string>;
  /** UUIDs that more than one creation answered. */
  readonly duplicates: readonly { readonly id: string; readonly first: Exchange; readonly second: Exchange }[];
}

const worlds = new WeakMap<History, World>();

/** The model of a history; computed once per history. */
export function worldOf(history: History): World {
  const known = worlds.get(history);
  if (known) return known;
  const world = build(history);
  worlds.set(history, world);
  return world;
}

/** The key under which a trace is known: UUIDs are the same in either case. */
export function traceKey(id: string): string {
  return id.toLowerCase();
}

/** The trace that an exchange addresses, when this history created it. */
export function traceOf(world: World, exchange: Exchange): TraceRecord | undefined {
  const { intent } = exchange;
  return "traceId" in intent ? world.traces.get(traceKey(intent.traceId)) : undefined;
}

function build(history: History): World {
  const traces = new Map<string, TraceRecord>();
  const refusedCreations: ActionRecord[] = [];
  const doubtfulCreations: ActionRecord[] = [];
  const duplicates: { id: string; first: Exchange; second: Exchange }[] = [];
  const markKeys = new Set<string>();
  for (const exchange of history.exchanges) {
    const { intent } = exchange;
    if ("markAt" in intent && intent.markAt) markKeys.add(intent.markAt.join("."));
    const outcome = outcomeOf(exchange);
    if (intent.kind === "create") {
      const action = actionOf(exchange, intent);
      const id = createdTraceOf(exchange);
      if (outcome === "succeeded" && id !== undefined) {
        const earlier = traces.get(traceKey(id));
        if (earlier) {
          duplicates.push({ id, first: earlier.created.exchange, second: exchange });
          earlier.doubtful.push(action);
        } else {
          traces.set(traceKey(id), { id, created: action, actions: [action], doubtful: [], refused: [], reads: [] });
        }
      } else (outcome === "refused" ? refusedCreations : doubtfulCreations).push(action);
    } else if (intent.kind === "act") {
      const trace = traces.get(traceKey(intent.traceId));
      const list = outcome === "succeeded" ? trace?.actions : outcome === "refused" ? trace?.refused : trace?.doubtful;
      list?.push(actionOf(exchange, intent));
    } else if (
      outcome === "succeeded" &&
      !isProbing(exchange) &&
      (intent.kind === "details" || intent.kind === "state")
    ) {
      const trace = traces.get(traceKey(intent.traceId));
      if (trace && exchange.actor === trace.created.exchange.actor) trace.reads.push(exchange);
    }
  }
  return { traces, refusedCreations, doubtfulCreations, markKeys, duplicates };
}

function actionOf(exchange: Exchange, intent: Extract<Intent, { kind: "create" | "act" }>): ActionRecord {
  const accepted = outcomeOf(exchange) === "succeeded";
  const unclear = accepted && exchange.defects.some(({ where }) => where === "field" || where === "body");
  return {
    exchange,
    data: intent.data,
    actionKey: typeof intent.actionKey === "string" ? intent.actionKey : "",
    groupLabel: typeof intent.groupLabel === "string" ? intent.groupLabel : "",
    files: intent.files,
    unclear,
    mark: unclear ? undefined : markIn(intent.data, intent.markAt),
    markAt: intent.markAt ?? ownMarkPlace,
    workflow: intent.workflow,
  };
}
