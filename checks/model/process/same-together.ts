/**
 * Actions at the same time that all bring the same: what was refused right behind the same on a trace with the same before it may
 * not come so elsewhere, in whatever order the service took them, whatever rule is behind it.
 */
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Finding } from "../../judgements.ts";
import { isThrottled, nameOf } from "../../support/exchanges.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { contentOfAction } from "./process.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

/** Statuses that say nothing of the action itself. */
const ofOthers: ReadonlySet<number> = new Set([401, 408, 413, 429]);

/** For each such group of a trace the last that was accepted, and what is wrong where another was as well. */
export function* sameTogether(trace: ModelTrace, subject: Case): Iterable<readonly [Exchange, Finding | false]> {
  const all = [...trace.actions, ...trace.refused].filter(({ exchange }) => exchange.parallel === true);
  if (trace.indeterminate.length > 0) return;
  for (const group of Map.groupBy(all, ({ exchange }) => exchange.step.split(".", 1)[0]).values()) {
    const accepted = group.filter((action) => trace.actions.includes(action));
    const [last, begin] = [accepted.at(-1), Math.min(...group.map(({ exchange }) => exchange.sentAtMs))];
    if (!last || group.length < 2 || new Set(group.map(told)).size > 1) continue;
    const before = trace.actions.filter(({ exchange }) => exchange.receivedAtMs <= begin);
    const refused = refusedBehind([...before, last], trace, subject);
    if (!refused) continue;
    const message = `${nameOf(last.exchange)} accepts an action beside the same one, behind which it is refused elsewhere`;
    const actual = accepted.map(({ actionKey }) => actionKey);
    const others = [...accepted.slice(0, -1).map(({ exchange }) => exchange), refused];
    yield [
      last.exchange,
      accepted.length > 1 && { message, expected: "a refusal of all but one", actual, with: others },
    ];
  }
}

/** The refusal of the last of these actions once more, on another trace with all of them, where nothing else was under way. */
function refusedBehind(actions: readonly ModelAction[], trace: ModelTrace, subject: Case): Exchange | undefined {
  const wanted = JSON.stringify(actions.map(told));
  const once = actions.at(-1);
  for (const other of subject.world.traces.values()) {
    if (other === trace || !once || other.actions.some(({ exchange }) => exchange.parallel === true)) continue;
    const found = other.refused.find((refused) => {
      const { exchange } = refused;
      const before = other.actions.filter((one) => one.exchange.receivedAtMs <= exchange.sentAtMs);
      return isRefusal(exchange) && told(refused) === told(once) && JSON.stringify(before.map(told)) === wanted;
    });
    if (found) return found.exchange;
  }
  return undefined;
}

/** True for an answer that refuses the action, and nothing else of the request. */
export const isRefusal = (exchange: Exchange): boolean =>
  outcomeOf(exchange) === "refused" &&
  exchange.parallel !== true &&
  exchange.busy === undefined &&
  exchange.defects.length === 0 &&
  !isThrottled(exchange) &&
  !ofOthers.has(exchange.response?.status ?? 0);

/** What an action brings, but for its marker, and who sent it. */
const told = (action: ModelAction): string => JSON.stringify([contentOfAction(action), senderOf(action.exchange)]);
