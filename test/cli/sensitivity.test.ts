/** `run --sensitivity full`: every defect is put into the answers once the run has ended, and every report tells it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
});

test("none, where none is wanted", { timeout: 120_000 }, async () => {
  const { cwd } = await runWith("off");
  expect(resultsIn(cwd).sensitivity).toBeUndefined();
});
