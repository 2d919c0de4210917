/**
 * Compares states after two parallel actions with those of traces that took the same two in sequence, in both orders:
 * what both orders have in common must show, whatever the target computes. One trace must be earlier and one later, so
 * that neither time nor a count over all traces explains a difference.
 */
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import { valueAt } from "../../../spec/json-walks.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { stableState } from "../links/links.ts";
import { momentOf } from "../moment.ts";
import { withoutMarker } from "../unmarked.ts";
import { topStepOf } from "../process/races.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

interface RacedState {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

export const racedStates = (subject: Case): readonly RacedState[] => {
  // Own links of the service come at any time.
  if (subject.observed("own-links")?.seen !== false) return [];
  const traces = [...subject.world.traces.values()].filter(
    ({ actions, refused, indeterminate }) => actions.length > 2 && refused.length + indeterminate.length === 0,
  );
  const inTurn = traces.filter(({ actions }) => actions.every(({ exchange }) => exchange.parallel !== true));
  return traces.filter(endsWithRace).flatMap((trace) => {
    const twins = inTurn.filter((other) => contentOf(other) === contentOf(trace));
    const [early, late] = [twins.find((one) => isBefore(one, trace)), twins.findLast((one) => isBefore(trace, one))];
    return early && late && isTurned(early, late) ? judged(trace, early, late, subject) : [];
  });
};

/** True where exactly the last two actions were parallel. */
function endsWithRace({ actions }: ModelTrace): boolean {
  const together = actions.filter(({ exchange }) => exchange.parallel === true);
  const [one, other] = actions.slice(-2);
  if (!one || !other || together.length !== 2 || !together.includes(one) || !together.includes(other)) return false;
  return topStepOf(one) === topStepOf(other);
}

/** Equal for traces with the same actions, the last two in any order. */
function contentOf({ actions }: ModelTrace): string {
  const contents = actions.map(contentBySender);
  return JSON.stringify([contents.slice(0, -2), contents.slice(-2).sort()]);
}

/** Equal for actions with the same content from the same user. */
function contentBySender(action: ModelAction): string {
  const { workflow, actionKey, groupLabel, exchange, files } = action;
  return JSON.stringify([workflow, actionKey, groupLabel, senderOf(exchange), files.length, withoutMarker(action)]);
}

/** True where the last two actions of the first trace were answered before those of the other were sent. */
function isBefore(one: ModelTrace, other: ModelTrace): boolean {
  const answeredMs = Math.max(...one.actions.slice(-2).map(({ exchange }) => exchange.receivedAtMs));
  return other.actions.slice(-2).every(({ exchange }) => exchange.sentAtMs >= answeredMs);
}

/** True where the last two actions are in opposite orders, or equal. */
function isTurned(early: ModelTrace, late: ModelTrace): boolean {
  const [one, other] = [early, late].map(({ actions }) => actions.slice(-2).map(contentBySender));
  return one?.[0] === other?.[1] && one?.[1] === other?.[0];
}

interface Shown {
  readonly read: Exchange;
  readonly state: Json;
}

/** The last state that was read after so many actions. */
function shownAfter(trace: ModelTrace, count: number, subject: Case): Shown | undefined {
  const read = trace.reads.findLast((one) => {
    const { acknowledged, concurrent } = momentOf(trace, one);
    return one.intent.kind === "state" && acknowledged.length === count && concurrent.length === 0;
  });
  const state = read && payloadMember(read, "state");
  return read && isJsonObject(state) ? { read, state: stableState(state, subject) } : undefined;
}

function judged(trace: ModelTrace, early: ModelTrace, late: ModelTrace, subject: Case): readonly RacedState[] {
  const all = trace.actions.length;
  const [now, first, second] = [trace, early, late].map((one) => shownAfter(one, all, subject));
  const halves = [early, late].map((one) => shownAfter(one, all - 1, subject));
  if (!now || !first || !second || halves.includes(undefined)) return [];
  const half = (path: JsonPath) => halves.map((one) => one && valueAt(one.state, path));
  // The values that need both actions.
  const telling = leaves(first.state).filter(({ path, value }) => {
    return sameJson(value, valueAt(second.state, path)) && !half(path).some((one) => sameJson(one, value));
  });
  if (telling.length === 0) return [];
  const lost = telling.find(({ path }) => half(path).some((one) => sameJson(one, valueAt(now.state, path))));
  const doubled = telling.find(
    ({ path, value }) => !isOfVersions(path) && isBeyond(value, valueAt(now.state, path), half(path)),
  );
  const wrong = lost ?? doubled;
  const what = lost
    ? "what one of two actions at the same time makes of it, and not what both do in either order"
    : "more than two actions at the same time make of it in either order";
  const finding = wrong && {
    message: `${nameOf(now.read)} shows at ${wrong.path.join(".")} ${what}`,
    expected: wrong.value,
    actual: valueAt(now.state, wrong.path),
    with: [first.read, second.read, ...trace.actions.slice(-2).map(({ exchange }) => exchange)],
  };
  return [{ exchange: now.read, finding }];
}

/** Version numbers may have gaps, as a parallel attempt may have failed. */
const isOfVersions = (path: JsonPath): boolean =>
  /^_?(?:rev|seq|ver|txn?|lsn|lock|clock|tick)(?:_?(?:no|nr|num|number|id))?$|version|revision|sequence|generation|etag/i.test(
    path.at(-1) ?? "",
  );

/** True for a number that both actions raise, and that is higher than both make it. */
function isBeyond(value: Json, now: Json | undefined, halves: readonly (Json | undefined)[]): boolean {
  if (typeof value !== "number" || typeof now !== "number") return false;
  return now > value && halves.every((half) => typeof half === "number" && half < value);
}

/** The values of an object that are no objects. */
function leaves(value: Json, path: JsonPath = []): readonly { readonly path: JsonPath; readonly value: Json }[] {
  if (!isJsonObject(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}
