/** Other answers in place of recorded ones. */
import { hash } from "node:crypto";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { operationById } from "../../spec/operations.ts";
import type { Exchange, ReceivedResponse, ZipEntry } from "../../spec/vocabulary/history.ts";

/** The exchange with some of its response replaced. */
export function withResponse(exchange: Exchange, changed: Partial<ReceivedResponse>): Exchange {
  const { response } = exchange;
  return response ? { ...exchange, response: { ...response, ...changed } } : exchange;
}

export function withStatus(exchange: Exchange, status: number): Exchange {
  return withResponse(exchange, { status });
}

/** The exchange with its body sent as another type. */
export function sentAs(exchange: Exchange, type: string): Exchange {
  return withResponse(exchange, { headers: { ...exchange.response?.headers, "content-type": type } });
}

/** The exchange with its body sent as that of a success. */
export function successAs(exchange: Exchange, type: string): Exchange {
  return withStatus(sentAs(exchange, type), 200);
}

/** The exchange with this as the whole JSON document. */
export function withDocument(exchange: Exchange, value: Json): Exchange {
  return withBody(exchange, JSON.stringify(value), { value });
}

/** The exchange with this text as its body; without a document it is no JSON. */
export function withBody(exchange: Exchange, text: string, json?: { readonly value: Json }): Exchange {
  if (!exchange.response) return exchange;
  const { json: _, zip: __, jsonError: ___, ...rest } = exchange.response;
  const body = Buffer.from(text);
  return {
    ...exchange,
    response: {
      ...rest,
      body,
      bytes: body.length,
      sha256: hash("sha256", body),
      ...(json ? { json } : { jsonError: { kind: "malformed", message: "Unexpected end of JSON input" } }),
    },
  };
}

/** The exchange with another payload, in its envelope where there is one. */
export function withPayload(exchange: Exchange, change: (payload: Json) => Json): Exchange {
  const document = exchange.response?.json?.value ?? null;
  const { enveloped } = operationById(exchange.operationId);
  return withDocument(
    exchange,
    enveloped && isJsonObject(document) ? { ...document, data: change(document["data"] ?? null) } : change(document),
  );
}

/** The exchange with members of its payload replaced; undefined takes a member away. */
export function withMembers(exchange: Exchange, changed: { readonly [member: string]: Json | undefined }): Exchange {
  return withPayload(exchange, (payload) => changedMembers(payload, changed));
}

export function changedMembers(value: Json, changed: { readonly [member: string]: Json | undefined }): JsonObject {
  const whole = { ...(isJsonObject(value) ? value : {}), ...changed };
  return Object.fromEntries(Object.entries(whole).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** The archive with other entries. */
export function withEntries(exchange: Exchange, entries: readonly ZipEntry[]): Exchange {
  return withResponse(exchange, { zip: { entries } });
}

/** A download with other bytes, of which only size and digest count. */
export function withContent(
  exchange: Exchange,
  content: { readonly bytes: number; readonly sha256: string },
): Exchange {
  if (!exchange.response) return exchange;
  const { body: _, json: __, zip: ___, ...rest } = exchange.response;
  return { ...exchange, response: { ...rest, ...content } };
}

/** The digest of bytes that nobody sent. */
export function strangeDigest(sha256: string): string {
  return hash("sha256", `other bytes than ${sha256}`);
}
