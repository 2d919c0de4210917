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

test("that one flag alone makes a target writable is told, and what keeps it from being written to", async () => {
  const target = ["--base-url", "http://127.0.0.1:1", "--workflow", "7", "--create-action", "open:clerks"];
  const told = async (...args: readonly string[]) => (await callCli(args, { cwd: emptyFolder() })).stderr;
  const writes =
    "writes: traces are created on http://127.0.0.1:1, because --create-action was given; --access read-only";
  for (const command of [["plan"], ["run", "--quiet"], ["doctor"]])
    expect(await told(...command, ...target)).toContain(writes);
  for (const access of ["read-only", "read-write"])
    expect(await told("plan", "--access", access, ...target)).not.toContain("writes:");
});
