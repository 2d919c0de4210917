/** Renders reports beside the results. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formats, parseResults, type RenderOptions, type Results } from "../../reports/index.ts";
import { OutputError } from "./output-folder.ts";

/** Formats that are always written. */
export const usualFormats: readonly string[] = ["junit", "html"];

/** The results in the folder, or undefined when there are none of this run. @throws Error when they are not valid. */
export function readResults(folder: string, runId?: string): Results | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, "results.json"), "utf8");
  } catch {
    return undefined;
  }
  const results = parseResults(text, join(folder, "results.json"));
  return runId === undefined || results.runId === runId ? results : undefined;
}

/** Writes the named reports, those that exist, into the folder; returns the names of their files. */
export function writeReports(
  folder: string,
  results: Results,
  names: readonly string[],
  options: RenderOptions = {},
): readonly string[] {
  const chosen = formats.filter((format) => names.includes(format.name) && format.fileName !== "results.json");
  try {
    for (const format of chosen) writeFileSync(join(folder, format.fileName), format.render(results, options));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OutputError(`a report could not be written into ${folder}: ${reason}`, { cause });
  }
  return ["results.json", ...chosen.map((format) => format.fileName)];
}
