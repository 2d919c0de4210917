/** Which members a search must know by now, and which it need not know at all. */
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
 * True where every key of the filter is in data that this history sent to the workflow, for at least the known lag of
 * the index. Other keys may be refused, as the interface does not show which a filter may have. While the lag is
 * unknown, a refusal is excused if no search with the key was accepted before; not the last one of a repeated search.
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
 * True for a filter by sent members that the target turns into something else: states read after such an action have
 * content, but no state of the workflow has this name. Filters are about state data.
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
  /** The names of everything that actions sent. */
  readonly brought: ReadonlySet<string>;
  /** All names in the state, except those of items in lists. */
  readonly shown: ReadonlySet<string>;
}

/** By workflow, the states that show the data nowhere. */
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

/** True for a member inside an item of a list. */
const isOfItem = ({ path, key }: Place): boolean =>
  path.at(-1) === key && path.slice(0, -1).some((step) => /^\d+$/.test(step));

/** True where an earlier search with this key, in the same workflow and face, was accepted. */
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
