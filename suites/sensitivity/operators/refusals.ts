/** Requests that are refused and should not be, and requests that are not refused and should be. */
import type { Json } from "../../../spec/json.ts";
import { operationById } from "../../../spec/operations.ts";
import { refused } from "../../../spec/readings/outcome.ts";
import type { Defect, Exchange } from "../../../spec/vocabulary/history.ts";
import { withDocument, withPayload, withStatus } from "../answers.ts";
import type { Operator, Site } from "../mutant.ts";
import type { Recorded } from "../recorded.ts";
import { some, strangeUuid } from "./pick.ts";

const plainlyRefused: Operator = {
  id: "plain-request-refused",
  kind: "refusals",
  title: "Refuses a plain, well-formed request.",
  *sites(recorded): Generator<Site> {
    for (const exchange of recorded.successes()) {
      // Only a plain input must be taken, and a search may refuse a filter.
      if (exchange.traits.length > 0 || exchange.intent.kind === "search") continue;
      if (exchange.intent.kind === "details" && Object.keys(exchange.intent.page).length > 0) continue;
      const { enveloped } = operationById(exchange.operationId);
      const refusal: Json = enveloped ? { error: { code: "refused" }, data: null } : { error: "refused" };
      yield {
        what: "the request is refused",
        answers: () => [withStatus(withDocument(exchange, refusal), 400)],
      };
    }
  },
};

/** A refusal that becomes the success of another request of the same operation. */
function letThrough(
  id: string,
  title: string,
  concerned: (exchange: Exchange, recorded: Recorded) => boolean,
): Operator {
  return {
    id,
    kind: "refusals",
    title,
    *sites(recorded): Generator<Site> {
      for (const exchange of recorded.subject.exchanges) {
        if (!refused(exchange) || !concerned(exchange, recorded)) continue;
        yield { what: "the request is answered", answers: () => some(answered(exchange, recorded)) };
      }
    },
  };
}

/** The exchange with the answer of another request of its operation that succeeded; a write names something new. */
function answered(exchange: Exchange, recorded: Recorded): Exchange | undefined {
  const donors = recorded.successes(exchange.intent.kind);
  const response = donors.find((other) => other.operationId === exchange.operationId && isTelling(other))?.response;
  if (!response) return undefined;
  const { kind } = exchange.intent;
  return kind === "create" || (kind === "act" && exchange.face === "v2")
    ? withPayload({ ...exchange, response }, () => strangeUuid(`${exchange.request.path}${String(exchange.index)}`))
    : { ...exchange, response };
}

/** An empty list or file gives nothing away. */
const isTelling = ({ response }: Exchange): boolean => (response?.bytes ?? 0) > 40;

const hasOnly = (exchange: Exchange, wanted: (defect: Defect) => boolean): boolean =>
  exchange.defects.length > 0 && exchange.defects.every(wanted);

export const refusals: readonly Operator[] = [
  plainlyRefused,
  letThrough("token-not-checked", "Answers a request whose token is missing or wrong.", (exchange) =>
    hasOnly(exchange, ({ where }) => where === "token"),
  ),
  letThrough("unknown-trace-answered", "Answers for a trace that does not exist.", (exchange) =>
    hasOnly(exchange, ({ where, what }) => where === "path" && (what === "unknown-trace" || what === "near-trace")),
  ),
  letThrough("unknown-digest-answered", "Answers for a digest that names no file of the trace.", (exchange) =>
    hasOnly(
      exchange,
      ({ where, what }) =>
        where === "path" && (what === "unknown-digest" || what === "foreign-digest" || what === "altered-digest"),
    ),
  ),
  letThrough("wrong-credentials-accepted", "Hands out a token for wrong credentials.", (exchange) =>
    hasOnly(exchange, ({ where, what }) => where === "credentials" && what === "replaced"),
  ),
  letThrough(
    "organizations-not-kept-apart",
    "Shows a trace to a user of another organization.",
    (exchange, { subject }) =>
      exchange.defects.length === 0 &&
      exchange.actor === "second" &&
      subject.target.secondUser?.sharesOrganization === false &&
      subject.traceOf(exchange)?.created.exchange.actor === "first",
  ),
];
