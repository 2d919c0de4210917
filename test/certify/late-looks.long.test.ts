/** A run that looked into something late is certified, and what it learned by that cannot be made up. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { certifyRun } from "../../suites/evidence/certify.ts";
import { verifyEvidence } from "../../suites/evidence/verify.ts";
import { startService } from "../invented/index.ts";
import { Forger } from "./lib/forger.ts";

// Which script meets a refusal first, and so what is looked into, the clock decides.
test("what was asked late is asked again of what was saved", { timeout: 120_000, tags: "timing" }, async () => {
  const { baseUrl, target, close } = await startService({ kind: "variant", id: "customs/import-declarations" });
  const home = mkdtempSync(join(tmpdir(), "late-looks-"));
  const results = await runSuite(embeddedEnvironment(baseUrl, target), {
    depth: "standard",
    seed: 1,
    outputDir: home,
  });
  await close();
  expect(results.verdict).toBe("conformant");

  const { archive } = await certifyRun(home);
  const verified = await verifyEvidence(archive);
  expect(verified.problems).toEqual([]);
  expect(verified.run?.late.length).toBeGreaterThan(0);

  const forger = new Forger(archive);
  forger.keep(({ id }) => !id.startsWith("probes/late-"));
  const { problems } = await verifyEvidence(forger.sealed());
  expect(problems).toContainEqual(expect.stringMatching(/would have been asked by the late looks/));
});
