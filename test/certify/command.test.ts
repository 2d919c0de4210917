/** The command `certify`: what is refused; what is certified is in `cli/whole-run.test.ts`. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";

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

test(
  "a run that sent what once failed is refused, with the command that makes another",
  { timeout: 120_000 },
  async () => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, await reference());
    const folder = join(cwd, ".trace-conformance", "corpus", "vendor");
    mkdirSync(folder, { recursive: true });
    for (const face of ["v2", "legacy"])
      writeFileSync(join(folder, `${face}.json`), JSON.stringify({ steps: [{ op: "workflows", face }] }));
    const run = await callCli(["run", "--env", "vendor", "--depth", "quick"], { cwd });
    expect(run.stderr.match(/.* removed from .*/g)).toEqual([
      expect.stringMatching(/2 scripts were removed from .*vendor, because they no longer fail$/),
    ]);
    const { code, stderr } = await callCli(["certify", "conformance-report", "--depth", "quick"], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("it sent 2 scripts again that had failed in an earlier"),
    ]);
    expect(stderr).toMatch(/trace-conformance(?:\.js)? certify --env vendor --depth quick\n/);
    expect(stderr).not.toContain("not of the suite");
  },
);
