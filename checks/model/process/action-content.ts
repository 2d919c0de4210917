/** What actions send, without markers and bytes of files, to compare them. */
import type { Json } from "../../../spec/json.ts";
import { withoutMarks } from "../../../spec/readings/marker.ts";
import { withTexts } from "../../../spec/readings/shown-values.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

/** The contents of all actions of a trace up to this one. */
export function contentsUpTo({ actions }: ModelTrace, action: ModelAction): string {
  const { exchange } = action;
  const before = actions.filter((one) => one.exchange !== exchange && one.exchange.receivedAtMs <= exchange.sentAtMs);
  return JSON.stringify([...before, action].map(contentOfAction));
}

/** Equal for actions that send the same, apart from markers and bytes of files. */
export function contentOfAction(action: ModelAction): string {
  const { actionKey, groupLabel, workflow, data, markerAt, files, exchange } = action;
  const { stoodFor = {} } = exchange.intent.kind === "act" ? exchange.intent : {};
  return JSON.stringify([workflow, actionKey, groupLabel, files.length, dataAsSent(data, markerAt, stoodFor)]);
}

/** The data without markers, with the original texts in place of values of the trace. */
export const dataAsSent = (data: Json, markerAt: readonly string[], stoodFor: Readonly<Record<string, string>>): Json =>
  withTexts(withoutMarks(data, markerAt), stoodFor);
