/** Decides for each action of a process whether it could come: by the list in the state, else by the known rules. */
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
  /** The keys of the actions before it, the creation first. */
  readonly done: readonly string[];
  /** Whether the state listed it for its group; undefined where no list was seen. */
  readonly listed: boolean | undefined;
  /** The exchange with that state. */
  readonly shownBy: Exchange | undefined;
  /** False where that state was read by a user who may not be shown the actions of this group. */
  readonly wouldShow: boolean;
  /** True where no other action on the trace was under way. */
  readonly alone: boolean;
  /**
   * False where the list, or else the rules, do not let it come; where it may be too late; or where its content may be
   * the reason.
   */
  readonly allowed: boolean;
  /** True where neither list nor rules explain a refusal: its content, or earlier data, may be the reason. */
  readonly forContent: boolean;
  /** True where another user must do it: because of earlier actions, or as another of the group is allotted to it. */
  readonly barred: boolean;
}

/** The actions on traces of processes. */
export const gatedActions = (subject: Case): readonly GatedAction[] =>
  [...subject.world.traces.values()].flatMap((trace) => {
    const workflow = subject.workflowOf(trace);
    const rules = processOf(subject.profile, workflow);
    const listing = listingOf(subject.profile, workflow);
    // Where data of earlier actions decide too, rules alone cannot call a refusal wrong.
    const byData = workflow !== undefined && subject.observed("action-gating")?.byData?.includes(workflow.id) === true;
    const mayBeBarred = ({ actionKey }: ModelAction) =>
      barredBy(subject.profile, workflow?.id, actionKey) !== undefined;
    if (!rules && !listing && !byData && !trace.refused.some(mayBeBarred)) return [];
    const gated: GatedTrace = { subject, trace, workflow, rules, listing, byData };
    return [...trace.actions.slice(1), ...trace.indeterminate, ...trace.refused].map((action) =>
      gatedAction(action, gated),
    );
  });

/** A trace with everything known of its process. */
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
  // While other actions are under way, an earlier list may be outdated.
  const mayCome = listed !== undefined && (alone || !listed) ? listed : byRules;
  const isGate = listed === true && alone && isInWordsOfGate(gated, action);
  const byContent = mayCome && !isGate && isRefusedForContent(gated, action, others.meanwhile);
  const barred = isBarredHere(action, others, gated);
  const isUnknown = byData && listed === undefined && isRefused;
  const isOver = isRefused && isOverByNow(action, gated, listed === true ? shownBy : undefined);
  const allowed = mayCome && !barred && !isUnknown && !isOver && !isFull(action, done, gated) && !byContent;
  const isDuplicate = allowed && subject.view(duplicates).has(exchange);
  // An action never seen at this place may be refused for any reason.
  const isUntried = gated.rules?.paths !== undefined && listed === undefined && !byRules;
  // A list for its reader alone says nothing about others.
  const isHidden = listed === false && !wouldShow;
  const forContent = isRefused && !barred && (byContent || isUnknown || isUntried || isDuplicate || isHidden);
  return { action, exchange, trace, done, listed, shownBy, wouldShow, alone, allowed, forContent, barred };
}

/** Whether the list before an action names it, and who was shown the list. */
function whatTheListSays(
  { actionKey, groupLabel, exchange }: ModelAction,
  { subject, trace, workflow, listing }: GatedTrace,
): Pick<GatedAction, "listed" | "shownBy" | "wouldShow"> {
  const shown =
    listing &&
    listBefore(trace, exchange, (read) => {
      const keys = listedIn(payloadMember(read, "state"), listing);
      // The list of a busy trace says nothing.
      const isBusy = exchange.busy !== undefined || isAfterBusyAction(trace, read, subject);
      return keys?.length === 0 && isBusy ? undefined : keys;
    });
  if (!shown) return { listed: undefined, shownBy: undefined, wouldShow: false };
  const { exchange: shownBy } = shown;
  const isListed = lists(shown.listed, { key: actionKey, groupLabel });
  // A list that changes with the clock may have changed before the action came; so may any list while the sender waited
  // as told.
  const mayHaveChanged = (listing && isOfClock(listing, subject)) === true || (exchange.busy ?? 0) > 0;
  const isLate = isListed === (outcomeOf(exchange) === "refused") && mayHaveChanged;
  // Lists say nothing about an action that they never name although it may come.
  const isOutside = isOutsideOfLists(subject.profile, workflow?.id, actionKey);
  // An action that not everybody of the group may do may be listed only for those who may.
  const isForAllOfGroup = barredBy(subject.profile, workflow?.id, actionKey) === undefined;
  const wouldShow =
    senderOf(shownBy) === senderOf(exchange) ||
    (isForAllOfGroup && subject.view(groupsShown).get(senderOf(shownBy))?.has(groupLabel) === true);
  return { listed: isOutside || isLate ? undefined : isListed, shownBy, wouldShow };
}

/** Whether the rules let an action come in every possible order of those under way. */
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

/** True where the trace ended by itself, and no later list names the action. */
function isOverByNow(
  { exchange }: ModelAction,
  { subject, trace }: GatedTrace,
  listedBy: Exchange | undefined,
): boolean {
  const isListedLater = listedBy !== undefined && listedBy.index > exchange.index;
  return !isListedLater && endedByItself(trace, exchange, subject);
}

/** True where the trace has the maximum number of actions, which fresh traces confirmed; lists need not reflect it. */
function isFull({ exchange }: ModelAction, done: readonly string[], { rules }: GatedTrace): boolean {
  const { mostActions = Infinity } = rules ?? {};
  return outcomeOf(exchange) === "refused" && mostActions > 1 && done.length >= mostActions;
}

/** True where the list is known to change with the clock. */
function isOfClock({ path }: NextActions, subject: Case): boolean {
  return subject.observed("volatile-members")?.state.some((member) => sameJson(member, path)) === true;
}

/**
 * True for a refusal where data, files or earlier actions decide. Not where the other face later accepted the same on
 * another trace after the same actions, as both faces must decide alike.
 */
function isRefusedForContent(
  { subject, trace, workflow }: GatedTrace,
  action: ModelAction,
  meanwhile: readonly ModelAction[],
): boolean {
  const deciding = contentDeciding(subject.observed("action-gating"), workflow?.id, action.actionKey);
  const { response, face, receivedAtMs } = action.exchange;
  if (!mayRefuse(deciding, action.files.length) || outcomeOf(action.exchange) !== "refused") return false;
  // A refusal for the sender is another matter.
  if (response?.status === 401 || (response?.status === 403 && deciding !== "unknown")) return false;
  if (meanwhile.length > 0) return true;
  const content = contentsUpTo(trace, action);
  // On this trace itself, the face that accepted it would be at fault.
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

/** True for a refusal in the words that unlisted actions get. */
function isInWordsOfGate({ subject, workflow }: GatedTrace, { exchange }: ModelAction): boolean {
  const words = getOwn(subject.observed("action-gating")?.unlistedWords, workflow?.id);
  return workflow !== undefined && words?.includes(refusalText(exchange, workflow)) === true;
}

/** True where a user whose groups are not told was refused, and another is known to act for the group. */
export function isRefusedToOther({ target }: Case, exchange: Exchange): boolean {
  const { intent } = exchange;
  const sender = target.people?.find(({ account }) => account === senderOf(exchange));
  if (!sender?.seenIn || !isAction(intent)) return false;
  if (typeof intent.groupLabel !== "string" || outcomeOf(exchange) !== "refused") return false;
  return actsFor(sender, intent.groupLabel) === false;
}
