/** What commands say is plain, and no more than is wanted. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packFiles } from "../../reports/evidence/archive.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";

test("the exit codes stand in the help of the program, and a pointer to them in that of a command", async () => {
  const cwd = emptyFolder();
  const ofAll = await callCli(["help"], { cwd });
  expect(ofAll.stdout).toContain("130  interrupted");
  const ofOne = await callCli(["help", "compare"], { cwd });
  expect(ofOne.stdout).not.toContain("interrupted");
  expect(ofOne.stdout).toContain('"trace-conformance help"');
});

test("explain says in words what a requirement needs, and how to learn more of its open points", async () => {
  const { stdout } = await callCli(["explain", "PAGE-08"], { cwd: emptyFolder() });
  expect(stdout).toContain("Judged only with:");
  expect(stdout).not.toMatch(/reading:/);
});

test.each([
  ["nothing", () => Buffer.alloc(0), "got an empty file"],
  ["no zip", () => Buffer.from("<html>not found</html>"), "that is no zip archive"],
  ["a piece", () => packed().subarray(0, 60), "it breaks off after 60 bytes"],
])("an archive of which %s came is told as that", async (_, bytes, told) => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "e.zip"), bytes());
  const { code, stderr } = await callCli(["verify", "e.zip"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(told);
  expect(stderr).not.toContain("END header");
});

const packed = (): Buffer => packFiles(new Map([["results.json", Buffer.from("{}")]]));
