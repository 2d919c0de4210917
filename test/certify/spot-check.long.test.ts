/** The spot check: the target of an archive answers as it did, and another one does not. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { Reference } from "../../reference/index.ts";
import { evidenceNames } from "../../reports/evidence/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { certifyRun } from "../../suites/evidence/certify.ts";
import { spotCheck, type SpotCheck } from "../../suites/evidence/spot-check.ts";
import { verifyEvidence, type VerifiedEvidence } from "../../suites/evidence/verify.ts";
import { startReference } from "../../reference/index.ts";

let live: Reference;
let evidence: VerifiedEvidence;

beforeAll(async () => {
  live = await startReference({});
  const home = mkdtempSync(join(tmpdir(), "spot-check-"));
  await runSuite(embeddedEnvironment(live.baseUrl, embeddedTarget), { depth: "quick", seed: 11, outputDir: home });
  const { archive } = await certifyRun(home, { evenQuick: true });
  evidence = await verifyEvidence(archive, { depth: "quick" });
  return () => live.close();
}, 300_000);

async function askedAgain(baseUrl: string, access: "read-only" | "read-write" = "read-write"): Promise<SpotCheck> {
  const { run, profile, histories } = evidence;
  if (!run || !profile || !histories) throw new Error("the archive is sound");
  const environment = embeddedEnvironment(baseUrl, embeddedTarget, { access });
  return spotCheck({ environment, run, profile, histories, name: evidenceNames.histories, sample: 60 });
}

test("the same target answers as it did, and its traces are there", { timeout: 120_000 }, async () => {
  const { differences, exchanges, traces } = await askedAgain(live.baseUrl);
  expect(differences).toEqual([]);
  expect(exchanges).toBeGreaterThan(100);
  expect(traces.asked).toBeGreaterThan(0);
  expect(traces.there).toBe(traces.asked);
});

test("where nothing may be written, nothing is", { timeout: 120_000 }, async () => {
  const { differences, exchanges, scripts } = await askedAgain(live.baseUrl, "read-only");
  expect(differences).toEqual([]);
  expect(scripts).toBeGreaterThan(0);
  expect(exchanges).toBeGreaterThan(0);
});

test("another target is told by its answers, and by traces that it does not have", { timeout: 120_000 }, async () => {
  const other = await startReference({ faults: ["state/last-member-is-dropped"] });
  const { differences, traces } = await askedAgain(other.baseUrl);
  await other.close();
  expect(differences.join("\n")).toMatch(/now it breaks .*STATE-03/);
  expect(traces.there).toBe(0);
});
