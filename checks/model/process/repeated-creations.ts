/**
 * Creations that repeat the data of another, or its code: the interface does not say whether content may come twice.
 */
import { sameJson } from "../../../spec/readings/equal.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { Case } from "../case.ts";
import type { ModelAction } from "../world.ts";

/** Statuses of a refusal for content. */
const turnedDown = [400, 409, 412, 422];

/**
 * True for a refused creation whose data were accepted for another trace, before or at the same time, so that nothing
 * else is wrong with them; or where the refusal names a code that the other has too, e.g. the number of a device.
 * Creations without data repeat nothing.
 */
export function isRefusedRepeat({ intent, response, receivedAtMs }: Exchange, subject: Case): boolean {
  if (intent.kind !== "create" || !turnedDown.includes(response?.status ?? 0)) return false;
  const { data, workflow, actionKey, groupLabel, markerAt } = intent;
  if (!isJsonObject(data) || Object.keys(data).length === 0) return false;
  const refusal = JSON.stringify(response?.json?.value ?? "");
  return [...subject.world.traces.values()].some(
    ({ created }) =>
      created.workflow === workflow &&
      created.actionKey === actionKey &&
      created.groupLabel === groupLabel &&
      created.exchange.sentAtMs < receivedAtMs &&
      (sameJson(created.data, data) || isTakenPart(created, data) || hasSameCode(created, data, { refusal, markerAt })),
  );
}

/** True where both have the same code in a member, and the refusal names the code or the code is the marker. */
const hasSameCode = (
  { data: taken }: ModelAction,
  data: JsonObject,
  { refusal, markerAt }: { readonly refusal: string; readonly markerAt: readonly string[] | undefined },
): boolean =>
  isJsonObject(taken) &&
  Object.entries(data).some(
    ([name, value]) =>
      typeof value === "string" &&
      longCode.test(value) &&
      taken[name] === value &&
      (refusal.includes(value) || sameJson(markerAt ?? [], [name])),
  );

/** A longer text with a digit and without spaces. */
const longCode = /^(?=.*\d)\S{5,}$/;

/** True where incomplete data were accepted that are part of these: the complete data repeat them. */
const isTakenPart = ({ data, exchange }: ModelAction, whole: JsonObject): boolean =>
  exchange.traits.includes(unfitTraits.form) &&
  isJsonObject(data) &&
  Object.entries(data).every(([name, value]) => sameJson(value, whole[name] ?? null));
