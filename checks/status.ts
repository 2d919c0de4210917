/** Status and content type of every successful response. */
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Case } from "./model/case.ts";
import { jsonSuccesses, successes } from "./model/successes.ts";
import { rule, rulesOver, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

/** The response of the single file shows no status of its own; any 2xx that carries the file serves. */
const statuses = (subject: Case): readonly Observed[] =>
  subject
    .view(successes)
    .filter(({ operationId }) => operationId !== "v2DownloadFile")
    .map((exchange) => {
      const status = exchange.response?.status;
      const message = `${nameOf(exchange)} succeeded with status ${status}`;
      return [exchange, status !== 200 && { message, expected: 200, actual: status }];
    });

/** By its status the answer has no body (RFC 9110, sections 15.3.5 and 15.3.6); that it is not 200 is told. */
const hasNoContent = ({ response }: Exchange): boolean => [204, 205].includes(response?.status ?? 0);

/** JSON, as far as it was read: of what is none, such as a page, STATUS-04 says so, and its type may well be right. */
const withJson = (subject: Case): readonly Exchange[] =>
  subject.view(jsonSuccesses).filter(({ response }) => response?.json ?? response?.jsonError?.kind === "bound");

export const statusRules: readonly Rule[] = [
  ...rulesOver(statuses, {
    "STATUS-01": ({ face }) => face === "v2",
    "STATUS-02": ({ face }) => face === "legacy",
  }),

  rule("STATUS-03", function* (subject) {
    for (const exchange of subject.view(withJson)) {
      const contentType = exchange.response?.headers["content-type"];
      yield [
        exchange,
        !/^application\/json\s*(;|$)/i.test(contentType?.trim() ?? "") && {
          message: `${nameOf(exchange)} answers JSON under another content type`,
          expected: "application/json",
          actual: contentType ?? "no content type",
        },
      ];
    }
  }),

  rule("STATUS-04", function* (subject) {
    for (const exchange of subject.view(jsonSuccesses)) {
      if (hasNoContent(exchange)) continue;
      const { json, jsonError, bytes = 0 } = exchange.response ?? {};
      // A document beyond the configured bounds was not read; that is the matter of ROBUST-07.
      if (!json && jsonError?.kind === "bound") continue;
      yield [
        exchange,
        !json && {
          message: `${nameOf(exchange)} answers a body that is not one JSON document in UTF-8`,
          expected: "a JSON document",
          actual: jsonError?.message ?? `${bytes} bytes`,
        },
      ];
    }
  }),
];
