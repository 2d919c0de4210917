/** Pins and drift: a target that changed its reading is told of, wherever a reader looks, and is no less conformant. */
import { describe, expect, test } from "vitest";
import { exitCodeOf, formatByName } from "../../reports/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { emptyFolder, runCli } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { target } from "./lib/target.ts";

describe("a pinned reading that is another now", () => {
  test("is drift in the results and in every report; the verdict stays", { timeout: 120_000 }, async () => {
    const environment = await target({ openPoints: { "zip-entry-names": { names: "digest" } } });
    const results = await runSuite(environment, { depth: "quick", seed: 1 });
    const point = results.openPoints.find(({ id }) => id === "zip-entry-names");
    expect(point).toMatchObject({ pinned: true, reading: { names: "digest" } });
    expect(point?.drift).toContain('"file-name"');
    expect([results.verdict, exitCodeOf(results)]).toEqual(["conformant", 0]);
    expect(formatByName("terminal").render(results)).toContain(
      "Drift: 1 open point no longer as pinned: zip-entry-names",
    );
    expect(formatByName("markdown").render(results)).toContain("### Drift: no longer as pinned");
    expect(formatByName("annotations").render(results)).toContain("::warning title=drift of zip-entry-names::");
  });

  test("is 1 for observe; a pin that holds is 0", { timeout: 120_000 }, async () => {
    const baseUrl = await reference();
    const cwd = emptyFolder();
    writeConfiguration(cwd, baseUrl, { openPoints: { "zip-entry-names": { names: "digest" } } });
    const drifted = await runCli(["observe", "--env", "vendor"], { cwd });
    expect(drifted).toMatchObject({ code: 1, stdout: expect.stringContaining("drift: pinned as") as string });
    writeConfiguration(cwd, baseUrl, { openPoints: { "zip-entry-names": { names: "file-name" } } });
    expect(await runCli(["observe", "--env", "vendor"], { cwd })).toMatchObject({ code: 0 });
  });
});

describe("a wrong pin", () => {
  test.each([
    ["an unknown open point", { "zip-entry-name": { names: "digest" } }, 'Did you mean "zip-entry-names"?'],
    ["an unknown reading", { "zip-entry-names": { names: "digests" } }, 'Did you mean "digest"?'],
  ])("%s", async (_, openPoints, told) => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, "http://127.0.0.1:9", { openPoints });
    const { code, stderr } = await runCli(["run", "--env", "vendor"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(told) as string });
  });
});
