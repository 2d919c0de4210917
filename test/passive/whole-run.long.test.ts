/** `run --har`: every exchange of a run as a HAR that browsers and `recheck` read; without secrets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecording } from "../../driver/index.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { officialOf } from "../reports/official.ts";

interface Har {
  readonly log: { readonly entries: readonly { readonly comment?: string }[]; readonly comment?: string };
}

test("a whole run is one HAR, which recheck reads and finds nothing wrong in", { timeout: 180_000 }, async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference());
  const run = await callCli(["run", "--depth", "quick", "--seed", "7", "--sensitivity", "off", "--har", "run.har"], {
    cwd,
  });
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr).not.toContain("warning");
  const path = join(cwd, "run.har");
  const text = readFileSync(path, "utf8");
  expect(await officialOf.har(text)).toEqual([]);
  const { entries, comment } = (JSON.parse(text) as Har).log;
  expect(entries).toHaveLength(resultsIn(cwd).summary.exchanges);
  expect(entries.every((entry) => entry.comment !== undefined)).toBe(true);
  expect(comment).toBeUndefined();
  for (const secret of ["correct-horse-battery", "Bearer eyJ"]) expect(text).not.toContain(secret);
  // Of tokens that a login brought, what they say is kept, and what makes them tokens is not: "redacted" in base64.
  for (const [, signature] of text.matchAll(/eyJ[\w-]{8,}\.eyJ[\w-]+\.([\w-]*)/g))
    expect(signature).toBe("cmVkYWN0ZWQ");

  const recording = readRecording(path, "run.har");
  expect(recording.history.exchanges.length).toBeGreaterThan(entries.length / 2);
  const judged = await callCli(["recheck", "run.har", "--output", "judged"], { cwd });
  // A recording never ends conformant; what is right in it is not blamed.
  expect({ code: judged.code, failed: resultsIn(cwd, "judged").reasons }).toMatchObject({ code: 3 });
  expect(resultsIn(cwd, "judged").summary.requirements).toMatchObject({ failed: 0, warned: 0 });
});

test("a fault of the service shows in the HAR of the run as it does in the run", { timeout: 180_000 }, async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference(["envelope/v2-creation-bare"]));
  const run = await callCli(["run", "--depth", "quick", "--only", "ENV", "--sensitivity", "off", "--har", "run.har"], {
    cwd,
  });
  expect(run.code).toBe(1);
  const judged = await callCli(["recheck", "run.har", "--output", "judged"], { cwd });
  expect(judged.code).toBe(1);
  const failedIn = (output: string): readonly string[] =>
    resultsIn(cwd, output)
      .requirements.filter(({ status }) => status === "failed")
      .map(({ id }) => id);
  expect(failedIn("judged")).toEqual(expect.arrayContaining([...failedIn("conformance-report")]));
});
