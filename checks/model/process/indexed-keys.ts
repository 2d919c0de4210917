/** Which members an index must know by the time of a search, and which it need not know at all. */
import { isJsonObject } from "../../../spec/json.ts";
import { everyMember } from "../../../spec/readings/named-entries.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
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

/**
 * True for a filter by what actions brought and the target makes something else of: states that were read behind such an
 * action do not have the name anywhere, nor does any other of the workflow. Filters are of state data.
 */
export function isMadeAnother({ filters, workflow }: SearchIntent, subject: Case): boolean {
  const traces = [...subject.world.traces.values()].filter(({ created }) => created.workflow === workflow);
  const hidden = traces.filter((trace) => subject.stateReading(trace)?.path === null);
  const states = hidden.flatMap(({ actions, reads }) =>
    reads.flatMap((read) => {
      const state = payloadMember(read, "state");
      if (!isJsonObject(state)) return [];
      const before = actions.filter(({ exchange }) => exchange.receivedAtMs <= read.sentAtMs);
      const brought = new Set(before.flatMap(({ data }) => (isJsonObject(data) ? Object.keys(data) : [])));
      return [{ brought, shown: new Set(everyMember(state).flatMap(({ key }) => key ?? [])) }];
    }),
  );
  return Object.keys(isJsonObject(filters) ? filters : {}).some(
    (key) => states.some(({ brought }) => brought.has(key)) && states.every(({ shown }) => !shown.has(key)),
  );
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
