/** `report -`: results that come from a pipe, as from `run --json`. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emptyFolder } from "./lib/run-cli.ts";

const bin = fileURLToPath(new URL("../../bin/trace-conformance.js", import.meta.url));
const sample = readFileSync(new URL("../../docs/reports/sample-results.json", import.meta.url), "utf8");

function report(input: string, args: readonly string[] = []) {
  const cwd = emptyFolder();
  const env = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "report", "-", ...args], {
    cwd,
    env,
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr, files: readdirSync(cwd) };
}

test("is printed, and writes nothing", () => {
  const { status, stdout, files } = report(sample, ["--format", "markdown"]);
  expect({ status, files }).toEqual({ status: 0, files: [] });
  expect(stdout).toMatch(/^## ❌ Not conformant/);
});

test.each([
  ["nothing", "", "got the end of the file"],
  ["something else", "{}", "/ must have required property 'schemaVersion'"],
])("%s is refused with what is wanted", (_, input, message) => {
  const { status, stderr } = report(input);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain("Send results.json, or what run --json prints.");
});
