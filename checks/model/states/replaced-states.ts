/** States that show something else instead of the data: after an action that ended the trace, or to some readers. */
import { getOwn, isJsonObject, type Json, ownNames } from "../../../spec/json.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { momentOf, type Moment } from "../moment.ts";
import type { ModelTrace } from "../world.ts";

/** True where such an action was done, or may have been. */
export function mayBeReplaced(trace: ModelTrace, { acknowledged, concurrent }: Moment, subject: Case): boolean {
  const { replacedAfter = {} } = subject.stateReading(trace) ?? {};
  const id = subject.workflowOf(trace)?.id ?? "";
  const keys = getOwn(replacedAfter, id);
  return keys !== undefined && [...acknowledged, ...concurrent].some(({ actionKey }) => keys.includes(actionKey));
}

/** True where the state in this exchange may be replaced. */
export function isReplaced(trace: ModelTrace, exchange: Exchange, subject: Case): boolean {
  return mayBeReplaced(trace, momentOf(trace, exchange), subject);
}

/**
 * True where this reader is shown a summary, without any member that was sent.
 * @param shown what stands in place of the data
 */
export function isSummary(trace: ModelTrace, exchange: Exchange, shown: Json | undefined, subject: Case): boolean {
  const { summaryFor = [] } = subject.stateReading(trace) ?? {};
  if (!summaryFor.includes(senderOf(exchange)) || showsMarkers(trace, shown)) return false;
  const sent = new Set(trace.actions.flatMap(({ data }) => ownNames(data)));
  return !isJsonObject(shown) || !Object.keys(shown).some((name) => sent.has(name));
}

/** True where a document shows the marker of an action, and so something that was sent. */
export function showsMarkers({ actions, indeterminate }: ModelTrace, document: Json | undefined): boolean {
  const text = JSON.stringify(document ?? null);
  return [...actions, ...indeterminate].some(
    ({ marker }) => marker !== undefined && text.includes(JSON.stringify(marker).slice(1, -1)),
  );
}
