/** Schemas that nothing can follow are told. */
import { describe, expect, test } from "vitest";
import type { DescriptionFinding } from "../../spec/description/compare/index.ts";
import { operations } from "../../spec/operations.ts";
import {
  findingsOf,
  ownChanged,
  reference,
  withSchemas,
  type OwnDocument,
  type Part,
  type Schemas,
} from "./lib/own-document.ts";

/** With this schema for every JSON response. */
const everywhere = (schema: unknown, schemas: Schemas = {}): readonly DescriptionFinding[] =>
  findingsOf(
    ownChanged((document: OwnDocument) => {
      Object.assign(document.components["schemas"] ?? {}, schemas);
      for (const { path, method, response } of operations) {
        const operation = document.paths[path]?.[method.toLowerCase()] as Part;
        if (response === "json")
          Object.assign(operation, { responses: { 200: { content: { "application/json": { schema } } } } });
      }
    }),
  );

const json = operations.filter(({ response }) => response === "json").map(({ id }) => id);

describe("of a schema that every response has, each operation is told", () => {
  test.each<[string, unknown, Schemas, string]>([
    ["false", false, {}, "nothing can follow this schema: it is false"],
    ["null", null, {}, "nothing can follow this schema: it is no schema"],
    ["itself", reference("A"), { A: reference("A") }, "the schema refers to itself for the same value"],
    ["each other", reference("A"), { A: reference("B"), B: reference("A") }, "the schema refers to itself"],
    ["all of itself", reference("A"), { A: { allOf: [reference("A")] } }, "the schema refers to itself"],
    ["itself or another", reference("A"), { A: { anyOf: [reference("A"), {}] } }, "the schema refers to itself"],
    ["two types", { allOf: [{ type: "object" }, { type: "array" }] }, {}, "nothing is object and array at once"],
    ["no value", { enum: [] }, {}, "its enum lists nothing"],
    ["no type", { type: [] }, {}, "its list of types is empty"],
    ["not anything", { not: {} }, {}, "its not excludes everything"],
    ["values apart", { allOf: [{ enum: [{ a: 1 }, { a: 2 }] }, { const: {} }] }, {}, "its parts list different values"],
    [
      "the same twice",
      { oneOf: [{ type: "object" }, { type: "object" }] },
      {},
      "each alternative of its oneOf is there twice",
    ],
  ])("%s", (_, schema, schemas, message) => {
    const findings = everywhere(schema, schemas);
    const told = findings.filter((one) => one.severity === "mismatch" && one.message.includes(message));
    expect(told.map(({ operation }) => operation).toSorted()).toEqual(json.toSorted());
    expect(findings).toHaveLength(told.length);
  });
});

describe("nothing can follow", () => {
  const details = (change: object, more: object = {}): Schemas => ({
    Details: {
      type: "object",
      required: ["links", "totalCount", "info"],
      properties: {
        links: { type: "array", items: { type: "object" } },
        totalCount: { type: "integer" },
        info: reference("PageInformation"),
        ...change,
      },
      ...more,
    },
  });
  const state = (schema: object): Schemas => ({
    State: { type: "object", required: ["state"], properties: { state: schema } },
  });

  test.each<[string, Schemas, string]>([
    ["a member of false", details({ info: false }), "info: nothing can follow this schema: it is false"],
    [
      "a constant of another type",
      details({ totalCount: { type: "integer", const: "1" } }),
      "none of the values that it lists is of type integer",
    ],
    [
      "a constant that is no UUID",
      { Uuid: { type: "string", format: "uuid", const: "x" } },
      "none of the values that it lists is of the format uuid",
    ],
    [
      "a constant that is no token",
      { Token: { type: "object", required: ["token"], properties: { token: { const: "x" } } } },
      "none of the values that it lists is of the format jwt",
    ],
    [
      "fewer members than must be there",
      details({}, { maxProperties: 2 }),
      "links, totalCount, info must be there, and its maxProperties is 2",
    ],
    [
      "no member at all",
      state({ type: "object", maxProperties: 0, required: ["a"] }),
      "a must be there, and its maxProperties is 0",
    ],
    [
      "limits of a list that exclude each other",
      details({ links: { type: "array", items: { type: "object" }, minItems: 2, maxItems: 1 } }),
      "its minItems 2 is above its maxItems 1",
    ],
    [
      "a list that never holds anything",
      details({ links: { type: "array", items: { type: "object" }, maxItems: 0 } }),
      "its maxItems is 0",
    ],
    [
      "a list of nothing",
      details({ links: { type: "array", items: false } }),
      "links[]: nothing can follow this schema: it is false",
    ],
    [
      "limits of a number that exclude each other",
      details({ totalCount: { type: "integer", minimum: 2, maximum: 1 } }),
      "no whole number lies between",
    ],
    [
      "limits between which no whole number lies",
      details({ totalCount: { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 } }),
      "no whole number lies between",
    ],
    [
      "limits as OpenAPI 3.0 writes them",
      details({ totalCount: { type: "integer", minimum: 1, maximum: 1, exclusiveMaximum: true } }),
      "no whole number lies between",
    ],
    [
      "a UUID of ten characters",
      { Uuid: { type: "string", format: "uuid", maxLength: 10 } },
      "a UUID has 36 characters",
    ],
    [
      "a member of its own of false",
      state({ type: "object", required: ["a"], properties: { a: false } }),
      "nothing can follow this schema: it is false",
    ],
    [
      "a member that it demands and refuses",
      state({ type: "object", required: ["a"], additionalProperties: false }),
      "it demands the member a, and refuses it",
    ],
    [
      "a tree without leaves",
      {
        ...state(reference("Tree")),
        Tree: { type: "object", required: ["child"], properties: { child: reference("Tree") } },
      },
      "it demands itself inside itself, without end",
    ],
    [
      "a list of such trees",
      {
        ...state(reference("Tree")),
        Tree: {
          type: "object",
          required: ["all"],
          properties: { all: { type: "array", minItems: 1, items: reference("Tree") } },
        },
      },
      "it demands itself inside itself, without end",
    ],
    [
      "the negation of its type",
      state({ type: "object", not: { type: "object" } }),
      "no example of an answer could be made",
    ],
    ["names that none has", details({}, { propertyNames: false }), "no example of an answer could be made"],
    ["members that by any name are false", details({}, { patternProperties: { "": false } }), "it is false"],
  ])("%s", (_, schemas, message) => {
    const told = withSchemas(schemas).filter(({ severity }) => severity === "mismatch");
    expect(told.map((one) => one.message)).not.toEqual([]);
    for (const finding of told) expect(finding.message).toContain(message);
  });

  test.each<[string, Schemas, string]>([
    ["a request", { SearchInput: false }, "request body: the value: nothing can follow this schema: it is false"],
    [
      "a request that is itself",
      { SearchInput: { allOf: [reference("SearchInput")] } },
      "request body: the schema refers to itself for the same value, without end",
    ],
    [
      "a member of a request",
      {
        SearchInput: {
          type: "object",
          required: ["filters"],
          properties: { filters: { type: "object", minProperties: 2, maxProperties: 1 } },
        },
      },
      "request body: filters: nothing can follow this schema: its minProperties 2 is above its maxProperties 1",
    ],
    ["the bytes of a file", { Bytes: false }, "response: nothing can follow this schema: it is false"],
  ])("%s", (_, schemas, message) => {
    const told = withSchemas(schemas);
    expect(told.map((one) => one.message)).not.toEqual([]);
    for (const finding of told) expect(finding).toMatchObject({ severity: "mismatch", message });
  });

  test("a parameter", () => {
    const parameter = (schema: unknown) => ({ name: "digests", in: "query", schema });
    const findings = findingsOf(
      ownChanged(({ components }) => Object.assign(components["parameters"] ?? {}, { DigestList: parameter(false) })),
    );
    expect(findings.map(({ message }) => message)).toEqual(
      Array(2).fill("no query parameter can carry the list of digests"),
    );
  });

  test("a member that need not be there: a remark", () => {
    const findings = withSchemas({
      PageInformation: {
        type: "object",
        required: ["hasNext", "hasPrevious"],
        properties: {
          hasNext: { type: "boolean" },
          hasPrevious: { type: "boolean" },
          startCursor: false,
          endCursor: { type: "string" },
        },
      },
    });
    expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(["remark"]));
    expect(findings[0]?.message).toBe("response: data.info.startCursor: nothing can follow this schema: it is false");
  });
});

describe("a pattern that is no regular expression is told once, by its place, and with the reason", () => {
  test.each<[string, object, string]>([
    ["of a text", { type: "string", pattern: "^[a-" }, "Unterminated character class"],
    ["that only older engines take", { type: "string", pattern: "^a\\_$" }, "Invalid escape"],
    ["of names", { type: "object", patternProperties: { "(": {} } }, "Unterminated group"],
  ])("%s", (_, schema, reason) => {
    const workflow = { type: "object", properties: { workflowId: { type: "string" }, workflowName: schema } };
    const found = everywhere({ type: "array", items: reference("Own") }, { Own: workflow }).filter(({ message }) =>
      message.startsWith("the pattern is no regular expression: "),
    );
    expect(found).toEqual([expect.objectContaining({ severity: "mismatch" }) as DescriptionFinding]);
    expect(found[0]?.message).toContain(reason);
    expect(found[0]?.pointer).toMatch(/^\/components\/schemas\/Own\/properties\/workflowName\/pattern/);
  });

  test("and no example is one, nor a good pattern", () => {
    const workflow = { type: "string", pattern: "^[a-z]+$", example: { pattern: "^[" } };
    const found = everywhere({ type: "array", items: workflow }).filter(({ message }) =>
      message.includes("pattern is"),
    );
    expect(found).toEqual([]);
  });
});
