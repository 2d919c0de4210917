/** The reference service with closed schemas for its actions: it conforms, and its faults are caught all the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { embeddedEnvironment, type Environment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { referenceOfTest } from "../lib/reference.ts";
import type { JsonObject } from "../../spec/json.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";

const closed: JsonObject = {
  type: "object",
  required: ["subject", "amount"],
  additionalProperties: false,
  properties: {
    amount: { type: "number", minimum: 0, maximum: 1e12 },
    subject: { type: "string", maxLength: 120 },
    remark: { type: "string", maxLength: 400 },
    urgent: { type: "boolean" },
    kind: { enum: ["letter", "call"] },
    tags: { type: "array", items: { type: "string" } },
  },
};

const formed = new Set(["open", "comment", "announce", "note"]);

/** The default seed with the schema at every action that scripts use. */
function seedFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "trace-conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seed = parse(readFileSync(new URL("../../reference/seed/default.yaml", import.meta.url), "utf8")) as {
    organizations: { workflows: { actions: { key: string; schema?: JsonObject }[] }[] }[];
  };
  for (const { workflows } of seed.organizations)
    for (const { actions } of workflows)
      for (const action of actions) if (formed.has(action.key)) action.schema = closed;
  const path = join(folder, "seed.yaml");
  writeFileSync(path, stringify(seed));
  return path;
}

async function target(...seeded: readonly string[]): Promise<Environment> {
  const reference = await referenceOfTest({ faults: [...seeded], seedFile: seedFile() });
  const workflows = embeddedTarget.workflows.map((workflow) => ({
    ...workflow,
    actions: workflow.actions.map((action) => ({ ...action, data: closed })),
  }));
  return embeddedEnvironment(reference.baseUrl, { ...embeddedTarget, workflows }, { limits: { searchLagMs: 1_500 } });
}

test("a service that takes only what its forms name conforms", { timeout: 120_000 }, async () => {
  const results = await runSuite(await target(), { depth: "standard", seed: 7 });
  const wrong = results.requirements.filter(({ status }) => status !== "passed" && status !== "skipped");
  expect(
    wrong.map(({ id, status, reason, failures }) => ({ id, status, why: reason ?? failures?.[0]?.message })),
  ).toEqual([]);
  const searches = results.requirements.filter(({ area }) => area === "SEARCH");
  expect(searches.filter(({ status }) => status !== "passed").map(({ id }) => id)).toEqual([]);
});

test.each([
  ["search/old-values-are-still-found", "SEARCH-08"],
  ["data/integers-wrap-at-32-bits", "DATA-02"],
])("the fault %s is caught", { timeout: 120_000 }, async (id, requirement) => {
  const results = await runSuite(await target(id), { depth: "standard", seed: 7 });
  expect(results.requirements.filter(({ status }) => status === "failed").map((found) => found.id)).toContain(
    requirement,
  );
});
