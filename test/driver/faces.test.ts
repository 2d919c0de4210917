import { describe, expect, test } from "vitest";
import { actionRequest, detailsRequest, operationFor, searchRequest } from "../../driver/faces/build.ts";
import { jsonText } from "../../driver/faces/json-text.ts";
import { writeFilters } from "../../driver/faces/filters.ts";
import { listQuery } from "../../driver/faces/list-query.ts";
import { fillPath } from "../../driver/faces/path.ts";
import { authorizationOf, damages } from "../../driver/faces/token-defects.ts";
import { listStyles, type OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { jsonSpellings, tokenDefects } from "../../spec/vocabulary/script.ts";

describe("a path parameter", () => {
  test.each(["a/b", "..", ".", "a?b#c", "ü %", "a\u0000b", "%2e", "\ud800", "a b+c"])(
    "%j arrives as one segment",
    (value) => {
      const path = fillPath("/v2/traces/{traceId}/state", { traceId: value });
      expect(path).toMatch(/^\/v2\/traces\/[^/?#\s]+\/state$/);
      expect(path.split("/")[3]).not.toMatch(/^\.{1,2}$/);
      expect(decodeURIComponent(path.split("/")[3] ?? "")).toBe(value.toWellFormed());
    },
  );
});

describe("the JSON of a request", () => {
  const document = { filters: { "a/b": "it's <b> & é 😀\n", n: [1.5, 3, {}] }, ключ: null };

  test.each(jsonSpellings)("is the same document, written with %s", (spelling) => {
    const text = jsonText(document, spelling);
    expect(text).not.toBe(JSON.stringify(document));
    expect(JSON.parse(text)).toEqual(document);
  });

  test("may stand on several lines, indented, in another order", () => {
    expect(jsonText({ a: 1, b: [2] }, "lines")).toBe(' {\n  "a": 1,\n  "b": [\n    2\n  ]\n}\n');
    expect(jsonText({ a: 1, b: "\n" }, "tabs")).toBe('{\r\n\t"b": "\\n",\r\n\t"a": 1\r\n}');
  });

  test("may have escapes for characters, pairs of them beyond the first 65536", () => {
    expect(jsonText({ k: "a/é😀'\\" }, "escaped")).toBe(String.raw`{"k":"a\/\u00E9\uD83D\ude00\u0027\\"}`);
  });

  test("may have an escape for each character of a text, and whole numbers with a fraction", () => {
    expect(jsonText({ k: 'a":😀', n: 1 }, "units")).toBe(String.raw`{"k":"\u0061\u0022\u003a\ud83d\ude00","n":1}`);
    expect(jsonText({ first: 2, s: "4", e: [1.5, -3, 1e21] }, "fractions")).toBe(
      '{"first":2.0,"s":"4","e":[1.5,-3.0,1e+21]}',
    );
  });

  test("is written as the step says in each of its requests", () => {
    const written = (["v2", "legacy"] as const).flatMap((face) => [
      searchRequest(operationFor("search", face), "w", { k: "é" }, undefined, undefined, "escaped").shown,
      actionRequest(operationFor("create", face), undefined, { data: { k: "é" } }, [], undefined, {
        spelling: "escaped",
      }).shown,
    ]);
    for (const text of written) expect(text).toMatch(/\\u00E9/);
  });
});

test("a list of digests is written in every style", () => {
  const written = listStyles.map((style) => [style, decodeURIComponent(listQuery({ name: "n", style }, ["a", "b"]))]);
  expect(Object.fromEntries(written)).toEqual({
    repeat: "?n=a&n=b",
    comma: "?n=a,b",
    brackets: "?n[]=a&n[]=b",
    indexed: "?n[0]=a&n[1]=b",
    json: '?n=["a","b"]',
    pipe: "?n=a|b",
    semicolon: "?n=a;b",
    space: "?n=a b",
  });
  expect(listQuery({ name: "n", style: "repeat" }, ["a&b=+/"])).toBe("?n=a%26b%3D%2B%2F");
  expect(listQuery({ name: "n", style: "repeat" }, [])).toBe("");
});

describe("legacy page arguments", () => {
  const form = (value: OpenPointValues["legacy-details-input"]["form"], page = { first: 2 }): unknown => {
    const readings = {
      "legacy-details-input": { value: { form: value, neutral: "nothing" }, evidence: "" },
      "details-error-member": { value: { value: false }, evidence: "" },
    };
    return documentOf("legacy", page, { readings });
  };
  const documentOf = (face: "v2" | "legacy", page: object, profile: Parameters<typeof detailsRequest>[3]): unknown =>
    JSON.parse(detailsRequest(operationFor("details", face), "t", page, profile).bytes?.toString() ?? "");

  test("are written in every form", () => {
    expect(form("arguments")).toEqual({ input: { first: 2 } });
    expect(form("data")).toEqual({ input: { data: { first: 2 } } });
    expect(form("envelope")).toEqual({ input: { error: false, data: { first: 2 } } });
    expect(form("page")).toEqual({ input: { page: { first: 2 } } });
    expect(form("pagination")).toEqual({ input: { pagination: { first: 2 } } });
    expect(form("text")).toEqual({ input: '{"first":2}' });
    expect(form("ignored")).toEqual({ input: "nothing" });
    expect(form("data", {} as { first: number })).toEqual({ input: "nothing" });
  });

  test("have defaults where nothing is known", () => {
    expect(documentOf("legacy", { first: 2 }, { readings: {} })).toEqual({ input: { first: 2 } });
    expect(documentOf("legacy", {}, { readings: {} })).toEqual({ input: {} });
    expect(documentOf("v2", { first: 2 }, { readings: {} })).toEqual({ error: null, data: { first: 2 } });
  });
});

test("filter keys are written as the target reads them", () => {
  const filters = { k: 1, "a.b": "x" };
  expect(writeFilters(filters, undefined)).toEqual(filters);
  expect(writeFilters(filters, { path: ["data"], join: "dotted", inner: "dotted" })).toEqual({
    "data.k": 1,
    "data.a.b": "x",
  });
  expect(writeFilters(filters, { path: ["data"], join: "dotted", inner: "nested" })).toEqual({
    "data.k": 1,
    "data.a": { b: "x" },
  });
  expect(writeFilters(filters, { path: ["s", "d"], join: "nested", inner: "nested" })).toEqual({
    s: { d: { k: 1, a: { b: "x" } } },
  });
  expect(writeFilters({ "a.b": 1, "a.c": 2 }, { path: [], join: "nested", inner: "nested" })).toEqual({
    a: { b: 1, c: 2 },
  });
  expect(writeFilters("odd", { path: ["data"], join: "nested", inner: "none" })).toBe("odd");
  const proto = writeFilters(JSON.parse('{"__proto__":1}') as never, { path: ["d"], join: "nested", inner: "none" });
  expect(JSON.stringify(proto)).toBe('{"d":{"__proto__":1}}');
});

describe("a token defect", () => {
  const token = `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.${Buffer.from('{"sub":"a","exp":1}').toString("base64url")}.c2lnbmF0dXJl`;

  test.each(tokenDefects)("%s differs from the right header", (defect) => {
    expect(authorizationOf(token, defect)).not.toBe(`Bearer ${token}`);
    expect(authorizationOf("opaque-token", defect)).not.toBe("Bearer opaque-token");
  });

  test("damages every token but one without a signature, from which none can be taken", () => {
    const unsecured = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1] ?? ""}.`;
    const spared = (of: string): readonly string[] => tokenDefects.filter((defect) => !damages(of, defect));
    expect(spared(token)).toEqual([]);
    expect(spared("opaque-token")).toEqual([]);
    expect(spared(unsecured)).toEqual(["signature-removed", "alg-none"]);
  });

  test("alters what it names", () => {
    const parts = (defect: (typeof tokenDefects)[number]): string[] =>
      authorizationOf(token, defect)?.slice(7).split(".") ?? [];
    const [header, payload, signature] = token.split(".");
    expect(parts("signature-removed")).toEqual([header, payload, ""]);
    expect(parts("signature-altered")[2]).toHaveLength(signature?.length ?? 0);
    expect(Buffer.from(parts("signature-altered")[2] ?? "", "base64url")).not.toEqual(
      Buffer.from(signature ?? "", "base64url"),
    );
    expect(parts("payload-altered")[2]).toBe(signature);
    expect(JSON.parse(Buffer.from(parts("payload-altered")[1] ?? "", "base64url").toString())).toMatchObject({
      sub: "a",
      altered: true,
    });
    expect(JSON.parse(Buffer.from(parts("alg-none")[0] ?? "", "base64url").toString())).toMatchObject({ alg: "none" });
    expect(authorizationOf(token, "none")).toBeUndefined();
  });
});
