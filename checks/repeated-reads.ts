/**
 * What is read twice without a write between is the same: the state, the links; on one face and across both; and
 * whatever happened in between (other traces, refused requests) left no mark.
 */
import { firstDifference, type Difference } from "../spec/readings/equal.ts";
import { outcomeOf, payloadMember } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../spec/vocabulary/json.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf } from "../spec/vocabulary/profile.ts";
import { pageArgumentsOf } from "./model/listing.ts";
import { pageOf, stableLink, stableState } from "./model/links.ts";
import { changedBetween, spanOf } from "./model/moment.ts";
import { echoesOf, shownIn } from "./model/outline.ts";
import { traceKey, worldOf, type TraceRecord } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

interface Seen {
  readonly exchange: Exchange;
  /** What of the answer must stay. */
  readonly view: Json;
}

export const repeatedReads: Check = {
  id: "repeated-reads",
  requirements: [
    "STATE-04",
    "STATE-05",
    "DETAILS-09",
    "ACT-06",
    "EQUIV-01",
    "EQUIV-02",
    "EQUIV-09",
    "REFUSE-01",
    "AUTH-32",
  ],
  *judge(history, context) {
    const world = worldOf(history);
    const latest = new Map<string, Seen>();
    for (const exchange of history.exchanges) {
      const view = isProbing(exchange) ? undefined : viewOf(exchange, context);
      if (view === undefined || !("traceId" in exchange.intent)) continue;
      if (exchange.actor === "second") continue;
      const trace = world.traces.get(traceKey(exchange.intent.traceId));
      const subject = subjectOf(exchange, context);
      for (const face of ["v2", "legacy"] as const) {
        const earlier = latest.get(`${subject} ${face}`);
        if (!earlier || (trace && changedBetween(trace, earlier.exchange, exchange))) continue;
        if (!trace && wroteBetween(history, earlier.exchange, exchange)) continue;
        yield* compare(history, context, earlier, { exchange, view }, trace);
      }
      latest.set(`${subject} ${exchange.face}`, { exchange, view });
      const whole = wholeListOf(exchange);
      if (whole === undefined) continue;
      const other = latest.get(`${whole} ${exchange.face === "v2" ? "legacy" : "v2"}`);
      latest.set(`${whole} ${exchange.face}`, { exchange, view });
      // What both asked for in the same way is compared above.
      if (!other || subjectOf(other.exchange, context) === subject) continue;
      if (trace ? changedBetween(trace, other.exchange, exchange) : wroteBetween(history, other.exchange, exchange))
        continue;
      yield* compare(history, context, other, { exchange, view }, trace, ["EQUIV-02"]);
    }
  },
};

/** What two reads must have in common to be comparable: the trace, the kind, the page. */
function subjectOf(exchange: Exchange, context: JudgingContext): string {
  const trace = "traceId" in exchange.intent ? traceKey(exchange.intent.traceId) : "";
  if (exchange.intent.kind !== "details") return `${trace} state`;
  const given = pageArgumentsOf(exchange);
  const heard = exchange.face === "v2" || !legacyIgnoresPages(context);
  // A legacy face that takes no page arguments always shows its own first page: compare it with itself.
  return `${trace} details ${heard ? JSON.stringify(Object.entries(given).sort()) : "legacy"}`;
}

/** A key for reads that show every link of the trace, by whatever arguments. */
function wholeListOf(exchange: Exchange): string | undefined {
  const page = exchange.intent.kind === "details" ? pageOf(exchange) : undefined;
  if (!page || page.links.length === 0 || page.links.length !== page.totalCount) return undefined;
  return "traceId" in exchange.intent ? `${traceKey(exchange.intent.traceId)} whole` : undefined;
}

function legacyIgnoresPages(context: JudgingContext): boolean {
  return (readingOf(context.profile, "legacy-details-input")?.form ?? "ignored") === "ignored";
}

function viewOf(exchange: Exchange, context: JudgingContext): Json | undefined {
  if (exchange.intent.kind === "state" || exchange.operationId === "legacyAppendAction") {
    const state = payloadMember(exchange, "state");
    return state === undefined ? undefined : stableState(state, context.profile);
  }
  if (exchange.intent.kind !== "details") return undefined;
  const page = pageOf(exchange);
  if (!page) return undefined;
  return { links: page.links.map((link) => stableLink(link, context.profile)), totalCount: page.totalCount ?? null };
}

function wroteBetween(history: History, earlier: Exchange, later: Exchange): boolean {
  const key = "traceId" in later.intent ? traceKey(later.intent.traceId) : "";
  const [fromMs, toMs] = spanOf(earlier, later);
  return history.exchanges.some(
    (exchange) =>
      exchange !== earlier &&
      exchange.intent.kind === "act" &&
      traceKey(exchange.intent.traceId) === key &&
      exchange.receivedAtMs > fromMs &&
      exchange.sentAtMs < toMs,
  );
}

function* compare(
  history: History,
  context: JudgingContext,
  earlier: Seen,
  later: Seen,
  trace: TraceRecord | undefined,
  requirements = requirementsOf(history, earlier.exchange, later.exchange, trace),
): Iterable<Judgement> {
  const sameFace = earlier.exchange.face === later.exchange.face;
  const echoes = trace ? echoesOf(trace, context) : new Set<string>();
  const [before, after] = sameFace ? [earlier.view, later.view] : inCommon(earlier.view, later.view, echoes);
  const difference = firstDifference(before, after);
  for (const requirement of requirements) {
    yield judged(requirement, later.exchange, difference && findingOf(earlier.exchange, later.exchange, difference));
  }
}

/**
 * The fields of a link are not shown, so each face may have members of its own; what both show must agree, and what one
 * face shows of the action, group and workflow that were sent the other shows too. States are compared whole.
 */
function inCommon(left: Json, right: Json, echoes: ReadonlySet<string>): [Json, Json] {
  const leftLinks = linksOf(left);
  const rightLinks = linksOf(right);
  if (!leftLinks || !rightLinks || leftLinks.length !== rightLinks.length) return [left, right];
  const narrowed = (links: readonly Json[], others: readonly Json[]): Json[] =>
    links.map((link, index) => {
      const other = others[index];
      if (!isJsonObject(link) || !isJsonObject(other)) return link;
      const common = Object.entries(link).filter(([member]) => Object.hasOwn(other, member));
      return Object.fromEntries([...common, ["(sent)", [...shownIn(link, echoes)].sort()]]);
    });
  return [
    { ...(left as JsonObject), links: narrowed(leftLinks, rightLinks) },
    { ...(right as JsonObject), links: narrowed(rightLinks, leftLinks) },
  ];
}

function linksOf(view: Json): readonly Json[] | undefined {
  return isJsonObject(view) && Array.isArray(view["links"]) ? (view["links"] as readonly Json[]) : undefined;
}

function findingOf(earlier: Exchange, later: Exchange, difference: Difference) {
  const faces =
    earlier.face === later.face ? "" : ` through the ${later.face} face than through the ${earlier.face} face`;
  return {
    message: `${nameOf(later)} answers otherwise${faces || " than before"} although no action came between, at ${difference.path.join(".") || "its root"}`,
    expected: difference.expected,
    actual: difference.actual,
    with: [earlier],
  };
}

function requirementsOf(
  history: History,
  earlier: Exchange,
  later: Exchange,
  trace: TraceRecord | undefined,
): readonly RequirementId[] {
  const requirements: RequirementId[] = [];
  const state = later.intent.kind !== "details";
  if (earlier.face !== later.face) {
    if (state) requirements.push("EQUIV-01");
    else requirements.push(Object.keys(pageArgumentsOf(later)).length > 0 ? "EQUIV-09" : "EQUIV-02");
  } else requirements.push(state ? "STATE-04" : "DETAILS-09");
  if (earlier.operationId === "legacyAppendAction") requirements.push("ACT-06");
  if (!trace) return requirements;
  const between = history.exchanges.filter(({ index }) => index > earlier.index && index < later.index);
  const onTrace = between.filter(
    ({ intent }) => intent.kind === "act" && traceKey(intent.traceId) === traceKey(trace.id),
  );
  const refused = onTrace.filter((exchange) => outcomeOf(exchange) === "refused");
  const byToken = (exchange: Exchange) => exchange.defects.some(({ where }) => where === "token");
  if (refused.some((exchange) => !byToken(exchange))) requirements.push("REFUSE-01");
  if (refused.some(byToken)) requirements.push("AUTH-32");
  const elsewhere = between.some(
    (exchange) => exchange.intent.kind === "act" && !onTrace.includes(exchange) && outcomeOf(exchange) === "succeeded",
  );
  if (state && (elsewhere || between.length > 0)) requirements.push("STATE-05");
  return requirements;
}
