/**
 * The 18 operations of the interface, each once. Source: interface, section "Endpoints", summary table.
 */

export const faces = ["v2", "legacy"] as const;
/** One of the two coexisting endpoint sets. */
export type Face = (typeof faces)[number];

export const operationKinds = [
  "login-credential",
  "login-private-key",
  "create",
  "act",
  "details",
  "state",
  "files",
  "file",
  "search",
  "workflows",
] as const;
/** What an operation does, whichever face it is reached through. */
export type OperationKind = (typeof operationKinds)[number];

interface OperationShape {
  readonly id: string;
  readonly kind: OperationKind;
  readonly face: Face;
  readonly method: "GET" | "POST";
  /** Path template below the base URL, path parameters in braces. */
  readonly path: string;
  /** Every endpoint but the logins requires the bearer header. */
  readonly bearer: boolean;
  /** True where a successful call changes what later calls return. */
  readonly writes: boolean;
  readonly request: "none" | "json" | "multipart";
  readonly response: "json" | "zip" | "file";
  /** True where a JSON response is wrapped in `{error, data}`. */
  readonly enveloped: boolean;
}

export const operations = [
  {
    id: "v2LoginCredential",
    kind: "login-credential",
    face: "v2",
    method: "POST",
    path: "/v2/login/credential",
    bearer: false,
    writes: false,
    request: "json",
    response: "json",
    enveloped: true,
  },
  {
    id: "v2LoginPrivateKey",
    kind: "login-private-key",
    face: "v2",
    method: "POST",
    path: "/v2/login/privateKey",
    bearer: false,
    writes: false,
    request: "json",
    response: "json",
    enveloped: true,
  },
  {
    id: "v2CreateTrace",
    kind: "create",
    face: "v2",
    method: "POST",
    path: "/v2/traces",
    bearer: true,
    writes: true,
    request: "multipart",
    response: "json",
    enveloped: true,
  },
  {
    id: "v2AppendAction",
    kind: "act",
    face: "v2",
    method: "POST",
    path: "/v2/traces/{traceId}/action",
    bearer: true,
    writes: true,
    request: "multipart",
    response: "json",
    enveloped: true,
  },
  {
    id: "v2TraceDetails",
    kind: "details",
    face: "v2",
    method: "POST",
    path: "/v2/traces/{traceId}/details",
    bearer: true,
    writes: false,
    request: "json",
    response: "json",
    enveloped: true,
  },
  {
    id: "v2TraceState",
    kind: "state",
    face: "v2",
    method: "GET",
    path: "/v2/traces/{traceId}/state",
    bearer: true,
    writes: false,
    request: "none",
    response: "json",
    enveloped: true,
  },
  {
    id: "v2DownloadFiles",
    kind: "files",
    face: "v2",
    method: "GET",
    path: "/v2/traces/{traceId}/files",
    bearer: true,
    writes: false,
    request: "none",
    response: "zip",
    enveloped: false,
  },
  {
    id: "v2DownloadFile",
    kind: "file",
    face: "v2",
    method: "GET",
    path: "/v2/traces/{traceId}/file/{digest}",
    bearer: true,
    writes: false,
    request: "none",
    response: "file",
    enveloped: false,
  },
  {
    id: "v2SearchTraces",
    kind: "search",
    face: "v2",
    method: "POST",
    path: "/v2/workflows/{workflowId}/traces/search",
    bearer: true,
    writes: false,
    request: "json",
    response: "json",
    enveloped: true,
  },
  {
    id: "v2ListWorkflows",
    kind: "workflows",
    face: "v2",
    method: "GET",
    path: "/v2/organizations/{name}/workflows",
    bearer: true,
    writes: false,
    request: "none",
    response: "json",
    enveloped: false,
  },
  {
    id: "legacyLoginCredential",
    kind: "login-credential",
    face: "legacy",
    method: "POST",
    path: "/login/credential",
    bearer: false,
    writes: false,
    request: "json",
    response: "json",
    enveloped: false,
  },
  {
    id: "legacyCreateTrace",
    kind: "create",
    face: "legacy",
    method: "POST",
    path: "/trace",
    bearer: true,
    writes: true,
    request: "multipart",
    response: "json",
    enveloped: false,
  },
  {
    id: "legacyAppendAction",
    kind: "act",
    face: "legacy",
    method: "POST",
    path: "/trace/{traceId}/link",
    bearer: true,
    writes: true,
    request: "multipart",
    response: "json",
    enveloped: false,
  },
  {
    id: "legacyTraceDetails",
    kind: "details",
    face: "legacy",
    method: "POST",
    path: "/trace/{traceId}/details",
    bearer: true,
    writes: false,
    request: "json",
    response: "json",
    enveloped: false,
  },
  {
    id: "legacyTraceState",
    kind: "state",
    face: "legacy",
    method: "GET",
    path: "/trace/{traceId}/state",
    bearer: true,
    writes: false,
    request: "none",
    response: "json",
    enveloped: false,
  },
  {
    id: "legacyDownloadFiles",
    kind: "files",
    face: "legacy",
    method: "GET",
    path: "/trace/{traceId}/files",
    bearer: true,
    writes: false,
    request: "none",
    response: "zip",
    enveloped: false,
  },
  {
    id: "legacySearchTraces",
    kind: "search",
    face: "legacy",
    method: "POST",
    path: "/trace/search/{workflowId}",
    bearer: true,
    writes: false,
    request: "json",
    response: "json",
    enveloped: false,
  },
  {
    id: "legacyListWorkflows",
    kind: "workflows",
    face: "legacy",
    method: "GET",
    path: "/workflow/orgName/{orgName}",
    bearer: true,
    writes: false,
    request: "none",
    response: "json",
    enveloped: false,
  },
] as const satisfies readonly OperationShape[];

export type OperationId = (typeof operations)[number]["id"];
export interface Operation extends OperationShape {
  readonly id: OperationId;
}

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]));

/** The operation with this id. @throws RangeError for an id that is none of the 18. */
export function operationById(id: string): Operation {
  const operation = byId.get(id);
  if (!operation) throw new RangeError(`no operation "${id}"; the interface has ${[...byId.keys()].join(", ")}`);
  return operation;
}

/** The operation of this kind on this face, or undefined: legacy has no private key login and no single file. */
export function operationOf(kind: OperationKind, face: Face): Operation | undefined {
  return operations.find((operation) => operation.kind === kind && operation.face === face);
}
