/** Step `walk`: follows the cursors from one end of a trace to the other, one details exchange per page. */
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, Intent, ResolvedPage } from "../../spec/vocabulary/history.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { WalkStep } from "../../spec/vocabulary/script.ts";
import { resolveTrace } from "../execute/references.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import type { Connection } from "../execute/connection.ts";
import { UnsentStep } from "../execute/unsent.ts";
import { perform } from "./action.ts";
import { pageInfoOf, requestPage } from "./details.ts";

/** A walk has no more pages than this, whatever the target says of its length. */
const maxPages = 500;
/** Pages beyond those that the total count calls for: links may be added meanwhile, and an end may be a page late. */
const sparePages = 3;
/**
 * Links of a trace that are walked for each action that the script brought to it, as a target may add links of its own; a
 * trace that others write to, or that shows the links of others, may have thousands.
 */
const linksWalked = { ofEachAction: 4, spare: 20 };

export async function walk(connection: Connection, run: ScriptRun, step: WalkStep, at: PlacedStep): Promise<void> {
  const trace = resolveTrace(connection, run, step.trace);
  const { size, direction } = step;
  const seen = new Set<string>();
  let cursor: string | undefined;
  let bound = maxPages;
  let most = maxPages;
  for (let page = 0; ; page++) {
    const walking = { step: at.place, page, size, direction };
    const asked = pageAfter(step, cursor);
    const exchange = await requestPage(
      connection,
      run,
      step,
      at,
      trace,
      { value: asked, defects: [] },
      { walk: walking },
    );
    if (!succeeded(exchange)) return;
    if (page === 0) {
      bound = pagesFor(exchange, size);
      most = mostPagesOf(run.actions.get(trace.value)?.length, linksGiven(exchange, size));
    }
    const next = nextOf(exchange, direction);
    if (next === undefined) {
      amend(run, exchange, true);
      return;
    }
    // Following a cursor a second time would never end.
    if (page + 1 >= bound || seen.has(next)) {
      amend(run, exchange, false);
      return;
    }
    // More than the script has a use for: that the walk has no end is not said.
    if (page + 1 >= most) return;
    seen.add(next);
    cursor = next;
    if (page === 0 && step.actAfterFirstPage) await append(connection, run, step, at, trace.value);
  }
}

function pageAfter({ size, direction }: WalkStep, cursor: string | undefined): ResolvedPage {
  if (direction === "forward") return { first: size, ...(cursor === undefined ? {} : { after: cursor }) };
  return { last: size, ...(cursor === undefined ? {} : { before: cursor }) };
}

/** The cursor of the next page, or undefined at the end, or where the page does not say how to go on. */
function nextOf(exchange: Exchange, direction: WalkStep["direction"]): string | undefined {
  const info = pageInfoOf(exchange);
  if (direction === "forward") return info.hasNext ? info.endCursor : undefined;
  return info.hasPrevious ? info.startCursor : undefined;
}

function pagesFor(exchange: Exchange, size: number): number {
  const total = payloadMember(exchange, "totalCount");
  if (typeof total !== "number" || !(total >= 0)) return maxPages;
  return Math.min(maxPages, Math.ceil(total / linksGiven(exchange, size)) + sparePages);
}

/** A target may give fewer links than asked for; the first page shows how many it gives. */
function linksGiven(exchange: Exchange, size: number): number {
  const links = payloadMember(exchange, "links");
  return Math.max(1, Array.isArray(links) && links.length > 0 ? Math.min(size, links.length) : size);
}

/** @param own actions that the script brought to the trace; of another trace nobody knows how long it may be */
function mostPagesOf(own: number | undefined, given: number): number {
  if (own === undefined) return maxPages;
  return Math.ceil((own * linksWalked.ofEachAction + linksWalked.spare) / given) + sparePages;
}

function amend(run: ScriptRun, exchange: Exchange, complete: boolean): void {
  const intent = exchange.intent as Extract<Intent, { kind: "details" }>;
  if (intent.walk) run.amend(exchange, { ...intent, walk: { ...intent.walk, complete } });
}

/** Appends the action of the step; where it cannot be sent, the reason is recorded and the walk goes on. */
async function append(
  connection: Connection,
  run: ScriptRun,
  step: WalkStep,
  at: PlacedStep,
  traceId: string,
): Promise<void> {
  if (!step.actAfterFirstPage) return;
  try {
    await perform(connection, run, step, step.actAfterFirstPage, at, { value: traceId, defects: [] });
  } catch (error) {
    if (!(error instanceof UnsentStep)) throw error;
    run.unsent(at.place, `action after the first page: ${error.message}`, error.remedy);
  }
}
