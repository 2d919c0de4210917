/** Saved histories, one at a time, so that a folder of any size can be judged again. */
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Exchange, History, ReceivedResponse } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { readJson } from "../client/json-text.ts";
import type { HistoryRecord, SavedExchange, SavedResponse } from "./record.ts";

/**
 * The histories in a file, or in every `.ndjson` file of a folder or of its folder `histories`. A history that was cut
 * short, as by an interruption, is given as far as it goes.
 * @throws Error naming file and line for a line that is no record of a history.
 */
export async function* readHistories(path: string): AsyncGenerator<History> {
  for (const file of await historyFiles(path)) yield* readFile(file);
}

/** The files that hold the histories below a path. */
export async function historyFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path);
  if (names.includes("histories")) return historyFiles(join(path, "histories"));
  return names
    .filter((name) => name.endsWith(".ndjson"))
    .sort()
    .map((name) => join(path, name));
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
  let rest = "";
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

function parse(line: string, place: string): HistoryRecord {
  try {
    const record = JSON.parse(line) as Partial<HistoryRecord> | null;
    if (record?.type === "history" || record?.type === "exchange" || record?.type === "end")
      return record as HistoryRecord;
  } catch (error) {
    throw new Error(`${place}: not a saved history: ${(error as Error).message}`, { cause: error });
  }
  throw new Error(`${place}: not a record of a saved history; give a folder that \`run --output\` wrote`);
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
