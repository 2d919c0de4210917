/** GATE: actions that the process of their workflow does not let come at any time. */
import { racesOn } from "./model/process/races.ts";
import { isAction } from "../spec/readings/actions.ts";
import { contentDeciding, inSomeOrder, mayFollow, processOf, type MayCome } from "../spec/readings/process.ts";
import { senderOf } from "../spec/readings/people.ts";
import { sameJson } from "../spec/readings/equal.ts";
import { ownMarkerPlace } from "../spec/readings/marker.ts";
import { mayBeForData, outcomeOf } from "../spec/readings/outcome.ts";
import { objectAt, resolvedSchema } from "../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json } from "../spec/json.ts";
import type { ActionIntent, Exchange } from "../spec/vocabulary/history.ts";
import { unfitTraits } from "../spec/vocabulary/unfit-traits.ts";
import type { Case } from "./model/case.ts";
import { changedBetween } from "./model/moment.ts";
import { contentOfAction } from "./model/process/action-content.ts";
import { gatedActions, type GatedAction } from "./model/process/gated-actions.ts";
import { refusedByProcess } from "./model/process/refused-by-process.ts";
import { refusedByOneFace } from "./model/process/one-face.ts";
import { nameTheSame } from "./model/process/names-brought.ts";
import { oneAlone } from "./model/process/one-alone.ts";
import { isDrawn } from "./model/rereads/twins.ts";
import { withoutMarker } from "./model/unmarked.ts";
import { traceKey, type ModelAction, type ModelTrace } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { answerOf, isThrottled, nameOf } from "./support/exchanges.ts";

/** More actions at the same time are not tried in every order. */
const maxTogether = 6;

export const gatingRules: readonly Rule[] = [
  rule("GATE-01", function* (subject) {
    for (const { exchange, listed, shownBy, wouldShow, alone } of plainlySent(subject)) {
      if (listed !== false || !wouldShow || !alone || !isAnswered(exchange)) continue;
      const message = `${nameOf(exchange)} accepts an action that the state did not list as next`;
      const finding = { message, expected: "a refusal", actual: answerOf(exchange), with: [shownBy] };
      yield [exchange, outcomeOf(exchange) === "succeeded" && finding];
    }
  }),

  rule("GATE-02", function* (subject) {
    const sent = plainlySent(subject).toSorted((left, right) => left.exchange.index - right.exchange.index);
    for (const later of sent) {
      const isTaken = outcomeOf(later.exchange) === "succeeded";
      const earlier = sent.find(
        (one) =>
          isSameThroughOtherFace(one, later, subject) &&
          // Other data may be taken where the first were refused for what they hold.
          (!isTaken || !mayKnowMoreOfData(one, subject) || bringTheSame(one, later, subject)),
      );
      if (!earlier || !isAnswered(later.exchange)) continue;
      const message = `${nameOf(later.exchange)} accepts an action that the ${earlier.exchange.face} face refused, with nothing done in between`;
      const finding = { message, expected: "a refusal", actual: answerOf(later.exchange), with: [earlier.exchange] };
      yield [later.exchange, isTaken && finding];
    }
    for (const { later, refused } of subject.view(refusedByOneFace)) {
      const isTaken = outcomeOf(later) === "succeeded";
      const message = `${nameOf(later)} accepts an action that the ${refused[0]?.face ?? "other"} face refused ${String(refused.length)} times just before, with the same data from the same user and nothing done in between`;
      const finding = { message, expected: "a refusal", actual: answerOf(later), with: refused };
      if (isAnswered(later)) yield [later, isTaken && finding];
    }
  }),

  rule("GATE-04", function* (subject) {
    for (const [earlier, later] of subject.view(unfitTwins)) {
      const message = `${nameOf(later)} takes what the ${earlier.face} face refused, with nothing done in between`;
      const finding = { message, expected: "a refusal", actual: answerOf(later), with: [earlier] };
      yield [later, outcomeOf(earlier) === "refused" && outcomeOf(later) === "succeeded" && finding];
    }
  }),

  rule("GATE-03", function* (subject) {
    for (const trace of subject.world.traces.values()) {
      const workflow = subject.workflowOf(trace);
      const rules = processOf(subject.profile, workflow);
      if (!rules) continue;
      const isByData = workflow && subject.observed("action-gating")?.byData?.includes(workflow.id) === true;
      // Sequences that were taken do not tell what else may be, and where the data of earlier actions decide no rules do.
      const { paths, ...sure } = rules;
      const mayCome: MayCome = (done, key) => {
        const isSure = isByData !== true && (paths === undefined || !mayFollow(sure, done, key));
        if (isSure) return mayFollow(sure, done, key);
        const shown = mayFollow(rules, done, key) || subject.view(shownOneByOne).get(placeOf(trace, done, key));
        // Of an action whose data decide, others show what may come, and not what may not.
        const decides = (one: string): boolean =>
          contentDeciding(subject.observed("action-gating"), workflow?.id, one) !== undefined;
        return shown === false && isByData === true && [...done, key].some(decides) ? undefined : shown;
      };
      yield* togetherOn(trace, mayCome, subject);
      if (!isDrawn(trace, subject)) yield* oneAlone(trace, subject);
    }
  }),
];

/** Pairs of the same action of which a user may be refused, a trace not begin with it, or a thing be named no more: one through each face. */
const unfitTwins = (subject: Case): readonly (readonly [earlier: Exchange, later: Exchange])[] => {
  const sent = subject.exchanges.filter(
    (exchange) =>
      exchange.defects.length === 0 && isAnswered(exchange) && exchange.traits.some((one) => unfit.has(one)),
  );
  return sent.flatMap((later) => {
    const earlier = sent.findLast((one) => one.receivedAtMs <= later.sentAtMs && isSameUnfit(one, later, subject));
    return earlier && earlier.face !== later.face && isUnchanged(earlier, later, subject) ? [[earlier, later]] : [];
  });
};

/** Of what was refused once nobody knows whether it is refused each time. Data without any member may be refused as well. */
const unfit: ReadonlySet<string> = new Set([
  ...Object.values(unfitTraits).filter((trait) => trait !== unfitTraits.again),
  "data.document-empty",
]);

function isSameUnfit(
  { intent: one, actor, by, traits }: Exchange,
  { intent: other, ...later }: Exchange,
  subject: Case,
): boolean {
  const isWrite = isAction(one);
  // At another end, or about another thing, they are other data.
  const isOfItsData = [unfitTraits.extreme, unfitTraits.thing].some((trait) => traits.includes(trait));
  if (isOfItsData && !(isWrite && "data" in other && sameJson(one.data, other.data))) return false;
  // Of data that lack a member others may lack another one, or want none with what else they hold.
  const isLacking = traits.includes(unfitTraits.form);
  const isOther = isAction(other);
  if (isLacking && !(isWrite && isOther && sameJson(choicesOf(one, subject), choicesOf(other, subject)))) return false;
  // What is refused to a user may be refused for what it brings as well.
  const isOfSender = traits.includes(unfitTraits.sender);
  if (isOfSender && isWrite && isOther && !sameJson(broughtBy(one), broughtBy(other))) return false;
  // Data that lack a member may be refused where others, in which one is of another type, are taken.
  if (traits.some((trait) => unfit.has(trait) && !later.traits.includes(trait))) return false;
  if (!isWrite || one.kind !== other.kind || actor !== later.actor || by !== later.by) return false;
  if (one.kind === "act" && other.kind === "act" && traceKey(one.traceId) !== traceKey(other.traceId)) return false;
  const alike = ["workflow", "actionKey", "groupLabel"] as const;
  return isOther && alike.every((member) => one[member] === other[member]);
}

const broughtBy = ({ data, markerAt = ownMarkerPlace }: ActionIntent): Json => withoutMarker({ data, markerAt });

/** The names of the members of the data, and what they hold where their form has flags or lists of values. */
function choicesOf({ data, workflow, actionKey }: ActionIntent, { target }: Case): Json {
  const names = Object.keys(Object(data)).toSorted();
  const action = target.workflows[workflow]?.actions.find(({ key }) => key === actionKey);
  if (!action?.dataSchema || !isJsonObject(data)) return names;
  const properties = objectAt(resolvedSchema(action.dataSchema, action.dataSchema), "properties");
  const isChoice = (name: string): boolean =>
    typeof data[name] === "boolean" ||
    ["enum", "const"].some((word) => Object.hasOwn(objectAt(properties, name), word));
  return [names, names.filter(isChoice).map((name) => data[name] ?? null)];
}

function isUnchanged(earlier: Exchange, later: Exchange, subject: Case): boolean {
  const trace = later.intent.kind === "act" ? subject.traceOf(later) : undefined;
  if (!trace) return later.intent.kind === "create" && mayCompareCreations(earlier, later, subject);
  const others = trace.actions.filter(({ exchange }) => exchange !== later);
  return !changedBetween({ ...trace, actions: others }, earlier, later);
}

/**
 * Where the user may create no more, that is the reason of any refusal. Where so many traces may be open, there may be room
 * when the other face is asked; what both answer alike is compared all the same.
 */
function mayCompareCreations(earlier: Exchange, later: Exchange, subject: Case): boolean {
  const creations = subject.observed("action-gating")?.creations;
  return creations === undefined || (creations === "so-many-open" && outcomeOf(earlier) === outcomeOf(later));
}

function plainlySent(subject: Case): readonly GatedAction[] {
  return subject
    .view(gatedActions)
    .filter(({ exchange }) => exchange.defects.length === 0 && exchange.traits.length === 0 && !exchange.candidateFor);
}

function isAnswered(exchange: Exchange): boolean {
  return ["succeeded", "refused"].includes(outcomeOf(exchange)) && !isThrottled(exchange);
}

/** True where the earlier one is the same action, refused by the process, and the trace has not changed since. */
function isSameThroughOtherFace(earlier: GatedAction, later: GatedAction, subject: Case): boolean {
  const [one, other] = [earlier.exchange, later.exchange];
  if (one.face === other.face || one.receivedAtMs > other.sentAtMs || earlier.trace !== later.trace) return false;
  if (one.intent.kind !== "act" || other.intent.kind !== "act") return false;
  if (one.intent.actionKey !== other.intent.actionKey || one.intent.groupLabel !== other.intent.groupLabel)
    return false;
  if (!nameTheSame(one, other, subject)) return false;
  // What one user is kept from another may do.
  if (earlier.barred && senderOf(one) !== senderOf(other)) return false;
  // What was refused for its content may be taken with another.
  if (earlier.forContent && !bringTheSame(earlier, later, subject)) return false;
  const unchanged = earlier.alone && later.alone && earlier.done.length === later.done.length;
  return unchanged && subject.view(refusedByProcess).has(one);
}

/** True for a refusal that may mean the data of an action with a form: a service may know more of these than the form says. */
function mayKnowMoreOfData({ action, exchange }: GatedAction, { target }: Case): boolean {
  const actions = target.workflows[action.workflow]?.actions ?? [];
  const hasForm = actions.some(({ key, dataSchema }) => key === action.actionKey && dataSchema !== undefined);
  return hasForm && mayBeForData(exchange);
}

/** A marker makes other content of what may not be sent twice, and is nothing that a process knows. */
function bringTheSame({ action: one }: GatedAction, { action: other }: GatedAction, subject: Case): boolean {
  const isSame = contentOfAction(one) === contentOfAction(other);
  return isSame && (subject.observed("action-gating")?.duplicates === undefined || sameJson(one.data, other.data));
}

/** Groups of actions of which not all may come, where the same history shows that the process refuses one of them. */
function* togetherOn(trace: ModelTrace, mayCome: MayCome, subject: Case): Iterable<Observed> {
  const refused = new Set([...subject.view(refusedByProcess)].flatMap((one) => keyOf(one) ?? []));
  for (const race of racesOn(trace)) {
    const group = race.filter(({ unclear }) => !unclear);
    const [first] = group.toSorted((left, right) => left.exchange.sentAtMs - right.exchange.sentAtMs);
    const keys = group.map(({ actionKey }) => actionKey);
    if (!first || group.length < 2 || group.length > maxTogether || !keys.some((key) => refused.has(key))) continue;
    if (trace.indeterminate.length > 0) continue;
    const before = trace.actions.filter(({ exchange }) => exchange.receivedAtMs <= first.exchange.sentAtMs);
    const done = before.map(({ actionKey }) => actionKey);
    if (inSomeOrder(mayCome, done, keys) === true) continue;
    const accepted = group.filter((action) => trace.actions.includes(action));
    const possible = inSomeOrder(
      mayCome,
      done,
      accepted.map(({ actionKey }) => actionKey),
    );
    if (possible === undefined) continue;
    const last = accepted.at(-1) ?? first;
    const message = `${nameOf(last.exchange)} accepts an action beside others, although in no order they may follow each other`;
    const finding = {
      message,
      expected: "a refusal of all but one",
      actual: accepted.map(({ actionKey }) => actionKey),
      with: accepted.map(exchangeOf),
    };
    yield [last.exchange, !possible && finding];
  }
}

/**
 * By what was done and what came next, one after the other, in the same history: whether it was taken, or the state did
 * not list it. What was refused though it was listed, or where nothing lists it, may have been so for its data.
 */
const shownOneByOne = (subject: Case): ReadonlyMap<string, boolean> => {
  const shown = new Map<string, boolean>();
  for (const { action, exchange, trace, done, listed, alone } of subject.view(gatedActions)) {
    if (!alone || exchange.defects.length > 0) continue;
    const place = placeOf(trace, done, action.actionKey);
    if (outcomeOf(exchange) === "succeeded") shown.set(place, true);
    else if (listed === false && !shown.has(place)) shown.set(place, false);
  }
  return shown;
};

function placeOf({ created }: ModelTrace, done: readonly string[], key: string): string {
  return JSON.stringify([created.workflow, ...done, key]);
}

const exchangeOf = ({ exchange }: ModelAction): Exchange => exchange;

function keyOf({ intent }: Exchange): string | undefined {
  return intent.kind === "act" && typeof intent.actionKey === "string" ? intent.actionKey : undefined;
}
