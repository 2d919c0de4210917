import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { curlOf } from "../../driver/index.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget } from "./lib/target.ts";

const first = { email: "canary@acme.example", password: "canary-password", token: "canary-token" };

/** The words that a shell hands to curl, variables filled in. */
async function wordsOf(step: OperationStep): Promise<{ words: string[]; command: string }> {
  const target = await startTarget(service());
  const driver = await driverOf(environmentAt(target.baseUrl, { first }));
  const { exchanges } = await driver.run(script(step));
  const exchange = exchanges[0];
  if (!exchange) throw new Error("nothing was sent");
  const command = curlOf(exchange, { baseUrl: "http://target" });
  const shell = `cd "$(mktemp -d)"; curl() { printf '%s\\0' "$@"; }; ${command}`;
  const env = { PATH: process.env["PATH"], TMPDIR: tmpdir(), TRACE_TOKEN: "T", TRACE_EMAIL: "E", TRACE_PASSWORD: "P" };
  const words = execFileSync("sh", ["-c", shell], { env, encoding: "utf8" }).split("\0").slice(0, -1);
  return { words, command };
}

test("a read is one line, the token a variable", async () => {
  const { words, command } = await wordsOf({ op: "state", face: "v2", trace: "it's/odd" });
  expect(command).not.toMatch(/canary|\n/);
  expect(words).toContain("authorization: Bearer T");
  expect(words.at(-1)).toBe("http://target/v2/traces/it's%2Fodd/state");
});

test("email and password of the scheme Basic are variables", async () => {
  const { words, command } = await wordsOf({ op: "state", face: "v2", trace: "t", token: "basic-scheme" });
  expect(command).not.toMatch(/canary/);
  expect(words).toContain(`authorization: Basic ${Buffer.from("E:P").toString("base64")}`);
});

test("a search carries its exact body", async () => {
  const { words } = await wordsOf({ op: "search", face: "v2", filters: { k: "it's $HOME `x`" } });
  expect(words).toContain('{"filters":{"k":"it\'s $HOME `x`"}}');
});

test("JSON is written as it was sent, line breaks and escapes, too", async () => {
  const { words } = await wordsOf({ op: "search", face: "v2", filters: { k: "é" }, spelling: "escaped" });
  expect(words).toContain(String.raw`{"filters":{"k":"\u00E9"}}`);
  const created = await wordsOf({ op: "create", face: "v2", data: { a: 1, b: "it's" }, spelling: "tabs" });
  expect(created.words).toContain('traceInput={\r\n\t"b": "it\'s",\r\n\t"a": 1\r\n}');
});

test("a body that came in chunks is sent so again, and a login with an escape for each character says so", async () => {
  const { words } = await wordsOf({ op: "search", face: "v2", filters: { k: 1 }, chunked: true });
  expect(words).toContain("transfer-encoding: chunked");
  const login = await wordsOf({ op: "login", face: "v2", method: "credential", spelling: "units" });
  expect(login.words).toContain('{"email":"E","password":"P"}');
  expect(login.command).toMatch(/^# The variables hold the credentials, each of their characters written for JSON/);
  expect(login.command).not.toMatch(/canary|\\u0063/);
});

test("a creation is written as a form, with its files", async () => {
  const { words, command } = await wordsOf({
    op: "create",
    face: "v2",
    data: { k: "it's" },
    files: [{ partName: "f", fileName: 'a"b.txt', content: { text: "hello" } }],
  });
  expect(words).toContain('traceInput={"k":"it\'s"}');
  expect(words).toContain("workflowId=2041");
  expect(words).toContain('f=@file-0;type=application/octet-stream;filename="a\\"b.txt"');
  expect(command).toContain("aGVsbG8=");
  expect(words.some((word) => word.startsWith("content-type: multipart"))).toBe(false);
});

test("a login takes its credentials from variables", async () => {
  const { words, command } = await wordsOf({ op: "login", face: "v2", method: "credential" });
  expect(command).not.toContain("canary");
  expect(words).toContain('{"email":"E","password":"P"}');
});
