/**
 * Finds outdated states that another user than the first is shown: a user who saw the same as the first user still sees
 * the former state long after a further action, of a kind that was shown before. Shortly after a write that is allowed,
 * as the interface does not say when others see it.
 */
import { sameJson } from "../../../spec/readings/equal.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { changedBetween } from "../moment.ts";
import type { ModelTrace } from "../world.ts";
import { stateReads, type StateRead } from "./colleagues.ts";

/** For so long others may see the former state. Scripts wait longer. */
const graceMs = 2_000;

/** Each read of another user after such an action, with a finding where it is outdated. */
export function* readsOfOthers(subject: Case): Iterable<readonly [Exchange, Finding | false]> {
  for (const trace of subject.world.traces.values()) {
    const shown = stateReads(trace, subject).filter(({ state }) => state !== undefined);
    const byReader = Map.groupBy(shown, ({ exchange }) => senderOf(exchange));
    const first = byReader.get("first") ?? [];
    byReader.delete("first");
    const firstIsShown = ({ exchange }: StateRead) =>
      first.find((one) => !changedBetween(trace, one.exchange, exchange));
    for (const own of byReader.values())
      for (const [at, later] of own.entries()) {
        const before = own.slice(0, at).findLast((one) => isBehindLikeActions(trace, one.exchange, later.exchange));
        const [then, now] = [before && firstIsShown(before), firstIsShown(later)];
        if (!before || !then || !now || !sameJson(then.state, before.state) || sameJson(then.state, now.state))
          continue;
        const message = `${nameOf(later.exchange)} shows another user the state as it was before an action, where the first user is shown what the action changed`;
        const finding = { message, expected: now.state, actual: later.state, with: [before.exchange, now.exchange] };
        yield [later.exchange, sameJson(before.state, later.state) && finding];
      }
  }
}

/** True where everything done in between is what the same users did before with the same actions. */
function isBehindLikeActions({ actions, indeterminate }: ModelTrace, before: Exchange, later: Exchange): boolean {
  if (indeterminate.length > 0 || before.receivedAtMs > later.sentAtMs) return false;
  const keyBySender = ({ exchange, actionKey }: ModelTrace["actions"][number]) =>
    JSON.stringify([actionKey, senderOf(exchange)]);
  const earlier = actions.filter(({ exchange }) => exchange.receivedAtMs <= before.sentAtMs).map(keyBySender);
  const others = actions.filter(({ exchange }) => exchange.receivedAtMs > before.sentAtMs);
  const between = others.filter(({ exchange }) => exchange.sentAtMs < later.receivedAtMs);
  const areWhole = between.every(
    ({ exchange }) => exchange.sentAtMs >= before.receivedAtMs && exchange.receivedAtMs + graceMs <= later.sentAtMs,
  );
  return between.length > 0 && areWhole && between.every((action) => earlier.includes(keyBySender(action)));
}
