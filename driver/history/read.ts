/** Saved histories, one at a time, so that a folder of any size can be judged again. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Exchange, History, ReceivedResponse } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { readJson } from "../client/json-text.ts";
import { jsonOf } from "../../spec/files/json-file.ts";
import { streamText } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { recordProblem } from "./record-schema.ts";
import { historyVersion, type HistoryRecord, type SavedExchange, type SavedResponse } from "./record.ts";

/** A line holds one exchange, whose bodies are bounded when it is saved. */
const maxLineLength = 64 * 1024 * 1024;
const jsonBounds = { maxDepth: 4_000, maxValues: 5_000_000 } as const;
const remedy = "take it out, or give a folder that `run --output` wrote";

/**
 * The histories in a file, or in every `.ndjson` file of a folder or of its folder `histories`. A history that was cut
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
    const names = (await readdir(folder)).filter((name) => name.endsWith(".ndjson")).sort();
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

async function* readFile(file: string): AsyncGenerator<History> {
  let open: { readonly script: Script; readonly exchanges: Exchange[] } | undefined;
  let number = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (line === "") continue;
    const record = parse(line, `${file}, line ${String(number)}`);
    if (record.type === "history") {
      if (open) yield { ...open, unsent: [] };
      open = { script: record.script, exchanges: [] };
    } else if (record.type === "exchange") {
      open?.exchanges.push(restored(record.exchange));
    } else {
      if (open) yield { ...open, unsent: record.unsent };
      open = undefined;
    }
  }
  if (open) yield { ...open, unsent: [] };
}

/** Lines end with LF alone: `readline` would also end one at U+2028 and U+2029, which JSON leaves as they are. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let open: string[] = [];
  let length = 0;
  for await (const chunk of piecesOf(file)) {
    const [first = "", ...others] = String(chunk).split("\n");
    open.push(first);
    length += first.length;
    if (length > maxLineLength)
      throw new HistoryError(`${file}: a line of more than ${String(maxLineLength)} characters; ${remedy}`);
    const last = others.pop();
    if (last === undefined) continue;
    yield open.join("");
    yield* others;
    open = [last];
    length = last.length;
  }
  yield open.join("");
}

function piecesOf(file: string): AsyncIterable<string> {
  try {
    return streamText(file);
  } catch (cause) {
    throw new HistoryError(`${file}: ${whyUnreadable(cause)}; ${remedy}`, { cause });
  }
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
  if (record?.type === "history" && record.version !== historyVersion)
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
