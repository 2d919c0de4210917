/** Status, content type, envelope and schema of every successful response. */
import { validateResponse, type SchemaViolation } from "../spec/description/response-schemas.ts";
import { operationById, type OperationId } from "../spec/operations.ts";
import { succeeded } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/vocabulary/json.ts";
import type { Check, Judgement } from "../spec/vocabulary/judgement.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

/** The requirement that states the shape of each operation's JSON payload. */
const shapeOf: { readonly [id in OperationId]?: RequirementId } = {
  v2LoginCredential: "LOGIN-01",
  v2LoginPrivateKey: "LOGIN-02",
  legacyLoginCredential: "LOGIN-03",
  v2CreateTrace: "CREATE-01",
  legacyCreateTrace: "CREATE-02",
  v2AppendAction: "ACT-01",
  legacyAppendAction: "ACT-02",
  v2TraceDetails: "DETAILS-01",
  legacyTraceDetails: "DETAILS-02",
  v2TraceState: "STATE-01",
  legacyTraceState: "STATE-02",
  v2SearchTraces: "SEARCH-01",
  legacySearchTraces: "SEARCH-02",
  v2ListWorkflows: "FLOW-01",
  legacyListWorkflows: "FLOW-02",
};

export const responseShape: Check = {
  id: "response-shape",
  requirements: [
    "STATUS-01",
    "STATUS-02",
    "STATUS-03",
    "STATUS-04",
    "ENV-01",
    "ENV-02",
    "ENV-03",
    "DETAILS-03",
    "PAGE-13",
    ...Object.values(shapeOf),
  ],
  *judge(history) {
    for (const exchange of history.exchanges) {
      if (!succeeded(exchange) || isProbing(exchange) || exchange.defects.length > 0) continue;
      yield* judgeStatus(exchange);
      if (operationById(exchange.operationId).response === "json") yield* judgeDocument(exchange);
    }
  },
};

function* judgeStatus(exchange: Exchange): Iterable<Judgement> {
  // The response of the single file shows no status of its own; any 2xx that carries the file serves.
  if (exchange.operationId === "v2DownloadFile") return;
  const status = exchange.response?.status;
  yield judged(
    exchange.face === "v2" ? "STATUS-01" : "STATUS-02",
    exchange,
    status === 200
      ? undefined
      : { message: `${nameOf(exchange)} succeeded with status ${status}`, expected: 200, actual: status },
  );
}

function* judgeDocument(exchange: Exchange): Iterable<Judgement> {
  const { response } = exchange;
  const contentType = response?.headers["content-type"];
  yield judged(
    "STATUS-03",
    exchange,
    contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType.trim())
      ? undefined
      : {
          message: `${nameOf(exchange)} answers JSON under another content type`,
          expected: "application/json",
          actual: contentType ?? "no content type",
        },
  );
  const document = response?.json?.value;
  // A document beyond the configured bounds was not read; that is the matter of ROBUST-07.
  if (document === undefined && response?.jsonError?.startsWith("beyond the bound")) return;
  yield judged(
    "STATUS-04",
    exchange,
    document !== undefined
      ? undefined
      : {
          message: `${nameOf(exchange)} answers a body that is not one JSON document in UTF-8`,
          expected: "a JSON document",
          actual: response?.jsonError ?? `${response?.bytes ?? 0} bytes`,
        },
  );
  if (document !== undefined) yield* judgeShape(exchange, document);
}

function* judgeShape(exchange: Exchange, document: Json): Iterable<Judgement> {
  const operation = operationById(exchange.operationId);
  const name = nameOf(exchange);
  if (operation.enveloped) {
    const missing = ["error", "data"].filter((member) => !isJsonObject(document) || !Object.hasOwn(document, member));
    yield judged(
      "ENV-01",
      exchange,
      missing.length === 0
        ? undefined
        : {
            message: `${name} answers without the envelope's ${missing.map((member) => `\`${member}\``).join(" and ")}`,
            expected: "an object with the members error and data",
            actual: isJsonObject(document) ? Object.keys(document) : document,
          },
    );
    if (missing.includes("data")) return;
  } else {
    const wrapped = isJsonObject(document) && Object.hasOwn(document, "data") && Object.hasOwn(document, "error");
    const payload = wrapped ? document["data"] : undefined;
    // A bare payload may have any further members, so the envelope counts only where it holds the payload.
    const enveloped = wrapped && validateResponse(exchange.operationId, document).length > 0 && payload !== undefined;
    yield judged(
      operation.face === "v2" ? "ENV-03" : "ENV-02",
      exchange,
      enveloped
        ? { message: `${name} wraps its payload in an envelope`, expected: "the payload itself", actual: document }
        : undefined,
    );
  }
  yield* judgeSchema(exchange, document);
}

function* judgeSchema(exchange: Exchange, document: Json): Iterable<Judgement> {
  const own = shapeOf[exchange.operationId];
  const isDetails = exchange.intent.kind === "details";
  const found = new Map<RequirementId, SchemaViolation>();
  for (const violation of validateResponse(exchange.operationId, document)) {
    const requirement = requirementOf(violation, isDetails) ?? own;
    if (requirement !== "elsewhere" && requirement && !found.has(requirement)) found.set(requirement, violation);
  }
  const requirements: RequirementId[] = [...(own ? [own] : []), ...(isDetails ? (["DETAILS-03"] as const) : [])];
  if (isDetails && hasCursor(document)) requirements.push("PAGE-13");
  for (const requirement of requirements) {
    const violation = found.get(requirement);
    yield judged(
      requirement,
      exchange,
      violation && {
        message: `${nameOf(exchange)} answers a body that does not fit its schema at ${violation.path || "the root"}: ${violation.message}`,
        expected: violation.expected,
        actual: violation.actual,
      },
    );
  }
}

/** Which requirement a violation breaks, when it is not the one that states the shape of the whole. */
function requirementOf(violation: SchemaViolation, isDetails: boolean): RequirementId | "elsewhere" | undefined {
  // A missing `error` is the matter of ENV-01, a token that is no JWT that of LOGIN-04 and LOGIN-05.
  if (violation.path === "" && violation.keyword === "required" && /\berror\b/.test(violation.message))
    return "elsewhere";
  if (violation.keyword === "format" && violation.path.endsWith("/token")) return "elsewhere";
  if (isDetails && /\/info\/(start|end)Cursor$/.test(violation.path)) return "PAGE-13";
  if (isDetails && /\/info(\/|$)/.test(violation.path)) return "DETAILS-03";
  return undefined;
}

function hasCursor(document: Json): boolean {
  const payload = isJsonObject(document) && isJsonObject(document["data"]) ? document["data"] : document;
  const info = isJsonObject(payload) ? payload["info"] : undefined;
  return isJsonObject(info) && (info["startCursor"] != null || info["endCursor"] != null);
}
