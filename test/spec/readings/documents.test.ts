/** The small readings: data of links and states, encoded texts, markers, digests. */
import { describe, expect, test } from "vitest";
import { computeDigest, digestAlgorithms, digestsAt, digestText, hashText } from "../../../spec/readings/digest.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { isMarker, markerIn } from "../../../spec/readings/marker.ts";
import { dataOfState } from "../../../spec/readings/state-data.ts";
import { decodeText } from "../../../spec/readings/text-encoding.ts";
import type { Json } from "../../../spec/json.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("a document inside another", () => {
  test.each<[string, Json | undefined, "json" | "json-text" | "base64-json", Json | undefined]>([
    ["as it stands", { a: 1 }, "json", { a: 1 }],
    ["as text", '{"a":"é"}', "json-text", { a: "é" }],
    ["as base64", base64('{"a":"é"}'), "base64-json", { a: "é" }],
    ["no text", { a: 1 }, "json-text", undefined],
    ["no JSON", "{a", "json-text", undefined],
    ["no base64 of JSON", "{}", "base64-json", undefined],
    ["nothing", undefined, "json", undefined],
  ])("%s", (_, value, encoding, decoded) => {
    expect(decodeText(value, encoding)).toEqual(decoded);
  });

  test("is read to the depth of an answer, and no deeper", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(decodeText(nested(1_900), "json-text")).toBeDefined();
    expect(decodeText(nested(100_000), "json-text")).toBeUndefined();
    expect(decodeText(base64(nested(100_000)), "base64-json")).toBeUndefined();
  });
});

describe("the data", () => {
  const json = { encoding: "json", exact: true } as const;

  test("of a link stand where the reading says", () => {
    const link = { id: 1, payload: { form: '{"a":1}' } };
    expect(dataOfLink(link, { path: ["payload", "form"], encoding: "json-text", exact: true })).toEqual({ a: 1 });
    expect(dataOfLink(link, { ...json, path: ["elsewhere"] })).toBeUndefined();
    expect(dataOfLink(link, { ...json, path: null })).toBeUndefined();
  });

  test("of a state too, as a list where the path has a wildcard", () => {
    const state = { data: { a: 1 }, history: [{ data: '"x"' }, { data: "2" }] };
    const listed = { path: ["history", "*", "data"], fold: "list-of-actions", exact: true } as const;
    expect(dataOfState(state, { ...json, path: ["data"], fold: "replace" })).toEqual({ a: 1 });
    expect(dataOfState(state, { ...json, path: null, fold: "replace" })).toBeUndefined();
    expect(dataOfState(state, { ...listed, encoding: "json-text" })).toEqual(["x", 2]);
    expect(dataOfState(state, { ...listed, encoding: "base64-json" })).toBeUndefined();
  });
});

describe("a marker", () => {
  test("is the text at its place, and no other value", () => {
    expect(markerIn({ tcMark: "m" })).toBe("m");
    expect(markerIn({ form: { subject: "m" } }, ["form", "subject"])).toBe("m");
    for (const data of [{ tcMark: 1 }, { tcMark: "" }, {}, null, ["m"]] as Json[])
      expect(markerIn(data)).toBeUndefined();
    expect(markerIn({}, ["toString"])).toBeUndefined();
  });

  test("names script, run and place, which other texts do not", () => {
    expect(isMarker("state~20270131-abc~1")).toBe(true);
    for (const text of ["", "state", "a~b", "a~~b", "~a~b", "a~b~"]) expect(isMarker(text)).toBe(false);
  });
});

describe("a digest", () => {
  const bytes = Buffer.from("content");

  test("follows from the content by algorithm, encoding and prefix", () => {
    const hex = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";
    const value = { algorithm: "sha256", encoding: "hex", prefix: "sha256:" } as const;
    expect(computeDigest(bytes, value)).toBe(`sha256:${hex}`);
    expect(computeDigest([bytes.subarray(0, 3), bytes.subarray(3)], value)).toBe(`sha256:${hex}`);
    expect(hashText(bytes, "sha256", "hex-upper")).toBe(hex.toUpperCase());
    expect(hashText(bytes, "sha256", "base64")).toBe(Buffer.from(hex, "hex").toString("base64"));
    expect(computeDigest(bytes, { ...value, algorithm: "opaque" })).toBeUndefined();
    expect(digestAlgorithms.slice(0, 3)).toEqual(["sha256", "sha1", "md5"]);
  });

  test("is a text, or a serial number", () => {
    expect([7, "x", "", -1, 1.5, null, ["x"]].map((value) => digestText(value as Json))).toEqual([
      "7",
      "x",
      ...[undefined, undefined, undefined, undefined, undefined],
    ]);
  });

  test("is read from values, or from the keys of members", () => {
    const link = { files: [{ sum: "a" }, { sum: 7 }, { sum: null }], byDigest: { b: {}, c: {} } };
    expect(digestsAt(link, ["files", "*", "sum"])).toEqual(["a", "7"]);
    expect(digestsAt(link, ["byDigest", "{*}"])).toEqual(["b", "c"]);
    expect(digestsAt({ byName: { "0 a.txt": "d", "1 b.txt": "e" } }, ["byName", "{*}"], "values")).toEqual(["d", "e"]);
    const [one, other] = ["a".repeat(40), "b".repeat(40)];
    expect(digestsAt({ blobs: `${one} ${other}` }, ["blobs"])).toEqual([one, other]);
    expect(digestsAt({ blobs: "my file, your file" }, ["blobs"])).toEqual(["my file, your file"]);
    expect(digestsAt({ refs: ["urn:upload:f", "https://files.example/g", "h"] }, ["refs", "*"], "ends")).toEqual([
      "f",
      "g",
    ]);
  });
});
