/** A rule that loops does not hang the run: what was judged until then is in the results. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emptyFolder, resultsIn } from "./lib/run-cli.ts";

const child = fileURLToPath(new URL("./lib/stuck-child.ts", import.meta.url));

/** Loops once something was judged: in the scripts, not yet in what the probes exchanged. */
const loops = `
const requirement = { id: "X-LOOP-01", area: "X-LOOP", level: "MUST", basis: "implied", statement: "It ends.", section: "1", operations: ["v2TraceState"] };
export default {
  name: "loops",
  requirements: [requirement],
  rules: [{
    id: "looping",
    requirements: ["X-LOOP-01"],
    *judge({ history }) {
      if (!history.script.id.startsWith("probes/")) for (;;);
    },
  }],
};
`;

test("the results name the rule, and the process ends with 4", { timeout: 120_000, tags: "timing" }, () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "loops.mjs"), loops);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [child, "run", "--depth", "quick", "--extend", "./loops.mjs"],
    { cwd, encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: cwd, NO_COLOR: "1" } },
  );
  expect(stderr).toContain("computed for too long without a pause");
  expect(status).toBe(4);
  const results = resultsIn(cwd);
  expect(results.verdict).toBe("incomplete");
  expect(results.errors?.map(({ message }) => message).join()).toMatch(/computed for too long.*loops\.mjs/);
  expect(results.requirements.some(({ status }) => status === "passed")).toBe(true);
  expect(stdout).toContain("INCOMPLETE");
});
