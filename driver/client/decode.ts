/** A response of the wire as the history keeps it: hashed, parsed, unpacked, without secrets in its headers. */
import { hash } from "node:crypto";
import type { Operation } from "../../spec/operations.ts";
import type { ReceivedResponse } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import { userNamesIn } from "../jwt.ts";
import type { EchoKind, Secrets } from "../secrets/secrets.ts";
import { withoutSecretHeaders } from "../secrets/names.ts";
import { CompactBody, isWorthPacking } from "./compact-body.ts";
import { maxJsonValues, maxListedValues } from "./json-bounds.ts";
import { beyondBound, readJson } from "./json-text.ts";
import { shortened } from "./long-lists.ts";
import { claimsJson, type WireResponse } from "./receive.ts";
import { readZip, startsLikeZip } from "./zip.ts";

/** Larger bodies are kept as digest and size only. */
export const maxKeptBytes = 1_048_576;

/**
 * Longer JSON documents are not kept, unless the bound of a response is raised: a run holds a hundred of them at a time,
 * and texts that no packing makes smaller.
 */
const leastJsonBytes = 3_145_728;
const responsesOfJsonBytes = 20;

interface DecodeContext {
  readonly operation: Operation;
  readonly maxResponseBytes: number;
  readonly secrets: Secrets;
  /** The bearer token that was sent. */
  readonly token?: string;
  /** Ids of the traces that the run knows, in lower case. Absent: no list is shortened. */
  readonly known?: Iterable<string>;
}

export function decode(wire: WireResponse, context: DecodeContext): ReceivedResponse {
  const { operation, maxResponseBytes } = context;
  const { status, body } = wire;
  const isJson = claimsJson(wire.headers);
  const isWanted = operation.response === "json" && status < 300;
  const isRead = isJson || operation.response === "json" || status >= 400;
  const read = isRead ? readWithin(wire, operation) : undefined;
  const isZip = operation.response === "zip" && startsLikeZip(body);
  const bounds = { maxEntryBytes: maxResponseBytes, maxTotalBytes: 4 * maxResponseBytes };
  const whole = read && "value" in read ? read : undefined;
  const short = operation.kind === "search" && status < 300 ? shortListOf(whole?.value, context) : undefined;
  const text = short?.bytes ?? body;
  const tooLong = whole && tooLongToKeep(text, maxResponseBytes);
  const reading = tooLong === undefined ? read : { error: beyondBound(tooLong) };
  const json = tooLong !== undefined ? undefined : short ? { value: short.document } : whole;
  // A long list is looked through whole where it is small enough, and as far as it is kept else.
  const searched = body.length <= maxKeptBytes ? body : short?.bytes;
  const holdsSecret = searched !== undefined && context.secrets.holds(searched, !operation.bearer);
  const echo = echoIn(wire.headers, searched, context, holdsSecret);
  const tokenNames = accountsInToken(whole?.value, context);
  const headers = withoutSecretHeaders(wire.headers);
  const kept = wire.digest === undefined && text.length <= maxKeptBytes ? text : undefined;
  const compact = (kept ?? json) && isWorthPacking(text) ? new CompactBody(text, json?.value) : undefined;
  const response: ReceivedResponse = {
    status,
    headers: echo !== undefined ? withoutSecrets(headers, context.secrets) : headers,
    ...(wire.digest ?? { bytes: body.length, sha256: hash("sha256", body) }),
    ...(kept && !compact ? { body: kept } : {}),
    ...(json ? { json: compact ? laterRead(compact) : json } : {}),
    ...(short ? { leftOut: short.leftOut } : {}),
    ...(reading && "error" in reading && (isJson || (isWanted && reading.error.kind === "bound"))
      ? { jsonError: reading.error }
      : {}),
    ...(isZip ? { zip: readZip(body, bounds) } : {}),
    ...(echo === undefined ? {} : { echoedSecret: echo }),
    ...(tokenNames.length > 0 ? { tokenNames } : {}),
    ...(holdsSecret ? { withheld: true } : {}),
  };
  // A spread would read it at once.
  if (kept && compact) Object.defineProperty(response, "body", { enumerable: true, get: () => compact.bytes });
  return response;
}

/** The accounts that the token of a login names as its user. */
function accountsInToken(document: Json | undefined, { operation, secrets }: DecodeContext): readonly Account[] {
  if (!operation.kind.startsWith("login") || !isJsonObject(document)) return [];
  const tokens = [document["data"], document].map((one) => (isJsonObject(one) ? one["token"] : undefined));
  return secrets.accountsCalled(tokens.flatMap((token) => (typeof token === "string" ? userNamesIn(token) : [])));
}

function tooLongToKeep(text: Buffer, maxResponseBytes: number): string | undefined {
  const most = Math.max(leastJsonBytes, Math.floor(maxResponseBytes / responsesOfJsonBytes));
  if (text.length <= most) return undefined;
  return `more than ${String(most)} bytes of JSON, a ${String(responsesOfJsonBytes)}th of limits.maxResponseBytes`;
}

/** Lists of traces and of workflows may be longer than what is shown of one trace. */
function readWithin({ breach, body }: WireResponse, { kind }: Operation): ReturnType<typeof readJson> {
  if (breach !== undefined) return { error: beyondBound(breach) };
  return readJson(body, kind === "search" || kind === "workflows" ? maxListedValues : maxJsonValues);
}

function laterRead(body: CompactBody): { readonly value: Json } {
  return {
    get value() {
      return body.json;
    },
  };
}

/** What is kept of a list that is long, and the bytes of it. */
function shortListOf(value: Json | undefined, { known }: DecodeContext) {
  const short = value === undefined || !known ? undefined : shortened(value, known);
  return short && { ...short, bytes: Buffer.from(JSON.stringify(short.document)) };
}

/**
 * A login is expected to bring a token; nothing is expected to bring anything else back.
 * @param searched absent where the body is too large to be searched
 */
function echoIn(
  headers: WireResponse["headers"],
  searched: Buffer | undefined,
  { operation, secrets, token }: DecodeContext,
  holdsSecret: boolean,
): EchoKind | undefined {
  const sent = operation.bearer ? token : undefined;
  const inBody = searched && secrets.echoIn(searched, sent, !holdsSecret);
  return inBody ?? secrets.echoIn(Buffer.from(Object.values(headers).join("\n")), sent);
}

function withoutSecrets(headers: Readonly<Record<string, string>>, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secrets.redact(value)]));
}
