/** The parts of a script of the shell by which a failure is reproduced: each text comes out as it went in. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { contentBytes } from "../../driver/index.ts";
import { bodyWithLearnt, pathWithLearnt } from "../../driver/reproduction/learnt-pieces.ts";
import { learntValues, type LearntValue } from "../../driver/reproduction/learnt-values.ts";
import { prelude, preludeFor } from "../../driver/reproduction/prelude.ts";
import { FileContents } from "../../driver/reproduction/file-contents.ts";
import { requestLines } from "../../driver/reproduction/request-lines.ts";
import { piecesOf, printing, word } from "../../driver/reproduction/shell-text.ts";
import { jsonText, textInJson } from "../../driver/faces/json-text.ts";
import { listQuery } from "../../driver/faces/list-query.ts";
import { authorizationOf } from "../../driver/faces/token-defects.ts";
import type { Exchange, SentFile } from "../../spec/vocabulary/history.ts";
import type { ContentSpec, Script } from "../../spec/vocabulary/script.ts";

const bash = (text: string, env: Readonly<Record<string, string>> = {}): string =>
  execFileSync("bash", ["-c", text], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", TMPDIR: tmpdir(), ...env },
  });

const odd = `a'b"c\\d%s\n\r\t$HOME \`id\` ‘ü’ 😀 --x \u0001\u007f é`;

test("a text is printed exactly, whatever it holds", () => {
  expect(bash(printing([{ text: odd }]).join("\n"))).toBe(odd);
  expect(bash(printing([{ text: "-n a\u0000b" }]).join("\n"))).toBe("-n a\u0000b");
});

test("what is known only when the script runs is put in its place", () => {
  const pieces = piecesOf("/v2/traces/abc/file/abcdef", [
    { text: "abc", shell: "$trace" },
    { text: "abcdef", shell: "$digest" },
  ]);
  expect(bash(`trace=T; digest='D D'; printf '<%s>' ${word(pieces)}`)).toBe("</v2/traces/T/file/D D>");
  expect(bash(`trace=T; digest='D D'; ${printing(pieces).join("; ")}`)).toBe("/v2/traces/T/file/D D");
});

test("texts in JSON and in paths", () => {
  const text = `a"b\\c\n\td é/%:`;
  expect(JSON.parse(`"${bash(`${prelude}\njson "$TEXT"`, { TEXT: text })}"`)).toBe(text);
  expect(bash(`${prelude}\nencoded "$TEXT"`, { TEXT: text })).toBe(encodeURIComponent(text));
  const units = bash(`${prelude}\nunits "$TEXT"`, { TEXT: `${text}😀` });
  expect(units).toBe(textInJson(`${text}😀`, "units"));
});

test("an answer that is no text is told by its size and its digest", () => {
  const shown = (answer: string): string =>
    bash(`${prelude}\ncd "$(mktemp -d)" && printf "$A" > answer-3 && shown 3 600`, { A: answer }).trimEnd();
  expect(shown('{"token":"T0","a":"\\\\0"}')).toBe('{"token":"(not shown)","a":"\\0"}');
  const sha256 = createHash("sha256")
    .update(Buffer.from([80, 75, 0, 255]))
    .digest("hex");
  expect(shown(String.raw`PK\000\377`)).toBe(`4 bytes that are no text, sha256 ${sha256}`);
});

test("the N-th quoted text of an answer", () => {
  const answer = String.raw`{"error":null,"data":{"links":[{"a\"b":"x\\"}],"info":{"endCursor":"c=="}}}`;
  const nth = (n: number): string =>
    bash(`${prelude}\ncd "$(mktemp -d)" && printf '%s' "$A" > answer-3 && told 3 ${String(n)}`, {
      A: answer,
    }).trimEnd();
  expect([1, 2, 4, 7].map(nth)).toEqual(["error", "data", String.raw`a\"b`, "endCursor"]);
  expect(nth(8)).toBe("c==");
  const under = `${prelude}\ncd "$(mktemp -d)" && printf '%s' "$A" > answer-3 && told 3 1 endCursor`;
  expect(bash(under, { A: answer }).trimEnd()).toBe("c==");
});

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = `${segment({ alg: "HS256", typ: "JWT" })}.${segment({ sub: "ada" })}.c2lnbmF0dXJlLW9mLXRoaXM`;

test.each(["truncated", "signature-altered", "signature-removed", "alg-none"] as const)(
  "a token with the defect %s is the one that a run sends",
  (defect) => {
    expect(bash(`${prelude}\ndamaged ${defect} "$T"`, { T: token })).toBe(
      authorizationOf(token, defect)?.replace("Bearer ", ""),
    );
  },
);

test("curl reads a header as it was, whatever it holds", () => {
  const value = 'Bearer a"b\\c';
  expect(bash(`${prelude}\nheader authorization "$V"`, { V: value })).toBe(
    `header = "authorization: Bearer a\\"b\\\\c"\n`,
  );
});

function exchange(index: number, intent: object, answer: unknown): Exchange {
  const body = Buffer.from(JSON.stringify(answer));
  return { index, step: String(index), intent, response: { status: 200, json: { value: answer }, body } } as never;
}

const id = "5f0c2b6e-8f0d-4a39-9a55-0d9f3f1f2a10";
const page = (cursor: string): unknown => ({
  error: null,
  data: { links: [{ n: cursor }], info: { endCursor: cursor } },
});
const details = (index: number, after: string | undefined, answer: unknown): Exchange => ({
  ...exchange(index, { kind: "details", traceId: id, page: { first: 2, ...(after ? { after } : {}) } }, answer),
  operationId: "v2TraceDetails",
  actor: "first",
  defects: [],
  request: {
    method: "POST",
    path: `/v2/traces/${id}/details`,
    headers: {},
    body: JSON.stringify({ data: { first: 2, ...(after ? { after } : {}) } }),
    bodyBytes: 0,
  },
});
const steps = [
  { op: "create", face: "v2", as: "t", data: {} },
  { op: "details", face: "v2", as: "p", trace: "$t", page: { first: 2 } },
  { op: "details", face: "v2", as: "q", trace: "$t", page: { first: 2, after: "$p.endCursor" } },
  { op: "details", face: "v2", trace: "$t", page: { first: 2, after: "$q.endCursor" } },
  { op: "state", face: "v2", trace: "unknown" },
  { op: "details", face: "v2", trace: "$t", page: { first: 2, after: "2" } },
] as unknown as Script["steps"];
const exchanges = [
  exchange(0, { kind: "create" }, { error: null, data: id }),
  details(1, undefined, page("2")),
  details(2, "2", page("2")),
  details(3, "2", page("4")),
  exchange(4, { kind: "state", traceId: "unknown" }, {}),
  details(5, "2", page("4")),
];
const learnt = learntValues({ script: { id: "s", title: "", steps }, exchanges, unsent: [] });

test("ids and cursors are taken from the answers to which the script refers", () => {
  expect(learnt.get(2)).toMatchObject([
    { value: id, slot: "trace", from: 0, place: { member: "data", number: 1 } },
    { value: "2", slot: "after", from: 1, place: { member: "endCursor", number: 1 } },
  ]);
  expect(learnt.get(3)?.[1]).toMatchObject({ value: "2", from: 2 });
  expect(learnt.get(4)).toEqual([]);
});

test("a cursor that is a number stands for no other digits, and what the script says itself stays", () => {
  const lines = (at: number): string => {
    const [asked, step] = [exchanges[at], steps[at]];
    if (!asked || !step || "parallel" in step) throw new Error("no such step");
    return requestLines(asked, step, { learnt: learnt.get(at) ?? [], marks: [], contents: new FileContents() }).join(
      "\n",
    );
  };
  const sent = (at: number): string =>
    bash(`${prelude}\ncd "$(mktemp -d)"; send() { cat body-*; echo " $3"; }\n${values}\n${lines(at)}`).trim();
  const values = learnt
    .get(2)
    ?.map(({ name, slot }) => `${name}=${slot === "trace" ? "T" : "C"}`)
    .join("\n");
  expect(sent(2)).toBe('{"data":{"first":2,"after":"C"}} /v2/traces/T/details');
  expect(sent(5)).toBe('{"data":{"first":2,"after":"2"}} /v2/traces/T/details');
});

test.each([
  ["repeat", "digests=1&digests=12&digests=1"],
  ["brackets", "digests%5B%5D=1&digests%5B%5D=12&digests%5B%5D=1"],
  ["indexed", "digests%5B0%5D=1&digests%5B1%5D=12&digests%5B2%5D=1"],
  ["json", "digests=%5B%221%22%2C%2212%22%2C%221%22%5D"],
  ["comma", "digests=1,12,1"],
  ["space", "digests=1%2012%201"],
] as const)("short digests in a list written as %s", (style, query) => {
  expect(listQuery({ name: "digests", style }, ["1", "12", "1"])).toBe(`?${query}`);
  const digests = ["1", "12", "1"].map((value, digest): LearntValue => {
    return { name: `d${String(digest)}`, value, slot: { digest }, from: 0, place: { number: 1 } };
  });
  const asked = { operationId: "v2DownloadFiles", request: { path: `/v2/traces/112/files?${query}` } } as never;
  const shell = word(pathWithLearnt(asked, digests));
  expect(bash(`${prelude}\nd0=A; d1=B; d2=C; printf %s ${shell}`)).toBe(
    `/v2/traces/112/files?${listQuery({ name: "digests", style }, ["A", "B", "C"]).slice(1)}`,
  );
});

test.each([undefined, "lines", "units", "escaped"] as const)("a cursor in JSON that is spelled as %s", (spelling) => {
  const learntCursor = { name: "c", value: "a/1", slot: "after", from: 0, place: { number: 1 } } as const;
  const body = (after: string): string => jsonText({ input: { first: 1, note: "a/1", after } }, spelling);
  const pieces = bodyWithLearnt(body("a/1"), spelling, [learntCursor]);
  expect(JSON.parse(bash(`${prelude}\nc='b"2'; ${printing(pieces).join("; ")}`))).toEqual(JSON.parse(body('b"2')));
  const inText = JSON.stringify({ input: JSON.stringify({ first: 1, after: "a/1" }) });
  const nested = bash(`${prelude}\nc='b"2'; ${printing(bodyWithLearnt(inText, undefined, [learntCursor])).join("; ")}`);
  expect(JSON.parse(nested)).toEqual({ input: JSON.stringify({ first: 1, after: 'b"2' }) });
});

describe("the contents of files", () => {
  const sent = (bytes: Uint8Array): SentFile => ({
    ...{ partName: "f", fileName: "f", contentType: "text/plain", size: bytes.length, bytes },
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  const written = (files: readonly (readonly [Uint8Array, ContentSpec?])[]): { text: string; digests: string[] } => {
    const contents = new FileContents();
    const names = files.map(([bytes, content]) =>
      contents.nameOf(sent(bytes), content && { partName: "f", fileName: "f", content }),
    );
    const text = contents.lines.join("\n");
    const shell = `cd "$(mktemp -d)"\n${preludeFor(text)}\n${text}\nfor one in ${names.join(" ")}; do sha256sum < $one; done`;
    return {
      text,
      digests: bash(shell)
        .trim()
        .split("\n")
        .map((line) => line.slice(0, 64)),
    };
  };

  test.each<[string, ContentSpec, number]>([
    ["made from a seed", { bytes: 4_099, seed: 7 }, 200],
    ["made from a seed, with one byte changed", { bytes: 4_099, seed: -21, changedAt: 3_074 }, 200],
    ["every byte", { everyByte: 3 }, 200],
    ["nothing", { text: "" }, 200],
    ["a short text", { text: odd }, 400],
    ["a long text", { text: "once more ".repeat(9_000) }, 600],
    ["bytes", { base64: Buffer.from([0, 255, 254, 13, 10]).toString("base64") }, 200],
  ])("%s", (_, content, most) => {
    const bytes = contentBytes(content);
    const { text, digests } = written([[bytes, content]]);
    expect(digests).toEqual([sent(bytes).sha256]);
    expect(text.length).toBeLessThan(most);
  });

  test("the same content is written once", () => {
    const bytes = contentBytes({ bytes: 300, seed: 1 });
    const { text, digests } = written([[bytes], [bytes], [contentBytes({ text: "x" })]]);
    expect(digests.slice(0, 2)).toEqual([sent(bytes).sha256, sent(bytes).sha256]);
    expect(text.match(/> content-/g)).toHaveLength(2);
  });
});

test("only what is called stands at the head", () => {
  expect(preludeFor("send 0 GET /x")).toMatch(/^# The beginning[^]*shown\(\)[^]*send\(\)/);
  expect(preludeFor("send 0 GET /x")).not.toMatch(/damaged|units|token_of|made/);
  expect(preludeFor("x=$(token_of TRACE)")).toMatch(/json\(\)[^]*token_of\(\)[^]*login\(\)/);
  expect(preludeFor('y=$(damaged truncated "$x")')).toMatch(/altered\(\)[^]*base64url\(\)[^]*damaged\(\)/);
});
