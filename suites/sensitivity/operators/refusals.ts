/** Requests that are refused and should not be, and requests that are not refused and should be. */
import type { Json } from "../../../spec/json.ts";
import { operationById } from "../../../spec/operations.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { payloadOf, refused } from "../../../spec/readings/outcome.ts";
import type { Defect, Exchange } from "../../../spec/vocabulary/history.ts";
import { successAs, withBody, withDocument, withPayload, withStatus } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import type { Recorded } from "../recorded.ts";
import { granted } from "./granted.ts";
import { some } from "./pick.ts";

const operator = operatorOf("refusals");

/** The exchange as a service answers it that does not do what it is asked. */
export function refusedWith(exchange: Exchange, status: number): Exchange {
  const { enveloped } = operationById(exchange.operationId);
  const refusal: Json = enveloped ? { error: { code: "refused" }, data: null } : { error: "refused" };
  return withStatus(withDocument(exchange, refusal), status);
}

/** More files than these an action need not take. */
const plainFiles = 2;

/** Only a plain input must be taken: limits are not shown, and a search may refuse a filter. */
function mustBeTaken(exchange: Exchange, { subject }: Recorded): boolean {
  const { actor, intent, traits } = exchange;
  // Whose trace it is stands in the history that created it.
  if ("traceId" in intent && !subject.traceOf(exchange)) return false;
  if (traits.length > 0 || intent.kind === "search" || (actor === "second" && !intent.kind.startsWith("login")))
    return false;
  if (intent.kind === "details") return Object.keys(intent.page).length === 0;
  if (isAction(intent)) return intent.files.length <= plainFiles;
  // A list that names a file twice may be refused.
  return (
    intent.kind !== "files" || new Set(intent.requested.map(({ digest }) => digest)).size === intent.requested.length
  );
}

function turnedAway(id: string, title: string, status: number, concerned: (exchange: Exchange) => boolean): Operator {
  return operator(id, title, "the request is refused", function* (recorded) {
    for (const exchange of recorded.successes())
      if (mustBeTaken(exchange, recorded) && concerned(exchange)) yield () => [refusedWith(exchange, status)];
  });
}

/** A refusal that becomes a success with real data. */
function letThrough(
  id: string,
  title: string,
  concerned: (exchange: Exchange, recorded: Recorded) => boolean,
): Operator {
  return operator(id, title, "the request is answered", function* (recorded) {
    for (const exchange of recorded.subject.exchanges) {
      if (!refused(exchange) || !concerned(exchange, recorded)) continue;
      yield () => some(granted(exchange, recorded));
    }
  });
}

const hasOnly = (exchange: Exchange, wanted: (defect: Defect) => boolean): boolean =>
  exchange.defects.length > 0 && exchange.defects.every(wanted);

/** True where the path is wrong in one of the first ways, and in none but all of these. */
const hasPath = (exchange: Exchange, first: readonly string[], others: readonly string[] = []): boolean =>
  hasOnly(exchange, ({ where, what }) => where === "path" && [...first, ...others].includes(what)) &&
  exchange.defects.some(({ what }) => first.includes(what)) &&
  !isBlank(exchange);

/** Without a name in it a path leads elsewhere, and a list may stand for everything. */
function isBlank({ intent }: Exchange): boolean {
  const requested = intent.kind === "files" ? intent.requested : intent.kind === "file" ? [intent.requested] : [];
  const names = [...("traceId" in intent ? [intent.traceId] : []), ...requested.map(({ digest }) => digest)];
  return names.some((name) => name.trim() === "");
}

/** True for a workflow that nobody has by id or name. */
function namesNoWorkflow({ intent, defects }: Exchange, { subject }: Recorded): boolean {
  if (intent.kind !== "create" || defects.length !== 1) return false;
  const { workflowId } = intent;
  if (typeof workflowId !== "string" || workflowId.trim() === "") return false;
  if (!defects.some((defect) => defect.where === "field" && defect.member === "workflowId")) return false;
  return !subject.target.workflows.some(({ id, name }) => id === workflowId || name === workflowId);
}

/** What belongs to the first user, asked for by one who shares no organization with the first. */
function isOfStrangers(exchange: Exchange, { subject, traces }: Recorded): boolean {
  if (exchange.actor !== "second" || exchange.defects.length > 0) return false;
  if (subject.target.secondUser?.sharesOrganization !== false) return false;
  if (exchange.intent.kind === "search") return traces[0]?.created.exchange.actor === "first";
  return subject.traceOf(exchange)?.created.exchange.actor === "first";
}

/** A refusal of a request that is wrong, in the form of a success that holds nothing. */
function emptySuccess(id: string, title: string, what: string, change: (exchange: Exchange) => Exchange): Operator {
  return operator(id, title, what, function* ({ subject }) {
    for (const exchange of subject.exchanges)
      if (exchange.defects.length > 0 && refused(exchange)) yield () => [change(exchange)];
  });
}

const foundByStrangers = operator(
  "strangers-find-traces",
  "Lets a user of another organization find a trace.",
  "a trace of another organization is found",
  function* (recorded) {
    const [trace] = recorded.traces;
    for (const exchange of recorded.successes("search")) {
      const found = payloadOf(exchange);
      if (!trace || !isOfStrangers(exchange, recorded) || !Array.isArray(found)) continue;
      yield () => [withPayload(exchange, () => [...(found as readonly Json[]), trace.id])];
    }
  },
);

export const refusals: readonly Operator[] = [
  turnedAway("plain-request-refused", "Refuses a plain, well-formed request.", 400, () => true),
  turnedAway(
    "valid-token-refused",
    "Refuses a token that it issued.",
    401,
    ({ intent }) => !intent.kind.startsWith("login"),
  ),
  letThrough("token-not-checked", "Answers a request whose token is missing or wrong.", (exchange) =>
    // A token without any scheme may be tolerated.
    hasOnly(exchange, ({ where, what }) => where === "token" && what !== "scheme-missing"),
  ),
  letThrough("unknown-trace-answered", "Answers for a trace that does not exist.", (exchange) =>
    hasPath(exchange, ["unknown-trace", "near-trace"], ["unknown-digest"]),
  ),
  letThrough("malformed-trace-answered", "Answers for a trace whose id is no UUID.", (exchange) =>
    hasPath(exchange, ["malformed-trace"], ["unknown-digest"]),
  ),
  letThrough("unknown-digest-answered", "Gives a file for a digest that names none.", (exchange) =>
    hasPath(exchange, ["unknown-digest", "altered-digest"]),
  ),
  letThrough("foreign-file-given", "Gives out a file of another trace.", (exchange) =>
    hasPath(exchange, ["foreign-digest"]),
  ),
  letThrough("unknown-workflow-searched", "Finds traces in a workflow that does not exist.", (exchange) =>
    hasPath(exchange, ["unknown-workflow"]),
  ),
  letThrough("unknown-workflow-taken", "Creates a trace in a workflow that does not exist.", namesNoWorkflow),
  letThrough("unknown-organization-listed", "Lists workflows of an organization that does not exist.", (exchange) =>
    hasPath(exchange, ["unknown-organization"]),
  ),
  letThrough(
    "broken-json-taken",
    "Takes an action whose JSON ends in the middle.",
    (exchange) =>
      isAction(exchange.intent) && hasOnly(exchange, ({ where, what }) => where === "body" && what === "json-broken"),
  ),
  letThrough("wrong-credentials-accepted", "Hands out a token for wrong credentials.", (exchange) =>
    hasOnly(exchange, ({ where }) => where === "credentials"),
  ),
  letThrough("organizations-not-kept-apart", "Shows a trace to a user of another organization.", isOfStrangers),
  foundByStrangers,
  emptySuccess("refusal-as-null", "Answers status 200 and null where it refuses.", "the answer is null", (exchange) =>
    successAs(withDocument(exchange, null), "application/json"),
  ),
  emptySuccess(
    "refusal-as-page",
    "Answers status 200 and a page in HTML where it refuses.",
    "the answer is an HTML page",
    (exchange) => successAs(withBody(exchange, "<!doctype html><title>Sign in</title>"), "text/html"),
  ),
];
