/** Whether a printed line, copied as it stands into a shell where `run` was called, shows the failure again. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import type { Dispute } from "../../../suites/evidence/dispute.ts";
import { callCli } from "./call-cli.ts";
import { emptyFolder } from "./run-cli.ts";
import { reference, writeConfiguration } from "./targets.ts";

const fault = "files/only-the-first-digest-counts";

/** The words that a shell makes of a line, without the name of the program. */
function wordsOf(line: string, cwd: string): readonly string[] {
  const script = `${line.replace(/^trace-conformance(?:\.js)?/, "set --")}\nprintf '%s\\n' "$@"`;
  return execFileSync("/bin/sh", ["-c", script], { cwd, encoding: "utf8" }).trimEnd().split("\n");
}

/** The first line with this command that a text holds, over as many lines as a shell would read. */
function lineIn(text: string, command: string): string {
  const line = new RegExp(`trace-conformance(?:\\.js)? ${command} (?:[^\\n]*\\\\\\n)*[^\\n)]*`);
  return line.exec(text)?.[0] ?? `no line with ${command}`;
}

/** Reads what is demanded, and judges that alone, by the lines that are printed; each is for the target of the one above. */
async function expectExplainLinesRun(stdout: string, cwd: string, env: Readonly<Record<string, string>>) {
  const call = (text: string, command: string) => callCli(wordsOf(lineIn(text, command), cwd), { cwd, env });
  const explained = await call(stdout, "explain");
  expect(explained.code, explained.stderr).toBe(0);
  expect(explained.stdout).not.toContain("That is the reference service");
  const alone = await call(explained.stdout, "run");
  expect([alone.code, alone.stdout]).toEqual([1, expect.stringContaining("FILES-03")]);
  const point = await call(explained.stdout, "explain");
  expect([point.code, point.stdout]).toEqual([0, expect.stringContaining("zip-entry-names")]);
  expect(wordsOf(lineIn(point.stdout, "observe"), cwd).slice(1)).toEqual(
    wordsOf(lineIn(explained.stdout, "run"), cwd).slice(1, -4),
  );
}

/** Sends the first curl line of a summary, behind the lines that it says come before. */
async function expectCurlRuns(summary: string, env: Readonly<Record<string, string>>): Promise<void> {
  const [, before = ""] = /Before the curl lines: [^`]*```sh\n([^`]*)```/.exec(summary) ?? [];
  const [curl = ""] = /^curl .*$/m.exec(summary) ?? [];
  expect(before).toContain("export TRACE_TOKEN=$(curl ");
  const all = { PATH: process.env["PATH"] ?? "", ...env };
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", `${before}\n${curl}`], {
    env: all,
    encoding: "latin1",
  });
  expect(stdout).toMatch(/^HTTP\/1\.1 200 /);
}

/** The first replay command that a text holds, over as many lines as a shell would read. */
function replayIn(text: string): string {
  const found = /trace-conformance(?:\.js)? replay (?:[^\n]*\\\n)*[^\n`<]*/.exec(text)?.[0] ?? "no replay command";
  return found.replaceAll("&apos;", "'").replaceAll("&#39;", "'");
}

/**
 * Runs the suite on a fault, and then what it printed.
 * @param named the flags that name the target by a configuration; none: flags that describe it
 * @param output the name of the output folder
 */
export async function expectPrintedLinesRun(named: readonly string[], output: string): Promise<void> {
  const baseUrl = await reference([fault]);
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "conf"));
  writeConfiguration(join(cwd, "conf"), baseUrl);
  const { email, password } = embeddedTarget.credentials as { email: string; password: string };
  const env = { TRACE_EMAIL: email, TRACE_PASSWORD: password };
  const flags = ["--base-url", baseUrl, "--organization", "acme", "--workflow", "2041"];
  const actions = ["--create-action", "open:clerks", "--append-action", "comment:clerks"];
  const target = named.length > 0 ? named : [...flags, ...actions];
  const options = ["--depth", "quick", "--only", "FILES-03", "--output", output, "--format", "markdown", "--quiet"];
  const { code, stdout } = await callCli(["run", ...target, ...options], { cwd, env });
  expect(code).toBe(1);
  const lines = [stdout, ...["junit.xml", "summary.md"].map((name) => readFileSync(join(cwd, output, name), "utf8"))];
  await expectCurlRuns(lines.at(-1) ?? "", env);
  const commands = new Set(lines.map((text) => wordsOf(replayIn(text), cwd).join("\n")));
  for (const command of commands) {
    const again = await callCli(command.split("\n"), { cwd, env });
    expect(again.code, command).toBe(1);
    expect(again.stdout).toContain("FILES-03");
  }
  await expectExplainLinesRun(stdout, cwd, env);
  // Of a copy that is judged again, the copy is meant: the folder of the run may be gone.
  renameSync(join(cwd, output), join(cwd, "copied"));
  const rechecked = await callCli(["recheck", "copied"], { cwd, env });
  const junit = readFileSync(join(cwd, "copied", "rechecked", "junit.xml"), "utf8");
  for (const text of [rechecked.stdout, junit]) {
    const words = wordsOf(replayIn(text), cwd);
    expect(words.join(" ")).toContain("copied/rechecked/failures/");
    expect((await callCli(words, { cwd, env })).code).toBe(1);
  }
  renameSync(join(cwd, "copied"), join(cwd, output));
  const [, challenge = ""] = /(trace-conformance(?:\.js)? challenge (?:[^\n]*\\\n)*[^\n]*)/.exec(stdout) ?? [];
  expect((await callCli(wordsOf(challenge, cwd), { cwd })).code, challenge).toBe(0);
  expect(existsSync(join(cwd, output, "dispute-FILES-03.json"))).toBe(true);
  const disputed = await callCli(["challenge", "files-03", "--from", output, "--output", "why.json"], { cwd });
  expect(disputed).toMatchObject({ code: 0, stdout: expect.stringContaining("It rests on") as string });
  const dispute = JSON.parse(readFileSync(join(cwd, "why.json"), "utf8")) as Dispute;
  expect(dispute.requirement).toMatchObject({ id: "FILES-03", status: "failed" });
  const first = dispute.failures.slice(0, 3).map(({ script }) => script.id);
  expect(new Set(dispute.histories.map(({ script }) => script))).toEqual(new Set(first));
  expect(dispute.histories[0]?.exchanges.length).toBeGreaterThan(1);
  const nothing = await callCli(["challenge", "ENV-01", "--from", output], { cwd });
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining("FILES-03") as string });
}
