/** The v2 face wraps its payloads in an envelope, but for the workflow list; the legacy face wraps none. */
import { validateResponse } from "../spec/description/response-schemas.ts";
import { isJsonObject } from "../spec/json.ts";
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

  ...rulesOver(barePayloads, {
    "ENV-02": ({ face }) => face === "legacy",
    "ENV-03": ({ face }) => face === "v2",
  }),
];
