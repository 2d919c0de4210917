/** An output folder as a run leaves it, made of a recording: quick, with failures, scripts and a history. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HistoryWriter, readRecording } from "../../../driver/index.ts";
import { judgeRecording } from "../../../suites/engine/judging/judge-recording.ts";
import { closeOutputFolder, openOutputFolder } from "../../../suites/engine/saved/output-folder.ts";
import { usualFormats, writeReports } from "../../../suites/engine/saved/write-reports.ts";

const har = fileURLToPath(new URL("../../passive/recordings/browser.har", import.meta.url));

/** Writes the run into the folder, with these reports. */
export async function writeSavedRun(folder: string, formats: readonly string[] = usualFormats): Promise<void> {
  const recording = readRecording(har, "browser.har");
  const { results, write } = judgeRecording(recording, { runId: "saved-1", startedAt: "2027-01-31T08:00:00.000Z" });
  const history = join(folder, "histories", "saved-1-1-0.ndjson");
  openOutputFolder(folder, results.runId, [history]);
  const writer = new HistoryWriter(history, recording.secrets);
  await writer.write(recording.history);
  await writer.close();
  write(folder);
  writeReports(folder, results, formats);
  closeOutputFolder(folder, results.runId);
}

/** Rewrites a JSON file. */
export function changeJson(file: string, change: (value: never) => void): void {
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  change(value as never);
  writeFileSync(file, JSON.stringify(value));
}
