/** Creations with the very data of another, or its code: whether content may come twice is not shown. */
import { sameJson } from "../../../spec/readings/equal.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { Case } from "../case.ts";
import type { ModelAction } from "../world.ts";

/** Statuses that say that a request does not go with what is there, or is not what is wanted. */
const turnedDown = [400, 409, 412, 422];

/**
 * True for a creation that is turned down although the same data were taken for another trace: sent before, or at the
 * same time. That they were taken shows that nothing else is wrong with them. So it is where the refusal names a code that the other
 * brought as well, such as the number of a device. Without data nothing is repeated.
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

/** True where both have the same code in a member that the refusal tells, or by which they would be told apart. */
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

/** A text of some length without spaces, with a digit in it. */
const longCode = /^(?=.*\d)\S{5,}$/;

/** True for data that lacked something and were taken all the same: with it they repeat what was taken. */
const isTakenPart = ({ data, exchange }: ModelAction, whole: JsonObject): boolean =>
  exchange.traits.includes(unfitTraits.form) &&
  isJsonObject(data) &&
  Object.entries(data).every(([name, value]) => sameJson(value, whole[name] ?? null));
