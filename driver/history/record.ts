/** The lines of a saved history. One line opens it, one stands for each exchange, one closes it. */
import { isUtf8 } from "node:buffer";
import type { Exchange, History, Intent, ReceivedResponse, SentFile } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { Secrets } from "../secrets.ts";

/** Larger bodies are saved as digest and size only. */
const maxInlineBytes = 65_536;
/** JSON documents are what checks read; without them a history could not be judged again as it was. */
const maxDocumentBytes = 4_194_304;

const tooLargeToSave = { kind: "bound", message: "beyond the bound of what a saved history keeps" } as const;

/** Of the lines; another is refused. */
export const historyVersion = 2;

export type HistoryRecord =
  | { readonly type: "history"; readonly version: typeof historyVersion; readonly script: Script }
  | { readonly type: "exchange"; readonly exchange: SavedExchange }
  | { readonly type: "end"; readonly unsent: History["unsent"] };

export type SavedExchange = Omit<Exchange, "response"> & { readonly response?: SavedResponse };

/** The parsed document follows from the body where that is saved. */
export type SavedResponse = Omit<ReceivedResponse, "body" | "json"> & {
  readonly text?: string;
  readonly base64?: string;
};

export function* recordsOf(history: History, secrets: Secrets): Generator<HistoryRecord> {
  yield { type: "history", version: historyVersion, script: history.script };
  for (const exchange of history.exchanges) yield { type: "exchange", exchange: savedExchange(exchange, secrets) };
  yield { type: "end", unsent: history.unsent };
}

function savedExchange(exchange: Exchange, secrets: Secrets): SavedExchange {
  const { response, request, intent, ...rest } = exchange;
  return {
    ...rest,
    intent: withoutBytes(intent),
    request: { ...request, ...(request.body === undefined ? {} : { body: cut(request.body) }) },
    ...(response ? { response: savedResponse(response, secrets) } : {}),
  };
}

function savedResponse({ body, json, ...response }: ReceivedResponse, secrets: Secrets): SavedResponse {
  if (!body) return response;
  if (body.length > (json ? maxDocumentBytes : maxInlineBytes))
    return json ? { ...response, jsonError: tooLargeToSave } : response;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Base64 hides a secret from the redaction of the line, so binary bodies are redacted before they are encoded.
  if (!isUtf8(bytes)) {
    const clean = secrets.redact(bytes.toString("latin1"));
    return { ...response, base64: Buffer.from(clean, "latin1").toString("base64") };
  }
  return { ...response, text: bytes.toString("utf8") };
}

function withoutBytes(intent: Intent): Intent {
  if (intent.kind !== "create" && intent.kind !== "act") return intent;
  return { ...intent, files: intent.files.map(withoutContent) };
}

function withoutContent({ bytes: _, ...file }: SentFile): SentFile {
  return file;
}

function cut(text: string): string {
  return text.length <= maxInlineBytes ? text : `${text.slice(0, maxInlineBytes)}…`;
}
