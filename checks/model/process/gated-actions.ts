/** What the process of a workflow let come at each action of a history: by the state's own list, or else by its rules. */
import { isAction } from "../../../spec/readings/actions.ts";
import { outcomeOf, payloadMember } from "../../../spec/readings/outcome.ts";
import { listedIn, listingOf, lists } from "../../../spec/readings/listed-next.ts";
import { contentDeciding, isOutsideOfLists, mayFollow, mayRefuse, processOf } from "../../../spec/readings/process.ts";
import { actsFor, barredBy, isBarred, senderOf } from "../../../spec/readings/people.ts";
import { refusalText } from "../../../spec/readings/refusal-text.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { getOwn } from "../../../spec/json.ts";
import type { NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { Case } from "../case.ts";
import type { ModelAction, ModelTrace } from "../world.ts";
import { contentsUpTo } from "./action-content.ts";
import { isAfterBusyAction } from "./busy-traces.ts";
import { doneBy, keysOf, othersThan, possibleOrders, type Others } from "./done-before.ts";
import { duplicates } from "./duplicates.ts";
import { endedByItself } from "./own-ends.ts";
import { groupsShown, listBefore } from "./shown-lists.ts";

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
    const workflow = subject.workflowOf(trace);
    const rules = processOf(subject.profile, workflow);
    const listing = listingOf(subject.profile, workflow);
    // Where the data of earlier actions decide as well, rules alone say of no refusal that it is wrong.
    const byData = workflow !== undefined && subject.observed("action-gating")?.byData?.includes(workflow.id) === true;
    const mayBeBarred = ({ actionKey }: ModelAction) =>
      barredBy(subject.profile, workflow?.id, actionKey) !== undefined;
    if (!rules && !listing && !byData && !trace.refused.some(mayBeBarred)) return [];
    const gated: GatedTrace = { subject, trace, workflow, rules, listing, byData };
    return [...trace.actions.slice(1), ...trace.indeterminate, ...trace.refused].map((action) =>
      gatedAction(action, gated),
    );
  });

/** A trace, and what is known of the process of its workflow. */
interface GatedTrace {
  readonly subject: Case;
  readonly trace: ModelTrace;
  readonly workflow: WorkflowDescription | undefined;
  readonly rules: ReturnType<typeof processOf>;
  readonly listing: NextActions | undefined;
  readonly byData: boolean;
}

function gatedAction(action: ModelAction, gated: GatedTrace): GatedAction {
  const { subject, trace, byData } = gated;
  const { exchange } = action;
  const isRefused = outcomeOf(exchange) === "refused";
  const others = othersThan(trace, action);
  const done = keysOf(others.before);
  const alone = others.meanwhile.length === 0;
  const { listed, shownBy, wouldShow } = whatTheListSays(action, gated);
  const byRules = mayComeByRules(action, others, gated);
  // While others are under way, what was listed before may be over.
  const mayCome = listed !== undefined && (alone || !listed) ? listed : byRules;
  const isGate = listed === true && alone && isInWordsOfGate(gated, action);
  const byContent = mayCome && !isGate && isRefusedForContent(gated, action, others.meanwhile);
  const barred = isBarredHere(action, others, gated);
  const isUnknown = byData && listed === undefined && isRefused;
  const isOver = isRefused && isOverByNow(action, gated, listed === true ? shownBy : undefined);
  const allowed = mayCome && !barred && !isUnknown && !isOver && !isFull(action, done, gated) && !byContent;
  const isDuplicate = allowed && subject.view(duplicates).has(exchange);
  // What was never seen to be taken in this place may be refused there for anything.
  const isUntried = gated.rules?.paths !== undefined && listed === undefined && !byRules;
  // A list that is its reader's own says nothing of what others may do.
  const isHidden = listed === false && !wouldShow;
  const forContent = isRefused && !barred && (byContent || isUnknown || isUntried || isDuplicate || isHidden);
  return { action, exchange, trace, done, listed, shownBy, wouldShow, alone, allowed, forContent, barred };
}

/** Whether the list that the state showed before an action names it, and to whom it was shown. */
function whatTheListSays(
  { actionKey, groupLabel, exchange }: ModelAction,
  { subject, trace, workflow, listing }: GatedTrace,
): Pick<GatedAction, "listed" | "shownBy" | "wouldShow"> {
  const shown =
    listing &&
    listBefore(trace, exchange, (read) => {
      const keys = listedIn(payloadMember(read, "state"), listing);
      // While a trace is busy its list says nothing.
      const isBusy = exchange.busy !== undefined || isAfterBusyAction(trace, read, subject);
      return keys?.length === 0 && isBusy ? undefined : keys;
    });
  if (!shown) return { listed: undefined, shownBy: undefined, wouldShow: false };
  const { exchange: shownBy } = shown;
  const isListed = lists(shown.listed, { key: actionKey, groupLabel });
  // A list that goes on with the clock may have changed until the action came, and so may any while one was told to wait.
  const mayHaveChanged = (listing && isOfClock(listing, subject)) === true || (exchange.busy ?? 0) > 0;
  const isLate = isListed === (outcomeOf(exchange) === "refused") && mayHaveChanged;
  // Of what no list ever names, and what may come all the same, a list says nothing.
  const isOutside = isOutsideOfLists(subject.profile, workflow?.id, actionKey);
  // What not everybody of the group may do then may be listed for those alone who may.
  const isForAllOfGroup = barredBy(subject.profile, workflow?.id, actionKey) === undefined;
  const wouldShow =
    senderOf(shownBy) === senderOf(exchange) ||
    (isForAllOfGroup && subject.view(groupsShown).get(senderOf(shownBy))?.has(groupLabel) === true);
  return { listed: isOutside || isLate ? undefined : isListed, shownBy, wouldShow };
}

/** Whether the rules let an action come, in whatever order those under way beside it were done. */
function mayComeByRules({ actionKey }: ModelAction, { before, meanwhile }: Others, { rules }: GatedTrace): boolean {
  const [first, beside] = [keysOf(before), keysOf(meanwhile)];
  const orders = [first, ...beside.map((other) => [...first, other]), [...first, ...beside]];
  return !rules || orders.every((done) => mayFollow(rules, done, actionKey));
}

/** True where another user than the sender must do it. */
function isBarredHere(action: ModelAction, others: Others, { subject, workflow }: GatedTrace): boolean {
  const by = barredBy(subject.profile, workflow?.id, action.actionKey);
  if (isRefusedToOther(subject, action.exchange)) return true;
  if (by === "allotted") return outcomeOf(action.exchange) === "refused";
  return by !== undefined && possibleOrders(others).some((done) => isBarred(by, done, doneBy(action)));
}

/** True where the trace had ended by itself, and no list that was shown later names the action still. */
function isOverByNow(
  { exchange }: ModelAction,
  { subject, trace }: GatedTrace,
  listedBy: Exchange | undefined,
): boolean {
  const isListedLater = listedBy !== undefined && listedBy.index > exchange.index;
  return !isListedLater && endedByItself(trace, exchange, subject);
}

/** True where the trace has all actions that it takes: that bound was seen on a fresh one as well, and no list need know of it. */
function isFull({ exchange }: ModelAction, done: readonly string[], { rules }: GatedTrace): boolean {
  const { mostActions = Infinity } = rules ?? {};
  return outcomeOf(exchange) === "refused" && mostActions > 1 && done.length >= mostActions;
}

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
  { subject, trace, workflow }: GatedTrace,
  action: ModelAction,
  meanwhile: readonly ModelAction[],
): boolean {
  const deciding = contentDeciding(subject.observed("action-gating"), workflow?.id, action.actionKey);
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
function isInWordsOfGate({ subject, workflow }: GatedTrace, { exchange }: ModelAction): boolean {
  const words = getOwn(subject.observed("action-gating")?.unlistedWords, workflow?.id);
  return workflow !== undefined && words?.includes(refusalText(exchange, workflow)) === true;
}

/** True for what was refused to a user whose groups are not told, where others of them were let act for the group in their place. */
export function isRefusedToOther({ target }: Case, exchange: Exchange): boolean {
  const { intent } = exchange;
  const sender = target.people?.find(({ account }) => account === senderOf(exchange));
  if (!sender?.seenIn || !isAction(intent)) return false;
  if (typeof intent.groupLabel !== "string" || outcomeOf(exchange) !== "refused") return false;
  return actsFor(sender, intent.groupLabel) === false;
}
