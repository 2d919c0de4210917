/** The file of `run --har`: whole after every script, and bounded. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Environment } from "../../driver/index.ts";
import { HarFile } from "../../suites/har/har-file.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { writeConfiguration } from "../cli/lib/targets.ts";
import { officialOf } from "../reports/official.ts";
import { environmentAt } from "../driver/lib/target.ts";

interface Har {
  readonly log: { readonly entries: readonly { readonly comment?: string }[]; readonly comment?: string };
}
const harIn = (path: string): Har => JSON.parse(readFileSync(path, "utf8")) as Har;

test("it is whole after every script, and what goes beyond its bounds is counted", async () => {
  const cwd = emptyFolder();
  const path = join(cwd, "run.har");
  const warnings: string[] = [];
  const environment: Environment = environmentAt("http://127.0.0.1:1");
  const file = new HarFile({
    environment: () => environment,
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

test("a file that cannot be written is wrong usage before anything begins, and one that vanishes is a warning", async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, "http://127.0.0.1:1");
  const wrong = await callCli(["run", "--har", "no/such/folder/run.har"], { cwd });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: --har no\/such\/folder\/run\.har cannot/) as string,
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
