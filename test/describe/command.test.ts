/** The command `describe`: places, exit codes, JSON. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { operations } from "../../spec/operations.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";

const vendor = readFileSync(new URL("descriptions/vendor-3.0.yaml", import.meta.url), "utf8");

test("0 for a document that agrees", async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "openapi.yaml"), vendor);
  const { code, stdout } = await callCli(["describe", "openapi.yaml"], { cwd });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toContain("describes 18 of 18 operations, and 1 more, which is fine");
});

test("1, with line, pointer, wanted, got and why, for one that does not", async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "openapi.yaml"), vendor.replace("last: { type: number }", "last: { type: string }"));
  const line = vendor.split("\n").findIndex((text) => text.includes("last: { type: number }")) + 1;
  const { code, stdout } = await callCli(["describe", "openapi.yaml"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain(`openapi.yaml:${line}  mismatch`);
  expect(stdout).toMatch(/at: {5}#\/paths\/.*\/last\n {2}wanted: number\n {2}got: {4}string\n {2}why: {4}PAGE-02/);
  const json = await callCli(["describe", "openapi.yaml", "--json"], { cwd });
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ findings: [{ severity: "mismatch", line, requirement: "PAGE-02" }] });
});

test("--face judges one endpoint set alone: what the other lacks is not its fault", async () => {
  const cwd = emptyFolder();
  const document = parse(vendor) as { paths: Record<string, unknown> };
  const isLegacy = (path: string): boolean =>
    operations.some((one) => one.face === "legacy" && path.endsWith(one.path) && !path.includes("/v2/"));
  for (const path of Object.keys(document.paths)) if (isLegacy(path)) delete document.paths[path];
  writeFileSync(join(cwd, "openapi.json"), JSON.stringify(document));
  const both = await callCli(["describe", "openapi.json"], { cwd });
  expect(both.code).toBe(1);
  const v2 = await callCli(["describe", "openapi.json", "--face", "v2"], { cwd });
  expect(v2).toMatchObject({ code: 0, stdout: expect.stringContaining("describes 10 of 10 v2 operations") as string });
  const legacy = await callCli(["describe", "openapi.json", "--face", "legacy"], { cwd });
  expect(legacy).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/describes [0-7] of 8 legacy operations/) as string,
  });
  const wrong = await callCli(["describe", "openapi.json", "--face", "v3"], { cwd });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("v2, legacy") as string });
});

test("2 for a file that is none", async () => {
  const cwd = emptyFolder();
  const absent = await callCli(["describe", "openapi.yaml"], { cwd });
  expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no such file") as string });
  writeFileSync(join(cwd, "openapi.yaml"), "swagger: '2.0'\npaths: {}\n");
  const old = await callCli(["describe", "openapi.yaml"], { cwd });
  expect(old).toMatchObject({ code: 2, stderr: expect.stringContaining("Swagger 2.0") as string });
});
