/** HAR 1.1 and 1.2: the entries, as requests and responses with their bytes. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readJsonFile } from "../../spec/files/json-file.ts";
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

const bounds = { maxBytes: 128 * 1024 * 1024, maxDepth: 500, maxValues: 3_000_000 } as const;
const maxEntries = 20_000;
const remedy = "Export the traffic with one service as HAR 1.2; what is longer, in several files.";

type Members = Readonly<Record<string, unknown>>;

/** @throws RecordingError that names the file and what was wanted. */
export function readHar(path: string, shown: string = path): readonly RecordedEntry[] {
  let log: Members;
  try {
    log = members(members(readJsonFile(path, bounds)).log);
  } catch (cause) {
    throw new RecordingError(`${shown}: wanted a HAR file; ${whyUnreadable(cause)}. ${remedy}`, { cause });
  }
  const list = log["entries"];
  if (!Array.isArray(list))
    throw new RecordingError(`${shown}: wanted a HAR file with log.entries; got none. Export the traffic as HAR 1.2.`);
  if (list.length > maxEntries)
    throw new RecordingError(
      `${shown}: wanted at most ${maxEntries.toLocaleString("en")} entries; got ${list.length.toLocaleString("en")}. ${remedy}`,
    );
  const entries = list.map((entry: unknown, index) => {
    const problem = entryProblem(entry);
    if (problem !== undefined)
      throw new RecordingError(`${shown}: log.entries[${String(index)}]: ${problem}. ${remedy}`);
    return entryOf(entry);
  });
  return entries.filter((entry) => entry !== undefined).sort((left, right) => left.startedMs - right.startedMs);
}

/** Null stands for what was not recorded. */
const text = { type: ["string", "number", "boolean", "null"] } as const;
const object = (properties: Readonly<Record<string, object>>): object => ({ type: "object", properties });
const pairs = (properties: Readonly<Record<string, object>>): object => ({ type: "array", items: object(properties) });
const headers = pairs({ name: text, value: text });
/** As recorders write it, and no more than is read of it: each leaves out something else. */
const entryForm = object({
  startedDateTime: text,
  time: { type: ["number", "null"] },
  request: object({
    method: text,
    url: { type: "string" },
    headers,
    postData: object({ mimeType: text, text, params: pairs({ name: text, value: text, fileName: text }) }),
  }),
  response: object({
    status: { type: ["integer", "null"] },
    headers,
    content: object({ size: { type: ["number", "null"] }, text, encoding: text }),
  }),
});
let validate: ValidateFunction | undefined;

/** What is wrong with an entry; undefined when nothing is. */
function entryProblem(entry: unknown): string | undefined {
  validate ??= new Ajv2020({ strict: false }).compile(entryForm);
  if (validate(entry)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath.slice(1).replaceAll("/", ".") || "it"} ${error?.message ?? ""}`;
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
