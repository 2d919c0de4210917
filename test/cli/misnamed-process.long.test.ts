/** What a process is called wrongly by, told in whole runs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Results } from "../../reports/results/index.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";
import { reference } from "./lib/targets.ts";

test(
  "what a process is called wrongly by is told in a run, with what was created by then",
  { timeout: 120_000 },
  async () => {
    const guide = readFileSync(new URL("../../docs/workflows.md", import.meta.url), "utf8");
    const [, example = ""] = /```yaml\n(environments:.*?)```/s.exec(guide) ?? [];
    const text = example.replace("http://127.0.0.1:3000", await reference());
    const told = async (changed: string) => {
      const cwd = emptyFolder();
      writeFileSync(join(cwd, "trace-conformance.yaml"), changed);
      const { code, stdout } = await callCli(["run", "--depth", "quick", "--quiet"], { cwd });
      const results = JSON.parse(readFileSync(join(cwd, "conformance-report/results.json"), "utf8")) as Results;
      const { tracesCreated, exchanges } = results.summary;
      expect(results.tracesLeft).toHaveLength(tracesCreated);
      return { code, said: stdout.replaceAll(/\s+/g, " "), tracesCreated, exchanges };
    };
    const key = await told(text.replace("key: invoice", "key: invoyce"));
    expect(key).toMatchObject({
      code: 3,
      said: expect.stringContaining('does not know the action "invoyce"') as string,
    });
    expect(key.said).toContain("correct environments.orders.workflows[].actions");
    expect(key.tracesCreated).toBeGreaterThan(0);
    // Nothing is written where the lists of workflows tell it.
    for (const [right, wrong, cause] of [
      ["name: Order to cash", "name: Procurement", "correct environments.orders.workflows[].name"],
      ["organization: acme", "organization: acne", "correct environments.orders.organization"],
    ] as const) {
      const run = await told(text.replace(right, wrong));
      expect(run).toMatchObject({ code: 3, tracesCreated: 0, said: expect.stringContaining(cause) as string });
      expect(run.exchanges).toBeLessThan(20);
    }
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "trace-conformance.yaml"), text.replace("name: Order to cash", "name: Procurement"));
    const { code, stdout } = await callCli(["doctor"], { cwd });
    expect([code, stdout]).toEqual([
      3,
      expect.stringContaining("✗ workflow 2043 is listed under another name") as string,
    ]);
    expect(stdout).toContain('the target calls it "Order to cash", the configuration "Procurement"');
  },
);
