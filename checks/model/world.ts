/**
 * The model of the service, built from one history: its traces, the actions that built them, and their files. A trace
 * that existed before is unknown to it.
 */
import { markerIn, ownMarkerPlace } from "../../spec/readings/marker.ts";
import { createdTraceOf, outcomeOf } from "../../spec/readings/outcome.ts";
import type { FoldedAction } from "../../spec/readings/state-fold.ts";
import type { Exchange, Intent, History, SentFile } from "../../spec/vocabulary/history.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import { isProbing } from "../support/exchanges.ts";
import { isUuid } from "../support/uuid.ts";

export interface ModelAction extends FoldedAction {
  readonly exchange: Exchange;
  readonly files: readonly SentFile[];
  /** The unique text in the data by which the action's link is recognised. */
  readonly marker: string | undefined;
  /** The path of the marker in the data. */
  readonly markerAt: readonly string[];
  /**
   * True for a defective request, or one with data beyond their form, that may have been accepted: its effect is not
   * predicted.
   */
  readonly unclear: boolean;
  /** Index of the workflow that it names. */
  readonly workflow: number;
}

export interface ModelTrace {
  /** As the target wrote it. */
  readonly id: string;
  readonly created: ModelAction;
  /** Accepted actions, the creation first, in the order of sending. */
  readonly actions: ModelAction[];
  /** Writes that may or may not have taken effect: no answer, or a 5xx. */
  readonly indeterminate: ModelAction[];
  /** Writes that the target refused. */
  readonly refused: ModelAction[];
  /** Successful details and state reads by the owner, in the order of sending. */
  readonly reads: Exchange[];
  /** Keys of actions whose links may be missing from the lists of other users. */
  readonly omitted?: readonly string[];
}

export interface World {
  readonly traces: ReadonlyMap<string, ModelTrace>;
  /**
   * Refused creations; and those of unknown outcome: without an answer, or with an id that is no UUID and was never
   * accepted.
   */
  readonly refusedCreations: readonly ModelAction[];
  readonly indeterminateCreations: readonly ModelAction[];
  /** Dotted filter keys of markers. */
  readonly markerKeys: ReadonlySet<string>;
  /** UUIDs that more than one creation answered. */
  readonly duplicates: readonly { readonly id: string; readonly first: Exchange; readonly second: Exchange }[];
}

/** The key under which a trace is known: UUIDs are the same in either case. */
export function traceKey(id: string): string {
  return id.toLowerCase();
}

/**
 * Builds the model from a history.
 * @param isRefusal true for a server error that is known to mean that nothing was added
 * @param omittedOf by the index of a workflow, keys of actions whose links may be left out
 */
export function buildWorld(
  history: History,
  isRefusal: (exchange: Exchange) => boolean = () => false,
  omittedOf: (workflow: number) => readonly string[] = () => [],
): World {
  const traces = new Map<string, ModelTrace>();
  const refusedCreations: ModelAction[] = [];
  const indeterminateCreations: ModelAction[] = [];
  const duplicates: { id: string; first: Exchange; second: Exchange }[] = [];
  const markerKeys = new Set<string>();
  const known = takenIds(history);
  for (const exchange of history.exchanges) {
    const { intent } = exchange;
    if ("markerAt" in intent && intent.markerAt) markerKeys.add(intent.markerAt.join("."));
    const refusedForNow = isRefusal(exchange);
    if (refusedForNow && isSentAgain(exchange, history)) continue;
    const outcome = refusedForNow ? "refused" : outcomeOf(exchange);
    if (intent.kind === "create") {
      const action = actionOf(exchange, intent);
      const id = createdTraceOf(exchange);
      if (outcome === "succeeded" && id !== undefined && (isUuid(id) || known.has(traceKey(id)))) {
        const earlier = traces.get(traceKey(id));
        if (earlier) {
          duplicates.push({ id, first: earlier.created.exchange, second: exchange });
          earlier.indeterminate.push(action);
        } else {
          traces.set(traceKey(id), {
            id,
            created: action,
            actions: [action],
            indeterminate: [],
            refused: [],
            reads: [],
            omitted: omittedOf(action.workflow),
          });
        }
      } else (outcome === "refused" ? refusedCreations : indeterminateCreations).push(action);
    } else if (intent.kind === "act") {
      const trace = traces.get(traceKey(intent.traceId));
      const list =
        outcome === "succeeded" ? trace?.actions : outcome === "refused" ? trace?.refused : trace?.indeterminate;
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
  return { traces, refusedCreations, indeterminateCreations, markerKeys, duplicates };
}

/** True where the same step sent the same again. */
function isSentAgain({ index, step }: Exchange, { exchanges }: History): boolean {
  return exchanges.some((later) => later.index > index && later.step === step && later.intent.kind === "act");
}

/** The ids that some request used successfully. */
function takenIds({ exchanges }: History): ReadonlySet<string> {
  const taken = exchanges.filter((exchange) => "traceId" in exchange.intent && outcomeOf(exchange) === "succeeded");
  return new Set(taken.flatMap(({ intent }) => ("traceId" in intent ? [traceKey(intent.traceId)] : [])));
}

/** Data that break their form may be stored differently, if accepted. */
const keptOtherwise: ReadonlySet<string> = new Set([
  ...[unfitTraits.beyond, unfitTraits.type, unfitTraits.extreme, unfitTraits.again],
]);

function actionOf(exchange: Exchange, intent: Extract<Intent, { kind: "create" | "act" }>): ModelAction {
  const accepted = outcomeOf(exchange) === "succeeded";
  const wrong = exchange.defects.some(({ where }) => where === "field" || where === "body");
  const unclear = accepted && (wrong || exchange.traits.some((trait) => keptOtherwise.has(trait)));
  return {
    exchange,
    data: intent.data,
    actionKey: typeof intent.actionKey === "string" ? intent.actionKey : "",
    groupLabel: typeof intent.groupLabel === "string" ? intent.groupLabel : "",
    // If a multipart body ends early, it is unknown which files arrived.
    files: accepted && exchange.defects.some(({ what }) => what === "multipart-cut") ? [] : intent.files,
    unclear,
    marker: unclear ? undefined : markerIn(intent.data, intent.markerAt),
    markerAt: intent.markerAt ?? ownMarkerPlace,
    workflow: intent.workflow,
  };
}
