/** A process that computes for ever writes what it knows, says where it was, and ends. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const child = fileURLToPath(new URL("./lib/stuck-child.ts", import.meta.url));

test("also in the middle of a regular expression", { timeout: 60_000, tags: "timing" }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [child], { encoding: "utf8" });
  expect(stdout).toBe("known\n");
  expect(stderr).toMatch(/computed for too long without a pause.*exponential/);
  expect(status).toBe(3);
});
