/** The command `describe`: places, exit codes, JSON. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

test("2 for a file that is none", async () => {
  const cwd = emptyFolder();
  const absent = await callCli(["describe", "openapi.yaml"], { cwd });
  expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no such file") as string });
  writeFileSync(join(cwd, "openapi.yaml"), "swagger: '2.0'\npaths: {}\n");
  const old = await callCli(["describe", "openapi.yaml"], { cwd });
  expect(old).toMatchObject({ code: 2, stderr: expect.stringContaining("Swagger 2.0") as string });
});
