/** What every request carries besides what the interface wants: the trace it belongs to, and headers for gateways. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  ConfigurationError,
  curlOf,
  loadEnvironment,
  openDriver,
  traceIdIn,
  type Environment,
} from "../../driver/index.ts";
import { reportedExchanges } from "../../suites/engine/results/reported-exchange.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget, traceId } from "./lib/target.ts";

const traceparent = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;
const state = { op: "state", face: "v2", trace: traceId } as const;

/** An environment of a file with these lines below its address. */
function configured(baseUrl: string, lines: readonly string[], variables = {}): Environment {
  const folder = mkdtempSync(join(tmpdir(), "headers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "trace-conformance.yaml");
  const all = [`baseUrl: ${baseUrl}`, "credentials: { email: ada@acme.example, password: correct-horse }", ...lines];
  writeFileSync(file, `environments:\n  vendor:\n${all.map((line) => `    ${line}\n`).join("")}`);
  return loadEnvironment(file, "vendor", {}, variables);
}

describe("traceparent", () => {
  test("is on every request, also on logins; the requests of a script are one trace", async () => {
    const target = await startTarget(service());
    const environment = configured(target.baseUrl, []);
    const driver = await openDriver(environment, { runId: "20270131-abcdef" });
    const one = await driver.run(script(state, state));
    const other = await driver.run({ ...script(state), id: "another" });
    await driver.close();
    const sent = target.received.map(({ headers }) => headers["traceparent"]);
    expect(sent.length).toBeGreaterThan(3);
    for (const value of sent) expect(value).toMatch(traceparent);
    expect(new Set(sent).size).toBe(sent.length);
    const traces = [...one.exchanges, ...other.exchanges].map(({ request }) => traceIdIn(request.headers));
    expect(traces[0]).toBeDefined();
    expect(traces[1]).toBe(traces[0]);
    expect(traces[2]).not.toBe(traces[0]);
    // What the history says is what was sent.
    const recorded = [...one.exchanges, ...other.exchanges].map(({ request }) => request.headers["traceparent"]);
    expect(sent.slice(-3)).toEqual(recorded);
  });

  test("follows from the run and the script", async () => {
    const target = await startTarget(service());
    const traceOf = async (runId: string): Promise<string | undefined> => {
      const driver = await openDriver(environmentAt(target.baseUrl), { runId });
      const { exchanges } = await driver.run(script(state));
      await driver.close();
      return traceIdIn(exchanges[0]?.request.headers ?? {});
    };
    const [first, again, other] = [await traceOf("a"), await traceOf("a"), await traceOf("b")];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("can be switched off, and then nobody is told of one", async () => {
    const target = await startTarget(service());
    const driver = await openDriver(configured(target.baseUrl, ["telemetry: { traceparent: false }"]), { runId: "a" });
    const history = await driver.run(script(state));
    await driver.close();
    expect(target.received.map(({ headers }) => headers["traceparent"]).filter((value) => value !== undefined)).toEqual(
      [],
    );
    const [told] = reportedExchanges(history, [0], { baseUrl: "http://t", redact: (text) => text });
    expect(told).not.toHaveProperty("traceId");
  });

  test("leads from a reported exchange to the target's own trace, and is no part of a line that sends it again", async () => {
    const target = await startTarget(service());
    const driver = await driverOf(environmentAt(target.baseUrl));
    const history = await driver.run(script(state));
    const shown = {
      baseUrl: "http://t",
      redact: (text: string) => text,
      traceUrl: "https://tempo.example/trace/{traceId}",
    };
    const [told] = reportedExchanges(history, [0], shown);
    expect(told?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(told?.traceUrl).toBe(`https://tempo.example/trace/${told?.traceId ?? ""}`);
    expect(told?.curl).not.toContain("traceparent");
  });
});

describe("headers of the configuration", () => {
  const lines = ["headers:", "  X-Tenant: acme", "  X-Gateway-Key: ${GATEWAY_KEY}", "  X-Empty: ${NONE:-}"];

  test("are on every request, and those that are named like secrets are kept", async () => {
    const target = await startTarget(service());
    const environment = configured(target.baseUrl, lines, { GATEWAY_KEY: "canary-of-the-gateway" });
    const driver = await openDriver(environment, { runId: "a" });
    const history = await driver.run(script(state, { ...state, token: "none" }));
    await driver.close();
    for (const { headers } of target.received) {
      expect(headers).toMatchObject({ "x-tenant": "acme", "x-gateway-key": "canary-of-the-gateway" });
      expect(headers).not.toHaveProperty("x-empty");
    }
    const [exchange] = history.exchanges;
    if (!exchange) throw new Error("nothing was sent");
    expect(exchange.request.headers).toMatchObject({ "x-tenant": "acme", "x-gateway-key": "«redacted»" });
    expect(environment.secrets.redact("got canary-of-the-gateway")).toBe("got «redacted»");
    const curl = curlOf(exchange, target.baseUrl);
    expect(curl).toContain("'x-tenant: acme'");
    expect(curl).toContain('"x-gateway-key: $TRACE_HEADER_X_GATEWAY_KEY"');
    expect(JSON.stringify(history)).not.toContain("canary");
  });

  test.each([
    ["Authorization: Bearer canary", "Tokens belong below credentials"],
    ["host: canary", "a header that the interface and HTTP leave alone"],
    ["Content-Type: canary", "a header that the interface and HTTP leave alone"],
    ["content-length: '5'", "a header that the interface and HTTP leave alone"],
    ["traceparent: canary", "a header that the interface and HTTP leave alone"],
    ["'X Y': canary", "the name of a header"],
    ['X-A: "canary\\r\\nInjected: 1"', "a value of printable ASCII"],
    ["{ X-A: '1', x-a: '2' }", "each header once"],
    ["X-A: 5", "a value of type string"],
    ["X-A: ${NOT_SET}", "the environment variable NOT_SET"],
  ])("that cannot be are refused with their place: %s", (line, told) => {
    const header = line.startsWith("{") ? [`headers: ${line}`] : ["headers:", `  ${line}`];
    let error: unknown;
    try {
      configured("http://127.0.0.1:1", header);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(told);
    expect(String(error)).toMatch(/trace-conformance\.yaml:\d+: environments\.vendor\.headers/);
    expect(String(error)).not.toContain("canary");
  });

  test("an address for traces needs a place for the id", () => {
    expect(() => configured("http://127.0.0.1:1", ["telemetry: { traceUrl: 'https://tempo.example' }"])).toThrow(
      "{traceId} in place of its id",
    );
  });
});
