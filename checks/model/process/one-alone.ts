/**
 * Parallel actions of which only one may be accepted: on traces with the same actions before, each was refused right
 * behind the other, e.g. the same twice, or two that each want what is left. Whatever the rule, both cannot be
 * accepted.
 */
import { isBesideAction, outcomeOf } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Finding } from "../../judgements.ts";
import { isThrottled, nameOf } from "../../support/exchanges.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { contentOfAction } from "./action-content.ts";
import type { ModelAction, ModelTrace } from "../world.ts";
import { nameTheSame } from "./names-brought.ts";
import { racesOn } from "./races.ts";

/** For each such group the last accepted action, with a finding where another was accepted too. */
export function* oneAlone(trace: ModelTrace, subject: Case): Iterable<readonly [Exchange, Finding | false]> {
  if (trace.indeterminate.length > 0) return;
  for (const group of racesOn(trace)) {
    const accepted = group.filter((action) => trace.actions.includes(action));
    const [last, begin] = [accepted.at(-1), Math.min(...group.map(({ exchange }) => exchange.sentAtMs))];
    const areSame = new Set(group.map(contentBySender)).size === 1;
    if (!last || group.length < 2 || (group.length > 2 && !areSame)) continue;
    // If they refer to different things, each may be accepted.
    if (!group.every((action) => nameTheSame(action.exchange, last.exchange, subject))) continue;
    const before = trace.actions.filter(({ exchange }) => exchange.receivedAtMs <= begin);
    const [one, other] = areSame ? [last, last] : group;
    if (!one || !other) continue;
    const orders = [
      [one, other],
      [other, one],
    ] as const;
    const refused = orders.flatMap(
      ([first, second]) => refusedBehind([...before, first], second, trace, subject) ?? [],
    );
    if (refused.length < orders.length) continue;
    const message = `${nameOf(last.exchange)} accepts an action beside ${areSame ? "the same" : "another"} one, behind which it is refused elsewhere`;
    const actual = accepted.map(({ actionKey }) => actionKey);
    const others = [...accepted.slice(0, -1).map(({ exchange }) => exchange), ...new Set(refused)];
    yield [
      last.exchange,
      accepted.length > 1 && { message, expected: "a refusal of all but one", actual, with: others },
    ];
  }
}

/** A refusal of the action right behind these, on another trace where nothing else was under way. */
function refusedBehind(
  actions: readonly ModelAction[],
  next: ModelAction,
  trace: ModelTrace,
  subject: Case,
): Exchange | undefined {
  const wanted = JSON.stringify(actions.map(contentBySender));
  for (const other of subject.world.traces.values()) {
    if (other === trace || other.actions.some(({ exchange }) => exchange.parallel === true)) continue;
    const found = other.refused.find((refused) => {
      const { exchange } = refused;
      const before = other.actions.filter((one) => one.exchange.receivedAtMs <= exchange.sentAtMs);
      return (
        isRefusal(exchange) &&
        contentBySender(refused) === contentBySender(next) &&
        nameTheSame(exchange, before.at(-1)?.exchange ?? exchange, subject) &&
        JSON.stringify(before.map(contentBySender)) === wanted
      );
    });
    if (found) return found.exchange;
  }
  return undefined;
}

/** True for a refusal of the action itself. */
export const isRefusal = (exchange: Exchange): boolean =>
  outcomeOf(exchange) === "refused" &&
  exchange.parallel !== true &&
  exchange.busy === undefined &&
  exchange.defects.length === 0 &&
  !isThrottled(exchange) &&
  !isBesideAction(exchange.response?.status ?? 0);

/** Equal for actions with the same content from the same user. */
const contentBySender = (action: ModelAction): string =>
  JSON.stringify([contentOfAction(action), senderOf(action.exchange)]);
