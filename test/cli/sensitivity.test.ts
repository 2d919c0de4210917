/** `run --sensitivity full`: every defect is put into the answers once the run has ended, and every report tells it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import type { CommandContext } from "../../cli/command.ts";
import { sensitivityCommand } from "../../cli/commands/sensitivity.ts";
import { resultsProblems } from "../../reports/index.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder, resultsIn } from "./lib/run-cli.ts";
import { reference, writeConfiguration } from "./lib/targets.ts";

/** The outcome of a run of this extent, and the folder with its report. */
async function runWith(extent: string) {
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference());
  const args = ["run", "--depth", "quick", "--only", "LOGIN-01", "--seed", "7", "--sensitivity", extent];
  return { cwd, ...(await callCli(args, { cwd })) };
}

test("all of them, and the command for the saved run says the same", { timeout: 120_000 }, async () => {
  const { cwd, code, stdout } = await runWith("full");
  expect(code).toBe(0);
  const results = resultsIn(cwd);
  expect(resultsProblems(results)).toEqual([]);
  const { sensitivity } = results;
  expect(sensitivity?.extent).toBe("full");
  expect(sensitivity?.mutants).toBeGreaterThan(20);
  // Of a part of a run it is in the results alone.
  expect(stdout).not.toContain("Had any of");
  expect(readFileSync(join(cwd, "conformance-report", "report.html"), "utf8")).not.toContain('"extent":"full"');
  const again = await callCli(["sensitivity", "conformance-report", "--json"], { cwd });
  expect(JSON.parse(again.stdout)).toEqual(sensitivity);

  const stopped = await interruptedIn(cwd);
  expect(stopped).toMatchObject({
    code: 130,
    stdout: "",
    stderr: expect.stringMatching(/^interrupted after 0 defects/) as string,
  });

  keepFirstHistory(cwd);
  const few = await callCli(["sensitivity", "conformance-report", "--floor", "0"], { cwd });
  expect(few).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^Only \d+ defects could be put into these answers/) as string,
    stderr: expect.stringMatching(/^--floor 0: \d+ defects tell no share, 50 would/) as string,
  });
});

/** Leaves of the saved run one small history, of which few defects can be made. */
function keepFirstHistory(cwd: string): void {
  const folder = join(cwd, "conformance-report", "histories");
  const [name = ""] = readdirSync(folder);
  const file = join(folder, name);
  const lines = zstdDecompressSync(readFileSync(file)).toString().split("\n");
  const end = lines.findIndex((line) => line.startsWith('{"type":"end"'));
  writeFileSync(file, zstdCompressSync(`${lines.slice(0, end + 1).join("\n")}\n`));
}

/** The command in that folder, where it was interrupted before its first defect. */
async function interruptedIn(cwd: string) {
  let [stdout, stderr] = ["", ""];
  const terminal = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: {},
    cwd,
  };
  const context = { terminal, interrupted: AbortSignal.abort() } as CommandContext;
  const code = await sensitivityCommand.run(context, {}, ["conformance-report"]);
  return { code, stdout, stderr };
}

test("2: a sample that is too small to tell a share", async () => {
  const outcome = await callCli(["sensitivity", "x", "--sample", "2", "--floor", "100"], { cwd: emptyFolder() });
  expect(outcome).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("give 50 or more, or leave it out to try all") as string,
  });
});

test("none, where none is wanted", { timeout: 120_000 }, async () => {
  const { cwd } = await runWith("off");
  expect(resultsIn(cwd).sensitivity).toBeUndefined();
});
