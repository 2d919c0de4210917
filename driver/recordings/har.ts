/** HAR 1.1 and 1.2: the entries, as requests and responses with their bytes. */
import { readFileSync } from "node:fs";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";

/** Thrown for a file that is no HAR. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

export interface RecordedEntry {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names; repeated ones joined. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly postData?: RecordedBody;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Absent where the recording did not keep it. */
  readonly body?: Buffer;
  /** Bytes that the recording says the body had; absent where it does not say. */
  readonly bodySize?: number;
  readonly fromCache: boolean;
  readonly startedMs: number;
  readonly durationMs: number;
}

export interface RecordedBody {
  readonly mimeType: string;
  readonly text?: string;
  readonly params: readonly { readonly name: string; readonly value?: string; readonly fileName?: string }[];
}

const maxBytes = 512 * 1024 * 1024;
const maxEntries = 100_000;

type Members = Readonly<Record<string, unknown>>;

/** @throws RecordingError that names the file and what was wanted. */
export function readHar(path: string, shown: string = path): readonly RecordedEntry[] {
  let log: Members;
  try {
    const text = readFileSync(path, "utf8");
    if (text.length > maxBytes) throw new RangeError(`more than ${String(maxBytes)} characters`);
    log = members(members(JSON.parse(text.replace(/^\uFEFF/, ""))).log);
  } catch (cause) {
    throw new RecordingError(`${shown}: wanted a HAR file; ${whyUnreadable(cause)}`, { cause });
  }
  if (!Array.isArray(log["entries"]))
    throw new RecordingError(`${shown}: wanted a HAR file with log.entries; got none. Export the traffic as HAR 1.2.`);
  const entries = log["entries"].slice(0, maxEntries).map(entryOf);
  return entries.filter((entry) => entry !== undefined).sort((left, right) => left.startedMs - right.startedMs);
}

/** Undefined for an entry without an address, such as a WebSocket frame. */
function entryOf(value: unknown): RecordedEntry | undefined {
  const entry = members(value);
  const request = members(entry["request"]);
  const response = members(entry["response"]);
  const content = members(response["content"]);
  const address = String(request["url"] ?? "");
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const postData = request["postData"] === undefined ? undefined : bodyOf(members(request["postData"]));
  const body = contentOf(content, Number(response["status"] ?? 0));
  const size = Number(content["size"]);
  return {
    method: String(request["method"] ?? "GET").toUpperCase(),
    url: new URL(address),
    requestHeaders: headersOf(request["headers"]),
    ...(postData ? { postData } : {}),
    status: Number(response["status"] ?? 0),
    responseHeaders: headersOf(response["headers"]),
    ...(body ? { body } : {}),
    ...(Number.isFinite(size) && size >= 0 ? { bodySize: size } : {}),
    fromCache: entry["_fromCache"] !== undefined || response["status"] === 304,
    startedMs: Date.parse(String(entry["startedDateTime"] ?? "")) || 0,
    durationMs: Math.max(0, Number(entry["time"] ?? 0)) || 0,
  };
}

function contentOf(content: Members, status: number): Buffer | undefined {
  const { text, encoding, size } = content;
  if (typeof text === "string") return Buffer.from(text, encoding === "base64" ? "base64" : "utf8");
  // A response without a body has none to keep.
  return status > 0 && size === 0 ? Buffer.alloc(0) : undefined;
}

function bodyOf(postData: Members): RecordedBody {
  const list: readonly unknown[] = Array.isArray(postData["params"]) ? postData["params"] : [];
  return {
    mimeType: String(postData["mimeType"] ?? ""),
    ...(typeof postData["text"] === "string" ? { text: postData["text"] } : {}),
    params: list.map(members).map(({ name, value, fileName }) => ({
      name: String(name ?? ""),
      ...(typeof value === "string" ? { value } : {}),
      ...(typeof fileName === "string" ? { fileName } : {}),
    })),
  };
}

function headersOf(list: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of Array.isArray(list) ? list.map(members) : []) {
    const name = String(header["name"] ?? "").toLowerCase();
    const value = String(header["value"] ?? "");
    // HTTP/2 pseudo headers are no headers.
    if (name === "" || name.startsWith(":")) continue;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
