/** `--log`: where the lines go. What stands in them is tested in `many-environments.long.test.ts`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";
import { writeConfiguration } from "./lib/targets.ts";

test("- is stderr, beside results that stay JSON", async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, "http://127.0.0.1:1");
  const { code, stdout, stderr } = await callCli(["run", "--json", "--log", "-"], { cwd });
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "incomplete" });
  expect(stderr).toMatch(/\t-\tPOST\t\/\S*login\/\w+\tconnect\t/);
});

test("a file that cannot be written is told before anything is sent", async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, "http://127.0.0.1:1");
  mkdirSync(join(cwd, "folder"));
  const { code, stdout, stderr } = await callCli(["run", "--log", "folder"], { cwd });
  expect({ code, stdout, stderr }).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("--log folder"),
  });
});
