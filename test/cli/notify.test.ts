/** `--notify`: who is told, what leaves, and that nothing of it decides anything. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { notify } from "../../cli/notify/send.ts";
import schema from "../../reports/notification/notification.schema.json" with { type: "json" };
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder, type CliOutcome } from "./lib/run-cli.ts";
import { writeConfiguration } from "./lib/targets.ts";

const sample = readFileSync(new URL("../../docs/reports/sample-results.json", import.meta.url), "utf8");

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook on this machine; gone after the test. */
async function webhook(answer: RequestListener = (_, response) => void response.writeHead(204).end()) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      heard.push({ path: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard, host: `127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

/** Where nobody listens any more. */
async function nobody(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `127.0.0.1:${String(port)}`;
}

/** The folders `before`, where everything passed that can, and `now`, with one MUST that failed. */
function twoRuns(): string {
  const cwd = emptyFolder();
  const results = JSON.parse(sample) as { requirements: { id: string; status: string }[] };
  const write = (name: string, status: string): void => {
    for (const requirement of results.requirements) if (requirement.id === "STATE-03") requirement.status = status;
    mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, name, "results.json"), JSON.stringify(results));
  };
  write("before", "passed");
  write("now", "failed");
  return cwd;
}

const compare = (cwd: string, ...more: readonly string[]): Promise<CliOutcome> =>
  callCli(["compare", "before", "now", ...more], { cwd });

describe("compare", () => {
  test("tells what is new, in the published form, to every receiver", async () => {
    const [first, second] = [await webhook(), await webhook()];
    const cwd = twoRuns();
    const urls = [`http://ada:pa%40ss@${first.host}/hook/T0/secretpath?sig=hidden`, `http://${second.host}/`];
    const alone = await compare(cwd);
    const told = await compare(
      cwd,
      ...urls.flatMap((url) => ["--notify", url]),
      "--report-url",
      "https://ci.example/7",
    );
    expect(told).toEqual(alone);
    expect(first.heard).toHaveLength(1);
    const [{ body = "", path, headers } = {}] = first.heard;
    expect(path).toBe("/hook/T0/secretpath?sig=hidden");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from("ada:pa@ss").toString("base64")}`,
    });
    const validate = new Ajv2020({ allErrors: true }).compile(schema);
    expect({ fits: validate(JSON.parse(body)), errors: validate.errors }).toMatchObject({ fits: true });
    expect(JSON.parse(body)).toMatchObject({
      exitCode: 1,
      reportUrl: "https://ci.example/7",
      environments: [{ since: { broken: [{ id: "STATE-03", before: "passed", now: "failed" }] } }],
    });
    expect(second.heard.map((heard) => heard.body)).toEqual([body]);
  });

  test("is silent where nothing is new", async () => {
    const { heard, host } = await webhook();
    const cwd = twoRuns();
    expect(await callCli(["compare", "now", "now", "--notify", `http://${host}/`], { cwd })).toMatchObject({ code: 1 });
    expect(heard).toEqual([]);
  });

  test("sends what a template makes of it, to whom a variable names", async () => {
    const { heard, host } = await webhook();
    const cwd = twoRuns();
    writeFileSync(join(cwd, "teams.json"), '{ "type": "message", "said": ["{{text}}", "{{exitCode}}"] }');
    await callCli(["compare", "before", "now", "--notify-template", "teams.json"], {
      cwd,
      env: { TRACE_CONFORMANCE_NOTIFY: `http://${host}/` },
    });
    expect(JSON.parse(heard[0]?.body ?? "")).toMatchObject({
      type: "message",
      said: [expect.stringContaining("STATE-03"), "1"],
    });
  });

  test("a receiver that refuses or is gone is a warning, in which its address is no secret any less", async () => {
    const { heard, host } = await webhook((_, response) => void response.writeHead(404).end());
    const gone = await nobody();
    const busy = await webhook((_, response) => void response.writeHead(503).end());
    const moved = await webhook(
      (_, response) => void response.writeHead(302, { location: `http://${host}/elsewhere` }).end(),
    );
    const hooks = [host, busy.host, moved.host, gone].map((to) => `http://ada:canary@${to}/T0/canary?sig=canary`);
    const { code, stdout, stderr } = await compare(twoRuns(), ...hooks.flatMap((url) => ["--notify", url]));
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain("canary");
    expect(stderr).toContain(`warning: --notify 1 (${host}) could not be told: it answered 404`);
    expect(stderr).toContain("--notify 2");
    expect(stderr).toContain("it answered 302");
    expect(stderr).toContain(`(${gone}) could not be told: ECONNREFUSED`);
    // What is refused is not asked twice; what is busy is, once; where a redirect leads to is told nothing.
    expect([heard.length, busy.heard.length, moved.heard.length]).toEqual([1, 2, 1]);
    expect(heard[0]?.path).not.toContain("elsewhere");
  });
});

test("a receiver that never answers is given up in time", async () => {
  const { heard, host } = await webhook(() => undefined);
  let stderr = "";
  const terminal = {
    stdout: { write: () => "" },
    stderr: { write: (text: string) => (stderr += text) },
    env: {},
    cwd: "",
  };
  const run = { environment: "preprod", exitCode: 3, sentence: "It cannot be reached." };
  await notify({ urls: [new URL(`http://${host}/canary`)] }, [run], terminal, { timeoutMs: 100 });
  expect(heard).toHaveLength(2);
  expect(stderr).toContain("no answer within 0.1 s");
  expect(stderr).not.toContain("canary");
});

describe("run", () => {
  test("tells that a target cannot be reached, one alone and among others", async () => {
    const { heard, host } = await webhook();
    const cwd = emptyFolder();
    writeConfiguration(cwd, "http://127.0.0.1:1", {
      credentials: { email: "ada@acme.example", password: "canary-123" },
    });
    expect(await callCli(["run", "--notify", `http://${host}/`], { cwd })).toMatchObject({ code: 3 });
    expect(await callCli(["run", "--all", "--notify", `http://${host}/`], { cwd })).toMatchObject({ code: 3 });
    expect(heard).toHaveLength(2);
    for (const { body } of heard) {
      expect(body).not.toContain("canary-123");
      expect(JSON.parse(body)).toMatchObject({
        exitCode: 3,
        environments: [
          { name: "vendor", verdict: "incomplete", sentence: expect.stringContaining("cannot be reached") },
        ],
      });
    }
  });

  test.each([
    [["--notify", "hooks.example/canary"], "a text that is no address"],
    [["--notify", "ftp://hooks.example/canary"], "the scheme ftp"],
    [["--report-url", "https://ci.example"], "only go with --notify URL"],
    [["--notify", "http://127.0.0.1:1", "--report-url", "javascript:alert(1)"], "wanted an http or https address"],
    [["--notify", "http://127.0.0.1:1", "--notify-template", "none.json"], "there is no such file"],
    [["--notify", "http://127.0.0.1:1", "--notify-template", "wrong.json"], "{{verdcit}} is not known"],
  ])("a usage error, before anything is sent: %j", async (args, told) => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, "http://127.0.0.1:1");
    writeFileSync(join(cwd, "wrong.json"), '{ "text": "{{verdcit}}" }');
    const { code, stdout, stderr } = await callCli(["run", ...args], { cwd });
    expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(told) });
    expect(stderr).not.toContain("canary");
  });
});
