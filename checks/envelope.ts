/** The v2 face wraps its payloads in an envelope, but for the workflow list; the legacy face wraps none. */
import { validateResponse } from "../spec/description/response-schemas.ts";
import { preview } from "../spec/description/violation.ts";
import { hasMember, isJsonObject, type Json, type JsonObject } from "../spec/json.ts";
import { operationById } from "../spec/operations.ts";
import { isAction } from "../spec/readings/actions.ts";
import { sameJson } from "../spec/readings/equal.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { unfitTraits } from "../spec/vocabulary/unfit-traits.ts";
import type { Case } from "./model/case.ts";
import { outlineOf } from "./model/rereads/outline.ts";
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
function isOwnRefusal({ operationId, face, request, response, defects, traits, candidateFor }: Exchange): boolean {
  const isEnveloped = face === "v2" && operationById(operationId).enveloped;
  if (!isEnveloped || !response?.json || !ownStatuses.includes(response.status)) return false;
  if (traits.length > 0 || candidateFor !== undefined || response.headers["retry-after"] !== undefined) return false;
  // A name with a slash is to many a router another path, which leads to none of the operations.
  if (/%2f/i.test(request.path) && [400, 404].includes(response.status)) return false;
  // Problem details (RFC 9457) have a media type of their own.
  if (!/^application\/json\b/i.test(response.headers["content-type"] ?? "")) return false;
  return defects.every(({ where, what }) => where === "path" && namesUnknown.has(what));
}

/** Of what is wrong with an input on purpose, what a gateway cannot know of. */
const knownToService: ReadonlySet<string> = new Set([
  unfitTraits.sender,
  unfitTraits.form,
  unfitTraits.type,
  unfitTraits.extreme,
  unfitTraits.again,
  unfitTraits.thing,
]);

/** True for JSON in which a v2 action is refused for who sent it or for its data, whatever the status. */
function isRefusedForItself({ face, operationId, response, defects, traits, candidateFor, intent }: Exchange): boolean {
  if (face !== "v2" || !operationById(operationId).enveloped || !isAction(intent)) return false;
  if (!response?.json || response.status < 400 || response.status >= 500 || response.status === 429) return false;
  if (response.headers["retry-after"] !== undefined || candidateFor !== undefined || defects.length > 0) return false;
  return traits.length > 0 && traits.every((trait) => knownToService.has(trait));
}

/** What stands in the envelopes of refusals. */
const wrappedErrors = ({ exchanges }: Case): readonly JsonObject[] =>
  exchanges.flatMap(({ face, response }) => {
    const document = response?.json?.value;
    if (face !== "v2" || (response?.status ?? 0) < 400 || !isJsonObject(document)) return [];
    const { error } = document;
    return isJsonObject(error) ? [error] : [];
  });

/** True where each of several members is there, and of the same type: that may be more, such as where something is wrong. */
function isLike(error: JsonObject, document: JsonObject): boolean {
  const named = Object.entries(document);
  const isThere = ([name, value]: readonly [string, Json]): boolean =>
    Object.hasOwn(error, name) && sameJson(outlineOf(error[name] ?? null), outlineOf(value));
  return named.length > 1 && named.every(isThere);
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
          actual: preview(document),
        },
      ];
    }
  }),

  // Where there is an error, the payload may be missing.
  rule("ENV-01", function* (subject) {
    for (const exchange of subject.exchanges.filter(isOwnRefusal)) {
      const document = exchange.response?.json?.value;
      const isEnveloped = hasMember(document, "error");
      yield [
        exchange,
        !isEnveloped && {
          message: `${nameOf(exchange)} is refused in JSON without the envelope's \`error\``,
          expected: "an object with the member error",
          actual: preview(document),
        },
      ];
    }
  }),

  // What says the same as others do in their envelopes is the service's own, and no gateway's.
  rule("ENV-01", function* (subject) {
    const known = subject.view(wrappedErrors);
    for (const exchange of subject.exchanges.filter(isRefusedForItself)) {
      const document = exchange.response?.json?.value;
      if (!isJsonObject(document)) continue;
      const isEnveloped = Object.hasOwn(document, "error");
      if (!isEnveloped && !known.some((error) => isLike(error, document))) continue;
      yield [
        exchange,
        !isEnveloped && {
          message: `${nameOf(exchange)} is refused as others are, but without the envelope's \`error\``,
          expected: "an object with the member error",
          actual: preview(document),
        },
      ];
    }
  }),

  ...rulesOver(barePayloads, {
    "ENV-02": ({ face }) => face === "legacy",
    "ENV-03": ({ face }) => face === "v2",
  }),
];
