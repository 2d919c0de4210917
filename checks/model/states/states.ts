/** The states that a case shows, each held against what its actions make of it, in the target's own way. */
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { brief, differences, sameJson, type Difference } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { clearedBy, clearedByBringer, withoutCleared } from "../../../spec/readings/cleared-members.ts";
import { computedFor, isComputed, levelsAbove } from "../../../spec/readings/computed-values.ts";
import { isFilledIn } from "../../../spec/readings/filled-members.ts";
import { madeBy } from "../../../spec/readings/made-members.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { partOf } from "../../../spec/readings/shown-parts.ts";
import { dataOfState, notPassedOver } from "../../../spec/readings/state-data.ts";
import { prunedAs } from "../../../spec/readings/pruned.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import { asAdvice } from "../../../spec/requirements/advice.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { getOwn, hasMember, isJsonObject, type Json, type JsonObject, memberOf } from "../../../spec/json.ts";
import type { OpenPointValues, StateFold } from "../../../spec/vocabulary/profile.ts";
import type { Finding } from "../../judgements.ts";
import type { Observed } from "../../rule.ts";
import { isProbing, nameOf } from "../../support/exchanges.ts";
import { placeText } from "../../support/place.ts";
import type { Case } from "../case.ts";
import { firstBeyondFiles } from "../files/file-references.ts";
import { keptInState } from "../readers/kept-members.ts";
import { mayHideOthers } from "../readers/others-data.ts";
import { kindOfDifference, kindsIn } from "./fidelity.ts";
import { momentOf, type Moment } from "../moment.ts";
import { isSummary, mayBeReplaced, showsMarkers } from "./replaced-states.ts";
import { valueAt } from "../../../spec/json-walks.ts";
import { orderOf } from "../links/order.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

type StateReading = OpenPointValues["state-data"] & Pick<OpenPointValues["link-data"], "filled">;

/** For who knows that the workflow computes such a value: what links show intact may stand otherwise in the state. */
const remedy = asAdvice("the workflow compute such values, `openPoints.state-data` can say so by `computed` or `own`");

/** A state of which the model says what it must be. */
export interface PredictedState {
  readonly trace: ModelTrace;
  readonly exchange: Exchange;
  readonly moment: Moment;
  readonly finding: Finding | undefined;
  /** The kinds of data that it shows as they were sent, or the one that it shows changed. */
  readonly kinds: readonly RequirementId[];
}

/** A state that was read while actions overlapped: some orders of them explain it, or none. */
type OverlappingState = Observed;

/** The states whose actions have one order. */
export const predictedStates = (subject: Case): readonly PredictedState[] =>
  subject.view(judgedStates).flatMap((state) => ("kinds" in state ? [state] : []));

/** The states whose actions may have more than one. */
export const overlappingStates = (subject: Case): readonly OverlappingState[] =>
  subject.view(judgedStates).flatMap((state) => ("kinds" in state ? [] : [state]));

function judgedStates(subject: Case): readonly (PredictedState | OverlappingState)[] {
  const { filled } = subject.observed("link-data") ?? {};
  // What the service brings by its own hand is nobody's to predict.
  const { members = [] } = subject.observed("own-links") ?? {};
  return [...subject.world.traces.values()].flatMap((trace) => {
    const state = subject.stateReading(trace);
    if (!state?.path) return [];
    const observed: StateReading = filled ? { ...state, filled } : state;
    const reading = members.length > 0 ? { ...observed, own: [...(observed.own ?? []), ...members] } : observed;
    const folds = new Folds(reading.fold);
    const isWhole = (exchange: Exchange): boolean => !mayHideOthers(trace, exchange, subject);
    return statesOf(trace)
      .filter(isWhole)
      .flatMap((exchange) => [...judgeState(trace, exchange, readingFor(reading, exchange), folds, subject)]);
  });
}

/** The reading with what its reader is shown otherwise than it was sent. */
function readingFor(reading: StateReading, exchange: Exchange): StateReading {
  const { computed: _, computedForOthers: __, ...others } = reading;
  const computed = computedFor(reading, senderOf(exchange));
  return computed ? { ...others, computed } : others;
}

/** The differences but for those of values that the target shows otherwise than they were sent. */
function* uncomputed(found: Iterable<Difference>, { computed, fold }: StateReading): Iterable<Difference> {
  for (const difference of found) if (!computed || !isComputed(computed, difference, fold)) yield difference;
}

/** True where a member shows what was sent, as far as the target shows such values as they were sent. */
function shows(shown: Json | undefined, sent: Json | undefined, key: string, reading: StateReading): boolean {
  return (
    uncomputed(differences(sent, shown, [key]), reading)
      [Symbol.iterator]()
      .next().done === true
  );
}

/**
 * Every exchange whose answer shows the state, which is an object or none: reads, and the appending through the legacy face.
 * @param shown.toAnybody with the answers to actions of others than the first user
 */
export function statesOf(trace: ModelTrace, { toAnybody = false } = {}): readonly Exchange[] {
  const answers = trace.actions
    .map(({ exchange }) => exchange)
    .filter(
      (one) => one.operationId === "legacyAppendAction" && (toAnybody || one.actor === "first") && !isProbing(one),
    );
  return [...trace.reads, ...answers]
    .filter((exchange) => isJsonObject(payloadMember(exchange, "state")))
    .sort((left, right) => left.index - right.index);
}

function* judgeState(
  trace: ModelTrace,
  exchange: Exchange,
  observed: StateReading,
  folds: Folds,
  subject: Case,
): Iterable<PredictedState | OverlappingState> {
  const moment = momentOf(trace, exchange);
  const { exact } = moment;
  const shownOf = (actions: readonly ModelAction[]): readonly ModelAction[] | undefined =>
    observed.ofGroups
      ? partOf(actions, trace.created, senderOf(exchange), subject.target.people)
      : notPassedOver(observed, actions);
  const [acknowledged, concurrent] = [shownOf(moment.acknowledged), shownOf(moment.concurrent)];
  if (!acknowledged || !concurrent) return;
  const together = [...acknowledged, ...concurrent];
  // Where actions overlapped, nobody knows whether such a member was brought before it was taken out, or after.
  const cleared = exact ? clearedByBringer(observed, together) : clearedBy(observed, together);
  // What is empty is left out as a whole, too.
  const nothing = observed.pruned === "empty" ? {} : undefined;
  const whole = dataOfState(payloadMember(exchange, "state") ?? null, observed) ?? nothing;
  const kept = keptInState(together, whole, trace, exchange, subject);
  const made = [...madeBy(observed, together), ...cleared, ...kept];
  const reading = made.length > 0 ? { ...observed, own: [...(observed.own ?? []), ...made] } : observed;
  const shown = withoutOwn(whole, reading);
  if (together.some(({ unclear }) => unclear)) return;
  const ordered =
    concurrent.length > 0 ? undefined : exact ? acknowledged : orderOf(trace, exchange, acknowledged, subject);
  const predicted =
    ordered && withoutOwn(predictedFor(folds, shown, reading, withoutCleared(reading, ordered)), reading);
  const difference = ordered && predicted !== undefined && differenceOf(predicted, shown, reading, ordered);
  const isOther =
    (mayBeReplaced(trace, moment, subject) && !showsMarkers(trace, shown)) ||
    isSummary(trace, exchange, shown, subject);
  if ((!ordered || difference) && isOther) {
    if (ordered) yield { trace, exchange, moment, finding: undefined, kinds: [] };
    return;
  }
  // Links may be ordered by when actions arrived, while the state follows the order in which they were carried out.
  if (!ordered || predicted === undefined || (difference && !exact && apart.includes(reading.fold))) {
    yield* judgeDuring(exchange, shown, acknowledged, concurrent, reading);
    return;
  }
  if (!difference) {
    // Where values of some types are computed, links alone tell which kinds of data come back.
    const kinds = reading.computed ? [] : folds.kindsIn(predicted);
    yield { trace, exchange, moment, finding: undefined, kinds };
    return;
  }
  yield { trace, exchange, moment, ...changedState(exchange, difference, predicted, ordered, reading) };
}

/** What is wrong with a state that differs from what its actions make of it, and which kind of data came back changed. */
function changedState(
  exchange: Exchange,
  difference: Difference,
  predicted: Json,
  ordered: readonly ModelAction[],
  reading: StateReading,
): Pick<PredictedState, "finding" | "kinds"> {
  // Below the names of what is kept apart.
  const within = difference.path.slice(levelsAbove(reading.fold));
  const source = ordered.findLast(({ data }) => hasMember(data, within[0] ?? ""));
  const kinds = isCorruption({ ...difference, path: within }, ordered) ? [kindOfDifference(difference, predicted)] : [];
  // What is not there at all is no value that a workflow computed.
  const advice = kinds.length > 0 && difference.actual !== undefined ? remedy : "";
  const finding = {
    message: `${nameOf(exchange)} shows a state that does not follow from the actions (${reading.fold}), at ${placeText(difference.path)}${advice}`,
    expected: difference.expected,
    actual: difference.actual,
    with: [source?.exchange, ordered.at(-1)?.exchange],
  };
  return { finding, kinds };
}

/** Without the members that the target computes whatever is sent by the same name. */
function withoutOwn<Value extends Json | undefined>(value: Value, { own = [] }: StateReading): Value | JsonObject {
  if (!isJsonObject(value) || !own.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !own.includes(name)));
}

function withoutOwnOf(data: Json, reading: StateReading): JsonObject {
  const rest = withoutOwn(data, reading);
  return isJsonObject(rest) ? rest : {};
}

/** The fold of a trace's actions; most answers follow the one before by one action, from which it goes on. */
class Folds {
  readonly #fold: StateFold;
  #actions: readonly ModelAction[] = [];
  #state: Json | undefined;
  #kinds: { readonly of: Json; readonly kinds: readonly RequirementId[] } | undefined;

  constructor(fold: StateFold) {
    this.#fold = fold;
  }

  upTo(actions: readonly ModelAction[]): Json {
    const goesOn = this.#state !== undefined && this.#actions.every((action, index) => action === actions[index]);
    this.#state = goesOn
      ? foldState(this.#fold, actions.slice(this.#actions.length), this.#state)
      : foldState(this.#fold, actions);
    this.#actions = actions;
    return this.#state;
  }

  /** The kinds of data in a folded state; only the last is kept, for the reads that show the same again. */
  kindsIn(state: Json): readonly RequirementId[] {
    // That the data of the actions stand in a list says nothing of the arrays within them.
    const documents = (Array.isArray(state) ? state : [state]) as readonly Json[];
    if (this.#kinds?.of !== state)
      this.#kinds = { of: state, kinds: [...new Set(documents.flatMap((one) => kindsIn(one)))] };
    return this.#kinds.kinds;
  }
}

/**
 * What the reading predicts. Two things are the target's to choose that no probe tells: a state that is the latest data, or lists
 * them, may leave out actions that brought none, and one that lists the data may list the latest of them.
 */
function predictedFor(
  folds: Folds,
  shown: Json | undefined,
  { fold, pruned }: StateReading,
  actions: readonly ModelAction[],
): Json {
  const whole = folds.upTo(actions);
  const predicted = prunedAs(whole, pruned);
  // Which kinds of empty values stay, and whether any stand in lists, no plain data show.
  const withoutEmpty = (document: Json): Json => prunedAs(document, "empty", true);
  if (pruned !== undefined && shown !== undefined && sameJson(withoutEmpty(whole), withoutEmpty(shown))) return shown;
  const { rule, container } = partsOf(fold);
  if ((rule === "replace" || rule === "list") && !sameJson(predicted, shown)) {
    const telling = actions.filter(({ data }) => !isJsonObject(data) || Object.keys(data).length > 0);
    const otherwise = prunedAs(foldState(fold, telling), pruned);
    if (sameJson(otherwise, shown)) return otherwise;
  }
  if (
    rule === "list" &&
    container === undefined &&
    Array.isArray(predicted) &&
    Array.isArray(shown) &&
    shown.length > 0
  ) {
    const latest = (predicted as readonly Json[]).slice(-shown.length);
    if (sameJson(latest, shown)) return latest;
  }
  return predicted;
}

/** True when what is there is nothing that any action ever sent for that member: changed, not merely stale. */
function isCorruption({ path, actual }: Difference, actions: readonly ModelAction[]): boolean {
  return !actions.some(({ data }) => {
    const holder = valueAt(data, path.slice(0, -1));
    // An action that did not send the object says nothing about its members.
    return typeof holder === "object" && holder !== null && sameJson(valueAt(data, path), actual);
  });
}

function differenceOf(
  predicted: Json,
  shown: Json | undefined,
  reading: StateReading,
  actions: readonly ModelAction[],
): Difference | undefined {
  const files = actions.flatMap((action) => action.files);
  const found = [...differences(predicted, shown, [], { extraTopMembers: !reading.exact })];
  const unfilled = found.filter((one) => !mayBeFilledIn(one, reading, actions));
  const first = firstBeyondFiles(uncomputed(unfilled, reading), files);
  if (first) return first;
  if (reading.exact || !isJsonObject(shown) || !isJsonObject(predicted)) return undefined;
  // Members of the target's own are welcome; one that an action sent and the fold took away again is not.
  const stale = Object.keys(shown).find(
    (key) =>
      !Object.hasOwn(predicted, key) &&
      actions.some(({ data }) => hasMember(data, key) && sameJson(memberOf(data, key), shown[key])),
  );
  return stale === undefined ? undefined : { path: [stale], expected: undefined, actual: shown[stale] };
}

/** True for a constant in place of a member that one of the actions left out. */
function mayBeFilledIn(
  difference: Difference,
  { filled, fold }: StateReading,
  actions: readonly ModelAction[],
): boolean {
  const name = difference.path.at(-1) ?? "";
  return (
    isFilledIn(filled, difference, levelsAbove(fold)) &&
    actions.some(({ data }) => isJsonObject(data) && !Object.hasOwn(data, name))
  );
}

/** Folds that keep the top-level members apart. */
const apart: readonly StateFold[] = ["shallow-merge", "replace"];

/**
 * While actions overlap there is no one prediction. For folds that keep the top-level members apart, each member must
 * come from an action that may have been the last to write it.
 */
function* judgeDuring(
  exchange: Exchange,
  shown: Json | undefined,
  acknowledged: readonly ModelAction[],
  concurrent: readonly ModelAction[],
  reading: StateReading,
): Iterable<OverlappingState> {
  if (!apart.includes(reading.fold)) return;
  if (!isJsonObject(shown)) {
    const message = `${nameOf(exchange)} shows no state data while actions are appended`;
    yield [exchange, { message, expected: "the data of some of the actions", actual: shown }];
    return;
  }
  const writers = [...acknowledged, ...concurrent];
  const keys = new Set(writers.flatMap(({ data }) => Object.keys(withoutOwnOf(data, reading))));
  for (const key of keys) {
    const candidates = writers.filter(({ data }) => hasMember(data, key));
    const lasting = candidates.filter(
      (writer) =>
        !acknowledged.some(
          (other) =>
            candidates.includes(other) &&
            other.exchange.sentAtMs >= writer.exchange.receivedAtMs &&
            other !== writer &&
            // One of unknown outcome may have taken effect after it was given up.
            acknowledged.includes(writer),
        ),
    );
    const values = lasting.map(({ data }) => (isJsonObject(data) ? data[key] : undefined));
    const value = getOwn(shown, key);
    const mayLack = reading.fold === "replace" || !acknowledged.some((writer) => candidates.includes(writer));
    if (isFilledIn(reading.filled, { path: [key], actual: value })) continue;
    if ((value === undefined && mayLack) || values.some((sent) => shows(value, sent, key, reading))) continue;
    const message = `${nameOf(exchange)} shows a value of ${brief(key)} that no order of the actions explains`;
    const writing = lasting.map((writer) => writer.exchange);
    yield [exchange, { message, expected: { oneOf: values }, actual: value, with: writing }];
    return;
  }
  const torn =
    reading.fold === "shallow-merge"
      ? concurrent.find((action) => isTorn(action, shown, writers, concurrent, reading))
      : undefined;
  const message = `${nameOf(exchange)} shows some members of an action and not the others`;
  yield [exchange, torn && { message, expected: torn.data, actual: shown, with: [torn.exchange] }];
}

/** True when the state shows a value that only this action sent, and another of its members is not there or older. */
function isTorn(
  action: ModelAction,
  shown: JsonObject,
  writers: readonly ModelAction[],
  concurrent: readonly ModelAction[],
  reading: StateReading,
): boolean {
  const others = writers.filter((other) => other !== action);
  const isShown = (key: string, { data: sent }: ModelAction) =>
    hasMember(sent, key) && shows(memberOf(shown, key), memberOf(sent, key), key, reading);
  const keys = Object.keys(withoutOwnOf(action.data, reading)).filter((key) => !isComputedMember(action, key, reading));
  if (!keys.some((key) => isShown(key, action) && !others.some((other) => isShown(key, other)))) return false;
  const mayFollow = others.filter(
    (other) => concurrent.includes(other) || other.exchange.receivedAtMs > action.exchange.sentAtMs,
  );
  return keys.some((key) => ![action, ...mayFollow].some((writer) => isShown(key, writer)));
}

/** True for a member of the data that the state shows otherwise, so that it does not tell one action from another. */
function isComputedMember({ data }: ModelAction, key: string, { computed, filled = {}, fold }: StateReading): boolean {
  if (Object.hasOwn(filled, key)) return true;
  return computed !== undefined && isComputed(computed, { path: [key], expected: memberOf(data, key) }, fold);
}
