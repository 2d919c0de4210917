/** Step `search`, repeated until the answer is as the step says or the environment's search lag has passed. */
import { setTimeout as sleep } from "node:timers/promises";
import { payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import { searchKeysOf } from "../../spec/readings/search-keys.ts";
import { isSeenBehind, mayBeOfFilter } from "../../spec/readings/search-lag.ts";
import type { Defect, Exchange, Intent } from "../../spec/vocabulary/history.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import type { SearchStep, TraceRef } from "../../spec/vocabulary/script.ts";
import { mostListed } from "../client/long-lists.ts";
import { appliesTo } from "../faces/body-defects.ts";
import { operationFor, searchRequest } from "../faces/build.ts";
import type { KeyStyle } from "../faces/filters.ts";
import { UnsentStep } from "../execute/unsent.ts";
import { resolveTrace } from "../execute/references.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";
import type { Connection } from "../execute/connection.ts";
import { workflowOf } from "./action.ts";

type SearchIntent = Extract<Intent, { kind: "search" }>;
interface Until {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

const firstPauseMs = 40;
const maxPauseMs = 1_000;

/** However long ago the last write was: so long a search is repeated all the same. */
const leastWaitMs = 250;

/** @returns the traces that the last answer names */
export async function search(
  connection: Connection,
  run: ScriptRun,
  step: SearchStep,
  at: PlacedStep,
  written?: KeyStyle,
): Promise<readonly string[]> {
  const operation = operationFor("search", step.face);
  const place = placeOf(connection, run, step);
  const until = untilOf(connection, run, step);
  const body = step.body && appliesTo(step.body, operation) ? step.body : undefined;
  const { workflows } = connection.environment;
  const style = written ?? searchKeysOf(run.profile, workflows[place.workflow ?? place.byOtherKey ?? -1]);
  const request = searchRequest(operation, place.path, step.filters, style, body, step.spelling);
  const defects = [...place.defects, ...(body ? [{ where: "body", what: body.kind } as const] : [])];
  const lags = isSeenBehind(readingOf(run.profile, "search-lag"));
  const hasTraits = (step.traits ?? []).length > 0;
  const isUnusual = step.candidateFor !== undefined || hasTraits || step.token !== undefined || body;
  const isExpected = !isUnusual && (until?.includes.length ?? 0) > 0;
  const startedMs = performance.now();
  // Asked anew at each attempt: other searches may show meanwhile that waiting is in vain.
  const patience = connection.searchPatience;
  const patienceMs = (): number => (run.isHurried ? patience.hurriedMs : patience.ms(hasTraits));
  // Searches lag behind writes: what was written long enough ago must be found at once.
  const sinceMs = run.lastWriteMs > -Infinity ? Math.min(run.lastWriteMs, startedMs) : startedMs;
  const deadlineMs = (): number => Math.max(sinceMs + patienceMs(), startedMs + Math.min(leastWaitMs, patienceMs()));
  for (let attempt = 0, pauseMs = firstPauseMs; ; attempt++, pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    const intent: SearchIntent = {
      kind: "search",
      ...(place.workflow === undefined ? {} : { workflow: place.workflow }),
      ...(place.byOtherKey === undefined ? {} : { byOtherKey: place.byOtherKey }),
      filters: step.filters,
      ...(written === undefined ? {} : { byPlace: true }),
      attempt,
      last: false,
      ...(until ? { until } : {}),
    };
    // The last attempt starts after the deadline; its answer is final.
    const late = performance.now() >= deadlineMs();
    const exchange = await send(connection, run, { at, step, request, intent, defects });
    const traces = tracesOf(exchange);
    if (succeeded(exchange)) patience.recordAnswer(operation.id, Array.isArray(payloadOf(exchange)));
    // An index that lags may not know a new field yet, and refuse a filter that it will take: whether it lags may be unseen.
    const isRefused = !succeeded(exchange) && !lags && !(isExpected && mayBeOfFilter(exchange));
    const final = isRefused || patience.givesNoList(operation.id);
    if (late || run.signal?.aborted || !until || final || isMet(until, traces)) {
      // An interrupted wait ended too early for its last answer to count.
      const cut = run.signal?.aborted === true && !late && until !== undefined && !isMet(until, traces);
      run.amend(exchange, { ...intent, last: !cut });
      // A form of the search that is only tried may well find nothing.
      const isKnown = !step.candidateFor && readingOf(run.profile, "search-keys") !== undefined;
      const nowMs = performance.now();
      const met = until !== undefined && isMet(until, traces);
      // Who waited less, as the write was long ago, tells nothing new.
      const isWhole = met || nowMs - startedMs >= patienceMs();
      if (until && isKnown && !cut && isWhole && !run.isHurried && succeeded(exchange))
        // What is found at once was not waited for, however long the answer took.
        patience.record(attempt > 0 ? nowMs - sinceMs : 0, met, startedMs - sinceMs, hasTraits);
      // Of very many the first are enough, and must not drive out all that was seen before.
      for (const trace of traces.slice(0, mostListed)) connection.traces.add(trace);
      run.remember(step, { kind: "traces", traces });
      return traces;
    }
    await sleep(Math.max(1, Math.min(pauseMs, deadlineMs() - performance.now())));
  }
}

function tracesOf(exchange: Exchange): string[] {
  const payload = payloadOf(exchange);
  return Array.isArray(payload) ? payload.filter((trace): trace is string => typeof trace === "string") : [];
}

function isMet({ includes, excludes }: Until, traces: readonly string[]): boolean {
  const found = new Set(traces.map((trace) => trace.toLowerCase()));
  const has = (trace: string): boolean => found.has(trace.toLowerCase());
  return includes.every(has) && !excludes.some(has);
}

function untilOf(connection: Connection, run: ScriptRun, { until }: SearchStep): Until | undefined {
  if (!until) return undefined;
  // Of several traces those are waited for that were created: the others may be refused as their repetitions.
  const resolve = (references: readonly TraceRef[] = []): string[] => {
    const failures: UnsentStep[] = [];
    const ids = references.flatMap((reference) => {
      try {
        return [resolveTrace(connection, run, reference).value];
      } catch (error) {
        if (!(error instanceof UnsentStep)) throw error;
        failures.push(error);
        return [];
      }
    });
    if (failures[0] && ids.length === 0) throw failures[0];
    return ids;
  };
  return { includes: resolve(until.includes), excludes: resolve(until.excludes) };
}

/** The path parameter, by id or by name as the target wants it on this face. */
function placeOf(
  connection: Connection,
  run: ScriptRun,
  step: SearchStep,
): {
  readonly path: string;
  readonly workflow?: number;
  readonly byOtherKey?: number;
  readonly defects: readonly Defect[];
} {
  const { workflow = 0, face } = step;
  if (typeof workflow === "string") {
    const named = connection.environment.workflows.findIndex(({ id, name }) => id === workflow || name === workflow);
    if (named < 0) return { path: workflow, defects: [{ where: "path", what: "unknown-workflow" }] };
    return { path: workflow, byOtherKey: named, defects: [] };
  }
  const { id, name } = workflowOf(connection, workflow);
  const key = readingOf(run.profile, "search-workflow-key")?.[face] ?? (face === "v2" ? "name" : "id");
  return { path: key === "name" ? (name ?? id) : id, workflow, defects: [] };
}
