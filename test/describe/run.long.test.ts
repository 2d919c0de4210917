/** `run --description FILE`: a service is held to its own document as well. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { describedResponses } from "../../spec/description/compare/described-responses.ts";
import { specFile } from "../../spec/description/spec-file.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import type { Results } from "../../reports/index.ts";

const spec = readFileSync(specFile, "utf8");
const own = ({ requirements }: Results): object =>
  Object.fromEntries(requirements.filter(({ area }) => area === "X-DESCRIPTION").map(({ id, status }) => [id, status]));

describe("a run", () => {
  const args = ["--depth", "quick", "--only", "STATE", "--only", "FLOW", "--only", "X-DESCRIPTION"];

  test("the service keeps its document", { timeout: 180_000 }, async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "openapi.yaml"), spec);
    const { code, stdout, stderr } = await callCli([...args, "--description", "openapi.yaml"], { cwd });
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(own(resultsIn(cwd))).toEqual({ "X-DESCRIPTION-01": "passed", "X-DESCRIPTION-02": "passed" });
  });

  test("it does not: red at the document's own requirement, and at no other", { timeout: 180_000 }, async () => {
    const cwd = emptyFolder();
    writeFileSync(
      join(cwd, "openapi.yaml"),
      spec.replace("workflowName: { type: string }", "workflowName: { type: integer }"),
    );
    const { code, stdout } = await callCli([...args, "--description", "openapi.yaml"], { cwd });
    expect(code).toBe(1);
    const results = resultsIn(cwd);
    expect(own(results)).toEqual({ "X-DESCRIPTION-01": "failed", "X-DESCRIPTION-02": "passed" });
    expect(results.requirements.filter(({ status }) => status === "failed")).toHaveLength(1);
    expect(stdout).toContain("X-DESCRIPTION-01");
    const failure = results.requirements.find(({ id }) => id === "X-DESCRIPTION-01")?.failures?.[0];
    expect(failure?.message).toMatch(/workflowName: wanted integer; got the text/);
    expect(failure?.curl).toBeDefined();
  });

  test("a file that is none is wrong usage, before anything is sent", async () => {
    const cwd = emptyFolder();
    const { code, stderr } = await callCli(["--description", "openapi.yml"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("there is no such file");
  });
});

describe("documents as validators", () => {
  test("OpenAPI 3.0: nullable, writeOnly, exclusive limits, prefixes in servers", async () => {
    const file = fileURLToPath(new URL("descriptions/vendor-3.0.yaml", import.meta.url));
    const responses = await describedResponses(file);
    const info = { hasNext: false, hasPrevious: false, startCursor: null };
    const page = { error: null, data: { links: [], totalCount: 0, info } };
    expect(responses.violations("v2TraceDetails", page)).toEqual([]);
    expect(responses.violations("legacyTraceDetails", page.data)[0]?.message).toMatch(/took/);
    expect(responses.contentTypes("v2DownloadFile")).toEqual(["*/*"]);
    const cwd = emptyFolder();
    const text = readFileSync(file, "utf8").replace(
      /^ {4}State: .*$/m,
      `    State:
      type: object
      required: [state, secret]
      properties:
        secret: { type: string, writeOnly: true }
        count: { type: number, minimum: 0, exclusiveMinimum: true }
        state: { type: object }`,
    );
    writeFileSync(join(cwd, "o.yaml"), text);
    const changed = await describedResponses(join(cwd, "o.yaml"));
    expect(changed.violations("legacyTraceState", { state: {} })).toEqual([]);
    expect(changed.violations("legacyTraceState", { state: {}, count: 0 })).toHaveLength(1);
  });
});
