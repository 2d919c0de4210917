/** The OpenAPI document is valid and says what operations.ts and the interface say. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import type { OpenAPIV3_1 } from "openapi-types";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createAjv } from "../../spec/description/ajv.ts";
import { specDigest, specFile } from "../../spec/description/spec-file.ts";
import { createValidators } from "../../spec/description/validators.ts";
import { openPointIds } from "../../spec/open-points.ts";
import { operations } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/json.ts";

const document = (await SwaggerParser.validate(fileURLToPath(specFile))) as OpenAPIV3_1.Document;
const paths = document.paths ?? {};
const raw = parse(readFileSync(specFile, "utf8")) as JsonObject;

/** Every object of a JSON value, with the name under which it stands. */
function* objectsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsOf(inner);
}

describe("openapi.yaml", () => {
  it("is OpenAPI 3.1 of the version that the interface carries", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe("2.0.0");
  });

  it("names the five environments, the local one on port 3000", () => {
    expect(document.servers).toHaveLength(5);
    expect(document.servers?.[0]?.url).toBe("http://localhost:3000");
  });

  it("has the 18 operations and no other", () => {
    const described = Object.entries(paths).flatMap(([path, item]) =>
      (["get", "put", "post", "delete", "patch", "head", "options", "trace"] as const)
        .filter((method) => item?.[method])
        .map((method) => `${item?.[method]?.operationId} ${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(operations.map((o) => `${o.id} ${o.method} ${o.path}`).sort());
  });

  it("compiles in strict mode: no keyword that would be silently ignored", () => {
    const { response, request } = createValidators(raw, createAjv(true));
    const validateAll = (): unknown => operations.map(({ id }) => [response(id, null), request(id, null)]);
    expect(() => validateAll()).not.toThrow();
  });

  it("allows additional members everywhere", () => {
    for (const object of objectsOf(raw)) expect(object["additionalProperties"]).not.toBe(false);
  });

  it("marks what is not shown with open points that exist", () => {
    const marks = [...objectsOf(raw)].flatMap((object) => (object["x-open-points"] as string[] | undefined) ?? []);
    expect(marks.length).toBeGreaterThan(15);
    for (const mark of marks) expect(openPointIds).toContain(mark);
  });

  it("deprecates the v2 credential login alone", () => {
    const deprecated = Object.values(paths).filter((item) => item?.get?.deprecated || item?.post?.deprecated);
    expect(deprecated).toEqual([paths["/v2/login/credential"]]);
  });
});

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  const described = paths[operation.path]?.[operation.method === "GET" ? "get" : "post"];

  it("requires the bearer token unless it is a login", () => {
    const security = described?.security ?? document.security;
    expect(security).toEqual(operation.bearer ? [{ bearer: [] }] : []);
  });

  it("takes the request that its kind takes", () => {
    const body = described?.requestBody;
    const types = body && "content" in body ? Object.keys(body.content) : [];
    const wanted = { none: [], json: ["application/json"], multipart: ["multipart/form-data"] }[operation.request];
    expect(types).toEqual(wanted);
  });

  it("allows file parts under any name in a multipart body", () => {
    if (operation.request !== "multipart") return;
    const body = described?.requestBody;
    const schema = body && "content" in body ? body.content["multipart/form-data"]?.schema : undefined;
    expect(schema).toMatchObject({ additionalProperties: { contentMediaType: "application/octet-stream" } });
    const textParts = operation.face === "v2" ? ["traceInput", "actionKey", "workflowId", "groupLabel"] : ["body"];
    expect(Object.keys((schema as { properties: object }).properties)).toEqual(textParts);
  });

  it("declares every parameter of its path", () => {
    const declared = (paths[operation.path]?.parameters ?? []) as { in: string; name: string }[];
    const names = declared.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
    expect(names).toEqual([...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  });

  it("answers 200 in its form", () => {
    const response = described?.responses?.["200"];
    const types = response && "content" in response ? Object.keys(response.content ?? {}) : [];
    expect(types).toEqual([{ json: "application/json", zip: "application/zip", file: "*/*" }[operation.response]]);
  });
});

it("is named in results by the digest of its bytes", () => {
  expect(specDigest).toBe(createHash("sha256").update(readFileSync(specFile)).digest("hex"));
});
