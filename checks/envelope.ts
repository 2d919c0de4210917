/** The v2 face wraps its payloads in an envelope, but for the workflow list; the legacy face wraps none. */
import { validateResponse } from "../spec/description/response-schemas.ts";
import { isJsonObject } from "../spec/json.ts";
import { operationById } from "../spec/operations.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Case } from "./model/case.ts";
import { documents, lacking } from "./model/successes.ts";
import { rule, rulesOver, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

/** A bare payload may have any further members, so the envelope counts only where it holds the payload. */
const barePayloads = (subject: Case): readonly Observed[] =>
  subject
    .view(documents)
    .filter(({ operation }) => !operation.enveloped)
    .map(({ exchange, document }) => {
      const enveloped = lacking(document).length === 0 && validateResponse(exchange.operationId, document).length > 0;
      const message = `${nameOf(exchange)} wraps its payload in an envelope`;
      return [exchange, enveloped && { message, expected: "the payload itself", actual: document }];
    });

/** Statuses by which a service itself refuses what it could read; others are those of gateways and frameworks as well. */
const ownStatuses: readonly number[] = [400, 404, 409, 410, 422];

/** Where a request is wrong for naming what is not there, and in nothing else. */
const namesUnknown: ReadonlySet<string> = new Set(["unknown-trace", "near-trace", "unknown-workflow"]);

/**
 * True for JSON by which the service refuses a v2 request that is well-formed. What cannot be read, or carries no good
 * token, may be turned away in front of the service.
 */
function isOwnRefusal({ operationId, face, response, defects, traits, candidateFor }: Exchange): boolean {
  const isEnveloped = face === "v2" && operationById(operationId).enveloped;
  if (!isEnveloped || !response?.json || !ownStatuses.includes(response.status)) return false;
  if (traits.length > 0 || candidateFor !== undefined || response.headers["retry-after"] !== undefined) return false;
  // Problem details (RFC 9457) have a media type of their own.
  if (!/^application\/json\b/i.test(response.headers["content-type"] ?? "")) return false;
  return defects.every(({ where, what }) => where === "path" && namesUnknown.has(what));
}

export const envelopeRules: readonly Rule[] = [
  rule("ENV-01", function* (subject) {
    for (const { exchange, document, operation } of subject.view(documents)) {
      if (!operation.enveloped) continue;
      const missing = lacking(document);
      yield [
        exchange,
        missing.length > 0 && {
          message: `${nameOf(exchange)} answers without the envelope's ${missing.map((member) => `\`${member}\``).join(" and ")}`,
          expected: "an object with the members error and data",
          actual: isJsonObject(document) ? Object.keys(document) : document,
        },
      ];
    }
  }),

  // Where there is an error, the payload may be missing.
  rule("ENV-01", function* (subject) {
    for (const exchange of subject.exchanges.filter(isOwnRefusal)) {
      const document = exchange.response?.json?.value;
      const isEnveloped = isJsonObject(document) && Object.hasOwn(document, "error");
      yield [
        exchange,
        !isEnveloped && {
          message: `${nameOf(exchange)} is refused in JSON without the envelope's \`error\``,
          expected: "an object with the member error",
          actual: isJsonObject(document) ? Object.keys(document) : (document ?? null),
        },
      ];
    }
  }),

  ...rulesOver(barePayloads, {
    "ENV-02": ({ face }) => face === "legacy",
    "ENV-03": ({ face }) => face === "v2",
  }),
];
