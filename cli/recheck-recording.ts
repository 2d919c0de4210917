/** `recheck FILE.har`: judges a recording of traffic between a real client and a real service. */
import { resolve } from "node:path";
import { readRecording, type Recording } from "../driver/index.ts";
import { exitCodeOf, formatByName } from "../reports/index.ts";
import { judgeRecording } from "../suites/engine/judging/judge-recording.ts";
import { withOutputFolder } from "../suites/engine/saved/output-folder.ts";
import { readProfile } from "../suites/engine/saved/saved-profile.ts";
import { newRunId } from "../suites/engine/plan/run-plan.ts";
import { usualFormats, writeReports } from "../suites/engine/saved/write-reports.ts";
import type { Parts } from "../suites/extensions/parts.ts";
import type { CommandOptions } from "./command.ts";
import type { ExitCode } from "./exit-codes.ts";
import { refuseIdle } from "./idle-options.ts";
import { flag, text } from "./options.ts";
import { programAsTyped } from "./program-as-typed.ts";
import { screenOptions } from "./screen-options.ts";
import { print, remark, type Terminal } from "./terminal.ts";

export function recheckRecording(terminal: Terminal, options: CommandOptions, file: string, parts: Parts): ExitCode {
  refuseIdle("recheck", options, ["suiteLevel"], `only for the folder of a run; ${file} is a recording`);
  const baseUrl = text(options, "baseUrl");
  const recording = readRecording(resolve(terminal.cwd, file), file, baseUrl === undefined ? {} : { baseUrl });
  const profileFile = text(options, "profile");
  const profile = profileFile === undefined ? undefined : readProfile(resolve(terminal.cwd, profileFile), profileFile);
  const now = new Date();
  const { results, write } = judgeRecording(recording, {
    startedAt: now.toISOString(),
    runId: newRunId(now),
    alone: flag(options, "alone"),
    parts,
    ...(profile ? { profile } : {}),
  });
  const directory = text(options, "output") ?? "rechecked";
  const output = resolve(terminal.cwd, directory);
  const files = withOutputFolder(output, results.runId, () => {
    write(output);
    return writeReports(output, results, usualFormats, { directory, program: programAsTyped(terminal) });
  });
  if (flag(options, "json")) print(terminal, JSON.stringify(results, undefined, 2));
  else {
    print(terminal, formatByName("terminal").render(results, { directory, files, ...screenOptions(terminal) }));
  }
  remark(terminal, summaryOf(file, recording));
  return exitCodeOf(results);
}

function summaryOf(file: string, { history, baseUrl, leftOut, unknownWrites }: Recording): string {
  const reasons = Object.entries({
    "to something else": leftOut.foreign,
    "answered from a cache": leftOut.cached,
    "without an answer": leftOut.unanswered,
    "whose body was not kept": leftOut.withoutBody,
  }).filter(([, count]) => count > 0);
  const out = reasons.map(([reason, count]) => `${count} ${reason}`).join(", ");
  const writes = unknownWrites > 0 ? `; ${unknownWrites} writes whose content cannot be read` : "";
  return `${file}: ${history.exchanges.length} exchanges with ${baseUrl} were judged${out === "" ? "" : `; left out: ${out}`}${writes}`;
}
