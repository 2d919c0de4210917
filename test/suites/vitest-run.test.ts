/** `npx vitest run` in the repository: the suites on the embedded reference, chosen by variables. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parseResults } from "../../reports/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("runs every suite, writes results, ends green", { timeout: 180_000 }, async () => {
  const output = mkdtempSync(join(tmpdir(), "trace-conformance-"));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run"], {
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
  for (const suite of ["scenarios", "properties", "equivalence", "robustness"]) expect(told).toContain(suite);
  const results = parseResults(readFileSync(join(output, "results.json"), "utf8"));
  expect(results).toMatchObject({ verdict: "conformant", seed: 1, depth: "quick" });
  expect(results.partial).toBeUndefined();
});
