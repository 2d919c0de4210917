/** Searches by a member that the target computes, held against what the state showed at that moment. */
import { dataOfState } from "../../spec/readings/state-data.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Case } from "./case.ts";
import { momentOf } from "./moment.ts";
import { mayHideOthers } from "./others-data.ts";
import { filteredSearches, workflowOf, type FilteredSearch } from "./searches.ts";
import { traceKey, type ModelTrace } from "./world.ts";

export interface ComputedSearch {
  readonly trace: ModelTrace;
  readonly name: string;
  /** By the value that the state shows. */
  readonly now: FilteredSearch;
  readonly found: boolean;
  /** One by a value that the state showed before, at the same moment and else alike, that finds the trace. */
  readonly former: FilteredSearch | undefined;
  /** The state. */
  readonly shownBy: Exchange;
}

/** For each of these searches whether it, or one by another value alone, finds the trace. */
export const computedSearches = (subject: Case): readonly ComputedSearch[] => {
  const names = Object.keys(subject.observed("state-data")?.ownValues ?? {});
  // What lags may show the one before the other.
  if (names.length === 0 || (subject.observed("search-lag")?.ms ?? 0) > 0) return [];
  const searches = subject.view(filteredSearches).filter(({ intent }) => intent.last && intent.workflow !== undefined);
  return [...subject.world.traces.values()].flatMap((trace) =>
    names.flatMap((name) => {
      const own = searches.filter(
        (search) => Object.hasOwn(search.filters, name) && workflowOf(search) === trace.created.workflow,
      );
      const alike = Map.groupBy(own, (search) => sameBut(name, search, trace));
      return [...alike.values()].flatMap((together) => judged(trace, name, together, subject) ?? []);
    }),
  );
};

function judged(
  trace: ModelTrace,
  name: string,
  together: readonly FilteredSearch[],
  subject: Case,
): ComputedSearch | undefined {
  const [first] = together;
  if (!first || !momentOf(trace, first.exchange).exact || mayHideOthers(trace, first.exchange, subject))
    return undefined;
  const shownBy = stateAt(trace, first.exchange);
  const value = shownBy && memberShown(shownBy, name, subject);
  const now = together.find(({ filters }) => filters[name] === value);
  if (!shownBy || typeof value !== "string" || !now) return undefined;
  const isFound = ({ found }: FilteredSearch): boolean => found.has(traceKey(trace.id));
  const earlier = trace.reads.filter((read) => read.receivedAtMs <= shownBy.sentAtMs && read.intent.kind === "state");
  const past = new Set(earlier.map((read) => memberShown(read, name, subject)));
  const former = together.find((one) => one !== now && past.has(one.filters[name]) && isFound(one));
  return { trace, name, now, found: isFound(now), former, shownBy };
}

/** Equal for searches that differ in the value of this member alone, while the trace had the same actions. */
function sameBut(name: string, { exchange, filters, intent }: FilteredSearch, trace: ModelTrace): string {
  const others = Object.entries(filters).filter(([key]) => key !== name);
  const { acknowledged, concurrent } = momentOf(trace, exchange);
  return JSON.stringify([
    exchange.operationId,
    intent.workflow ?? null,
    others,
    acknowledged.length,
    concurrent.length,
  ]);
}

/** A state that was read when the trace had the same actions. */
function stateAt(trace: ModelTrace, search: Exchange): Exchange | undefined {
  const { acknowledged } = momentOf(trace, search);
  return trace.reads.find((read) => {
    const moment = momentOf(trace, read);
    return read.intent.kind === "state" && moment.exact && moment.acknowledged.length === acknowledged.length;
  });
}

function memberShown(read: Exchange, name: string, subject: Case): Json | undefined {
  const reading = subject.observed("state-data");
  const data = reading && dataOfState(payloadMember(read, "state") ?? null, reading);
  return isJsonObject(data) && Object.hasOwn(data, name) ? data[name] : undefined;
}
