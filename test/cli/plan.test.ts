/** `plan` says what a run would send in numbers that people read. */
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";

test("bytes, times and counts are told in units that fit them", async () => {
  const target = ["--base-url", "http://127.0.0.1:1", "--workflow", "7", "--create-action", "open:clerks"];
  const { code, stdout } = await callCli(["plan", "--access", "read-write", ...target], { cwd: emptyFolder() });
  expect(code).toBe(0);
  expect(stdout).toContain("limits.maxTraces: 5,000.");
  expect(stdout).toContain("at most 8 GiB (limits.maxTotalBytes)");
  expect(stdout).toMatch(/after some \d+ min at the latest/);
});
