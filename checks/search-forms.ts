/** Searches that bring nothing to hold on to: ids of no trace, and every form of a filter in vain. */
import { outcomeOf, payloadMember, succeeded } from "../spec/readings/outcome.ts";
import { isWildcard } from "../spec/readings/path.ts";
import { senderOf } from "../spec/readings/people.ts";
import { isJsonObject } from "../spec/json.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { WorkflowDescription } from "../spec/vocabulary/target.ts";
import type { Case } from "./model/case.ts";
import { everySearch, searches, tracesFoundBy, workflowOf, type ObservedSearch } from "./model/searches/searches.ts";
import { traceKey, type ModelTrace } from "./model/world.ts";
import { rule, type Rule } from "./rule.ts";
import { answerOf, nameOf } from "./support/exchanges.ts";

export const searchFormRules: readonly Rule[] = [
  rule("SEARCH-11", function* (subject) {
    for (const { exchange, found } of subject.view(searches))
      if ([...found].every((id) => subject.world.traces.has(id))) yield [exchange];
    for (const read of subject.exchanges) {
      const search = foundBefore(read, subject);
      if (!search) continue;
      yield [
        read,
        isUnknown(read, subject) && {
          message: `${nameOf(search)} finds an id of which ${nameOf(read)} knows nothing`,
          expected: "the id of a trace",
          actual: answerOf(read),
          with: [search],
        },
      ];
    }
  }),

  rule("SEARCH-06", function* (subject) {
    for (const exchange of subject.exchanges) {
      const [defect, ...more] = exchange.defects;
      if (!exchange.response || more.length > 0 || exchange.intent.kind !== "search") continue;
      if (defect?.where !== "path" || defect.what !== "unknown-workflow") continue;
      const own = tracesFoundBy(exchange)?.find((id) => subject.world.traces.has(id));
      const message = `${nameOf(exchange)} finds a trace in a workflow that does not exist`;
      yield [exchange, own !== undefined && { message, expected: "a refusal, or no trace", actual: own }];
    }
  }),

  // Whether no filter finds all traces or none is not shown, nor what others reach; those of another workflow none finds.
  rule("SEARCH-06", function* (subject) {
    for (const search of subject.view(searches)) {
      const { exchange, intent, found } = search;
      const workflow = workflowOf(search);
      if (workflow === undefined || !isJsonObject(intent.filters)) continue;
      const isBare = Object.keys(intent.filters).length === 0;
      const others = [...subject.world.traces].filter(
        ([, { created, actions }]) =>
          areApart(created.workflow, workflow, subject) && !actions.some(({ unclear }) => unclear),
      );
      const [, other] = others.find(([key]) => found.has(key)) ?? [];
      if (others.length === 0 || (!isBare && other === undefined)) continue;
      yield [
        exchange,
        other !== undefined && {
          message: `${nameOf(exchange)} finds, ${isBare ? "without any filter" : `with ${JSON.stringify(intent.filters)}`}, a trace of another workflow`,
          expected: "traces of the workflow that is searched",
          actual: other.id,
          with: [other.created.exchange],
        },
      ];
    }
  }),

  // A trace belongs to one workflow, whoever began it.
  rule("SEARCH-06", function* (subject) {
    const all = subject.view(searches);
    for (const [at, search] of all.entries()) {
      const elsewhere = all.slice(0, at).filter((other) => isOfAnother(other, search, subject));
      if (elsewhere.length === 0) continue;
      const both = elsewhere.find(({ found }) => !found.isDisjointFrom(search.found));
      const message = `${nameOf(search.exchange)} finds a trace that a search of another workflow found as well`;
      const actual = search.answer.find((id) => both?.found.has(traceKey(id))) ?? null;
      const finding = { message, expected: "traces of the workflow that is searched", actual, with: [both?.exchange] };
      yield [search.exchange, both !== undefined && finding];
    }
  }),

  rule("SEARCH-03", function* (subject) {
    for (const { trace, tried, failed } of subject.view(triedInVain)) {
      const [last] = tried.slice(-1);
      if (!last) continue;
      const what = failed ? "fails at every form of a filter" : "takes every form of a filter and finds nothing";
      yield [
        last,
        {
          message: `${nameOf(last)} ${what} by data that the state shows`,
          expected: trace.id,
          actual: failed ? answerOf(last) : [],
          with: [trace.created.exchange, ...tried.slice(0, 4)],
        },
      ];
    }
  }),
];

/** True for searches of two workflows that no target can take for one. */
function isOfAnother(one: ObservedSearch, other: ObservedSearch, subject: Case): boolean {
  return areApart(workflowOf(one) ?? -1, workflowOf(other) ?? -1, subject);
}

function areApart(one: number, other: number, { target }: Case): boolean {
  const [first, second] = [target.workflows[one], target.workflows[other]];
  if (!first || !second) return false;
  const names = ({ id, name }: WorkflowDescription): readonly string[] => [id, name ?? id];
  return !names(first).some((name) => names(second).includes(name));
}

/** The search of the same user that named the trace of this read, where nothing else is known of it. */
function foundBefore(read: Exchange, subject: Case): Exchange | undefined {
  if (read.intent.kind !== "state" || read.defects.length > 0 || !read.response) return undefined;
  const id = traceKey(read.intent.traceId);
  if (subject.world.traces.has(id)) return undefined;
  return subject
    .view(everySearch)
    .findLast(
      ({ exchange }) =>
        senderOf(exchange) === senderOf(read) && exchange.index < read.index && tracesFoundBy(exchange)?.includes(id),
    )?.exchange;
}

/** True where the target answers as it does for traces that it does not know; a 403 may keep a trace to others. */
function isUnknown(read: Exchange, subject: Case): boolean {
  const { status = 0 } = read.response ?? {};
  if (outcomeOf(read) !== "refused" || status === 401 || status === 403) return false;
  return status === 404 || status === 410 || status === subject.observed("unknown-trace")?.status;
}

/** So many forms of one search are every form that anybody would think of. */
const manyForms = 6;

interface TriedInVain {
  readonly trace: ModelTrace;
  readonly tried: readonly Exchange[];
  /** True where the target failed each time; what it takes and knows no form of, it finds nothing by, or refuses. */
  readonly failed: boolean;
}

/** Traces whose state shows a text by which searches in many forms found nothing, or failed, on one face. */
function triedInVain(subject: Case): readonly TriedInVain[] {
  if (subject.observed("search-keys")) return [];
  return [...subject.world.traces.values()].flatMap((trace) => {
    const path = subject.stateReading(trace)?.path;
    // How a filter reaches into a list, or below the name of an action, has no usual form: that none of those tried did says nothing.
    if (!path || path.some(isWildcard)) return [];
    const { marker } = trace.created;
    const shown = trace.reads.some((read) => {
      const state = payloadMember(read, "state");
      return marker !== undefined && isJsonObject(state) && JSON.stringify(state).includes(JSON.stringify(marker));
    });
    if (!shown) return [];
    return (["v2", "legacy"] as const).flatMap((face): readonly TriedInVain[] => {
      const tried = subject.history.exchanges.filter(
        ({ intent, ...exchange }) =>
          exchange.face === face &&
          exchange.candidateFor === "search-keys" &&
          intent.kind === "search" &&
          intent.last &&
          JSON.stringify(intent.filters).includes(JSON.stringify(marker)),
      );
      const failed = tried.every(({ response }) => response !== undefined && response.status >= 500);
      const vain = failed || tried.every((one) => succeeded(one) && tracesFoundBy(one)?.length === 0);
      return vain && tried.length >= manyForms ? [{ trace, tried, failed }] : [];
    });
  });
}
