/** What the process of a workflow let come at each action of a history: by the state's own list, or else by its rules. */
import { withTexts } from "../../../spec/readings/shown-values.ts";
import { listedIn, listingOf, lists, type ListedAction } from "../../../spec/readings/listed-next.ts";
import {
  contentDeciding,
  isOutsideOfLists,
  needsOwnTexts,
  mayFollow,
  mayRefuse,
  processOf,
} from "../../../spec/readings/process.ts";
import { actsFor, barredBy, isBarred, senderOf, type BarredBy, type Done } from "../../../spec/readings/people.ts";
import { mayBeForData, outcomeOf, payloadMember } from "../../../spec/readings/outcome.ts";
import { refusalText } from "../../../spec/readings/refusal-text.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { hasFoundForm } from "../../../spec/readings/forms.ts";
import { isJsonObject, type JsonObject, type Json } from "../../../spec/json.ts";
import { without } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { NextActions } from "../../../spec/vocabulary/target.ts";
import { isThrottled } from "../../support/exchanges.ts";
import { isAfterBusyAction } from "./busy-traces.ts";
import { ownTextsIn } from "../unmarked.ts";
import type { Case } from "../case.ts";
import { changedBetween } from "../moment.ts";
import { endedByItself } from "./own-ends.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface GatedAction {
  readonly action: ModelAction;
  readonly exchange: Exchange;
  readonly trace: ModelTrace;
  /** Keys of the actions that were done before it was sent, that of the creation first. */
  readonly done: readonly string[];
  /** True where the state listed it for its group, false where it did not, undefined where no list was seen. */
  readonly listed: boolean | undefined;
  /** The state that listed it, or did not. */
  readonly shownBy: Exchange | undefined;
  /** False where that state was read by somebody who may not be shown what the group of the action may do. */
  readonly wouldShow: boolean;
  /** True where no other action on the trace was under way. */
  readonly alone: boolean;
  /** False where the list or else the rules say that it may not come, or may have come too late, or its content decides. */
  readonly allowed: boolean;
  /** True where no rule and no list says why it was refused: it may have been for its content, or what came earlier. */
  readonly forContent: boolean;
  /** True where another user than its sender must do it: for what was done before, or perhaps was, or as one of the group. */
  readonly barred: boolean;
}

/** The actions on traces of workflows that are processes. */
export const gatedActions = (subject: Case): readonly GatedAction[] =>
  [...subject.world.traces.values()].flatMap((trace) => {
    const workflow = subject.target.workflows[trace.created.workflow];
    const rules = processOf(subject.profile, workflow);
    const listing = listingOf(subject.profile, workflow);
    // Where the data of earlier actions decide as well, rules alone say of no refusal that it is wrong.
    const byData = workflow !== undefined && subject.observed("action-gating")?.byData?.includes(workflow.id) === true;
    const mayBeBarred = ({ actionKey }: ModelAction) =>
      barredBy(subject.profile, workflow?.id, actionKey) !== undefined;
    if (!rules && !listing && !byData && !trace.refused.some(mayBeBarred)) return [];
    return [...trace.actions.slice(1), ...trace.indeterminate, ...trace.refused].map((action): GatedAction => {
      const shown =
        listing &&
        listBefore(trace, action.exchange, (exchange) => {
          const keys = listedIn(payloadMember(exchange, "state"), listing);
          // While a trace is busy its list says nothing.
          const isBusy = action.exchange.busy !== undefined || isAfterBusyAction(trace, exchange, subject);
          return keys?.length === 0 && isBusy ? undefined : keys;
        });
      // Of what no list ever names, and what may come all the same, a list says nothing.
      const isListed = shown && lists(shown.listed, { key: action.actionKey, groupLabel: action.groupLabel });
      const isOutside = isOutsideOfLists(subject.profile, workflow?.id, action.actionKey);
      const isRefused = outcomeOf(action.exchange) === "refused";
      // A list that goes on with the clock may have changed until the action came, and so may any while one was told to wait.
      const mayHaveChanged = (listing && isOfClock(listing, subject)) === true || (action.exchange.busy ?? 0) > 0;
      const isLate = isListed === isRefused && mayHaveChanged;
      const listed = isOutside || isLate ? undefined : isListed;
      const others = othersThan(trace, action);
      const [before, meanwhile] = [keysOf(others.before), keysOf(others.meanwhile)];
      const orders = [before, ...meanwhile.map((other) => [...before, other]), [...before, ...meanwhile]];
      const byRules = !rules || orders.every((done) => mayFollow(rules, done, action.actionKey));
      // While others are under way, what was listed before may be over.
      const mayCome = listed !== undefined && (meanwhile.length === 0 || !listed) ? listed : byRules;
      const isUnknown = byData && listed === undefined && isRefused;
      // What was never seen to be taken in this place may be refused there for anything.
      const isUntried = rules?.paths !== undefined && listed === undefined && !byRules;
      // What was listed before it ended by itself is over.
      const isOver =
        !(listed === true && shown && shown.exchange.index > action.exchange.index) &&
        isRefused &&
        endedByItself(trace, action.exchange, subject);
      const isGate = listed === true && meanwhile.length === 0 && isInWordsOfGate(subject, trace, action);
      const byContent = mayCome && !isGate && isRefusedForContent(subject, trace, action, others.meanwhile);
      const by = barredBy(subject.profile, workflow?.id, action.actionKey);
      const isBarredBy = (kind: BarredBy) =>
        kind === "allotted" ? isRefused : possibleOrders(others).some((done) => isBarred(kind, done, doneBy(action)));
      const barred = (by !== undefined && isBarredBy(by)) || isRefusedToOther(subject, action.exchange);
      // A bound on the actions of a trace was seen on a fresh one as well: no list need know of it.
      const { mostActions = Infinity } = rules ?? {};
      const isFull = isRefused && mostActions > 1 && before.length >= mostActions;
      const allowed = mayCome && !barred && !isUnknown && !isOver && !isFull && !byContent;
      const alone = meanwhile.length === 0;
      const { exchange } = action;
      const isDuplicate = allowed && subject.view(duplicates).has(exchange);
      const shownBy = shown?.exchange;
      const wouldShow =
        shownBy !== undefined &&
        (senderOf(shownBy) === senderOf(exchange) ||
          subject.view(groupsShown).get(senderOf(shownBy))?.has(action.groupLabel) === true);
      // A list that is its reader's own says nothing of what others may do.
      const isHidden = listed === false && !wouldShow;
      const forContent = isRefused && !barred && (byContent || isUnknown || isUntried || isDuplicate || isHidden);
      return { action, exchange, trace, done: before, listed, shownBy, wouldShow, alone, allowed, forContent, barred };
    });
  });

/** True where what may come next was seen to change with the clock alone. */
function isOfClock({ path }: NextActions, subject: Case): boolean {
  return subject.observed("volatile-members")?.state.some((member) => sameJson(member, path)) === true;
}

/**
 * True for a refused action of which data, files or what came earlier decide, but where the other face took the same
 * later, on another trace with the same before it: what decides, decides alike for both. What was under way at the same
 * time may have come before it.
 */
function isRefusedForContent(
  subject: Case,
  trace: ModelTrace,
  action: ModelAction,
  meanwhile: readonly ModelAction[],
): boolean {
  const gating = subject.observed("action-gating");
  const deciding = contentDeciding(gating, subject.target.workflows[trace.created.workflow]?.id, action.actionKey);
  const { response, face, receivedAtMs } = action.exchange;
  if (!mayRefuse(deciding, action.files.length) || outcomeOf(action.exchange) !== "refused") return false;
  // Who may not do it is another matter, where something of it is known to decide.
  if (response?.status === 401 || (response?.status === 403 && deciding !== "unknown")) return false;
  if (meanwhile.length > 0) return true;
  const content = contentsUpTo(trace, action);
  // On this trace itself, the face that took it is to blame.
  return ![...subject.world.traces.values()].some((other) =>
    other.actions.some(
      (taken) =>
        other !== trace &&
        taken.exchange.face !== face &&
        taken.exchange.sentAtMs > receivedAtMs &&
        contentsUpTo(other, taken) === content,
    ),
  );
}

/** True for a refusal in the words in which actions are refused that the list does not name. */
function isInWordsOfGate(subject: Case, { created }: ModelTrace, { exchange }: ModelAction): boolean {
  const workflow = subject.target.workflows[created.workflow];
  const words = subject.observed("action-gating")?.unlistedWords ?? {};
  if (!workflow || !Object.hasOwn(words, workflow.id)) return false;
  return words[workflow.id]?.includes(refusalText(exchange, workflow)) === true;
}

/** What the actions of a trace up to this one brought, but for their markers and the bytes of their files. */
function contentsUpTo({ actions }: ModelTrace, action: ModelAction): string {
  const { exchange } = action;
  const before = actions.filter((one) => one.exchange !== exchange && one.exchange.receivedAtMs <= exchange.sentAtMs);
  return JSON.stringify([...before, action].map(contentOfAction));
}

/** Two actions with the same bring the same, but for their markers and the bytes of their files. */
export function contentOfAction(action: ModelAction): string {
  const { actionKey, groupLabel, workflow, data, markerAt, files, exchange } = action;
  const { stoodFor = {} } = exchange.intent.kind === "act" ? exchange.intent : {};
  return JSON.stringify([workflow, actionKey, groupLabel, files.length, unmarked(data, markerAt, stoodFor)]);
}

/** Data without their markers, and with the texts for which others stood. */
const unmarked = (data: Json, markerAt: readonly string[], stoodFor: Readonly<Record<string, string>>): Json =>
  withTexts(without(data, [markerAt, ["tcRun"]]), stoodFor);

/** The groups of which a list that each reader was shown names actions: what a state shows may differ by reader. */
const groupsShown = (subject: Case): ReadonlyMap<Account, ReadonlySet<string>> => {
  const shown = new Map<Account, Set<string>>();
  for (const trace of subject.world.traces.values()) {
    const workflow = subject.target.workflows[trace.created.workflow];
    const listing = listingOf(subject.profile, workflow);
    if (!listing) continue;
    for (const exchange of [...trace.reads, ...trace.actions.map((action) => action.exchange)]) {
      const groups = shown.get(senderOf(exchange)) ?? new Set();
      const own = subject.target.people?.find(({ account }) => account === senderOf(exchange))?.groups;
      for (const { key, group } of listedIn(payloadMember(exchange, "state"), listing) ?? []) {
        const named =
          workflow?.actions.filter((action) => action.key === key).map(({ groupLabel }) => groupLabel) ?? [];
        // What several groups may do is perhaps listed for the reader's alone.
        const meant = named.length > 1 && own ? named.filter((label) => own.includes(label)) : named;
        for (const label of group === undefined ? meant : [group]) groups.add(label);
      }
      shown.set(senderOf(exchange), groups);
    }
  }
  return shown;
};

/** Refusals of actions that could not come, or repeat what was sent before, so that they are no fault. */
export const refusedByProcess = (subject: Case): ReadonlySet<Exchange> =>
  new Set([
    ...subject
      .view(gatedActions)
      .filter(({ exchange, allowed }) => !allowed && outcomeOf(exchange) === "refused" && !isThrottled(exchange))
      .map(({ exchange }) => exchange),
    ...subject.view(duplicates),
    ...refusedByQuota(subject),
    ...refusedTexts(subject),
    ...refusedBeginnings(subject),
    ...subject.exchanges.filter((exchange) => isRefusedToOther(subject, exchange)),
  ]);

/** True for what was refused to a user whose groups are not told, where others of them were let act for the group in their place. */
function isRefusedToOther({ target }: Case, exchange: Exchange): boolean {
  const { intent } = exchange;
  const sender = target.people?.find(({ account }) => account === senderOf(exchange));
  if (!sender?.seenIn || (intent.kind !== "create" && intent.kind !== "act")) return false;
  if (typeof intent.groupLabel !== "string" || outcomeOf(exchange) !== "refused") return false;
  return actsFor(sender, intent.groupLabel) === false;
}

/** Refused creations of a target on which the user has used up what he may create. */
function refusedByQuota(subject: Case): readonly Exchange[] {
  if (subject.observed("action-gating")?.creations === undefined) return [];
  return subject.exchanges.filter((one) => one.intent.kind === "create" && outcomeOf(one) === "refused");
}

/**
 * Refused creations with a code of another that was not, or with all of its texts, where each must bring texts of its own. What
 * the examples of the configuration name may be there already.
 */
function refusedTexts(subject: Case): readonly Exchange[] {
  const gating = subject.observed("action-gating");
  const sent = subject.exchanges.flatMap((exchange) => {
    const { intent } = exchange;
    if (intent.kind !== "create" || typeof intent.actionKey !== "string" || !isJsonObject(intent.data)) return [];
    const { data, actionKey, workflow, markerAt = ["tcMark"] } = intent;
    const description = subject.target.workflows[workflow];
    if (!needsOwnTexts(gating, description?.id, actionKey)) return [];
    const textsOf = (of: JsonObject): ReadonlySet<string> =>
      new Set(ownTextsIn({ data: of, markerAt }, description, actionKey).map((text) => JSON.stringify(text)));
    const examples = description?.actions.find(({ key }) => key === actionKey)?.examples ?? [];
    const named = examples.map(textsOf);
    const [key, isRefused] = [`${workflow} ${actionKey}`, outcomeOf(exchange) === "refused"];
    return [{ exchange, key, texts: textsOf(data), named, isRefused }];
  });
  const isThere = ({ exchange, key, texts, named }: (typeof sent)[number]): boolean => {
    const before = sent.filter(
      (one) => !one.isRefused && one.key === key && one.exchange.sentAtMs < exchange.receivedAtMs,
    );
    return [...named, ...before.map((one) => one.texts)].some((those) => !those.isDisjointFrom(texts));
  };
  return sent.filter((one) => one.isRefused && isThere(one)).map(({ exchange }) => exchange);
}

/**
 * Refused creations with what never began a trace, while others did: nothing says to whom, or with which data, it would. And
 * those of which more than the form that was found by trials was seen to decide, where the other face did not take the same.
 */
function refusedBeginnings(subject: Case): readonly Exchange[] {
  const gating = subject.observed("action-gating");
  const never = gating?.neverBegun ?? {};
  return subject.exchanges.filter(({ intent, ...sent }) => {
    if (intent.kind !== "create" || typeof intent.actionKey !== "string") return false;
    const id = subject.target.workflows[intent.workflow]?.id;
    const keys = id !== undefined && Object.hasOwn(never, id) ? never[id] : undefined;
    const isNever = keys?.includes(intent.actionKey) === true;
    return (isNever || isOfFoundForm(subject, { intent, ...sent })) && outcomeOf({ intent, ...sent }) === "refused";
  });
}

function isOfFoundForm(subject: Case, exchange: Exchange): boolean {
  const { intent } = exchange;
  if (intent.kind !== "create" || typeof intent.actionKey !== "string" || !mayBeForData(exchange)) return false;
  const { id = "" } = subject.target.workflows[intent.workflow] ?? {};
  const isFound = hasFoundForm(subject.profile, id, intent.actionKey);
  if (!isFound || contentDeciding(subject.observed("action-gating"), id, intent.actionKey) !== "data") return false;
  const content = creationContent(exchange);
  return content !== undefined && !subject.view(createdContents).has(content);
}

/** What was created: of two with the same content one face takes what the other does. */
const createdContents = (subject: Case): ReadonlySet<string> =>
  new Set(subject.exchanges.flatMap((one) => (outcomeOf(one) === "succeeded" ? (creationContent(one) ?? []) : [])));

/** Equal for two creations that bring the same but for their markers. */
function creationContent({ intent }: Exchange): string | undefined {
  if (intent.kind !== "create") return undefined;
  const { workflow, actionKey, data, files, markerAt = ["tcMark"], stoodFor = {} } = intent;
  const content = isJsonObject(data) ? unmarked(data, markerAt, stoodFor) : data;
  return JSON.stringify([workflow, actionKey, files.length, content]);
}

/** Refusals of content that an accepted action, or one beside it, brought before, where the target takes none twice. */
const duplicates = (subject: Case): ReadonlySet<Exchange> => {
  const scope = subject.observed("action-gating")?.duplicates;
  if (scope === undefined) return new Set();
  const sent = subject.exchanges.flatMap((exchange) => {
    const content = contentOf(exchange);
    return content === undefined ? [] : [{ exchange, content }];
  });
  const refused = sent.filter(({ exchange, content }) => {
    if (outcomeOf(exchange) !== "refused") return false;
    return sent.some(
      (other) =>
        other.content === content &&
        outcomeOf(other.exchange) !== "refused" &&
        other.exchange.sentAtMs < exchange.receivedAtMs &&
        (scope === "workflow" || subject.traceOf(other.exchange) === subject.traceOf(exchange)),
    );
  });
  return new Set(refused.map(({ exchange }) => exchange));
};

/**
 * What an action brings, and to which workflow. Whether the same data with other files are the same again is the target's
 * to say; files alone are what an action without data brings.
 */
function contentOf({ intent }: Exchange): string | undefined {
  if (intent.kind !== "create" && intent.kind !== "act") return undefined;
  const { workflow, actionKey, data, files } = intent;
  const brought = isJsonObject(data) && Object.keys(data).length === 0 ? files.map(({ sha256 }) => sha256) : [];
  return JSON.stringify([workflow, actionKey, data, brought]);
}

interface Others {
  /** Answered before the action was sent. */
  readonly before: readonly ModelAction[];
  /** Under way at the same time, or perhaps. */
  readonly meanwhile: readonly ModelAction[];
}

/** The other actions of a trace: those that were answered before this one was sent, and those that overlap it. */
function othersThan(trace: ModelTrace, { exchange }: ModelAction): Others {
  const before: ModelAction[] = [];
  const meanwhile: ModelAction[] = [];
  for (const other of [...trace.actions, ...trace.indeterminate]) {
    if (other.exchange === exchange) continue;
    const certain = trace.actions.includes(other);
    if (certain && other.exchange.receivedAtMs <= exchange.sentAtMs) before.push(other);
    else if (other.exchange.sentAtMs < exchange.receivedAtMs) meanwhile.push(other);
  }
  return { before, meanwhile };
}

const keysOf = (actions: readonly ModelAction[]): readonly string[] => actions.map(({ actionKey }) => actionKey);
const doneBy = ({ actionKey, exchange }: ModelAction): Done => ({ key: actionKey, sender: senderOf(exchange) });

/** What may have been done before an action, with each of those at the end that may have been the last. */
function possibleOrders({ before, meanwhile }: Others): readonly (readonly Done[])[] {
  const latestMs = before.at(-1)?.exchange.sentAtMs ?? 0;
  const isLast = (one: ModelAction): boolean => one === before.at(-1) || one.exchange.receivedAtMs > latestMs;
  const done = before.map(doneBy);
  return [...before.filter(isLast), ...meanwhile].map((last) => [...done, doneBy(last)]);
}

interface ShownList {
  readonly exchange: Exchange;
  readonly listed: readonly ListedAction[];
}

/** The list that the trace showed when the action was sent: nothing was done between the two. */
function listBefore(
  trace: ModelTrace,
  action: Exchange,
  read: (exchange: Exchange) => readonly ListedAction[] | undefined,
): ShownList | undefined {
  const answers = trace.actions.map(({ exchange }) => exchange).filter((one) => one !== action);
  const refused = outcomeOf(action) === "refused";
  for (const exchange of [...trace.reads, ...answers].toSorted((left, right) => right.index - left.index)) {
    // After a refusal the list is still what it was before.
    if (exchange.sentAtMs < action.receivedAtMs ? exchange.receivedAtMs > action.sentAtMs : !refused) continue;
    const listed = read(exchange);
    if (!listed) continue;
    const [earlier, later] = exchange.index < action.index ? [exchange, action] : [action, exchange];
    if (isUnchanged(trace, earlier, later, action)) return { exchange, listed };
  }
  return undefined;
}

function isUnchanged(trace: ModelTrace, earlier: Exchange, later: Exchange, action: Exchange): boolean {
  const others: ModelTrace = { ...trace, actions: trace.actions.filter(({ exchange }) => exchange !== action) };
  return !changedBetween(others, earlier, later);
}
