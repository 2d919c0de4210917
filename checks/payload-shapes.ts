/** The payload of every successful JSON response fits the schema of its operation. */
import { validateResponse, type SchemaViolation } from "../spec/description/response-schemas.ts";
import type { OperationId } from "../spec/operations.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/json.ts";
import type { Case } from "./model/case.ts";
import { documents, lacking } from "./model/successes.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const payloadShapeRules: readonly Rule[] = [
  shaped("LOGIN-01", "v2LoginCredential"),
  shaped("LOGIN-02", "v2LoginPrivateKey"),
  shaped("LOGIN-03", "legacyLoginCredential"),
  shaped("CREATE-01", "v2CreateTrace"),
  shaped("CREATE-02", "legacyCreateTrace"),
  shaped("ACT-01", "v2AppendAction"),
  shaped("ACT-02", "legacyAppendAction"),
  shaped("DETAILS-01", "v2TraceDetails"),
  shaped("DETAILS-02", "legacyTraceDetails"),
  shaped("STATE-01", "v2TraceState"),
  shaped("STATE-02", "legacyTraceState"),
  shaped("SEARCH-01", "v2SearchTraces"),
  shaped("SEARCH-02", "legacySearchTraces"),
  shaped("FLOW-01", "v2ListWorkflows"),
  shaped("FLOW-02", "legacyListWorkflows"),

  rule("DETAILS-03", function* (subject) {
    for (const { exchange, violations } of subject.view(payloads))
      if (exchange.intent.kind === "details") yield fits(exchange, violations, isInInfo);
  }),

  rule("PAGE-13", function* (subject) {
    for (const { exchange, document, violations } of subject.view(payloads))
      if (exchange.intent.kind === "details" && hasCursor(document)) yield fits(exchange, violations, isInCursor);
  }),
];

/** The payload of the operation fits its schema, whatever other requirements say of parts of it. */
function shaped(requirement: RequirementId, operationId: OperationId): Rule {
  return rule(requirement, function* (subject) {
    for (const { exchange, violations } of subject.view(payloads)) {
      if (exchange.operationId === operationId) yield fits(exchange, violations, isOfWhole(exchange));
    }
  });
}

/** The documents with a payload, and where they do not fit their schemas. */
const payloads = (subject: Case) =>
  subject
    .view(documents)
    .filter(({ document, operation }) => !operation.enveloped || !lacking(document).includes("data"))
    .map(({ exchange, document }) => ({
      exchange,
      document,
      violations: validateResponse(exchange.operationId, document).filter((violation) => !isToldElsewhere(violation)),
    }));

type Place = (violation: SchemaViolation) => boolean;

function fits(exchange: Exchange, violations: readonly SchemaViolation[], concerned: Place): Observed {
  const violation = violations.find(concerned);
  return [
    exchange,
    violation && {
      message: `${nameOf(exchange)} answers a body that does not fit its schema at ${violation.path || "the root"}: ${violation.message}`,
      expected: violation.expected,
      actual: violation.actual,
      ...(violation.keyword === "format" ? { form: violation.expected } : {}),
    },
  ];
}

/** A missing `error` is the matter of ENV-01, a token that is no JWT that of LOGIN-04 and LOGIN-05. */
const isToldElsewhere: Place = ({ path, keyword, message }) =>
  (path === "" && keyword === "required" && /\berror\b/.test(message)) ||
  (keyword === "format" && path.endsWith("/token"));

const isInCursor: Place = ({ path }) => /\/info\/(start|end)Cursor$/.test(path);
const isInInfo: Place = (violation) => /\/info(\/|$)/.test(violation.path) && !isInCursor(violation);

function isOfWhole({ intent }: Exchange): Place {
  return (violation) => intent.kind !== "details" || (!isInCursor(violation) && !isInInfo(violation));
}

function hasCursor(document: Json): boolean {
  const payload = isJsonObject(document) && isJsonObject(document["data"]) ? document["data"] : document;
  const info = isJsonObject(payload) ? payload["info"] : undefined;
  return isJsonObject(info) && (info["startCursor"] != null || info["endCursor"] != null);
}
