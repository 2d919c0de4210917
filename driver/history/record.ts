/**
 * The lines of saved histories. The first says what ran. Of a history one line opens it, one stands for each exchange,
 * one ends it, and behind it stands the digest of all lines above, so that none can be changed, left out or put in
 * without changing every digest that follows. The last says how many there are.
 */
import { isUtf8 } from "node:buffer";
import type { Exchange, History, Intent, ReceivedResponse, SentFile } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { cleanValues, redactDocument } from "../secrets/clean-values.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { isAction } from "../../spec/readings/actions.ts";

/** Larger bodies are saved as digest and size only. */
const maxInlineBytes = 65_536;
/** JSON documents are what checks read; without them a history could not be judged again as it was. */
const maxDocumentBytes = 4_194_304;
/** What was sent is shown beside what failed, and follows from the script, which is saved whole. */
const maxRequestLength = 8_388_608;

const withheld = { kind: "bound", message: "withheld, because it holds a secret" } as const;
const tooLargeToSave = { kind: "bound", message: "beyond the bound of what a saved history keeps" } as const;

/** Of the lines; another is refused. */
export const historyVersion = 2;

export type HistoryRecord =
  | { readonly type: "run"; readonly version: typeof historyVersion; readonly run: Readonly<Record<string, unknown>> }
  | {
      readonly type: "history";
      readonly version: typeof historyVersion;
      readonly script: Script;
      readonly judgedOn?: readonly string[];
      readonly again?: string;
    }
  | { readonly type: "exchange"; readonly exchange: SavedExchange }
  | { readonly type: "end"; readonly unsent: History["unsent"] }
  | { readonly type: "chain"; readonly sha256: string }
  | { readonly type: "closed"; readonly histories: number; readonly leftOut: number };

export type SavedExchange = Omit<Exchange, "response"> & { readonly response?: SavedResponse };

/** The parsed document follows from the body where that is saved. */
export type SavedResponse = Omit<ReceivedResponse, "body" | "json"> & {
  readonly text?: string;
  readonly base64?: string;
};

/** The records, without secrets: each text is looked through by itself, before anything is serialised. */
export function* recordsOf(history: History, secrets: Secrets): Generator<HistoryRecord> {
  // What the suite made itself can hold a secret only as a text of its own does; a target's ingenuity is not in it.
  const redact = (text: string): string => secrets.redactForms(text);
  const { script, judgedOn, again } = history;
  yield {
    type: "history",
    version: historyVersion,
    script: cleanValues(script, redact),
    ...(judgedOn ? { judgedOn } : {}),
    ...(again === undefined ? {} : { again }),
  };
  for (const exchange of history.exchanges) yield { type: "exchange", exchange: savedExchange(exchange, secrets) };
  yield { type: "end", unsent: cleanValues(history.unsent, redact) };
}

function savedExchange(exchange: Exchange, secrets: Secrets): SavedExchange {
  const { response, request, intent, defects, ...rest } = exchange;
  const redact = (text: string): string => secrets.redact(text);
  const { body, ...sent } = request;
  // The data of an action are the suite's; a page or a search may be asked for by what the target handed out.
  const isOwn = isAction(intent);
  return {
    ...cleanValues(rest, redact),
    defects,
    intent: cleanValues(withoutBytes(intent), isOwn ? (text) => secrets.redactForms(text) : redact),
    request: {
      ...cleanValues(sent, redact),
      ...(body === undefined
        ? {}
        : { body: cut(redactDocument(body, isOwn ? (text) => secrets.redactForms(text) : redact)) }),
    },
    ...(response ? { response: savedResponse(response, secrets) } : {}),
  };
}

function savedResponse({ body, json, ...received }: ReceivedResponse, secrets: Secrets): SavedResponse {
  const response = cleanValues(received, (text) => secrets.redact(text));
  if (!body) return response;
  if (received.withheld) return json ? { ...response, jsonError: withheld } : response;
  if (body.length > (json ? maxDocumentBytes : maxInlineBytes))
    return json ? { ...response, jsonError: tooLargeToSave } : response;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Base64 hides a secret, so binary bodies are redacted before they are encoded.
  if (!isUtf8(bytes)) {
    const clean = secrets.redactForms(bytes.toString("latin1"));
    return { ...response, base64: Buffer.from(clean, "latin1").toString("base64") };
  }
  return { ...response, text: redactDocument(bytes.toString("utf8"), (text) => secrets.redactForms(text)) };
}

function withoutBytes(intent: Intent): Intent {
  if (!isAction(intent)) return intent;
  return { ...intent, files: intent.files.map(withoutContent) };
}

function withoutContent({ bytes: _, ...file }: SentFile): SentFile {
  return file;
}

function cut(text: string): string {
  return text.length <= maxRequestLength ? text : `${text.slice(0, maxRequestLength)}…`;
}
