/** Both doors to the engine, the command and `npx vitest run`, on the embedded reference. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Results } from "../../reports/index.ts";
import { emptyFolder, resultsIn, runCli } from "../cli/lib/run-cli.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** `npx vitest run`, what it wrote and where. */
async function runVitest(...args: readonly string[]): Promise<{ readonly told: string; readonly output: string }> {
  const output = mkdtempSync(join(tmpdir(), "trace-conformance-"));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...args], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      NO_COLOR: "1",
      TRACE_CONFORMANCE_DEPTH: "quick",
      TRACE_CONFORMANCE_SEED: "1",
      TRACE_CONFORMANCE_OUTPUT: output,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (told += bytes.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, told }).toMatchObject({ code: 0 });
  return { told, output };
}

test("a pattern that is the id of a requirement runs what judges it", { timeout: 240_000 }, async () => {
  const { told, output } = await runVitest("-t", "STATE-03");
  const results = resultsIn(output, ".");
  expect(results).toMatchObject({ verdict: "conformant", partial: { only: ["STATE-03"] } });
  expect(results.requirements.find(({ id }) => id === "STATE-03")).toMatchObject({ status: "passed" });
  expect(told).not.toMatch(/\b0 passed|no tests/i);
});

test("give the same statuses for one seed", { timeout: 240_000 }, async () => {
  const { told, output } = await runVitest();
  for (const suite of ["scenarios", "properties", "equivalence", "robustness"]) expect(told).toContain(suite);
  const byVitest = resultsIn(output, ".");
  expect(byVitest).toMatchObject({ verdict: "conformant", seed: 1, depth: "quick" });
  expect(byVitest.partial).toBeUndefined();

  const cwd = emptyFolder();
  const command = await runCli(["run", "--depth", "quick", "--seed", "1", "--quiet"], { cwd });
  expect(command).toMatchObject({ code: 0 });
  const byCommand = resultsIn(cwd);
  expect(statuses(byVitest)).toEqual(statuses(byCommand));
  expect(byVitest.summary.cases).toBe(byCommand.summary.cases);
});

const statuses = ({ requirements }: Results): Record<string, string> =>
  Object.fromEntries(requirements.map(({ id, status }) => [id, status]));
