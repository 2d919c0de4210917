/**
 * What another user than the first reads of a state once it has changed: who was shown all that the first was, and is shown still
 * the same long after another action of the kind that was shown, reads what was kept from before. When a write is seen by others
 * is not shown, so that at first they may read what was.
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

/** What comes later to others may take so long. The scripts rest for longer. */
const graceMs = 2_000;

/** Each read of another user behind an action of which the one before showed the like, with what is wrong if it is stale. */
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

/** True where all that was done between the two is what the same users had done before with the same actions. */
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
