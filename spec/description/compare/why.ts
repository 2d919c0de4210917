/** Which requirement asks for a part of an operation. */
import { operationById, type OperationId } from "../../operations.ts";
import { requirements, type RequirementId } from "../../requirements/index.ts";

/** Names of the members from the document's root to a value; `[]` stands for the elements of an array. */
export type MemberPath = readonly string[];

const answers: Readonly<Record<OperationId, RequirementId>> = {
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
  v2DownloadFiles: "FILES-01",
  legacyDownloadFiles: "FILES-02",
  v2DownloadFile: "FILE-01",
  v2SearchTraces: "SEARCH-01",
  legacySearchTraces: "SEARCH-02",
  v2ListWorkflows: "FLOW-01",
  legacyListWorkflows: "FLOW-02",
};

const requests: { readonly [id in OperationId]?: RequirementId } = {
  v2CreateTrace: "CREATE-03",
  legacyCreateTrace: "CREATE-04",
  v2AppendAction: "ACT-03",
  legacyAppendAction: "ACT-04",
  v2TraceDetails: "DETAILS-04",
  legacyTraceDetails: "DETAILS-05",
  v2SearchTraces: "SEARCH-03",
  legacySearchTraces: "SEARCH-03",
};

const pageArguments: Readonly<Record<string, RequirementId>> = {
  first: "PAGE-01",
  last: "PAGE-02",
  after: "PAGE-03",
  before: "PAGE-04",
};

/** What asks for a value of the response. */
export function whyAnswer(operation: OperationId, path: MemberPath): RequirementId {
  const { kind, enveloped } = operationById(operation);
  const inner = enveloped ? path.slice(1) : path;
  if (enveloped && path.length === 1) return path[0] === "error" || path[0] === "data" ? "ENV-01" : answers[operation];
  if (kind === "details" && inner[0] === "info")
    return inner[1] === "startCursor" || inner[1] === "endCursor" ? "PAGE-13" : "DETAILS-03";
  if (inner.at(-1) === "token") return kind === "login-private-key" ? "LOGIN-05" : "LOGIN-04";
  return answers[operation];
}

/** What asks for a value of the request. */
export function whyRequest(operation: OperationId, path: MemberPath): RequirementId {
  const { kind } = operationById(operation);
  const last = path.at(-1) ?? "";
  if (kind === "details" && Object.hasOwn(pageArguments, last)) return pageArguments[last] ?? "DETAILS-04";
  return requests[operation] ?? answers[operation];
}

/** What asks for file parts beside the fields. */
export function whyFileParts(operation: OperationId): RequirementId {
  return operationById(operation).kind === "create" ? "CREATE-06" : "ACT-07";
}

/** What asks for the operation itself. */
export function whyOperation(operation: OperationId): RequirementId {
  return answers[operation];
}

export function whyStatus(operation: OperationId): RequirementId {
  return operationById(operation).face === "v2" ? "STATUS-01" : "STATUS-02";
}

export function whyContentType(operation: OperationId): RequirementId {
  return operationById(operation).response === "json" ? "STATUS-03" : answers[operation];
}

export function whyDigests(operation: OperationId): RequirementId {
  return operationById(operation).kind === "file" ? "FILE-04" : "FILES-03";
}

/** What asks for the bearer header, or for its absence at a login. */
export function whySecurity(operation: OperationId): RequirementId {
  const { bearer, kind } = operationById(operation);
  if (!bearer) return kind === "login-private-key" ? "LOGIN-10" : "LOGIN-09";
  const own = requirements.find(
    ({ area, basis, operations }) =>
      area === "AUTH" && basis === "stated" && operations.length === 1 && operations[0] === operation,
  );
  return own?.id ?? "AUTH-31";
}
