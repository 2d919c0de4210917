/** Saved histories, one at a time, so that a folder of any size can be judged again. */
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Exchange, History, ReceivedResponse } from "../../spec/vocabulary/history.ts";
import { readJson } from "../client/json-text.ts";
import { jsonOf } from "../../spec/files/json-file.ts";
import { streamBytes } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { compressedEnding, decompressed } from "./compression.ts";
import { recordProblem } from "./record-schema.ts";
import { withFileBytes } from "./restore-files.ts";
import { historyVersion, type HistoryRecord, type SavedExchange, type SavedResponse } from "./record.ts";

/** A line holds one exchange, whose bodies are bounded when it is saved. */
const maxLineLength = 64 * 1024 * 1024;
const jsonBounds = { maxDepth: 4_000, maxValues: 5_000_000 } as const;
const fileName = /\.ndjson(\.zst)?$/;
const remedy = "take it out, or give a folder that `run --output` wrote";

/**
 * The histories in a file, or in every file of histories in a folder or in its folder `histories`. A history that was cut
 * short, as by an interruption, is given as far as it goes.
 * @throws HistoryError naming file and line for a line that is no record of a history.
 */
export async function* readHistories(path: string): AsyncGenerator<History> {
  for (const file of await historyFiles(path)) yield* readFile(file);
}

/** Thrown for what should be a saved history and is none. The message names the file, the line and the remedy. */
class HistoryError extends Error {
  override readonly name = "HistoryError";
}

/** The files that hold the histories below a path. @throws HistoryError where they cannot be read */
export async function historyFiles(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const inner = join(path, "histories");
    const folder = (await readdir(path)).includes("histories") ? inner : path;
    const names = (await readdir(folder)).filter((name) => fileName.test(name)).sort();
    const files = names.map((name) => join(folder, name));
    // A pipe would be waited for without end.
    for (const file of files)
      if (!(await stat(file)).isFile()) throw new HistoryError(`${file}: it is no file; ${remedy}`);
    return files;
  } catch (cause) {
    throw cause instanceof HistoryError
      ? cause
      : new HistoryError(`${path}: ${whyUnreadable(cause)}; ${remedy}`, { cause });
  }
}

/** What a file of histories holds, in its order. */
export type SavedPart =
  | { readonly type: "run"; readonly run: Readonly<Record<string, unknown>> }
  | { readonly type: "history"; readonly history: History; readonly chain?: string }
  | { readonly type: "closed"; readonly histories: number; readonly leftOut: number };

async function* readFile(file: string): AsyncGenerator<History> {
  for await (const part of partsOf(bytesOf(file), file)) if (part.type === "history") yield part.history;
}

/**
 * The parts of one file of histories, of which nothing is on disk.
 * @param name what it is called in complaints
 * @param told given each digest in the chain that is not that of the lines above it
 */
export async function* readSavedParts(
  bytes: Uint8Array,
  name: string,
  told: (problem: string) => void,
): AsyncGenerator<SavedPart> {
  const source = (async function* () {
    await Promise.resolve();
    yield bytes;
  })();
  yield* partsOf(name.endsWith(compressedEnding) ? decompressed(source) : source, name, told);
}

async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  name: string,
  told?: (problem: string) => void,
): AsyncGenerator<SavedPart> {
  let open: (Pick<History, "script" | "judgedOn" | "again"> & { readonly exchanges: Exchange[] }) | undefined;
  let ended: History | undefined;
  let number = 0;
  const digest = createHash("sha256");
  for await (const line of linesOf(source, name)) {
    number++;
    const place = `${name}, line ${String(number)}`;
    if (line === "") continue;
    const record = parse(line, place);
    if (record.type === "chain") {
      if (told && digest.copy().digest("hex") !== record.sha256)
        told(`${place}: the digest is not that of the lines above it; they were changed, or some are missing`);
      if (ended) yield { type: "history", history: ended, chain: record.sha256 };
      ended = undefined;
    } else {
      if (ended) {
        told?.(`${place}: the history above it has no digest`);
        yield { type: "history", history: ended };
        ended = undefined;
      }
      if (record.type === "history") {
        if (open) yield { type: "history", history: { ...open, unsent: [] } };
        const { script, judgedOn, again } = record;
        open = {
          script,
          exchanges: [],
          ...(judgedOn ? { judgedOn } : {}),
          ...(again === undefined ? {} : { again }),
        };
      } else if (record.type === "exchange")
        open?.exchanges.push(withFileBytes(restored(record.exchange), open.script));
      else if (record.type === "end") {
        if (open) ended = { ...open, unsent: record.unsent };
        open = undefined;
      } else yield record;
    }
    if (told) digest.update(`${line}\n`);
  }
  const last = ended ?? (open && { ...open, unsent: [] });
  if (last) yield { type: "history", history: last };
}

function bytesOf(file: string): AsyncIterable<Uint8Array> {
  try {
    const stream = streamBytes(file);
    return file.endsWith(compressedEnding) ? decompressed(stream) : stream;
  } catch (cause) {
    throw new HistoryError(`${file}: ${whyUnreadable(cause)}; ${remedy}`, { cause });
  }
}

/** Lines end with LF alone: `readline` would also end one at U+2028 and U+2029, which JSON leaves as they are. */
async function* linesOf(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let open: string[] = [];
  let length = 0;
  try {
    for await (const chunk of source) {
      const [first = "", ...others] = decoder
        .write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
        .split("\n");
      open.push(first);
      length += first.length;
      if (length > maxLineLength)
        throw new HistoryError(`${name}: a line of more than ${String(maxLineLength)} characters; ${remedy}`);
      const last = others.pop();
      if (last === undefined) continue;
      yield open.join("");
      yield* others;
      open = [last];
      length = last.length;
    }
  } catch (cause) {
    throw cause instanceof HistoryError
      ? cause
      : new HistoryError(`${name}: ${whyUnreadable(cause)}; ${remedy}`, { cause });
  }
  yield open.join("") + decoder.end();
}

function parse(line: string, place: string): HistoryRecord {
  let value: unknown;
  try {
    // A line that is short enough cannot break a bound.
    value = line.length < jsonBounds.maxDepth ? JSON.parse(line) : jsonOf(Buffer.from(line), jsonBounds);
  } catch (cause) {
    throw new HistoryError(`${place}: not a saved history: ${(cause as Error).message}; ${remedy}`, { cause });
  }
  const record = value as Partial<HistoryRecord> | null;
  if ((record?.type === "history" || record?.type === "run") && record.version !== historyVersion)
    throw new HistoryError(
      `${place}: a history of format ${String(record.version)}, saved by another version of the suite; ` +
        `this one reads format ${String(historyVersion)}: run again, or judge it with the version that saved it`,
    );
  const problem = recordProblem(value);
  if (problem === undefined) return value as HistoryRecord;
  throw new HistoryError(`${place}: not a record of a saved history: ${problem}; ${remedy}`);
}

function restored({ response, ...exchange }: SavedExchange): Exchange {
  return response ? { ...exchange, response: restoredResponse(response) } : exchange;
}

function restoredResponse({ text, base64, ...response }: SavedResponse): ReceivedResponse {
  const body =
    text !== undefined ? Buffer.from(text) : base64 !== undefined ? Buffer.from(base64, "base64") : undefined;
  if (!body) return response;
  const reading = text === undefined || response.zip ? undefined : readJson(body);
  return { ...response, body, ...(reading && "value" in reading ? { json: reading } : {}) };
}
