/** What a description of somebody's own may say otherwise, and what it must not. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareDescription, DescriptionError } from "../../spec/description/compare/index.ts";
import { operations } from "../../spec/operations.ts";
import { specFile } from "../../spec/description/spec-file.ts";
import { findingsOf, folder, ownChanged } from "./lib/own-document.ts";

const vendorText = readFileSync(new URL("descriptions/vendor-3.0.yaml", import.meta.url), "utf8");

/** The vendor's description with one text in place of another. */
function changed(from: string | RegExp, to: string): string {
  const text = vendorText.replace(from, to);
  expect(text, "the change changes something").not.toBe(vendorText);
  return text;
}

describe("what agrees", () => {
  test("the interface's own description", () => {
    const report = compareDescription(fileURLToPath(specFile));
    expect(report.findings).toEqual([]);
    expect(report.described).toHaveLength(operations.length);
  });

  test("an OpenAPI 3.0 description in another style, with prefixes in servers and more of everything", () => {
    const report = compareDescription(fileURLToPath(new URL("descriptions/vendor-3.0.yaml", import.meta.url)));
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ openapi: "3.0.3", additional: 1 });
  });

  test("the same as JSON, with tabs and a byte order mark", () => {
    expect(findingsOf(`\uFEFF${JSON.stringify(parse(vendorText), undefined, "\t")}`, "vendor.json")).toEqual([]);
  });

  test.each([
    [
      "a required member that the interface leaves optional",
      /hasNext: { type: boolean }/,
      "hasNext: { type: boolean, enum: [true, false] }",
    ],
    [
      "a type written as a list of one",
      "totalCount: { type: integer, minimum: 0 }",
      "totalCount: { oneOf: [{ type: integer }] }",
    ],
    ["OAuth 2 as the way to a bearer token", "jwt: { type: http, scheme: Bearer }", "jwt: { type: oauth2, flows: {} }"],
    ["an archive as plain bytes", "application/zip:", "application/octet-stream:"],
    [
      "a link of known members",
      "Link: { type: object }",
      "Link: { type: object, required: [id], properties: { id: { type: string } } }",
    ],
  ])("%s", (_, from, to) => {
    expect(findingsOf(changed(from, to))).toEqual([]);
  });
});

interface Case {
  readonly name: string;
  readonly text: () => string;
  readonly message: string;
  readonly requirement?: string;
  readonly severity?: "mismatch" | "remark";
  /** Text of the line that the finding must point at. */
  readonly line?: string;
}

const cases: readonly Case[] = [
  {
    name: "a missing path",
    text: () => changed("  /organizations/{org}/workflows:", "  /orgs/{org}/flows:"),
    message: "GET /v2/organizations/{name}/workflows is missing",
    requirement: "FLOW-01",
    line: "paths:",
  },
  {
    name: "a missing method",
    text: () => changed(/(\/traces\/\{id\}\/state:\n.*\n {4})get:/, "$1put:"),
    message: "/v2/traces/{traceId}/state has no GET",
    requirement: "STATE-01",
    line: "/traces/{id}/state:",
  },
  {
    name: "a path parameter that is not described",
    text: () => changed("parameters: [{ name: org, in: path, required: true, schema: { type: string } }]", "tags: []"),
    message: "the path parameter org is not described",
    requirement: "FLOW-01",
  },
  {
    name: "a path parameter of another type",
    text: () =>
      changed(
        "Id: { name: id, in: path, required: true, schema: { type: string, format: uuid } }",
        "Id: { name: id, in: path, required: true, schema: { type: integer } }",
      ),
    message: "path parameter id: the value is of another type",
    requirement: "ACT-01",
    line: "Id: {",
  },
  {
    name: "no parameter for the list of digests",
    text: () =>
      changed("parameters: [{ name: sha256, in: query, schema", "parameters: [{ name: sha256, in: cookie, schema"),
    message: "no query parameter can carry the list of digests",
    requirement: "FILES-03",
  },
  {
    name: "a header that the interface does not have",
    text: () =>
      changed(
        "parameters: [{ name: org, in: path",
        "parameters: [{ name: X-Tenant, in: header, required: true }, { name: org, in: path",
      ),
    message: "the header parameter X-Tenant is demanded",
    requirement: "FLOW-01",
  },
  {
    name: "a missing multipart field",
    text: () => changed("              groupLabel: { type: string }\n", "").replace(", groupLabel]", "]"),
    message: "request body: the field groupLabel is missing",
    requirement: "CREATE-03",
  },
  {
    name: "multipart fields of which none is named",
    text: () => changed(/(multipart\/form-data:\n {10}schema:)\n[^]*?\n {4}OneBody:/, "$1 {}\n    OneBody:"),
    message: "request body: the field groupLabel is missing",
    requirement: "CREATE-03",
  },
  {
    name: "multipart fields without a schema",
    text: () => changed(/(multipart\/form-data:)\n {10}schema:\n[^]*?\n {4}OneBody:/, "$1 {}\n    OneBody:"),
    message: "request body: it has no schema",
    requirement: "CREATE-03",
  },
  {
    name: "members of an object of which nothing is said",
    text: () => changed(/(data:\n {18}type: object\n {18}nullable: true)\n {18}properties:\n( {20}.*\n){4}/, "$1\n"),
    message: "request body: the member data.first is missing",
    requirement: "PAGE-01",
  },
  {
    name: "a multipart field that is demanded and unknown",
    text: () => changed("required: [traceInput, actionKey", "required: [tenant, traceInput, actionKey"),
    message: "request body: tenant is demanded, which the interface does not have",
    requirement: "CREATE-03",
  },
  {
    name: "a body of another media type",
    text: () =>
      changed(
        "      content:\n        multipart/form-data:\n          schema:\n            type: object\n            properties: { body",
        "      content:\n        application/json:\n          schema:\n            type: object\n            properties: { body",
      ),
    message: "the request body is not taken as multipart/form-data",
    requirement: "CREATE-04",
  },
  {
    name: "file parts that are refused",
    text: () => changed("additionalProperties: { type: string, format: binary }", "additionalProperties: false"),
    message: "request body: file parts are refused",
    requirement: "CREATE-06",
  },
  {
    name: "a page argument of another type",
    text: () => changed("last: { type: number }", "last: { type: string }"),
    message: "request body: data.last is of another type",
    requirement: "PAGE-02",
    line: "last: { type: string }",
  },
  {
    name: "a page argument in whole numbers",
    text: () => changed("last: { type: number }", "last: { type: integer }"),
    message: "request body: data.last takes whole numbers only",
    requirement: "PAGE-02",
    severity: "remark",
  },
  {
    name: "a request member that is missing",
    text: () => changed("                    before: { type: string, nullable: true }\n", ""),
    message: "request body: the member data.before is missing",
    requirement: "PAGE-04",
  },
  {
    name: "a response member that may be absent",
    text: () => changed("required: [links, totalCount, info, took]", "required: [links, info, took]"),
    message: "response: the member totalCount may be absent",
    requirement: "DETAILS-02",
    line: "totalCount: { type: integer }",
  },
  {
    name: "an envelope without error",
    text: () =>
      changed("Envelope: { type: object, required: [error], properties: { error: {} } }", "Envelope: { type: object }"),
    message: "response: the member error is missing from the response",
    requirement: "ENV-01",
  },
  {
    name: "page information without a required boolean",
    text: () => changed("required: [hasNext, hasPrevious]\n", "required: [hasNext]\n"),
    message: "response: the member data.info.hasPrevious may be absent",
    requirement: "DETAILS-03",
  },
  {
    name: "a required member that may be null",
    text: () => changed("totalCount: { type: integer, minimum: 0 }", "totalCount: { type: integer, nullable: true }"),
    message: "response: data.totalCount is of another type",
    requirement: "DETAILS-01",
  },
  {
    name: "one alternative among several that does not fit",
    text: () =>
      changed(
        "State: { type: object, required: [state], properties: { state: { type: object, additionalProperties: true } } }",
        "State: { anyOf: [{ type: object, required: [state], properties: { state: { type: object } } }, { type: array, items: {} }] }",
      ),
    message: "response: data is of another type",
    requirement: "ENV-01",
  },
  {
    name: "a JSON response without a schema",
    text: () =>
      changed(
        "{ description: id, content: { application/json: { schema: { type: string, format: uuid } } } }",
        "{ description: id, content: { application/json: {} } }",
      ),
    message: "response: the JSON document has no schema",
    requirement: "CREATE-02",
  },
  {
    name: "ids that are no UUIDs",
    text: () =>
      changed(
        "content: { application/json: { schema: { type: array, items: { type: string, format: uuid } } } }",
        "content: { application/json: { schema: { type: array, items: { type: string } } } }",
      ),
    message: "response: [] is not of the format uuid",
    requirement: "SEARCH-02",
  },
  {
    name: "a text where an object is wanted",
    text: () =>
      changed(
        "State: { type: object, required: [state], properties: { state: { type: object, additionalProperties: true } } }",
        "State: { type: object, required: [state], properties: { state: { type: string } } }",
      ),
    message: "response: state is of another type",
    requirement: "ACT-02",
    line: "State: {",
  },
  {
    name: "another status of success",
    text: () => changed(/"200": \{ description: id,/, '"201": { description: id,'),
    message: "no response of status 200 is described",
    requirement: "STATUS-02",
  },
  {
    name: "another content type of the response",
    text: () =>
      changed(
        "Zip: { description: archive, content: { application/zip:",
        "Zip: { description: archive, content: { application/x-tar:",
      ),
    message: "the response of status 200 is not described as application/zip",
    requirement: "FILES-01",
  },
  {
    name: "no security",
    text: () => changed("security: [{ jwt: [] }]", "x-none: true"),
    message: "no bearer token is asked for",
    requirement: "AUTH-01",
  },
  {
    name: "a login that wants a token",
    text: () => changed("security: [{}]", "tags: []"),
    message: "a login is called without a token",
    requirement: "LOGIN-10",
  },
  {
    name: "another scheme",
    text: () => changed("jwt: { type: http, scheme: Bearer }", "jwt: { type: http, scheme: basic }"),
    message: "something else than a bearer token is asked for",
    requirement: "AUTH-01",
  },
  {
    name: "a reference that leads nowhere",
    text: () => changed("Jwt: { type: string, format: jwt }", "Jwt2: {}"),
    message: "the reference leads nowhere: nothing stands there",
  },
];

describe("what does not agree", () => {
  test.each(cases)("$name", ({ text, message, requirement, severity = "mismatch", line }) => {
    const source = text();
    const findings = findingsOf(source);
    const found = findings.find((finding) => finding.message.includes(message));
    expect(found, JSON.stringify(findings, undefined, 1)).toBeDefined();
    expect(found).toMatchObject({ severity, file: "vendor.yaml" });
    expect(found?.requirement).toBe(requirement);
    if (line !== undefined) expect(source.split("\n")[(found?.line ?? 0) - 1]).toContain(line);
    // The pointer leads to something in the file.
    let at: unknown = parse(source);
    for (const step of (found?.pointer ?? "").split("/").slice(1))
      at = (at as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
    expect(at).toBeDefined();
  });

  test("every single loss of the interface's own description is told of its own operation", () => {
    for (const { id, path, method } of operations) {
      const findings = findingsOf(
        ownChanged((document) => {
          delete document.paths[path]?.[method.toLowerCase()];
        }),
        "lost.json",
      );
      expect(findings.map(({ operation, severity }) => ({ operation, severity }))).toEqual([
        { operation: id, severity: "mismatch" },
      ]);
    }
  });

  test("one fault is told once, although several operations meet it", () => {
    const findings = findingsOf(changed("Jwt: { type: string, format: jwt }", "Jwt: { type: integer }"));
    expect(new Set(findings.map((finding) => JSON.stringify(finding))).size).toBe(findings.length);
    expect(new Set(findings.map(({ requirement }) => requirement))).toEqual(new Set(["LOGIN-04", "LOGIN-05"]));
  });

  test("references into a file beside it are followed, and findings name that file", () => {
    writeFileSync(join(folder, "parts.yaml"), "Link: { type: string }\n");
    const text = changed("    Link: { type: object }", '    Link: { $ref: "./parts.yaml#/Link" }');
    const findings = findingsOf(text);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings[0]).toMatchObject({ file: "./parts.yaml", line: 1, pointer: "/Link", got: "string" });
  });

  test("a schema that holds itself ends", () => {
    const text = changed("    Link: { type: object }", '    Link: { allOf: [{ $ref: "#/components/schemas/Link" }] }');
    expect(() => findingsOf(text)).not.toThrow();
  });
});

describe("what is no description", () => {
  test.each([
    ["no YAML", "openapi: 3.0.0\n\t- [", /:2: wanted YAML or JSON/],
    ["Swagger 2", "swagger: '2.0'\npaths: {}\n", /Convert it to OpenAPI 3 first/],
    [
      "OpenAPI 3.2",
      "openapi: 3.2.0\npaths: {}\n",
      /wanted OpenAPI 3.0 or 3.1; got 3.2.0. Write it as OpenAPI 3.1 first/,
    ],
    ["another document", "hello: world\n", /wanted the member openapi/],
    ["an empty file", "", /got an empty file/],
    ["no paths", "openapi: 3.1.0\n", /wanted the member paths/],
  ])("%s", (_, text, message) => {
    const file = join(folder, "none.yaml");
    writeFileSync(file, text);
    expect(() => compareDescription(file, { shown: "none.yaml" })).toThrow(message);
    expect(() => compareDescription(file, { shown: "none.yaml" })).toThrow(DescriptionError);
  });

  test("a file that is not there", () => {
    expect(() => compareDescription(join(folder, "absent.yaml"), { shown: "absent.yaml" })).toThrow(
      /there is no such file/,
    );
  });
});
