/** A recorded history, with what operators ask of it again and again. */
import { Case } from "../../checks/index.ts";
import { momentOf } from "../../checks/model/moment.ts";
import type { ModelAction, ModelTrace } from "../../checks/model/world.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { operationById, type OperationKind } from "../../spec/operations.ts";
import { payloadMember, payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import type { JudgingContext } from "../../spec/requirements/judgement.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";

/** A successful read of a trace by the user who created it, with what it must show. */
export interface Read {
  readonly exchange: Exchange;
  readonly trace: ModelTrace;
  /** The actions that were answered before the read was sent, the creation first. */
  readonly shows: readonly ModelAction[];
  /** True when nothing was written while it was read. */
  readonly exact: boolean;
}

export class Recorded {
  readonly history: History;
  readonly subject: Case;

  constructor(history: History, context: JudgingContext) {
    this.history = history;
    this.subject = new Case(history, context);
  }

  /** The answers of plain, well-formed requests that succeeded, of these kinds, or of all. */
  successes(...kinds: readonly OperationKind[]): readonly Exchange[] {
    return this.subject
      .view(plainSuccesses)
      .filter(({ operationId }) => kinds.length === 0 || kinds.includes(operationById(operationId).kind));
  }

  /** The successful reads of traces that this history created, of this kind. A legacy append is a read of the state. */
  reads(kind: "details" | "state"): readonly Read[] {
    const of = this.subject.view(ownReads);
    return of.filter(({ exchange }) =>
      kind === "details" ? linksOf(exchange) !== undefined : stateOf(exchange) !== undefined,
    );
  }

  /**
   * True where something says what the state must be: what the actions brought, or another read of the same moment. What
   * the target makes of the actions by rules of its own nobody else knows.
   */
  holdsState({ exchange, trace, shows }: Read): boolean {
    if ((this.subject.stateReading(trace)?.path ?? null) !== null) return true;
    return this.reads("state").some(
      (other) =>
        other.exchange !== exchange && other.trace === trace && other.exact && other.shows.length === shows.length,
    );
  }

  get traces(): readonly ModelTrace[] {
    return [...this.subject.world.traces.values()];
  }
}

const plainSuccesses = (subject: Case): readonly Exchange[] =>
  subject.exchanges.filter((exchange) => exchange.defects.length === 0 && succeeded(exchange));

function ownReads(subject: Case): readonly Read[] {
  return subject.view(plainSuccesses).flatMap((exchange) => {
    const trace = subject.traceOf(exchange);
    if (!trace || exchange.actor !== trace.created.exchange.actor) return [];
    const { acknowledged, exact } = momentOf(trace, exchange);
    return [{ exchange, trace, shows: acknowledged, exact }];
  });
}

/** The links that a details answer shows. */
export function linksOf(exchange: Exchange): readonly Json[] | undefined {
  if (exchange.intent.kind !== "details") return undefined;
  const links = payloadMember(exchange, "links");
  return Array.isArray(links) ? (links as readonly Json[]) : undefined;
}

/** The state that an answer shows. */
export function stateOf(exchange: Exchange): Json | undefined {
  if (exchange.intent.kind === "details") return undefined;
  const payload = payloadOf(exchange);
  return isJsonObject(payload) && isJsonObject(payload["state"]) ? payload["state"] : undefined;
}

const linkedActions = (): Map<Exchange, readonly (ModelAction | undefined)[]> => new Map();

/** For each link of a page the action that it must show, told by the marker; undefined where it is none of those. */
export function actionsOfLinks({ exchange, shows }: Read, { subject }: Recorded): readonly (ModelAction | undefined)[] {
  const known = subject.view(linkedActions);
  let actions = known.get(exchange);
  if (!actions) {
    const marked = shows.flatMap((action) =>
      action.marker === undefined ? [] : [{ action, marker: JSON.stringify(action.marker) }],
    );
    actions = (linksOf(exchange) ?? []).map((link) => {
      const text = JSON.stringify(link);
      return marked.find(({ marker }) => text.includes(marker))?.action;
    });
    known.set(exchange, actions);
  }
  return actions;
}
