/** The parts of a script of the shell by which a failure is reproduced: each text comes out as it went in. */
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { learntValues } from "../../driver/reproduction/learnt-values.ts";
import { prelude } from "../../driver/reproduction/prelude.ts";
import { piecesOf, printing, word } from "../../driver/reproduction/shell-text.ts";
import { textInJson } from "../../driver/faces/json-text.ts";
import { authorizationOf } from "../../driver/faces/token-defects.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";

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

test("ids and cursors are taken from the answers that told them", () => {
  const id = "5f0c2b6e-8f0d-4a39-9a55-0d9f3f1f2a10";
  const page = (cursor: string): unknown => ({ error: null, data: { links: [], info: { endCursor: cursor } } });
  const exchanges = [
    exchange(0, { kind: "create" }, { error: null, data: id }),
    exchange(1, { kind: "details", traceId: id, page: { first: 1 } }, page("one")),
    exchange(2, { kind: "details", traceId: id, page: { first: 1, after: "one" } }, page("one")),
    exchange(3, { kind: "details", traceId: id, page: { first: 1, after: "one" } }, page("two")),
    exchange(4, { kind: "state", traceId: "unknown" }, {}),
  ];
  const learnt = learntValues({ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] });
  expect(learnt.get(2)).toMatchObject([
    { value: id, from: 0, place: { member: "data", number: 1 } },
    { value: "one", from: 1, place: { member: "endCursor", number: 1 } },
  ]);
  expect(learnt.get(3)?.[1]).toMatchObject({ value: "one", from: 2 });
  expect(learnt.get(4)).toEqual([]);
});
