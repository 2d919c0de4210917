/** Real runs for the tests of the reports: the command in a process of its own, and everything it writes. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatByName, formats, parseResults, type Results } from "../../reports/index.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import {} from "../cli/lib/run-cli.ts";
import { writeConfiguration } from "../cli/lib/targets.ts";

export interface RealRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly results: Results;
  /** The report in this format, as the command wrote it. */
  read(format: string): string;
  /** Removes the folder with all of it. */
  remove(): void;
}

const everyFormat = formats.flatMap(({ name }) => ["--format", name]);

/** Runs `run --depth quick` against the environment `vendor` at this address, with every format. */
export async function realRun(baseUrl: string, ...more: string[]): Promise<RealRun> {
  const cwd = mkdtempSync(join(tmpdir(), "trace-conformance-reports-"));
  writeConfiguration(cwd, baseUrl);
  const args = ["run", "--env", "vendor", "--depth", "quick", "--seed", "7", ...everyFormat, ...more];
  const { code, stdout, stderr } = await callCli(args, { cwd });
  const read = (format: string): string =>
    readFileSync(join(cwd, "conformance-report", formatByName(format).fileName), "utf8");
  try {
    const results = parseResults(read("json"));
    return { code, stdout, results, read, remove: () => rmSync(cwd, { recursive: true, force: true }) };
  } catch (cause) {
    throw new Error(`the run left no results:\n${stderr}`, { cause });
  }
}
