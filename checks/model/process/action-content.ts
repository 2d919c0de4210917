/** What actions bring, but for their markers and the bytes of their files. */
import type { Json } from "../../../spec/json.ts";
import { withoutMarks } from "../../../spec/readings/marker.ts";
import { withTexts } from "../../../spec/readings/shown-values.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

/** What the actions of a trace up to this one brought, but for their markers and the bytes of their files. */
export function contentsUpTo({ actions }: ModelTrace, action: ModelAction): string {
  const { exchange } = action;
  const before = actions.filter((one) => one.exchange !== exchange && one.exchange.receivedAtMs <= exchange.sentAtMs);
  return JSON.stringify([...before, action].map(contentOfAction));
}

/** Two actions with the same bring the same, but for their markers and the bytes of their files. */
export function contentOfAction(action: ModelAction): string {
  const { actionKey, groupLabel, workflow, data, markerAt, files, exchange } = action;
  const { stoodFor = {} } = exchange.intent.kind === "act" ? exchange.intent : {};
  return JSON.stringify([workflow, actionKey, groupLabel, files.length, dataAsSent(data, markerAt, stoodFor)]);
}

/** Data without their markers, and with the texts for which others stood. */
export const dataAsSent = (data: Json, markerAt: readonly string[], stoodFor: Readonly<Record<string, string>>): Json =>
  withTexts(withoutMarks(data, markerAt), stoodFor);
