/** Which members an index must know by the time of a search. */
import { isJsonObject } from "../../../spec/json.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { isSeenBehind, mayBeOfFilter, mostBehindMs } from "../../../spec/readings/search-lag.ts";
import type { Exchange, Intent } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";

type SearchIntent = Extract<Intent, { kind: "search" }>;

/**
 * True when every key of the filter stands in data that this history sent to the same workflow, for as long as the
 * index may lag: what child attributes a filter may have is not shown, so others may be refused. Where no search came
 * soon enough for a lag to be seen, one may excuse a refusal by a key with which no search was let through before, but
 * not the last refusal of a search that was repeated.
 */
export function hasIndexedKeys(exchange: Exchange, intent: SearchIntent, subject: Case): boolean {
  const lag = subject.observed("search-lag");
  const isEarly = mayBeOfFilter(exchange) && intent.attempt === 0;
  const mayBeUnknown = (key: string): boolean =>
    isSeenBehind(lag) || (isEarly && !wasLetThrough(key, exchange, intent, subject));
  const sent = [...subject.world.traces.values()].flatMap(({ actions }) =>
    actions.filter(({ workflow }) => workflow === intent.workflow),
  );
  return Object.keys(isJsonObject(intent.filters) ? intent.filters : {}).every((key) => {
    const indexedMs = exchange.sentAtMs - (mayBeUnknown(key) ? mostBehindMs(lag, subject.target) : 0);
    return sent.some(
      (action) =>
        action.exchange.receivedAtMs <= indexedMs && isJsonObject(action.data) && Object.hasOwn(action.data, key),
    );
  });
}

/** True where a search of the same workflow, through the same face, was taken with the key before. */
function wasLetThrough(key: string, { face, sentAtMs }: Exchange, { workflow }: SearchIntent, subject: Case): boolean {
  return subject.exchanges.some(
    (other) =>
      other.intent.kind === "search" &&
      other.intent.workflow === workflow &&
      other.face === face &&
      other.receivedAtMs <= sentAtMs &&
      isJsonObject(other.intent.filters) &&
      Object.hasOwn(other.intent.filters, key) &&
      succeeded(other),
  );
}
