/** States that show something else than the data of the actions, once an action has ended the trace. */
import type { Json } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Case } from "./case.ts";
import { momentOf, type Moment } from "./moment.ts";
import type { ModelTrace } from "./world.ts";

/** True where such an action was done, or may have been. */
export function mayBeReplaced(trace: ModelTrace, { acknowledged, concurrent }: Moment, subject: Case): boolean {
  const { replacedAfter = {} } = subject.observed("state-data") ?? {};
  const id = subject.target.workflows[trace.created.workflow]?.id ?? "";
  const keys = Object.hasOwn(replacedAfter, id) ? replacedAfter[id] : undefined;
  return keys !== undefined && [...acknowledged, ...concurrent].some(({ actionKey }) => keys.includes(actionKey));
}

/** True where the state that an exchange shows may be such a one. */
export function isReplaced(trace: ModelTrace, exchange: Exchange, subject: Case): boolean {
  return mayBeReplaced(trace, momentOf(trace, exchange), subject);
}

/** True where a document shows the marker of an action, and so something that was sent. */
export function showsMarkers({ actions, indeterminate }: ModelTrace, document: Json | undefined): boolean {
  const text = JSON.stringify(document ?? null);
  return [...actions, ...indeterminate].some(
    ({ marker }) => marker !== undefined && text.includes(JSON.stringify(marker).slice(1, -1)),
  );
}
