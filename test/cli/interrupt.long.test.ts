/** An interrupted run ends soon, and leaves whole results that say so. */
import { expect, test } from "vitest";
import { emptyFolder, resultsIn, runCli } from "./lib/run-cli.ts";

test.each([
  ["SIGTERM", "the process"],
  // As Ctrl-C in a terminal does.
  ["SIGINT", "the whole process group"],
] as const)("%s to %s: 130, with everything so far", { timeout: 120_000, tags: "timing" }, async (signal, whom) => {
  const cwd = emptyFolder();
  let sentAt = 0;
  const { code, stderr } = await runCli(["run", "--depth", "deep"], {
    cwd,
    onStderr(text, child) {
      // The first line of progress shows that scripts are under way.
      if (sentAt > 0 || !text.includes("judged")) return;
      sentAt = performance.now();
      process.kill(whom === "the process" ? (child.pid ?? 0) : -(child.pid ?? 0), signal);
    },
  });
  expect({ code, stderr }).toMatchObject({ code: 130 });
  expect(performance.now() - sentAt).toBeLessThan(15_000);
  const results = resultsIn(cwd);
  expect(results.partial?.interrupted).toBe(true);
  expect(results.verdict).toBe("incomplete");
  expect(results.summary.exchanges).toBeGreaterThan(0);
  // What was cut off is nobody's failure.
  expect(results.summary.requirements.failed).toBe(0);
});
