/** The state: what the actions make of it, in the target's own way; in reads and in the answer of the legacy link. */
import { brief, differences, sameJson, type Difference } from "../spec/readings/equal.ts";
import { payloadMember } from "../spec/readings/outcome.ts";
import { foldState } from "../spec/readings/state-fold.ts";
import { dataOfState } from "../spec/readings/state-data.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../spec/vocabulary/json.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf, type OpenPointValues, type StateFold } from "../spec/vocabulary/profile.ts";
import { kindOfDifference, kindsIn } from "./model/fidelity.ts";
import { momentOf } from "./model/moment.ts";
import { orderOf } from "./model/order.ts";
import { worldOf, type ActionRecord, type TraceRecord } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { failed, judged, passed } from "./support/judging.ts";

export const state: Check = {
  id: "state",
  requirements: [
    "STATE-03",
    "ACT-06",
    "DATA-01",
    "DATA-02",
    "DATA-03",
    "DATA-04",
    "DATA-05",
    "DATA-06",
    "DATA-07",
    "DATA-08",
    "DATA-09",
    "CONC-02",
    "CONC-04",
  ],
  *judge(history, context) {
    const reading = readingOf(context.profile, "state-data");
    if (!reading?.path) return;
    for (const trace of worldOf(history).traces.values()) {
      for (const exchange of statesOf(trace)) {
        if (!isProbing(exchange)) yield* judgeState(trace, exchange, reading, context);
      }
    }
  },
};

/** Every exchange whose answer shows the state: reads, and the appending through the legacy face. */
export function statesOf(trace: TraceRecord): Exchange[] {
  const answers = trace.actions
    .map(({ exchange }) => exchange)
    .filter(({ operationId }) => operationId === "legacyAppendAction");
  return [...trace.reads, ...answers]
    .filter((exchange) => payloadMember(exchange, "state") !== undefined)
    .sort((left, right) => left.index - right.index);
}

function* judgeState(
  trace: TraceRecord,
  exchange: Exchange,
  reading: OpenPointValues["state-data"],
  context: JudgingContext,
): Iterable<Judgement> {
  const shown = dataOfState(payloadMember(exchange, "state") ?? null, reading);
  const moment = momentOf(trace, exchange);
  if ([...moment.settled, ...moment.possible].some(({ unclear }) => unclear)) return;
  const own: RequirementId = exchange.intent.kind === "act" ? "ACT-06" : "STATE-03";
  if (moment.possible.length > 0) {
    yield* judgeDuring(exchange, shown, moment.settled, moment.possible, reading);
    return;
  }
  const ordered = moment.exact ? moment.settled : orderOf(trace, exchange, moment.settled, context);
  if (!ordered) {
    yield* judgeDuring(exchange, shown, moment.settled, [], reading);
    return;
  }
  const predicted = predictedFor(trace, shown, reading, ordered);
  const difference = differenceOf(predicted, shown, reading, ordered);
  if (!difference) {
    yield passed(own, exchange);
    if (trace.created.exchange.step.includes(".")) yield passed("CONC-02", exchange);
    if (!moment.exact) yield passed("CONC-04", exchange);
    for (const kind of kindsIn(predicted)) yield passed(kind, exchange);
    return;
  }
  // Links may stand in the order of their coming in, and the state follow that of their going through.
  if (!moment.exact && apart.includes(reading.fold)) {
    yield* judgeDuring(exchange, shown, moment.settled, [], reading);
    return;
  }
  const at = difference.path.join(".") || "its root";
  const source = ordered.findLast(({ data }) => isJsonObject(data) && Object.hasOwn(data, difference.path[0] ?? ""));
  const finding = {
    message: `${nameOf(exchange)} shows a state that does not follow from the actions (${reading.fold}), at ${at}`,
    expected: difference.expected,
    actual: difference.actual,
    with: [source?.exchange, ordered.at(-1)?.exchange],
  };
  yield failed(own, exchange, finding);
  if (trace.created.exchange.step.includes(".")) yield failed("CONC-02", exchange, finding);
  if (!moment.exact) yield failed("CONC-04", exchange, finding);
  if (isCorruption(difference, ordered)) yield failed(kindOfDifference(difference, predicted), exchange, finding);
}

/**
 * What the reading predicts. Two things are the target's to choose that no probe tells: a state that is the latest data
 * may leave out actions that brought none, and one that lists the data may list the latest of them.
 */
function predictedFor(
  trace: TraceRecord,
  shown: Json | undefined,
  { fold }: OpenPointValues["state-data"],
  actions: readonly ActionRecord[],
): Json {
  const predicted = foldedUpTo(trace, fold, actions);
  if (fold === "replace" && !sameJson(predicted, shown)) {
    const telling = actions.filter(({ data }) => !isJsonObject(data) || Object.keys(data).length > 0);
    const otherwise = foldState(fold, telling);
    if (sameJson(otherwise, shown)) return otherwise;
  }
  if (fold === "list-of-actions" && Array.isArray(predicted) && Array.isArray(shown) && shown.length > 0) {
    const latest = (predicted as readonly Json[]).slice(-shown.length);
    if (sameJson(latest, shown)) return latest;
  }
  return predicted;
}

interface Folded {
  readonly fold: StateFold;
  readonly actions: readonly ActionRecord[];
  readonly state: Json;
}

const lastFolded = new WeakMap<TraceRecord, Folded>();

/** The fold of these actions; most answers follow the one before by one action, from which it goes on. */
function foldedUpTo(trace: TraceRecord, fold: StateFold, actions: readonly ActionRecord[]): Json {
  const last = lastFolded.get(trace);
  const goesOn = last?.fold === fold && last.actions.every((action, index) => action === actions[index]);
  const state = goesOn ? foldState(fold, actions.slice(last.actions.length), last.state) : foldState(fold, actions);
  lastFolded.set(trace, { fold, actions, state });
  return state;
}

/** True when what is there is nothing that any action ever sent for that member: changed, not merely stale. */
function isCorruption({ path, actual }: Difference, actions: readonly ActionRecord[]): boolean {
  return !actions.some(({ data }) => {
    let holder: Json | undefined = data;
    for (const step of path.slice(0, -1)) holder = memberOf(holder, step);
    // An action that did not send the object says nothing about its members.
    return typeof holder === "object" && holder !== null && sameJson(memberOf(holder, path.at(-1) ?? ""), actual);
  });
}

function memberOf(holder: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(holder)) return holder[Number(step)] as Json | undefined;
  return isJsonObject(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
}

function differenceOf(
  predicted: Json,
  shown: Json | undefined,
  reading: OpenPointValues["state-data"],
  actions: readonly ActionRecord[],
): Difference | undefined {
  const first = differences(predicted, shown, [], { extraTopMembers: !reading.exact }).next();
  if (!first.done) return first.value;
  if (reading.exact || !isJsonObject(shown) || !isJsonObject(predicted)) return undefined;
  // Members of the target's own are welcome; one that an action sent and the fold took away again is not.
  const stale = Object.keys(shown).find(
    (key) =>
      !Object.hasOwn(predicted, key) &&
      actions.some(({ data }) => isJsonObject(data) && Object.hasOwn(data, key) && sameJson(data[key], shown[key])),
  );
  return stale === undefined ? undefined : { path: [stale], expected: undefined, actual: shown[stale] };
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
  settled: readonly ActionRecord[],
  possible: readonly ActionRecord[],
  reading: OpenPointValues["state-data"],
): Iterable<Judgement> {
  if (!apart.includes(reading.fold)) return;
  if (!isJsonObject(shown)) {
    yield failed("CONC-04", exchange, {
      message: `${nameOf(exchange)} shows no state data while actions are appended`,
      expected: "the data of some of the actions",
      actual: shown,
    });
    return;
  }
  const writers = [...settled, ...possible];
  const keys = new Set(writers.flatMap(({ data }) => (isJsonObject(data) ? Object.keys(data) : [])));
  for (const key of keys) {
    const candidates = writers.filter(({ data }) => isJsonObject(data) && Object.hasOwn(data, key));
    const lasting = candidates.filter(
      (writer) =>
        !settled.some(
          (other) =>
            candidates.includes(other) &&
            other.exchange.sentAtMs >= writer.exchange.receivedAtMs &&
            other !== writer &&
            // One of unknown outcome may have taken effect after it was given up.
            settled.includes(writer),
        ),
    );
    const values = lasting.map(({ data }) => (isJsonObject(data) ? data[key] : undefined));
    const value = Object.hasOwn(shown, key) ? shown[key] : undefined;
    const mayLack = reading.fold === "replace" || !settled.some((writer) => candidates.includes(writer));
    if ((value === undefined && mayLack) || values.some((candidate) => sameJson(candidate, value))) continue;
    yield failed("CONC-04", exchange, {
      message: `${nameOf(exchange)} shows a value of ${brief(key)} that no order of the actions explains`,
      expected: { oneOf: values },
      actual: value,
      with: lasting.map((writer) => writer.exchange),
    });
    return;
  }
  const torn =
    reading.fold === "shallow-merge" ? possible.find((action) => isTorn(action, shown, writers, possible)) : undefined;
  yield judged(
    "CONC-04",
    exchange,
    torn && {
      message: `${nameOf(exchange)} shows some members of an action and not the others`,
      expected: torn.data,
      actual: shown,
      with: [torn.exchange],
    },
  );
}

/** True when the state shows a value that only this action sent, and another of its members is not there or older. */
function isTorn(
  action: ActionRecord,
  shown: JsonObject,
  writers: readonly ActionRecord[],
  possible: readonly ActionRecord[],
): boolean {
  const { data } = action;
  if (!isJsonObject(data)) return false;
  const others = writers.filter((other) => other !== action);
  const shows = (key: string, { data: sent }: ActionRecord) =>
    isJsonObject(sent) && Object.hasOwn(sent, key) && Object.hasOwn(shown, key) && sameJson(shown[key], sent[key]);
  const keys = Object.keys(data);
  if (!keys.some((key) => shows(key, action) && !others.some((other) => shows(key, other)))) return false;
  const mayFollow = others.filter(
    (other) => possible.includes(other) || other.exchange.receivedAtMs > action.exchange.sentAtMs,
  );
  return keys.some((key) => ![action, ...mayFollow].some((writer) => shows(key, writer)));
}
