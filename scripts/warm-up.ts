/**
 * Makes the first run of a fresh clone as quick as the later ones, by a small one: Node keeps what it compiles. Run by npm
 * `prepare`: `node scripts/warm-up.ts`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const output = mkdtempSync(join(tmpdir(), "warm-up-"));
const program = fileURLToPath(new URL("../bin/trace-conformance.js", import.meta.url));
// Without it the first run takes its time, which is no reason not to install: what fails here is told there.
spawnSync(process.execPath, [program, "run", "--depth", "quick", "--quiet", "--output", output], {
  cwd: output,
  stdio: "ignore",
  timeout: 60_000,
});
rmSync(output, { recursive: true, force: true });
