/**
 * Actions that one face refuses repeatedly on a trace, and that are then sent through the other with the same data by
 * the same user, with nothing done in between. Another trace with the same actions, on which the action came at once,
 * shows that it need not wait.
 */
import { sameJson } from "../../../spec/readings/equal.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import type { ModelAction, ModelTrace } from "../world.ts";
import { contentOfAction } from "./action-content.ts";
import { nameTheSame } from "./names-brought.ts";
import { isRefusal } from "./one-alone.ts";

export interface ThroughOtherFace {
  /** The exchange through the other face. */
  readonly later: Exchange;
  readonly refused: readonly Exchange[];
}

/** A single refusal may have had any reason. */
const leastRefused = 2;

/** The actions that one face refused at least so often, and that were then sent through the other. */
export const refusedByOneFace = (subject: Case): readonly ThroughOtherFace[] =>
  [...subject.world.traces.values()].flatMap((trace) =>
    [...trace.actions.slice(1), ...trace.refused].flatMap((action): readonly ThroughOtherFace[] => {
      if (trace.indeterminate.length > 0) return [];
      const refused = refusedBefore(trace, action, subject);
      return refused.length >= leastRefused && comesAtOnce(trace, action, refused, subject)
        ? [{ later: action.exchange, refused }]
        : [];
    }),
  );

/** The refusals of the same action through the other face since the last accepted action. */
function refusedBefore(trace: ModelTrace, action: ModelAction, subject: Case): readonly Exchange[] {
  const { exchange } = action;
  if (!isUndisturbed(exchange)) return [];
  const since = endOf(doneBefore(trace, exchange));
  return trace.refused
    .filter((one) => one.exchange.face !== exchange.face && isSame(one, action))
    .filter((one) => nameTheSame(one.exchange, exchange, subject))
    .map((one) => one.exchange)
    .filter((one) => isRefusal(one) && one.sentAtMs >= since && one.receivedAtMs <= exchange.sentAtMs);
}

const isSame = (one: ModelAction, other: ModelAction): boolean =>
  wayOf(one) === wayOf(other) &&
  contentOfAction(one) === contentOfAction(other) &&
  filesOf(one.exchange) === filesOf(other.exchange);

/** True where the same action was accepted through this face on another trace, after no longer a wait. */
function comesAtOnce(trace: ModelTrace, action: ModelAction, refused: readonly Exchange[], { world }: Case): boolean {
  const done = doneBefore(trace, action.exchange);
  const waitedMs = (refused.at(-1)?.sentAtMs ?? 0) - endOf(done);
  return [...world.traces.values()].some((other) =>
    other.actions.some((twin) => {
      const { exchange } = twin;
      if (other === trace || wayOf(twin) !== wayOf(action) || exchange.face !== action.exchange.face) return false;
      const earlier = doneBefore(other, exchange);
      const isAlike = sameJson(earlier.map(wayOf), done.map(wayOf)) && isUndisturbed(exchange);
      const isFirst = !other.refused.some((one) => one.actionKey === twin.actionKey);
      return isAlike && isFirst && exchange.sentAtMs - endOf(earlier) <= waitedMs;
    }),
  );
}

/** True where nothing else was under way and the request itself is not unusual. */
const isUndisturbed = ({ parallel, defects, traits, busy }: Exchange): boolean =>
  parallel !== true && defects.length === 0 && traits.length === 0 && busy === undefined;

const doneBefore = ({ actions }: ModelTrace, { sentAtMs }: Exchange): readonly ModelAction[] =>
  actions.filter(({ exchange }) => exchange.receivedAtMs <= sentAtMs);

const endOf = (actions: readonly ModelAction[]): number =>
  Math.max(0, ...actions.map(({ exchange }) => exchange.receivedAtMs));

/** Names the action and its sender. */
const wayOf = ({ actionKey, groupLabel, exchange }: ModelAction): string =>
  JSON.stringify([actionKey, groupLabel ?? null, senderOf(exchange)]);

/** The number of its files. */
const filesOf = ({ intent }: Exchange): number => ("files" in intent ? intent.files.length : 0);
