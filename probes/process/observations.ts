/** Observations of a process: which action was accepted, refused or listed after which others. */
import { isAction } from "../../spec/readings/actions.ts";
import { listedIn, lists } from "../../spec/readings/listed-next.ts";
import {
  createdTraceOf,
  isBesideAction,
  mayBeForData,
  outcomeOf,
  payloadMember,
  succeeded,
} from "../../spec/readings/outcome.ts";
import { isThrottled } from "../../spec/readings/throttled.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { NextActions, WorkflowDescription } from "../../spec/vocabulary/target.ts";

export interface Observation {
  /** Keys of the actions done on the trace before, that of the creation first. */
  readonly done: readonly string[];
  readonly key: string;
  readonly allowed: boolean;
}

/** One state of a trace, with what was done before it and what was tried after it. */
export interface SeenStep {
  readonly done: readonly string[];
  /** The state as it was last read; nothing was done since. */
  readonly state: Json | undefined;
  /** The action that was tried next, and its outcome; undefined where none was tried. */
  readonly tried?: {
    readonly key: string;
    readonly group: string;
    readonly taken: boolean;
    /** True where the refusal may be about the data. */
    readonly mayBeData?: boolean;
  };
}

/** True for a 4xx that may mean "this action may not come now": not one about login, rate limits and the like. */
function isGate(status: number): boolean {
  return status >= 400 && status < 500 && !isBesideAction(status);
}

/** True for a well-formed action that was refused. */
export function isTurnedDown(exchange: Exchange): boolean {
  const { intent, defects, traits, response } = exchange;
  if (!isAction(intent)) return false;
  if (defects.length > 0 || traits.length > 0 || outcomeOf(exchange) !== "refused") return false;
  if (isThrottled(exchange)) return false;
  return response !== undefined && (isGate(response.status) || response.status < 300);
}

/** The steps of every trace of a workflow, in the order in which they were seen. */
export function seenSteps(exchanges: readonly Exchange[], workflow: number): readonly SeenStep[] {
  const traces = new Map<string, { done: readonly string[]; state: Json | undefined }>();
  const steps: SeenStep[] = [];
  for (const exchange of exchanges) {
    const { intent } = exchange;
    if (intent.kind === "create" && intent.workflow === workflow && typeof intent.actionKey === "string") {
      const id = createdTraceOf(exchange);
      if (id !== undefined) traces.set(id, { done: [intent.actionKey], state: undefined });
    } else if (intent.kind === "state") {
      const trace = traces.get(intent.traceId);
      const state = payloadMember(exchange, "state");
      if (!trace || state === undefined || exchange.actor === "second") continue;
      trace.state = state;
      steps.push({ done: trace.done, state });
    } else if (intent.kind === "act") {
      const trace = traces.get(intent.traceId);
      const { actionKey: key, groupLabel: group } = intent;
      if (!trace || typeof key !== "string" || typeof group !== "string") continue;
      const tells = succeeded(exchange) || isTurnedDown(exchange);
      const taken = succeeded(exchange);
      const mayBeData = !taken && mayBeForData(exchange) ? { mayBeData: true } : {};
      if (tells) steps.push({ done: trace.done, state: trace.state, tried: { key, group, taken, ...mayBeData } });
      if (!taken) continue;
      trace.done = [...trace.done, key];
      trace.state = payloadMember(exchange, "state");
      if (trace.state !== undefined) steps.push({ done: trace.done, state: trace.state });
    }
  }
  return steps;
}

/** Observations from the actions that were tried. */
export function triedObservations(steps: readonly SeenStep[]): readonly Observation[] {
  return steps.flatMap(({ done, tried }) => (tried ? [{ done, key: tried.key, allowed: tried.taken }] : []));
}

/**
 * Observations from the lists in states, or where a state has no list, from the actions that were tried.
 * @param outside keys of actions that the lists leave out though they may come at any time
 */
export function listedObservations(
  steps: readonly SeenStep[],
  listing: NextActions,
  workflow: WorkflowDescription,
  outside: readonly string[] = [],
): readonly Observation[] {
  return steps.flatMap(({ done, state, tried }) => {
    const listed = listedIn(state, listing);
    // A state without a list says nothing, so the trial counts: the trace may have ended.
    if (tried) return listed || state === undefined ? [] : [{ done, key: tried.key, allowed: tried.taken }];
    if (!listed) return [];
    // An action of several groups may come if one of the groups may do it.
    const byKey = Map.groupBy(
      workflow.actions.filter(({ appends }) => appends),
      ({ key }) => key,
    );
    return [...byKey].map(([key, actions]) => ({
      done,
      key,
      allowed: outside.includes(key) || actions.some((action) => lists(listed, action)),
    }));
  });
}

/** The outcome of an action. Not `answered`: no answer came, or one that does not refuse the action itself. */
export interface Tried {
  readonly taken: boolean;
  readonly answered: boolean;
  readonly state: Json | undefined;
}

/** The well-formed creations with this action that were sent. */
export function creationsWith(exchanges: readonly Exchange[], workflow: number, key: string): readonly Exchange[] {
  return exchanges.filter(
    ({ intent, defects, traits }) =>
      intent.kind === "create" &&
      intent.workflow === workflow &&
      intent.actionKey === key &&
      defects.length === 0 &&
      traits.length === 0,
  );
}

/** True where all of these were refused, and both faces were used. */
export const isRefusedByBoth = (sent: readonly Exchange[]): boolean =>
  sent.every(isTurnedDown) && new Set(sent.map(({ face }) => face)).size === 2;
