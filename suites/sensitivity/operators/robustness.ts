/** Answers that do not come, break off, or tell what they must not. */
import { operationById } from "../../../spec/operations.ts";
import { refused } from "../../../spec/readings/outcome.ts";
import type { Exchange, TransportFailure } from "../../../spec/vocabulary/history.ts";
import { withBody, withDocument, withResponse, withStatus } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import { pick, some } from "./pick.ts";

const operator = operatorOf("robustness");

function unanswered(id: string, title: string, kind: TransportFailure["kind"], message: string): Operator {
  return operator(id, title, message, function* (recorded) {
    for (const { response: _, ...exchange } of recorded.successes())
      yield () => [{ ...exchange, failure: { kind, message } }];
  });
}

/** Every plain read of one kind of a trace is cut off: one lost answer alone may be an accident of the line. */
const neverAnswered = operator(
  "read-never-answered",
  "Cuts off every answer to one kind of read of a trace.",
  "no read of this kind is answered",
  function* (recorded) {
    const reads = recorded.successes("state", "details").filter(({ traits }) => traits.length === 0);
    const alike = Map.groupBy(reads, ({ operationId, request, intent }) =>
      JSON.stringify([operationId, request.path, "page" in intent ? intent.page : ""]),
    );
    for (const these of alike.values()) {
      if (these.length < 2 || these.some((one, at) => one.sentAtMs < (these[at - 1]?.receivedAtMs ?? 0))) continue;
      const failure = { kind: "reset", message: "the connection was closed" } as const;
      yield () => these.map(({ response: _, ...one }) => ({ ...one, failure }));
    }
  },
);

function each(
  id: string,
  title: string,
  what: string,
  concerned: (exchange: Exchange) => boolean,
  change: (exchange: Exchange) => Exchange | undefined,
): Operator {
  return operator(id, title, what, function* ({ subject }) {
    for (const exchange of subject.exchanges)
      if (exchange.response && concerned(exchange)) yield () => some(change(exchange));
  });
}

const secretsOf = ({ intent, actor, defects, operationId }: Exchange): readonly string[] => {
  // A file may hold what its owner wrote.
  if (operationById(operationId).response !== "json") return [];
  if (defects.some(({ where }) => where === "credentials" || where === "token") || actor === "second") return [];
  if (intent.kind === "login-credential") return ["password"];
  return intent.kind === "login-private-key" ? ["privateKey"] : ["token"];
};

export const robustness: readonly Operator[] = [
  unanswered("no-answer", "Does not answer a plain request.", "timeout", "no answer came in time"),
  unanswered(
    "connection-cut",
    "Closes the connection in the middle of an answer.",
    "reset",
    "the connection was closed",
  ),
  unanswered("answer-without-end", "Sends an answer that does not end.", "oversize", "the answer has no end"),
  neverAnswered,
  each(
    "malformed-request-500",
    "Answers a request that is wrong with status 500.",
    "the status is 500",
    (exchange) => exchange.defects.length > 0 && refused(exchange),
    (exchange) => withStatus(exchange, 500),
  ),
  each(
    "refusal-with-insides",
    "Shows a stack trace in an error.",
    "the error shows a stack trace",
    refused,
    (exchange) => {
      const insides = "Error: refused\n    at handle (/srv/app/routes/traces.js:41:13)";
      return withDocument(exchange, { error: { message: insides }, data: null });
    },
  ),
  each(
    "refusal-cut",
    "Sends an error in JSON that ends in the middle.",
    "the error ends in the middle",
    (exchange) => refused(exchange) && exchange.response?.json !== undefined,
    (exchange) => withBody(exchange, JSON.stringify(exchange.response?.json?.value).slice(0, -1)),
  ),
  each(
    "secret-repeated",
    "Repeats a secret of the request in its answer.",
    "the answer repeats a secret",
    (exchange) => secretsOf(exchange).length > 0,
    (exchange) => {
      const echoedSecret = pick(secretsOf(exchange), "secret");
      return echoedSecret === undefined ? undefined : withResponse(exchange, { echoedSecret });
    },
  ),
  each(
    "archive-broken",
    "Sends an archive that cannot be read.",
    "the archive cannot be read",
    ({ operationId, response }) => operationById(operationId).response === "zip" && response?.zip !== undefined,
    (exchange) =>
      withResponse(exchange, {
        zip: {
          entries: exchange.response?.zip?.entries ?? [],
          error: { kind: "malformed", message: "the CRC of an entry is wrong" },
        },
      }),
  ),
];
