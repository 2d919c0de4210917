/** Files that a configuration is, or names: what is no file, or too much, is told with its place, and never waited for. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigurationError, loadConfiguration } from "../../driver/index.ts";

const home = mkdtempSync(join(tmpdir(), "configuration-files-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
spawnSync("mkfifo", [join(home, "pipe")]);

const file = (text: string | Uint8Array): string => {
  const path = join(home, "trace-conformance.yaml");
  writeFileSync(path, text);
  return path;
};
const environment = (more: string): string =>
  `environments:\n  one:\n    baseUrl: https://a.example\n    organization: acme\n${more}`;

test.each<[string, () => string, RegExp]>([
  ["a pipe", () => join(home, "pipe"), /got it is a pipe, and no file/],
  ["a folder", () => home, /got it is a folder, and no file/],
  ["a device", () => "/dev/zero", /got it is a device, and no file/],
  ["a large file", () => file(`# ${"x".repeat(1024 * 1024)}`), /larger than 1,048,576 bytes/],
  ["no text", () => file(Buffer.from([0x61, 0xff])), /line 1: it is no text in UTF-8/],
  ["deep data", () => file("[".repeat(5_000)), /line 1: it nests deeper than 200/],
  ["aliases", () => file(`a: &a [1,1]\nb: [${"*a,".repeat(500)}]`), /more than 200 aliases/],
])("%s", (_, path, told) => {
  expect(() => loadConfiguration(path())).toThrow(ConfigurationError);
  expect(() => loadConfiguration(path())).toThrow(told);
});

test("a byte order mark is no part of it", () => {
  expect(loadConfiguration(file(`\uFEFF${environment("")}`)).environmentNames).toEqual(["one"]);
});

describe("files that it names", () => {
  const refused = (more: string): string => {
    try {
      loadConfiguration(file(environment(more))).environment("one");
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  test("certificates and keys", () => {
    writeFileSync(join(home, "note.txt"), "hello, secret");
    const told = refused("    tls: { caFile: ./pipe, certFile: /dev/zero, keyFile: note.txt }\n");
    expect(told).toMatch(
      /:5: environments\.one\.tls\.caFile: wanted a PEM file, got .*pipe: it is a pipe, and no file/,
    );
    expect(told).toMatch(/certFile: wanted a PEM file, got \/dev\/zero: it is a device/);
    expect(told).toMatch(/keyFile: wanted a PEM file, got .*note\.txt, which holds no PEM/);
    expect(told).not.toContain("hello");
  });

  test("schemas, also those that double with each file", () => {
    const actions = "    workflows: [{ id: '1', actions: [{ key: a, groupLabel: b, data: { $ref: ./0.json } }] }]\n";
    for (let at = 0; at < 12; at++) {
      const next = { $ref: `./${String(at + 1)}.json` };
      writeFileSync(join(home, `${String(at)}.json`), JSON.stringify({ anyOf: [next, next, next, next] }));
    }
    writeFileSync(join(home, "12.json"), "{}");
    expect(refused(actions)).toContain("it holds more than 200000 values, with all that it refers to");
    rmSync(join(home, "0.json"));
    spawnSync("mkfifo", [join(home, "0.json")]);
    expect(refused(actions)).toMatch(/0\.json cannot be read: it is a pipe/);
  });

  const withAction = (more: string): string =>
    `    workflows:\n      - id: "1"\n        actions:\n          - { key: a, groupLabel: b, ${more} }\n`;

  test("data and examples, by a path alone as by a reference", () => {
    writeFileSync(join(home, "data.json"), '{"amount":5}');
    const examplesOf = (more: string) =>
      loadConfiguration(file(environment(withAction(more)))).environment("one").workflows[0]?.actions[0]?.examples;
    for (const written of ["./data.json", "data.json", "{ $ref: ./data.json }", "{ amount: 5 }"])
      expect(examplesOf(`examples: [${written}]`)).toEqual([{ amount: 5 }]);
    writeFileSync(join(home, "form.json"), '{"type":"object","required":["amount"]}');
    const [workflow] = loadConfiguration(file(environment(withAction("data: ./form.json")))).environment(
      "one",
    ).workflows;
    expect(workflow?.actions[0]?.dataSchema).toEqual({ type: "object", required: ["amount"] });
  });

  test.each([
    ["examples: [{ a: 1 }, ./missing.json]", /:8: .*actions\.0\.examples\.1: wanted a JSON object.*missing\.json/],
    ["examples: [./list.json]", /actions\.0\.examples\.0: wanted a JSON object.* holds a list/],
    ["data: ./missing.json", /actions\.0\.data: wanted a JSON Schema.*missing\.json/],
    ["data: { type: object, required: [b] }, examples: [{ a: 1 }]", /actions\.0\.examples: .*does not follow `data`/],
  ])("%s is told by its place", (more, told) => {
    writeFileSync(join(home, "list.json"), "[]");
    expect(refused(withAction(more))).toMatch(told);
  });
});
