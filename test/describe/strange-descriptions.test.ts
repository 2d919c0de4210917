/** Descriptions of strangers: they end in time, and lead to no file but those beside them. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compareDescription } from "../../spec/description/compare/index.ts";
import { describedResponses } from "../../spec/description/compare/described-responses.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";

const vendor = readFileSync(new URL("descriptions/vendor-3.0.yaml", import.meta.url), "utf8");
const statePath = "/v2/traces/{traceId}/state";

/** A description of one operation, whose response has this schema. */
function described(schema: object, schemas: object = {}): string {
  const content = { "application/json": { schema } };
  const get = { responses: { 200: { description: "x", content } } };
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "x", version: "1" },
    paths: { [statePath]: { get } },
    components: { schemas },
  });
}
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
/** Each schema holds the next one twice. */
const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `s${String(at)}`,
    at === 39 ? { type: "object" } : { allOf: [reference(`s${String(at + 1)}`), reference(`s${String(at + 1)}`)] },
  ]),
);
const chain = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, at) => [`s${String(at)}`, { allOf: [reference(`s${String(at + 1)}`)] }]),
);

function folderWith(text: string): { readonly cwd: string; readonly file: string } {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "api"));
  const file = join(cwd, "api", "openapi.yaml");
  writeFileSync(file, text);
  return { cwd, file };
}

describe("schemas without end are told", () => {
  test.each([
    ["that double with each level", described(reference("s0"), doubling)],
    ["in a long chain", described(reference("s0"), chain)],
  ])("%s", async (_, text) => {
    const { cwd, file } = folderWith(text);
    const { code, stderr } = await callCli(["describe", "api/openapi.yaml"], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("hold each other more than") as string,
    });
    await expect(describedResponses(file)).rejects.toThrow(/openapi\.yaml:/);
  });

  test("that double where nothing but a validator looks end as well", async () => {
    const conditions = Object.fromEntries(
      Object.entries(doubling).map(([name, schema], at) => [name, at === 39 ? schema : { not: { not: schema } }]),
    );
    const state = {
      type: "object",
      required: ["state"],
      properties: { state: { type: "object" } },
      not: { not: reference("s0") },
    };
    const envelope = { type: "object", required: ["error", "data"], properties: { error: {}, data: state } };
    const { file } = folderWith(described(envelope, conditions));
    expect(compareDescription(file).described).toEqual(["v2TraceState"]);
    await expect(describedResponses(file)).rejects.toThrow(/holds more than 50,000 values/);
  });

  test("of schemas that hold themselves", async () => {
    const own = { type: "object", properties: { more: reference("own") } };
    const { file } = folderWith(described(reference("own"), { own }));
    expect(compareDescription(file).described).toEqual(["v2TraceState"]);
    expect((await describedResponses(file)).violations("v2TraceState", { more: 1 }).length).toBe(1);
  });
});

describe("very many paths", () => {
  const withPaths = (count: number): string => {
    const { paths, ...document } = JSON.parse(described({ type: "object" })) as { paths: object };
    const others = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${String(at)}`, { get: {} }]));
    return JSON.stringify({ ...document, paths: { ...paths, ...others } });
  };

  test("a hundred thousand are told", async () => {
    const { cwd } = folderWith(withPaths(100_000));
    const { code, stderr } = await callCli(["describe", "api/openapi.yaml"], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("it holds more than") as string,
    });
  });

  test("some thousand are looked through", { timeout: 30_000 }, () => {
    const { file } = folderWith(withPaths(10_000));
    expect(compareDescription(file).described).toEqual(["v2TraceState"]);
  });
});

describe("references stay in the folder of the description", () => {
  const secret = JSON.stringify({ type: "object", description: "a secret of somebody else" });
  const told = (file: string): string =>
    compareDescription(file)
      .findings.map(({ message }) => message)
      .filter((message) => message.startsWith("the reference "))
      .join("\n");

  test("one beside it is followed", async () => {
    const { cwd, file } = folderWith(described({ $ref: "./state.json" }));
    writeFileSync(join(cwd, "api", "state.json"), JSON.stringify({ type: "string" }));
    expect(told(file)).toBe("");
    expect((await describedResponses(file)).violations("v2TraceState", 1).length).toBe(1);
  });

  test.each<[string, string]>([
    ["a path upwards", "../secret.json"],
    ["an encoded path", "%2e%2e/secret.json"],
    ["a link", "./link.json"],
    ["a link to a folder", "./up/secret.json"],
    ["a folder", "./up"],
  ])("%s is not", async (_, $ref) => {
    const { cwd, file } = folderWith(described({ $ref }));
    writeFileSync(join(cwd, "secret.json"), secret);
    symlinkSync(join(cwd, "secret.json"), join(cwd, "api", "link.json"));
    symlinkSync(cwd, join(cwd, "api", "up"));
    expect(told(file)).toMatch(/it leads out of the folder of the description/);
    await expect(describedResponses(file)).rejects.toThrow(/leads out of the folder|Error opening|folder/);
  });

  test.each(["http://127.0.0.1:9/a.json", "file:///etc/passwd"])("%s is not", async ($ref) => {
    const { file } = folderWith(described({ $ref }));
    expect(told(file)).toMatch(/addresses are not fetched/);
    await expect(describedResponses(file)).rejects.toThrow();
  });

  test("a device is not waited for", () => {
    const { cwd, file } = folderWith(described({ $ref: "./zero" }));
    symlinkSync("/dev/zero", join(cwd, "api", "zero"));
    expect(told(file)).toMatch(/leads out of the folder/);
    expect(() => compareDescription("/dev/zero")).toThrow(/it is a device/);
  });
});

test("a description that is none of these is read as before", () => {
  const { file } = folderWith(vendor);
  expect(compareDescription(file).described.length).toBe(18);
});
