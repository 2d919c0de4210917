/** Answers that do not have the form that the interface shows. */
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { operationById } from "../../../spec/operations.ts";
import { payloadMember, refused } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { changedMembers, sentAs, withBody, withDocument, withMembers, withStatus } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import { some } from "./pick.ts";

const operator = operatorOf("form");

/** The same change in each successful answer that it concerns. */
function inEach(
  id: string,
  title: string,
  what: string,
  change: (exchange: Exchange) => Exchange | undefined,
): Operator {
  return operator(id, title, what, function* (recorded) {
    for (const exchange of recorded.successes()) yield () => some(change(exchange));
  });
}

const document = (exchange: Exchange): Json | undefined => exchange.response?.json?.value;
const isJson = ({ operationId }: Exchange): boolean => operationById(operationId).response === "json";
const isEnveloped = ({ operationId }: Exchange): boolean => operationById(operationId).enveloped;

export const form: readonly Operator[] = [
  inEach("status-500", "Answers a plain request with status 500.", "the status is 500", (exchange) =>
    withStatus(exchange, 500),
  ),
  // No status is documented for a single file.
  inEach("status-201", "Answers with status 201 where 200 is documented.", "the status is 201", (exchange) =>
    operationById(exchange.operationId).response === "file" ? undefined : withStatus(exchange, 201),
  ),
  inEach(
    "body-cut",
    "Sends a JSON document that ends in the middle.",
    "the document ends in the middle",
    (exchange) => {
      const value = document(exchange);
      const text = isJson(exchange) && value !== undefined ? JSON.stringify(value) : "";
      return text.length < 2 ? undefined : withBody(exchange, text.slice(0, -1));
    },
  ),
  inEach("body-empty", "Sends no body.", "the body is empty", (exchange) =>
    isJson(exchange) ? withBody(exchange, "") : undefined,
  ),
  inEach("document-null", "Answers `null`.", "the document is null", (exchange) =>
    isJson(exchange) ? withDocument(exchange, null) : undefined,
  ),
  inEach("page-of-html", "Answers with a page in HTML and status 200.", "the body is an HTML page", (exchange) =>
    sentAs(withBody(exchange, "<!doctype html><title>Welcome</title>"), "text/html"),
  ),
  inEach("type-of-text", "Sends JSON as plain text.", "the content type is `text/plain`", (exchange) =>
    isJson(exchange) ? sentAs(exchange, "text/plain") : undefined,
  ),
  inEach("type-of-json", "Sends an archive as JSON.", "the content type is `application/json`", (exchange) =>
    exchange.response?.zip ? sentAs(exchange, "application/json") : undefined,
  ),
  ...(["startCursor", "endCursor"] as const).map((member) =>
    inEach(
      `${member.toLowerCase()}-typed`,
      `Sends \`${member}\` as a number.`,
      `\`${member}\` is a number`,
      (exchange) => {
        const info = payloadMember(exchange, "info");
        return isJsonObject(info) && typeof info[member] === "string"
          ? withMembers(exchange, { info: changedMembers(info, { [member]: 7 }) })
          : undefined;
      },
    ),
  ),
  inEach("envelope-missing", "Answers without the envelope of v2.", "the envelope is missing", (exchange) => {
    const value = document(exchange);
    return isEnveloped(exchange) && isJsonObject(value) ? withDocument(exchange, value["data"] ?? null) : undefined;
  }),
  inEach(
    "envelope-added",
    "Wraps an answer that has no envelope.",
    "the answer is wrapped in an envelope",
    (exchange) =>
      isJson(exchange) && !isEnveloped(exchange)
        ? withDocument(exchange, { error: null, data: document(exchange) ?? null })
        : undefined,
  ),
  ...(["error", "data"] as const).map((member) =>
    inEach(
      `envelope-without-${member}`,
      `Leaves the member \`${member}\` out of the envelope.`,
      `the member \`${member}\` is missing`,
      (exchange) => {
        const value = document(exchange);
        if (!isEnveloped(exchange) || !isJsonObject(value)) return undefined;
        const changed = withDocument(exchange, changedMembers(value, { [member]: undefined }));
        // Where the envelope of a success carries a text as its error, it is a refusal without data.
        return refused(changed) ? undefined : changed;
      },
    ),
  ),
  ...["links", "totalCount", "info", "state", "token"].flatMap((member) => [
    inEach(
      `member-${member.toLowerCase()}-missing`,
      `Leaves the member \`${member}\` out of the answer.`,
      `the member \`${member}\` is missing`,
      (exchange) => (hasMember(exchange, member) ? withMembers(exchange, { [member]: undefined }) : undefined),
    ),
    inEach(
      `member-${member.toLowerCase()}-typed`,
      `Sends the member \`${member}\` as another type.`,
      `the member \`${member}\` is a list of its text`,
      (exchange) => (hasMember(exchange, member) ? withMembers(exchange, { [member]: ["x"] }) : undefined),
    ),
  ]),
];

function hasMember(exchange: Exchange, member: string): boolean {
  const value = document(exchange);
  const payload = isJsonObject(value) && isEnveloped(exchange) ? value["data"] : value;
  return isJsonObject(payload) && Object.hasOwn(payload, member);
}
