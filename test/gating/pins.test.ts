/** Pins and drift: a target that changed its reading is told of, wherever a reader looks, and is no less conformant. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { exitCodeOf, formatByName } from "../../reports/index.ts";
import { applyPins } from "../../probes/index.ts";
import { finishResults } from "../../reports/results/finish.ts";
import { openPoints } from "../../spec/open-points.ts";
import type { Pins, Profile } from "../../spec/vocabulary/profile.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { target } from "./lib/target.ts";

const stateData = { path: [], fold: "shallow-merge", encoding: "json", exact: true } as const;

describe("a pinned reading that is another now", () => {
  test("is drift in the results and in every report; the verdict stays", { timeout: 120_000 }, async () => {
    const environment = await target({ openPoints: { "zip-entry-names": { names: "digest" } } });
    const results = await runSuite(environment, { depth: "quick", seed: 1, only: ["FILES"] });
    const point = results.openPoints.find(({ id }) => id === "zip-entry-names");
    expect(point).toMatchObject({ pinned: true, reading: { names: "file-name" } });
    expect(point?.drift).toContain('pinned as {"names":"digest"}, but the target now follows {"names":"file-name"}');
    expect([results.verdict, exitCodeOf(results)]).toEqual(["conformant", 0]);
    expect(formatByName("terminal").render(results)).toContain(
      "Drift: 1 open point no longer as pinned: zip-entry-names",
    );
    expect(formatByName("markdown").render(results)).toContain("### Drift: no longer as pinned");
    expect(formatByName("annotations").render(results)).toContain("::warning title=drift of zip-entry-names::");
  });

  test("is 1 for observe; what its --pins prints holds, which is 0", { timeout: 120_000 }, async () => {
    const baseUrl = await reference();
    const cwd = emptyFolder();
    writeConfiguration(cwd, baseUrl, { openPoints: { "zip-entry-names": { names: "digest" } } });
    const drifted = await callCli(["observe", "--env", "vendor"], { cwd });
    expect(drifted).toMatchObject({ code: 1, stdout: expect.stringContaining("drift: pinned as") as string });
    const { stdout } = await callCli(["observe", "--env", "vendor", "--pins"], { cwd });
    const { openPoints: pins } = parse(stdout) as { openPoints: Pins };
    expect(pins["zip-entry-names"]).toEqual({ names: "file-name" });
    writeConfiguration(cwd, baseUrl, { openPoints: pins });
    const held = await callCli(["observe", "--env", "vendor", "--json"], { cwd });
    expect(held).toMatchObject({ code: 0 });
    expect((JSON.parse(held.stdout) as Profile).readings["zip-entry-names"]).toMatchObject({ pinned: true });
  });
});

test("a pin that no probe could confirm is named where it leads to a failure", () => {
  const tallies = {
    "STATE-03": { judged: 1, failed: 1, failures: [] },
    "ENV-01": { judged: 1, failed: 1, failures: [] },
  };
  const state = { cases: 1, requirements: tallies, operations: [], errors: [] };
  const reasonsBy = (seen: Parameters<typeof applyPins>[0]): Record<string, string | undefined> => {
    const { requirements } = finishResults(state, {
      suite: { version: "1.0.0", specDigest: "0".repeat(64) },
      environment: { name: "vendor", baseUrl: "http://127.0.0.1", access: "read-write" },
      ...{ runId: "r", seed: 1, depth: "quick", startedAt: "2027-01-31T00:00:00Z", durationMs: 1 },
      profile: applyPins(seen, { "state-data": stateData }),
      openPoints,
    });
    return Object.fromEntries(requirements.map(({ id, reason }) => [id, reason]));
  };
  const unseen = reasonsBy({ "state-data": { evidence: "Nothing could be written." } });
  expect(unseen["STATE-03"]).toContain("`openPoints.state-data` of the configuration, which no probe could confirm");
  expect(unseen["ENV-01"]).toBeUndefined();
  expect(reasonsBy({ "state-data": { value: stateData, evidence: "Seen." } })["STATE-03"]).toBeUndefined();
});

describe("a wrong pin", () => {
  test.each([
    ["an unknown open point", { "zip-entry-name": { names: "digest" } }, 'Did you mean "zip-entry-names"?'],
    ["an unknown reading", { "zip-entry-names": { names: "digests" } }, 'Did you mean "digest"?'],
  ])("%s", async (_, openPoints, told) => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, "http://127.0.0.1:9", { openPoints });
    const { code, stderr } = await callCli(["run", "--env", "vendor"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(told) as string });
  });
});
