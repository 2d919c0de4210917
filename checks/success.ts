/** Answers with status 200 to requests that are not granted: as documented, or with an error that says so. */
import { validateResponse } from "../spec/description/response-schemas.ts";
import { operationById } from "../spec/operations.ts";
import { succeeded } from "../spec/readings/outcome.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { rule, type Rule } from "./rule.ts";
import { isThrottled, nameOf } from "./support/exchanges.ts";

export const successRules: readonly Rule[] = [
  rule("STATUS-05", function* (subject) {
    for (const exchange of subject.exchanges) {
      const { response, defects } = exchange;
      if (!response || defects.length === 0 || isThrottled(exchange)) continue;
      const wrong = response.status === 200 && succeeded(exchange) ? whatIsWrong(exchange) : undefined;
      yield [
        exchange,
        wrong !== undefined && {
          message: `${nameOf(exchange)} answers status 200 with ${wrong}`,
          expected: "what is documented for status 200, an error in the member `error`, or another status",
          actual:
            response.json?.value ??
            `${String(response.bytes)} bytes of ${response.headers["content-type"] ?? "no type"}`,
        },
      ];
    }
  }),
];

/** Why the answer is neither what is documented nor an error; undefined where it is one of them. */
function whatIsWrong({ operationId, response }: Exchange): string | undefined {
  const { response: form } = operationById(operationId);
  if (form === "json") {
    if (!response?.json) return "no JSON document";
    const [violation] = validateResponse(operationId, response.json.value);
    return violation && "a document that neither is the documented one nor carries an error";
  }
  if (form === "zip") return response?.zip ? undefined : "neither an archive nor an error";
  // Any bytes may be a file; a page is none that was attached.
  const page = /^text\/html/i.test(response?.headers["content-type"] ?? "");
  return page || response?.json !== undefined ? "neither a file nor an error" : undefined;
}
