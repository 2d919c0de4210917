/** Which members an index must know by the time of a search, and which it need not know at all. */
import { hasMember, isJsonObject, ownNames } from "../../../spec/json.ts";
import { everyMember } from "../../../spec/readings/named-entries.ts";
import type { Place } from "../../../spec/readings/path.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { isSeenBehind, mayBeOfFilter, mostBehindMs } from "../../../spec/readings/search-lag.ts";
import type { Exchange, Intent } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import type { ModelTrace } from "../world.ts";

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
    return sent.some((action) => action.exchange.receivedAtMs <= indexedMs && hasMember(action.data, key));
  });
}

/**
 * True for a filter by what actions brought and the target makes something else of: states that were read behind such an
 * action hold something, and do not have the name anywhere, nor does any other of the workflow. Filters are of state data.
 */
export function isUnknownToStates({ filters, workflow }: SearchIntent, subject: Case): boolean {
  const states = subject.view(namesInHiddenStates).get(workflow) ?? [];
  return Object.keys(isJsonObject(filters) ? filters : {}).some(
    (key) =>
      states.some(({ brought, shown }) => brought.has(key) && shown.size > 0) &&
      states.every(({ shown }) => !shown.has(key)),
  );
}

interface HiddenState {
  /** The names of what actions had brought. */
  readonly brought: ReadonlySet<string>;
  /** All names in it, but for those of the items of lists. */
  readonly shown: ReadonlySet<string>;
}

/** By workflow, the states that show the data in no place of their own. */
const namesInHiddenStates = (subject: Case): ReadonlyMap<number | undefined, readonly HiddenState[]> => {
  const hidden = [...subject.world.traces.values()].filter((trace) => subject.stateReading(trace)?.path === null);
  const byWorkflow = Map.groupBy(hidden, ({ created }) => created.workflow);
  return new Map([...byWorkflow].map(([workflow, traces]) => [workflow, traces.flatMap(hiddenStatesOf)]));
};

function hiddenStatesOf({ actions, reads }: ModelTrace): readonly HiddenState[] {
  return reads.flatMap((read) => {
    const state = payloadMember(read, "state");
    if (!isJsonObject(state)) return [];
    const before = actions.filter(({ exchange }) => exchange.receivedAtMs <= read.sentAtMs);
    const brought = new Set(before.flatMap(({ data }) => ownNames(data)));
    const places = everyMember(state).filter((place) => !isOfItem(place));
    return [{ brought, shown: new Set(places.flatMap(({ key }) => key ?? [])) }];
  });
}

/** True for a member of an item in a list, and not for one that such an item names. */
const isOfItem = ({ path, key }: Place): boolean =>
  path.at(-1) === key && path.slice(0, -1).some((step) => /^\d+$/.test(step));

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
