/**
 * Requests that were refused in every form, though what they ask for exists: the workflow is in the target's own list,
 * the files are on the trace. Probes tried all forms; had one been accepted, there would be a reading.
 */
import { outcomeOf, payloadOf } from "../../../spec/readings/outcome.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isThrottled } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";

export const neverTaken = (subject: Case): readonly Exchange[] =>
  subject.exchanges.filter((exchange) => {
    if (exchange.defects.length > 0 || exchange.traits.length > 0 || exchange.actor !== "first") return false;
    const refusedAs = refusalOf(exchange);
    if (refusedAs === undefined) return false;
    if (exchange.intent.kind === "search") return isSearchNeverTaken(exchange, refusedAs, subject);
    return exchange.intent.kind === "files" && isArchiveNeverTaken(exchange, refusedAs, subject);
  });

/** `not there` does not depend on the form of the request; `in form` may. */
function refusalOf(exchange: Exchange): "not there" | "in form" | undefined {
  const { status = 0 } = exchange.response ?? {};
  const outcome = outcomeOf(exchange);
  if (isThrottled(exchange) || status === 401 || status === 403) return undefined;
  if (outcome === "broken" || [404, 405, 410].includes(status)) return "not there";
  return outcome === "refused" ? "in form" : undefined;
}

function isSearchNeverTaken(exchange: Exchange, refusedAs: "not there" | "in form", subject: Case): boolean {
  const { intent } = exchange;
  if (intent.kind !== "search" || !wasSoughtInVain(subject, "search-workflow-key")) return false;
  const workflow = intent.workflow === undefined ? undefined : subject.target.workflows[intent.workflow];
  if (!workflow || !listed(subject).has(workflow.id)) return false;
  const isFiltered = isJsonObject(intent.filters) && Object.keys(intent.filters).length > 0;
  // A filter by something that no state shows may be refused.
  const isShown = (stateReadingOf(subject.profile, workflow)?.path ?? null) !== null;
  return refusedAs === "not there" || (isFiltered && isShown);
}

function isArchiveNeverTaken(exchange: Exchange, refusedAs: "not there" | "in form", subject: Case): boolean {
  const { intent } = exchange;
  if (intent.kind !== "files" || !wasSoughtInVain(subject, "digest-list-query")) return false;
  const trace = subject.traceOf(exchange);
  const own = intent.requested.every(({ file }) =>
    trace?.actions.some((action) => file !== undefined && action.exchange.index === file.exchange),
  );
  // Under an unknown parameter name the target may see no list at all, so a complaint about the form is no evidence.
  return refusedAs === "not there" && own && intent.requested.length > 0;
}

/** True where a probe searched and found nothing. */
function wasSoughtInVain({ profile }: Case, id: "search-workflow-key" | "digest-list-query"): boolean {
  const reading = profile.readings[id];
  return reading !== undefined && reading.value === undefined;
}

const listed = (subject: Case): ReadonlySet<Json> => subject.view(listedWorkflows);

/** The ids of the workflows that the first user was shown. */
const listedWorkflows = (subject: Case): ReadonlySet<Json> =>
  new Set(
    subject.exchanges
      .filter(({ intent, actor }) => intent.kind === "workflows" && actor === "first")
      .flatMap((exchange) => {
        const list = payloadOf(exchange);
        return Array.isArray(list) ? (list as readonly Json[]) : [];
      })
      .flatMap((item) => (isJsonObject(item) ? [item["workflowId"] ?? null] : [])),
  );
