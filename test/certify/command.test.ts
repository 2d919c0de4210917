/** The commands `certify` and `verify`: exit codes and what is refused. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { writeConfiguration } from "../cli/lib/targets.ts";

test("a whole run is certified, and verified", { timeout: 240_000 }, async () => {
  const cwd = emptyFolder();
  const certified = await callCli(["certify", "--depth", "quick", "--quiet"], { cwd });
  expect(certified).toMatchObject({ code: 0, stderr: expect.stringContaining("wrote evidence.zip") as string });
  expect(await callCli(["verify", "evidence.zip"], { cwd })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("checked at depth quick; wanted at least standard") as string,
  });
  const verified = await callCli(["verify", "evidence.zip", "--depth", "quick"], { cwd });
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.stdout).toContain("is sound");
  expect(verified.stdout).toMatch(/verdict conformant: \d+ passed/);
  const folder = ["certify", "conformance-report", "--archive", "again.zip"];
  expect(await callCli(folder, { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it was run at depth quick") as string,
  });
  expect(await callCli([...folder, "--depth", "quick"], { cwd })).toMatchObject({ code: 0 });
  expect(await callCli(["verify", "evidence.zip", "--depth", "quick", "--within", "1ms"], { cwd })).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("it was not verified within 0.001 s; --within gives it longer") as string,
  });
  const bytes = readFileSync(join(cwd, "evidence.zip"));
  writeFileSync(join(cwd, "half.zip"), bytes.subarray(0, bytes.length / 2));
  expect(await callCli(["verify", "half.zip"], { cwd })).toMatchObject({ code: 2 });
});

test.each([
  [["--only", "STATE"], "--only: evidence is of a whole run"],
  [["--shard", "1/2"], "--shard: evidence is of a whole run"],
])("%j is refused", async (args, told) => {
  const cwd = emptyFolder();
  const { code, stderr } = await callCli(["certify", ...args], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(told) as string });
  expect(existsSync(join(cwd, "evidence.zip"))).toBe(false);
});

test("extensions are refused before they are loaded", async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "team.mjs"), "globalThis.loadedByMistake = true; export default {};");
  const { code, stderr } = await callCli(["certify", "--extend", "./team.mjs"], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("extensions: ") as string });
  expect(stderr).toContain("team.mjs; certify a run without them");
  expect(globalThis).not.toHaveProperty("loadedByMistake");
});

test("waivers and pins are refused before anything is sent", async () => {
  const cwd = emptyFolder();
  // Nothing listens there: whoever sends something gets another error.
  writeConfiguration(cwd, "http://127.0.0.1:9", {
    waivers: [{ requirement: "PAGE-07", reason: "TICKET-1", expires: "2999-01-01" }],
    openPoints: { "page-cursors": { start: true, end: true } },
  });
  const { code, stderr } = await callCli(["certify", "--env", "vendor"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("waivers: PAGE-07");
  expect(stderr).toContain("pinned open points: page-cursors");
});
