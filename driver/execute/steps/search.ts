/** Step `search`, repeated until the answer is as the step says or the environment's search lag has passed. */
import { setTimeout as sleep } from "node:timers/promises";
import { payloadOf, succeeded } from "../../../spec/readings/outcome.ts";
import type { Defect, Exchange, Intent } from "../../../spec/vocabulary/history.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { SearchStep } from "../../../spec/vocabulary/script.ts";
import { appliesTo } from "../../faces/body-defects.ts";
import { operationFor, searchRequest } from "../../faces/build.ts";
import { resolveTrace } from "../references.ts";
import type { ScriptRun } from "../script-run.ts";
import { send } from "../send.ts";
import type { Session } from "../session.ts";
import { workflowOf } from "./action.ts";

type SearchIntent = Extract<Intent, { kind: "search" }>;
interface Until {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

const firstPauseMs = 40;
const maxPauseMs = 1_000;

export async function search(session: Session, run: ScriptRun, step: SearchStep, at: string): Promise<void> {
  const operation = operationFor("search", step.face);
  const place = placeOf(session, run, step);
  const until = untilOf(session, run, step);
  const body = step.body && appliesTo(step.body, operation) ? step.body : undefined;
  const request = searchRequest(operation, place.path, step.filters, run.profile, body);
  const defects = [...place.defects, ...(body ? [{ where: "body", what: body.kind } as const] : [])];
  const lags = (readingOf(run.profile, "search-lag")?.ms ?? 0) > 0;
  const deadlineMs = performance.now() + session.environment.limits.searchLagMs;
  for (let attempt = 0, pauseMs = firstPauseMs; ; attempt++, pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    const intent: SearchIntent = {
      kind: "search",
      ...(place.workflow === undefined ? {} : { workflow: place.workflow }),
      ...(place.byOtherKey === undefined ? {} : { byOtherKey: place.byOtherKey }),
      filters: step.filters,
      attempt,
      last: false,
      ...(until ? { until } : {}),
    };
    // Asked after the deadline, whatever comes is the last word.
    const late = performance.now() >= deadlineMs;
    const exchange = await send(session, run, { at, step, request, intent, defects });
    const traces = tracesOf(exchange);
    // An index that lags may not know a new field yet, and refuse a filter that it will take.
    const final = !succeeded(exchange) && !lags;
    if (late || run.signal?.aborted || !until || final || isMet(until, traces)) {
      // An interrupted wait has not had its time; what it saw last decides nothing.
      const cut = run.signal?.aborted === true && !late && until !== undefined && !isMet(until, traces);
      run.amend(exchange, { ...intent, last: !cut });
      for (const trace of traces) session.traces.add(trace);
      run.remember(step, { kind: "traces", traces });
      return;
    }
    await sleep(Math.max(1, Math.min(pauseMs, deadlineMs - performance.now())));
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

function untilOf(session: Session, run: ScriptRun, { until }: SearchStep): Until | undefined {
  if (!until) return undefined;
  const resolve = (references: readonly string[] = []): string[] =>
    references.map((reference) => resolveTrace(session, run, reference).value);
  return { includes: resolve(until.includes), excludes: resolve(until.excludes) };
}

/** The path parameter, by id or by name as the target wants it on this face. */
function placeOf(
  session: Session,
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
    const named = session.environment.workflows.findIndex(({ id, name }) => id === workflow || name === workflow);
    if (named < 0) return { path: workflow, defects: [{ where: "path", what: "unknown-workflow" }] };
    return { path: workflow, byOtherKey: named, defects: [] };
  }
  const { id, name } = workflowOf(session, workflow);
  const key = readingOf(run.profile, "search-workflow-key")?.[face] ?? (face === "v2" ? "name" : "id");
  return { path: key === "name" ? (name ?? id) : id, workflow, defects: [] };
}
