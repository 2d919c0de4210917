/** `run --har`: every exchange of a run as a HAR that browsers and `recheck` read; bounded, without secrets. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecording, type Environment } from "../../driver/index.ts";
import { HarFile } from "../../suites/har/har-file.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { officialOf } from "../reports/official.ts";
import { environmentAt } from "../driver/lib/target.ts";

interface Har {
  readonly log: { readonly entries: readonly { readonly comment?: string }[]; readonly comment?: string };
}
const harIn = (path: string): Har => JSON.parse(readFileSync(path, "utf8")) as Har;

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
  const { entries, comment } = harIn(path).log;
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

test("it is whole after every script, and what goes beyond its bounds is counted", async () => {
  const cwd = emptyFolder();
  const path = join(cwd, "run.har");
  const warnings: string[] = [];
  const environment: Environment = environmentAt("http://127.0.0.1:1");
  const file = new HarFile({
    environment,
    path,
    warn: (text) => warnings.push(text),
    limits: { maxEntries: 3, maxBytes: 10_000 },
  });
  expect(harIn(path).log.entries).toEqual([]);
  file.traffic(historyOf(2));
  expect(harIn(path).log.entries).toHaveLength(2);
  file.traffic(historyOf(1, "x".repeat(20_000)));
  expect(harIn(path).log).toMatchObject({ comment: expect.stringMatching(/^1 more exchanges are left out/) as string });
  file.traffic(historyOf(4));
  expect(harIn(path).log.entries).toHaveLength(3);
  await file.ended();
  expect(await officialOf.har(readFileSync(path, "utf8"))).toEqual([]);
  expect(statSync(path).size).toBeLessThan(10_000);
  expect(warnings).toEqual([expect.stringMatching(/run\.har: 4 more exchanges are left out: .* holds 3 of them/)]);
});

test("a file that cannot be written is wrong usage, and one that vanishes is a warning", async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, "http://127.0.0.1:1");
  const wrong = await callCli(["run", "--har", "no/such/folder/run.har"], { cwd });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--har no/such/folder/run.har cannot") as string,
  });
  writeFileSync(join(cwd, "a"), "");
  const several = await callCli(["run", "--all", "--har", "run.har"], { cwd });
  expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining("--har is of one environment") as string });
});

function historyOf(count: number, body = "[]"): History {
  const exchange = (index: number): Exchange => ({
    index,
    step: "0",
    operationId: "v2ListWorkflows",
    face: "v2",
    actor: "first",
    intent: { kind: "workflows", organization: "acme" },
    defects: [],
    traits: [],
    request: { method: "GET", path: "/v2/organizations/acme/workflows", headers: {}, bodyBytes: 0 },
    response: { status: 200, headers: {}, bytes: body.length, sha256: "", body: Buffer.from(body) },
    sentAtMs: index,
    receivedAtMs: index + 1,
  });
  return {
    script: { id: "s", title: "s", steps: [{ op: "workflows", face: "v2" }] },
    exchanges: Array.from({ length: count }, (_, index) => exchange(index)),
    unsent: [],
  };
}
