/** Steps as requests: both faces behind one set of functions. */
import { operationOf, type Face, type Operation, type OperationKind } from "../../spec/operations.ts";
import type { ResolvedPage } from "../../spec/vocabulary/history.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import { listParameterFor, type Profile } from "../../spec/vocabulary/profile.ts";
import type { BodyDefect, JsonSpelling } from "../../spec/vocabulary/script.ts";
import type { ByteSource } from "../byte-source.ts";
import { actionParts, type ActionFields } from "./action-parts.ts";
import { damagedBody, damagedJson } from "./body-defects.ts";
import { type KeyStyle, writeFilters } from "./filters.ts";
import { jsonText } from "./json-text.ts";
import { listQuery } from "./list-query.ts";
import { encodeMultipart, newBoundary, type FilePart } from "./multipart.ts";
import { multipartOutline } from "./outline.ts";
import { detailsDocument } from "./page-input.ts";
import { fillPath } from "./path.ts";

/** A request before the bearer header is added. */
export interface FaceRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly contentType?: string;
  readonly bytes?: Buffer | ByteSource;
  /** The body as a reader of a report should see it. */
  readonly shown?: string;
  /** See `WireRequest.chunked`. */
  readonly chunked?: boolean;
}

/** @throws RangeError when the face has no such operation. */
export function operationFor(kind: OperationKind, face: Face): Operation {
  const operation = operationOf(kind, face);
  if (!operation) throw new RangeError(`the ${face} face has no operation "${kind}"`);
  return operation;
}

export function actionRequest(
  operation: Operation,
  traceId: string | undefined,
  fields: ActionFields,
  files: readonly FilePart[],
  defect?: BodyDefect,
  { filesFirst = false, spelling }: { readonly filesFirst?: boolean; readonly spelling?: JsonSpelling } = {},
): FaceRequest {
  const path = fillPath(operation.path, traceId === undefined ? {} : { traceId });
  const texts = actionParts(operation.face, fields, defect, spelling);
  const boundary = newBoundary();
  const bytes = encodeMultipart(texts, files, boundary, { closed: defect?.kind !== "multipart-cut", filesFirst });
  const body = damagedBody({ bytes, contentType: `multipart/form-data; boundary=${boundary}` }, defect);
  const shown = defect?.kind === "raw" ? defect.text : defect?.kind === "empty" ? "" : multipartOutline(texts, files);
  return { operation, path, ...body, shown };
}

export function detailsRequest(
  operation: Operation,
  traceId: string,
  page: ResolvedPage,
  profile: Profile,
  defect?: BodyDefect,
  spelling?: JsonSpelling,
): FaceRequest {
  const path = fillPath(operation.path, { traceId });
  return jsonRequest(operation, path, detailsDocument(operation.face, page, profile), defect, spelling);
}

export function stateRequest(operation: Operation, traceId: string): FaceRequest {
  return { operation, path: fillPath(operation.path, { traceId }) };
}

export function filesRequest(
  operation: Operation,
  traceId: string,
  digests: readonly string[],
  profile: Profile,
): FaceRequest {
  const parameter = listParameterFor(profile, operation.face) ?? { name: "digests", style: "repeat" };
  return { operation, path: fillPath(operation.path, { traceId }) + listQuery(parameter, digests) };
}

export function fileRequest(operation: Operation, traceId: string, digest: string): FaceRequest {
  return { operation, path: fillPath(operation.path, { traceId, digest }) };
}

export function searchRequest(
  operation: Operation,
  workflowId: string,
  filters: Json,
  style: KeyStyle | undefined,
  defect?: BodyDefect,
  spelling?: JsonSpelling,
): FaceRequest {
  const document = { filters: writeFilters(filters, style) };
  return jsonRequest(operation, fillPath(operation.path, { workflowId }), document, defect, spelling);
}

export function workflowsRequest(operation: Operation, organization: string): FaceRequest {
  return { operation, path: fillPath(operation.path, { name: organization, orgName: organization }) };
}

export function loginRequest(
  operation: Operation,
  members: JsonObject,
  defect?: BodyDefect,
  spelling?: JsonSpelling,
): FaceRequest {
  return jsonRequest(operation, operation.path, members, defect, spelling);
}

function jsonRequest(
  operation: Operation,
  path: string,
  document: JsonObject,
  defect?: BodyDefect,
  spelling?: JsonSpelling,
): FaceRequest {
  const text = damagedJson(jsonText(document, spelling), defect);
  const body = damagedBody({ bytes: Buffer.from(text), contentType: "application/json" }, defect);
  return { operation, path, ...body, shown: body.bytes.toString() };
}
