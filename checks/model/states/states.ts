/** Compares the states in a case with what their actions make of them by the target's own rule. */
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

/** Advice for a workflow that computes such values: links show the data intact, the state may not. */
const remedy = asAdvice("the workflow compute such values, `openPoints.state-data` can say so by `computed` or `own`");

/** A state that the model predicts. */
export interface PredictedState {
  readonly trace: ModelTrace;
  readonly exchange: Exchange;
  readonly moment: Moment;
  readonly finding: Finding | undefined;
  /** The kinds of data shown as they were sent, or the one that is shown changed. */
  readonly kinds: readonly RequirementId[];
}

/** A state read while actions overlapped: some order of them must explain it. */
type OverlappingState = Observed;

/** The states whose actions have one order. */
export const predictedStates = (subject: Case): readonly PredictedState[] =>
  subject.view(judgedStates).flatMap((state) => ("kinds" in state ? [state] : []));

/** The states whose actions may have several orders. */
export const overlappingStates = (subject: Case): readonly OverlappingState[] =>
  subject.view(judgedStates).flatMap((state) => ("kinds" in state ? [] : [state]));

function judgedStates(subject: Case): readonly (PredictedState | OverlappingState)[] {
  const { filled } = subject.observed("link-data") ?? {};
  // Members that come with own links cannot be predicted.
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

/** The reading, with the values that are computed for this reader. */
function readingFor(reading: StateReading, exchange: Exchange): StateReading {
  const { computed: _, computedForOthers: __, ...others } = reading;
  const computed = computedFor(reading, senderOf(exchange));
  return computed ? { ...others, computed } : others;
}

/** The differences without those of computed values. */
function* uncomputed(found: Iterable<Difference>, { computed, fold }: StateReading): Iterable<Difference> {
  for (const difference of found) if (!computed || !isComputed(computed, difference, fold)) yield difference;
}

/** True where a member shows what was sent, apart from computed values. */
function shows(shown: Json | undefined, sent: Json | undefined, key: string, reading: StateReading): boolean {
  return (
    uncomputed(differences(sent, shown, [key]), reading)
      [Symbol.iterator]()
      .next().done === true
  );
}

/**
 * Every exchange that shows the state as an object: reads, and answers to legacy actions.
 * @param shown.toAnybody includes answers to actions of other users than the first
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
  // Where actions overlapped, it is unknown whether a member was sent before its removal or after.
  const cleared = exact ? clearedByBringer(observed, together) : clearedBy(observed, together);
  // Empty data may be left out as a whole.
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
  // Links may follow the arrival of actions, while the state follows their execution.
  if (!ordered || predicted === undefined || (difference && !exact && apart.includes(reading.fold))) {
    yield* judgeDuring(exchange, shown, acknowledged, concurrent, reading);
    return;
  }
  if (!difference) {
    // Where some types are computed, only links tell which kinds of data come back.
    const kinds = reading.computed ? [] : folds.kindsIn(predicted);
    yield { trace, exchange, moment, finding: undefined, kinds };
    return;
  }
  yield { trace, exchange, moment, ...changedState(exchange, difference, predicted, ordered, reading) };
}

/** The finding for a state that does not follow from its actions, and the kind of data that came back changed. */
function changedState(
  exchange: Exchange,
  difference: Difference,
  predicted: Json,
  ordered: readonly ModelAction[],
  reading: StateReading,
): Pick<PredictedState, "finding" | "kinds"> {
  // The path below the names of actions or groups, for data that are kept apart.
  const within = difference.path.slice(levelsAbove(reading.fold));
  const source = ordered.findLast(({ data }) => hasMember(data, within[0] ?? ""));
  const kinds = isCorruption({ ...difference, path: within }, ordered) ? [kindOfDifference(difference, predicted)] : [];
  // A missing member is no computed value.
  const advice = kinds.length > 0 && difference.actual !== undefined ? remedy : "";
  const finding = {
    message: `${nameOf(exchange)} shows a state that does not follow from the actions (${reading.fold}), at ${placeText(difference.path)}${advice}`,
    expected: difference.expected,
    actual: difference.actual,
    with: [source?.exchange, ordered.at(-1)?.exchange],
  };
  return { finding, kinds };
}

/** The value without members that the target computes. */
function withoutOwn<Value extends Json | undefined>(value: Value, { own = [] }: StateReading): Value | JsonObject {
  if (!isJsonObject(value) || !own.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !own.includes(name)));
}

function withoutOwnOf(data: Json, reading: StateReading): JsonObject {
  const rest = withoutOwn(data, reading);
  return isJsonObject(rest) ? rest : {};
}

/** Combines the actions of a trace; continues from the previous answer, as most have one action more. */
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

  /** The kinds of data in a state; the last result is kept, as reads repeat. */
  kindsIn(state: Json): readonly RequirementId[] {
    // A list of all actions' data says nothing about arrays inside the data.
    const documents = (Array.isArray(state) ? state : [state]) as readonly Json[];
    if (this.#kinds?.of !== state)
      this.#kinds = { of: state, kinds: [...new Set(documents.flatMap((one) => kindsIn(one)))] };
    return this.#kinds.kinds;
  }
}

/**
 * The predicted state. No probe tells whether a state of the latest data, or a list, leaves out actions without data,
 * or whether a list has only the latest entries; so these are allowed.
 */
function predictedFor(
  folds: Folds,
  shown: Json | undefined,
  { fold, pruned }: StateReading,
  actions: readonly ModelAction[],
): Json {
  const whole = folds.upTo(actions);
  const predicted = prunedAs(whole, pruned);
  // Plain data do not show which kinds of empty values stay.
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

/** True where the value is one that no action sent for this member: it is changed, not just outdated. */
function isCorruption({ path, actual }: Difference, actions: readonly ModelAction[]): boolean {
  return !actions.some(({ data }) => {
    const holder = valueAt(data, path.slice(0, -1));
    // An action without the object says nothing about its members.
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
  // Additional members are allowed, but not one that an action sent and that the rule removes.
  const stale = Object.keys(shown).find(
    (key) =>
      !Object.hasOwn(predicted, key) &&
      actions.some(({ data }) => hasMember(data, key) && sameJson(memberOf(data, key), shown[key])),
  );
  return stale === undefined ? undefined : { path: [stale], expected: undefined, actual: shown[stale] };
}

/** True for a default in place of a member that an action left out. */
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

/** Rules that keep top-level members separate. */
const apart: readonly StateFold[] = ["shallow-merge", "replace"];

/**
 * While actions overlap there is no single prediction. For rules that keep top-level members separate, each must come
 * from an action that may have been the last to write it.
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
            // A write of unknown outcome may have taken effect later.
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

/**
 * True where the state shows a value that only this action sent, but not another of its members, or an older value of
 * it.
 */
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

/** True for a member that the state shows otherwise, so that it does not identify an action. */
function isComputedMember({ data }: ModelAction, key: string, { computed, filled = {}, fold }: StateReading): boolean {
  if (Object.hasOwn(filled, key)) return true;
  return computed !== undefined && isComputed(computed, { path: [key], expected: memberOf(data, key) }, fold);
}
