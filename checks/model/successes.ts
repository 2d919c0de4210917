/** Successful answers to well-formed requests, and the JSON documents in them. */
import { operationById } from "../../spec/operations.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { hasMember, type Json } from "../../spec/json.ts";
import type { Case } from "./case.ts";

export const successes = ({ exchanges }: Case): readonly Exchange[] =>
  exchanges.filter((exchange) => succeeded(exchange) && exchange.defects.length === 0);

/** Those that answer JSON, or should. */
export const jsonSuccesses = (subject: Case): readonly Exchange[] =>
  subject.view(successes).filter(({ operationId }) => operationById(operationId).response === "json");

/** Those with a JSON document, and the document. */
export const documents = (subject: Case) =>
  subject.view(jsonSuccesses).flatMap((exchange) => {
    const document = exchange.response?.json?.value;
    return document === undefined ? [] : [{ exchange, document, operation: operationById(exchange.operationId) }];
  });

/** The members of the envelope that a document lacks. */
export function lacking(document: Json): readonly ("error" | "data")[] {
  return (["error", "data"] as const).filter((member) => !hasMember(document, member));
}
