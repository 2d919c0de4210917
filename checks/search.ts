/** Search: what matches is found, what does not is not, each once, in its own workflow. */
import type { RequirementId } from "../spec/requirements/index.ts";
import { isSeenBehind } from "../spec/readings/search-lag.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { hasMember, type JsonObject, ownNames } from "../spec/json.ts";
import type { Finding } from "./judgements.ts";
import type { Case } from "./model/case.ts";
import { computedSearches, type ComputedSearch } from "./model/searches/computed-searches.ts";
import { stillShownBy } from "./model/searches/still-shown.ts";
import {
  candidates,
  everySearch,
  filteredSearches,
  leastCap,
  matchesOf,
  mayBeCapped,
  searches,
  tracesFoundBy,
  type SearchCandidate,
  type FilteredSearch,
} from "./model/searches/searches.ts";
import { mayHideOthers } from "./model/readers/others-data.ts";
import { traceKey, type ModelTrace } from "./model/world.ts";
import { rule, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";
import { firstTwice } from "./support/twice.ts";

export const searchRules: readonly Rule[] = [
  finds("SEARCH-03", () => true),
  finds("SEARCH-08", ({ trace, search }) => changedLater(trace, search.filters)),
  finds("SEARCH-09", ({ search }, awaited) => awaited.filter((other) => other.search === search).length > 1),

  findsNone("SEARCH-04", "a trace that does not match", ({ here, match, ever }) => {
    return here && match === "none" && ever !== "all";
  }),
  findsNone("SEARCH-05", "a trace that matches only some of the filters", ({ here, match, ever }) => {
    return here && match === "some" && ever !== "all";
  }),
  // What an action with wrong fields made of the trace, where it was accepted, is not shown.
  findsNone("SEARCH-06", "a trace of another workflow", ({ here, found, ever, trace }) => {
    return !here && (found || ever === "all") && !trace.actions.some(({ unclear }) => unclear);
  }),
  // A stale index may lag, unless the step waited for it; a trace that never matched has no excuse.
  findsNone("SEARCH-08", "a trace by a value it no longer has", ({ here, match, ever, trace, search }) => {
    const stale = here && ever === "all" && (match === "none" || match === "some");
    return stale && search.intent.last && names(search.intent.until?.excludes, trace);
  }),

  // Whether filters reach what the target computes is not shown; one that finds a trace by what it was does.
  findsByShown("SEARCH-03", ({ changed }) => !changed),
  findsByShown("SEARCH-08", ({ changed }) => changed),
  findsByShown("SEARCH-09", ({ now }, all) => all.filter((other) => other.now.exchange === now.exchange).length > 1),

  // One that it had once is another, too, where searches go by what the state shows now.
  rule("SEARCH-08", function* (subject) {
    for (const { trace, name, past, shownBy } of subject.view(computedSearches))
      for (const { search, found } of past) {
        const message = `${callOf(search)} still finds a trace whose state no longer shows this ${name}, and searches go by what states show now`;
        const actual = [...search.found].slice(0, 50);
        yield [search.exchange, found && { message, expected: `not ${trace.id}`, actual, with: [shownBy] }];
      }
  }),

  // A value that the state never had is another than it has, whoever computes it.
  findsNoneNeverShown("SEARCH-04", 1),
  findsNoneNeverShown("SEARCH-05", 2),

  lostThoughShown(),

  rule("SEARCH-07", function* (subject) {
    for (const { exchange, answer } of subject.view(searches)) {
      const twice = firstTwice(answer);
      yield [
        exchange,
        twice !== undefined && {
          message: `${nameOf(exchange)} answers the trace ${twice} more than once`,
          expected: "each trace once",
          actual: answer.slice(0, 50),
        },
      ];
    }
  }),

  // What was found once, and was not written to since, is found again by the same filters.
  rule("SEARCH-03", function* (subject) {
    for (const search of subject.view(filteredSearches)) {
      const before = search.intent.last && search.found.size < leastCap ? searchBefore(search, subject) : undefined;
      const foundBefore = before && tracesFoundBy(before);
      if (!foundBefore || foundBefore.length >= leastCap) continue;
      // An index that lags may show a write here and not yet there.
      const lagMs = isSeenBehind(subject.observed("search-lag")) ? subject.target.searchLagMs : 0;
      const lost = [...subject.world.traces].find(
        ([key, trace]) =>
          foundBefore.includes(key) &&
          !search.found.has(key) &&
          isUntouched(trace, before.sentAtMs - lagMs) &&
          matchesOf(trace, search, subject).match === "all",
      );
      yield [
        search.exchange,
        lost && {
          message: `${callOf(search)} no longer finds a trace that it found before, though nothing was written to it`,
          expected: lost[1].id,
          actual: [...search.found].slice(0, 50),
          with: [before],
        },
      ];
    }
  }),
];

/** A search by what the state shows finds the trace, where it was seen that searches go by the member. */
function findsByShown(
  requirement: RequirementId,
  concerns: (search: ComputedSearch, all: readonly ComputedSearch[]) => boolean,
): Rule {
  return rule(requirement, function* (subject) {
    const all = subject.view(computedSearches);
    for (const search of all) {
      const { trace, name, now, found, reached, shownBy } = search;
      if ((!found && !reached) || !concerns(search, all)) continue;
      const message = `${callOf(now)} does not find a trace whose state shows this ${name}, and searches go by its ${name}`;
      const finding = {
        message,
        expected: trace.id,
        actual: [...now.found].slice(0, 50),
        with: [shownBy, reached?.exchange],
      };
      yield [now.exchange, !found && finding];
    }
  });
}

/** A search by a value that the state never had, with so many filters at least, does not find the trace. */
function findsNoneNeverShown(requirement: RequirementId, filters: number): Rule {
  return rule(requirement, function* (subject) {
    for (const { trace, name, found, others, shownBy } of subject.view(computedSearches)) {
      if (!found) continue;
      for (const other of others.filter(({ search }) => Object.keys(search.filters).length >= filters)) {
        const message = `${callOf(other.search)} finds a trace whose state never showed this ${name}`;
        const finding = {
          message,
          expected: `not ${trace.id}`,
          actual: [...other.search.found].slice(0, 50),
          with: [shownBy],
        };
        yield [other.search.exchange, other.found && finding];
      }
    }
  });
}

/** Searches for what the state shows still, whatever was done since they found the trace, that do not find it again. */
function lostThoughShown(): Rule {
  return rule("SEARCH-03", function* (subject) {
    for (const search of subject.view(filteredSearches)) {
      const { exchange, filters, intent, found } = search;
      const before = intent.last && found.size < leastCap ? searchBefore(search, subject) : undefined;
      const foundBefore = before && tracesFoundBy(before);
      if (!foundBefore) continue;
      for (const key of foundBefore) {
        const trace = subject.world.traces.get(key);
        if (!trace || isUntouched(trace, before.sentAtMs) || !names(intent.until?.includes, trace)) continue;
        const shownBy = mayHideOthers(trace, exchange, subject)
          ? undefined
          : stillShownBy(trace, filters, before, exchange);
        if (!shownBy) continue;
        const message = `${callOf(search)} no longer finds a trace whose state shows still what it was found by`;
        const finding = { message, expected: trace.id, actual: [...found].slice(0, 50), with: [before, shownBy] };
        yield [exchange, !found.has(key) && finding];
      }
    }
  });
}

/** A search that waited for traces that match finds them. */
function finds(
  requirement: RequirementId,
  concerns: (candidate: SearchCandidate, awaited: readonly SearchCandidate[]) => boolean,
): Rule {
  return rule(requirement, function* (subject) {
    const awaited = subject.view(awaitedCandidates);
    for (const candidate of awaited) {
      const { search, trace, found } = candidate;
      if (!found && (mayBeCapped(search, subject) || isUnseen(trace, subject) || isUnnamed(search, trace, subject)))
        continue;
      if (!concerns(candidate, awaited)) continue;
      const message = `${callOf(search)} does not find a trace whose state data match`;
      yield [search.exchange, !found && { message, ...evidenceOf(candidate, trace.id) }];
    }
  });
}

/** True where the target computes the state, and none was read: whether it shows what is searched for is not known. */
const isUnseen = (trace: ModelTrace, subject: Case): boolean =>
  subject.stateReading(trace)?.path === null && !trace.reads.some(({ intent }) => intent.kind === "state");

/** True for a filter by a member that no state shows by this name as it was sent, where nothing was found by that name either. */
function isUnnamed({ filters }: FilteredSearch, trace: ModelTrace, subject: Case): boolean {
  const { unnamed = [] } = subject.stateReading(trace) ?? {};
  return Object.keys(filters).some((key) => unnamed.includes(key) && !subject.view(keysThatFind).has(key));
}

/** Names by which some trace was found. */
const keysThatFind = (subject: Case): ReadonlySet<string> =>
  new Set(
    subject.view(searches).flatMap(({ found, intent: { filters } }) => (found.size > 0 ? ownNames(filters) : [])),
  );

/** What a search should not find is not there. */
function findsNone(requirement: RequirementId, what: string, concerns: (candidate: SearchCandidate) => boolean): Rule {
  return rule(requirement, function* (subject) {
    for (const candidate of subject.view(candidates)) {
      const { search, trace, found } = candidate;
      if (!concerns(candidate)) continue;
      const message = `${callOf(search)} finds ${what}`;
      yield [search.exchange, found && { message, ...evidenceOf(candidate, `not ${trace.id}`) }];
    }
  });
}

/** The traces that match and that the step waited for: only they have had the time to reach the index. */
const awaitedCandidates = (subject: Case): readonly SearchCandidate[] =>
  subject.view(candidates).filter(({ search: { intent }, trace, match, here }) => {
    return intent.last && match === "all" && here && names(intent.until?.includes, trace);
  });

/** The last successful search for the same, of another step: attempts of one step wait for an index that may change. */
function searchBefore({ exchange, asked }: FilteredSearch, subject: Case): Exchange | undefined {
  return subject
    .view(everySearch)
    .findLast(
      (other) =>
        other.asked === asked &&
        other.exchange.step !== exchange.step &&
        other.exchange.receivedAtMs <= exchange.sentAtMs &&
        other.exchange.operationId === exchange.operationId &&
        other.exchange.actor === exchange.actor,
    )?.exchange;
}

/** True for a trace that was not written to since then. */
function isUntouched({ actions, indeterminate }: ModelTrace, sinceMs: number): boolean {
  return indeterminate.length === 0 && actions.every(({ exchange }) => exchange.receivedAtMs <= sinceMs);
}

function names(ids: readonly string[] | undefined, trace: ModelTrace): boolean {
  return ids?.some((id) => traceKey(id) === traceKey(trace.id)) ?? false;
}

function changedLater({ actions }: ModelTrace, filters: JsonObject): boolean {
  return Object.keys(filters).some((key) =>
    actions.slice(1).some(({ data }) => hasMember(data, key.split(".")[0] ?? key)),
  );
}

function callOf({ exchange, filters }: Pick<FilteredSearch, "exchange" | "filters">): string {
  return `${nameOf(exchange)} with ${JSON.stringify(filters)}`;
}

function evidenceOf({ search, trace }: SearchCandidate, expected: string): Omit<Finding, "message"> {
  const actual = [...search.found].slice(0, 50);
  return { expected, actual, with: trace.actions.map(({ exchange }) => exchange) };
}
