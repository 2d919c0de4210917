/** What `run --description` refuses before anything is sent, and what it demands by the others. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describedResponses } from "../../spec/description/compare/described-responses.ts";
import { operations } from "../../spec/operations.ts";
import { descriptionExtension } from "../../suites/extensions/description.ts";
import { folder, ownChanged, reference, type OwnDocument, type Part } from "./lib/own-document.ts";

function fileOf(change: (document: OwnDocument) => void): string {
  const file = join(folder, "refused.json");
  writeFileSync(file, ownChanged(change));
  return file;
}
const everyOperation = ({ paths }: OwnDocument, change: (operation: Part) => void): void => {
  for (const { path, method } of operations) change(paths[path]?.[method.toLowerCase()] as Part);
};
const everySchema = (document: OwnDocument, schema: object | undefined): void => {
  everyOperation(document, (operation) => {
    const response = { content: { "application/json": schema ? { schema } : {} } };
    Object.assign(operation, { responses: { 200: response } });
  });
};

describe("a run refuses", () => {
  test.each<[string, (document: OwnDocument) => void, RegExp]>([
    ["no paths", (document) => Object.assign(document, { paths: {} }), /it describes no operation of the interface/],
    [
      "no response of status 200",
      (document) => everyOperation(document, (operation) => Object.assign(operation, { responses: { 201: {} } })),
      /it describes no response of status 200/,
    ],
    [
      "a pattern that is no regular expression",
      (document) => everySchema(document, { type: "string", pattern: "^[a-" }),
      /refused\.json:\d+: the pattern at #\/paths\/.*\/schema\/pattern is no regular expression: Unterminated character class; wanted .*; got \^\[a-$/,
    ],
    ["no schema", (document) => everySchema(document, undefined), /it describes no schema of a JSON response/],
    [
      "responses that lead nowhere",
      (document) =>
        everyOperation(document, (operation) => Object.assign(operation, { responses: { 200: { $ref: "#/nope" } } })),
      /refused\.json:\d+: the reference leads nowhere: nothing stands there; got #\/nope/,
    ],
    [
      "one schema that leads nowhere",
      ({ components }) => Object.assign(components["schemas"] ?? {}, { Link: reference("Nope") }),
      /refused\.json:\d+: the reference leads nowhere: nothing stands there; got #\/components\/schemas\/Nope/,
    ],
  ])("%s", async (_, change, message) => {
    await expect(describedResponses(fileOf(change))).rejects.toThrow(message);
  });

  test.each<[string, object]>([
    ["a schema that is itself", { A: reference("A") }],
    ["two that are each other", { A: reference("B"), B: reference("A") }],
    ["one that is all of itself", { A: { allOf: [reference("A")] } }],
    ["one that is itself or another", { A: { anyOf: [{ type: "object" }, reference("A")] } }],
    ["one that is not itself", { A: { not: reference("A") } }],
    [
      "one of which a member is such a schema",
      { A: { properties: { state: reference("B") } }, B: { oneOf: [reference("B")] } },
    ],
  ])("%s", async (_, schemas) => {
    const change = (document: OwnDocument): void => {
      Object.assign(document.components["schemas"] ?? {}, schemas);
      everySchema(document, reference("A"));
    };
    await expect(describedResponses(fileOf(change))).rejects.toThrow(
      /refused\.json:\d+: the schema at #\/components\/schemas\/[AB].* refers to itself for the same value, without end/,
    );
  });
});

describe("a run demands", () => {
  const demanded = async (change: (document: OwnDocument) => void): Promise<object> => {
    const { requirements = [] } = await descriptionExtension(fileOf(change));
    return Object.fromEntries(requirements.map((one) => [one.id, one.operations.length]));
  };

  test("both requirements of the operations that are described", async () => {
    expect(await demanded(() => undefined)).toEqual({ "X-DESCRIPTION-01": 15, "X-DESCRIPTION-02": 18 });
  });

  test("no shape of a description of files alone", async () => {
    const filesAlone = ({ paths }: OwnDocument): void => {
      for (const path of Object.keys(paths)) if (!path.includes("/file")) delete paths[path];
    };
    expect(await demanded(filesAlone)).toEqual({ "X-DESCRIPTION-02": 3 });
  });
});
