/** What is saved of an exchange that shows secrets: headers and addresses by name, bodies by what they hold. */
import { expect, test } from "vitest";
import { cleanValues, redactDocument, Secrets } from "../../driver/index.ts";
import { decode } from "../../driver/client/decode.ts";
import { recordsOf, type HistoryRecord } from "../../driver/history/record.ts";
import { isSecretHeader, isSecretMember, withoutSecretMembers } from "../../driver/secrets/names.ts";
import { operationById } from "../../spec/operations.ts";
import type { Exchange, ReceivedResponse } from "../../spec/vocabulary/history.ts";
import { reportedExchanges } from "../../suites/engine/results/reported-exchange.ts";
import { redactedLines } from "../../suites/engine/results/reproductions.ts";

const password = 'n0t"e\\asy+to/guess';
const secrets = new Secrets({ email: "ada@acme.example", password });
const state = operationById("v2TraceState");

function answer(body: string, headers: Record<string, string> = {}): ReceivedResponse {
  const wire = { status: 200, headers: { "content-type": "application/json", ...headers }, body: Buffer.from(body) };
  return decode(wire, { operation: state, maxResponseBytes: 1_000_000, secrets });
}

function exchangeWith(response: ReceivedResponse, path = "/v2/traces/t/state"): Exchange {
  return {
    ...{ index: 0, step: "0", operationId: "v2TraceState", face: "v2", actor: "first", defects: [], traits: [] },
    intent: { kind: "state", traceId: "t" },
    request: { method: "GET", path, headers: {}, bodyBytes: 0 },
    response,
    sentAtMs: 0,
    receivedAtMs: 1,
  };
}

function saved(exchange: Exchange): HistoryRecord {
  const history = { script: { id: "s", title: "s", steps: [] }, exchanges: [exchange], unsent: [] };
  const [, record] = [...recordsOf(history, secrets)];
  return JSON.parse(JSON.stringify(record)) as HistoryRecord;
}

test.each([
  ...[
    "Set-Cookie",
    "cookie",
    "Authorization",
    "proxy-authorization",
    "X-Api-Key",
    "x-auth-token",
    "X-Amz-Security-Token",
  ],
  ...["x-csrf-token", "authentication-info", "x-session-id", "Api-Key", "X-Client-Secret", "x-goog-signature"],
])("the value of the header %s is dropped, in whatever case", (name) => {
  expect(isSecretHeader(name)).toBe(true);
  const { headers } = answer("{}", { [name.toLowerCase()]: "whatever-it-is" });
  expect(JSON.stringify(headers)).not.toContain("whatever-it-is");
});

test.each(["content-type", "www-authenticate", "retry-after", "etag", "x-request-id", "keep-alive", "ratelimit-limit"])(
  "the header %s is kept",
  (name) => {
    expect(answer("{}", { [name]: "as it is" }).headers[name]).toBe("as it is");
  },
);

test.each([
  "access_token",
  "token",
  "api_key",
  "apiKey",
  "password",
  "code",
  "sig",
  "X-Amz-Signature",
  "client%5Fsecret",
])("the value of the member %s of an address is dropped", (name) => {
  expect(isSecretMember(name)).toBe(true);
  for (const text of [`/a?x=1&${name}=whatever-it-is`, `see https://a.example/b?${name}=whatever-it-is#c for more`])
    expect(withoutSecretMembers(text)).not.toContain("whatever-it-is");
});

test("addresses keep what is no secret", () => {
  expect(withoutSecretMembers("/v2/traces/t/files?digests=a&digests=b&first=10")).toBe(
    "/v2/traces/t/files?digests=a&digests=b&first=10",
  );
  expect(withoutSecretMembers("https://ada:secret@a.example/b")).toBe("https://«redacted»@a.example/b");
});

test("a body that repeats a secret is judged and not written: its digest and size are", () => {
  const body = JSON.stringify({ error: null, data: { state: { seen: [...Buffer.from(password)] } } });
  const response = answer(body);
  expect(response).toMatchObject({ withheld: true, json: { value: JSON.parse(body) as unknown } });
  const record = saved(exchangeWith(response));
  expect(record).toMatchObject({
    exchange: { response: { status: 200, withheld: true, sha256: response.sha256, bytes: body.length } },
  });
  expect(JSON.stringify(record)).not.toContain("110,48,116");
  const history = { script: { id: "s", title: "s", steps: [] }, exchanges: [exchangeWith(response)], unsent: [] };
  const [shown] = reportedExchanges(history, [0], { baseUrl: "http://a", redact: (text) => secrets.redact(text) });
  expect(shown?.responseBody).toBe(
    `«withheld: it holds a secret; ${String(body.length)} bytes, sha256 ${response.sha256}»`,
  );
});

test("a body without one is kept, and one with an email keeps its form", () => {
  expect(answer('{"error":null,"data":{"state":{}}}')).not.toHaveProperty("withheld");
  const record = saved(
    exchangeWith(answer('{"by":"\\u0061da@acme.example","n":1.0,"n":2,"by2":"a\\nada@acme.example"}')),
  );
  expect(record).toMatchObject({
    exchange: { response: { text: '{"by":"«redacted»","n":1.0,"n":2,"by2":"a\\n«redacted»"}' } },
  });
});

test("redaction never cuts an escape: what was JSON is JSON", () => {
  const odd = new Secrets({ password: "n-the-middle", email: "u00fc@acme.example" });
  const document = JSON.stringify({ a: "line\n-the-middle", "u00fc@acme.example": "ü", n: 12 }).replace("ü", "\\u00fc");
  const clean = redactDocument(document, (text) => odd.redactForms(text));
  expect(JSON.parse(clean)).toEqual({ a: "line\n-the-middle", "«redacted»": "ü", n: 12 });
});

test("a secret that is a number, or spread over several values, is not shown in results", () => {
  const own = new Secrets({ password: "4711081547", privateKey: "key-of-several-parts" });
  const redact = (text: string): string => own.redact(text);
  const failure = { message: "wrong", actual: { n: 4711081547, m: 12 }, expected: [..."key-of-several-parts"] };
  expect(cleanValues(failure, redact)).toEqual({
    message: "wrong",
    actual: { n: "«redacted»", m: 12 },
    expected: expect.stringMatching(/^«withheld/) as string,
  });
});

test("of a script of the shell no more than the lines that hold a secret", () => {
  const known = new Secrets({ email: "ada@acme.example", password: "correct-horse-battery" });
  const inMany = (text: string): string =>
    ["base64", "hex", "base64"].reduce((inner, encoding) => Buffer.from(inner).toString(encoding as "hex"), text);
  const line = (text: string): string => `printf '%s' '${inMany(text)}' "\\x41 %41 &#65; =41"`;
  const plain = Array.from({ length: 400 }, (_, at) => line(`A text of the file ${String(at)} that anybody may read`));
  const script = [...plain, line("correct-horse-battery"), ...plain].join("\n");
  const lines = redactedLines(script, (text) => known.redact(text)).split("\n");
  expect(lines.filter((one) => one.startsWith("«withheld"))).toHaveLength(1);
  expect(lines.filter((one) => plain.includes(one))).toHaveLength(2 * plain.length);
});
