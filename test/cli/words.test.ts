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

test("a baseline that is not there is told as a file; one by another name is read", { timeout: 60_000 }, async () => {
  const cwd = emptyFolder();
  const baseline = (name: string) =>
    callCli(["run", "--depth", "quick", "--only", "FLOW", "--baseline", name], { cwd });
  expect(await baseline("nope.json")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^error: --baseline: there is no nope\.json; give results\.json of a run, or its/,
    ) as string,
  });
  writeFileSync(join(cwd, "before.json"), "{}");
  expect(await baseline("before.json")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/before\.json: wanted a results file/) as string,
  });
});

test("a folder that is not there is told as that, and not as one without results", async () => {
  const { code, stderr } = await callCli(["compare", "before", "after"], { cwd: emptyFolder() });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "error: there is no after; give results.json of a run, or its --output folder\n",
  });
});

test("a place where no file can be is wrong usage", async () => {
  const { code, stderr } = await callCli(["init", "--config", join("nodir", "x.yaml")], { cwd: emptyFolder() });
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /x\.yaml cannot be written: there is no such folder; name another with --config/,
    ) as string,
  });
});

const packed = (): Buffer => packFiles(new Map([["results.json", Buffer.from("{}")]]));
