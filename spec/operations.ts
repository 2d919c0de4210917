/**
 * The 18 operations of the interface, each once. Source: interface, section "Endpoints", summary table.
 */

export const faces = ["v2", "legacy"] as const;
/** One of the two coexisting endpoint sets. */
export type Face = (typeof faces)[number];

/** The other face. */
export function otherFace(face: Face): Face {
  return face === "v2" ? "legacy" : "v2";
}

/** The faces by turns, v2 first. */
export function alternating(turn: number): Face {
  return turn % 2 === 0 ? "v2" : "legacy";
}

interface KindShape {
  /** Every endpoint but the logins requires the bearer header. */
  readonly bearer: boolean;
  /** True where a successful call changes what later calls return. */
  readonly writes: boolean;
  readonly request: "none" | "json" | "multipart";
  readonly response: "json" | "zip" | "file";
}

interface OperationShape extends KindShape {
  readonly id: string;
  readonly kind: OperationKind;
  readonly face: Face;
  readonly method: "GET" | "POST";
  /** Path template below the base URL, path parameters in braces. */
  readonly path: string;
  /** True where a JSON response is wrapped in `{error, data}`. */
  readonly enveloped: boolean;
}

const json = { bearer: true, writes: false, request: "json", response: "json" } as const;
const login = { ...json, bearer: false } as const;
const write = { ...json, writes: true, request: "multipart" } as const;
const read = { ...json, request: "none" } as const;

/** What holds of a kind on both faces. */
const kinds = {
  "login-credential": login,
  "login-private-key": login,
  create: write,
  act: write,
  details: json,
  state: read,
  files: { ...read, response: "zip" },
  file: { ...read, response: "file" },
  search: json,
  workflows: read,
} as const satisfies Readonly<Record<string, KindShape>>;

/** What an operation does, whichever face it is reached through. */
export type OperationKind = keyof typeof kinds;
export const operationKinds = Object.keys(kinds) as readonly OperationKind[];

function operation<const Id extends string>(
  id: Id,
  kind: OperationKind,
  face: Face,
  method: OperationShape["method"],
  path: string,
): OperationShape & { readonly id: Id } {
  // The list of workflows has no envelope on either face.
  const enveloped = face === "v2" && kinds[kind].response === "json" && kind !== "workflows";
  return { id, kind, face, method, path, ...kinds[kind], enveloped };
}

export const operations = [
  operation("v2LoginCredential", "login-credential", "v2", "POST", "/v2/login/credential"),
  operation("v2LoginPrivateKey", "login-private-key", "v2", "POST", "/v2/login/privateKey"),
  operation("v2CreateTrace", "create", "v2", "POST", "/v2/traces"),
  operation("v2AppendAction", "act", "v2", "POST", "/v2/traces/{traceId}/action"),
  operation("v2TraceDetails", "details", "v2", "POST", "/v2/traces/{traceId}/details"),
  operation("v2TraceState", "state", "v2", "GET", "/v2/traces/{traceId}/state"),
  operation("v2DownloadFiles", "files", "v2", "GET", "/v2/traces/{traceId}/files"),
  operation("v2DownloadFile", "file", "v2", "GET", "/v2/traces/{traceId}/file/{digest}"),
  operation("v2SearchTraces", "search", "v2", "POST", "/v2/workflows/{workflowId}/traces/search"),
  operation("v2ListWorkflows", "workflows", "v2", "GET", "/v2/organizations/{name}/workflows"),
  operation("legacyLoginCredential", "login-credential", "legacy", "POST", "/login/credential"),
  operation("legacyCreateTrace", "create", "legacy", "POST", "/trace"),
  operation("legacyAppendAction", "act", "legacy", "POST", "/trace/{traceId}/link"),
  operation("legacyTraceDetails", "details", "legacy", "POST", "/trace/{traceId}/details"),
  operation("legacyTraceState", "state", "legacy", "GET", "/trace/{traceId}/state"),
  operation("legacyDownloadFiles", "files", "legacy", "GET", "/trace/{traceId}/files"),
  operation("legacySearchTraces", "search", "legacy", "POST", "/trace/search/{workflowId}"),
  operation("legacyListWorkflows", "workflows", "legacy", "GET", "/workflow/orgName/{orgName}"),
] as const;

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

export const duties = ["read", "write", "search"] as const;
/** What a user must be allowed to do. */
export type Duty = (typeof duties)[number];

/** What an operation asks of its user; undefined for logins and the list of workflows, which ask nothing. */
export function dutyOf({ kind, writes, bearer }: Operation): Duty | undefined {
  if (!bearer || kind === "workflows") return undefined;
  if (writes) return "write";
  return kind === "search" ? "search" : "read";
}
