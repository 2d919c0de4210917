/** What decides is never cut off: the status and the words of an answer, and the place where two long values differ. */
import { expect, test } from "vitest";
import { formatByName, valueTexts } from "../../reports/index.ts";
import { failureSentence } from "../../reports/text/answer.ts";
import { shortenMiddle } from "../../reports/text/escape.ts";
import { sampleResults } from "./samples.ts";

const words = "the workflow 2041 is closed since 2026-05-01";
const long = `POST /v2/traces/${"segment-".repeat(60)} does not accept a plain request: status 409`;
const refused = {
  requirement: "REFUSE-03",
  message: long,
  expected: `${"a".repeat(9000)}wanted-here${"b".repeat(9000)}`,
  actual: `${"a".repeat(9000)}got-instead${"b".repeat(9000)}`,
  operation: "v2AppendAction",
  exchange: { status: 409, responseBody: JSON.stringify({ error: { code: "006", message: words }, data: null }) },
} as const;
const results = sampleResults({ failures: [refused] });

/** As a reader sees it, without the breaks and escapes of the format. */
const readable = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

test.each(["terminal", "junit", "markdown", "annotations", "sarif", "ctrf", "html"])("%s", (name) => {
  const text = readable(formatByName(name).render(results, { columns: 100 }));
  expect(text).toContain("status 409");
  expect(text).toContain(words);
});

test.each(["junit", "markdown", "sarif", "ctrf", "html"])("%s shows where long values differ", (name) => {
  const text = formatByName(name).render(results);
  expect(text).toContain("wanted-here");
  expect(text).toContain("got-instead");
});

test("of a picture of text the terminal shows no beginning", () => {
  const actual = ["|--|     exchange 0: action (sent at 0.0 ms)", "   |--|  exchange 1: the links without what 0 sent"];
  const drawn = { requirement: "CONC-04", message: "no order explains it", expected: "an order", actual } as const;
  const text = formatByName("terminal").render(sampleResults({ failures: [drawn] }), { columns: 100 });
  expect(text).toContain('wanted "an order"');
  expect(text).not.toContain("|--");
});

test("values within the limit are whole, longer ones are cut around the first difference", () => {
  expect(valueTexts({ expected: { a: 1 }, actual: { a: 2 } }, 100)).toEqual({ wanted: '{"a":1}', got: '{"a":2}' });
  const { wanted = "", got = "" } = valueTexts({ expected: "x".repeat(500), actual: `${"x".repeat(255)}…` }, 120);
  expect(wanted).toMatch(/^«\d+ characters» …x+… «\d+ more»$/);
  expect(got).toMatch(/^«\d+ characters» …x+…"$/);
  expect(Math.max(wanted.length, got.length)).toBeLessThanOrEqual(120);
});

test("in little room both are cut to what differs", () => {
  const [expected, actual] = [`${"x".repeat(300)}wanted-here`, `${"x".repeat(300)}got-instead`];
  const { wanted = "", got = "" } = valueTexts({ expected, actual }, 24);
  expect(wanted).toMatch(/^…x+wanted-here"$/);
  expect(got).toMatch(/^…x+got-instead"$/);
  expect(Math.max(wanted.length, got.length)).toBeLessThanOrEqual(24);
});

test("a message gives up its middle", () => {
  expect(shortenMiddle(`POST ${"x".repeat(200)} status 503`, 60)).toMatch(/^POST x+ … x+ status 503$/);
  expect(shortenMiddle(`POST ${"x".repeat(200)} status 503`, 60).length).toBeLessThanOrEqual(60);
  expect(shortenMiddle("short", 60)).toBe("short");
});

const answered = (responseBody: string, status = 409): string =>
  failureSentence({
    message: "POST /trace is refused.",
    exchanges: [{ status, responseBody } as never],
  });

test.each([
  ['{"error":{"message":"no such action"}}', 'status 409, "no such action"'],
  ['{"message":"closed"}', 'status 409, "closed"'],
  ['{"error":"nope","data":null}', 'status 409, "nope"'],
  ["<html><title>Bad gateway</title><body>x</body></html>", 'status 409, "Bad gateway"'],
  ["plain words", 'status 409, "plain words"'],
])("the words of %s", (body, told) => {
  expect(answered(body)).toBe(`POST /trace is refused (the answer: ${told})`);
});

test("an answer that succeeded has no words that decide", () => {
  expect(answered('{"message":"fine"}', 200)).toBe("POST /trace is refused.");
});
