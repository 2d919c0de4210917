/** Spans and metrics of a run, as a receiver of OTLP gets them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { expect, test } from "vitest";
import { historyFiles, readHistories, scriptSpan, spanIdsIn } from "../../driver/index.ts";
import { requirementStatuses } from "../../reports/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { isJoined } from "../../suites/engine/plan/script-kinds.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { startReceiver, type ReceivedSpan } from "./lib/receiver.ts";

const quick = ["--depth", "quick", "--only", "STATE,LOGIN", "--sensitivity", "off", "--seed", "7"];
const secret = "otlp-secret-of-the-receiver";

async function historiesIn(cwd: string): Promise<readonly History[]> {
  const histories: History[] = [];
  for (const file of await historyFiles(join(cwd, "conformance-report")))
    for await (const history of readHistories(file)) histories.push(history);
  return histories;
}

const kindOf = ({ kind }: ReceivedSpan): string => kind.replace("SPAN_KIND_", "").toLowerCase();

test("a run is spans with the ids that its requests carried, and metrics", { timeout: 120_000 }, async () => {
  const receiver = await startReceiver();
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference(["state/last-member-is-dropped"]), {
    telemetry: { otlp: { endpoint: `${receiver.endpoint}/`, headers: { Authorization: `Bearer ${secret}` } } },
  });
  const { code, stderr } = await callCli(["run", ...quick], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 1 });
  expect(stderr).not.toContain("warning");
  const results = resultsIn(cwd);
  const histories = await historiesIn(cwd);
  const byId = new Map(receiver.spans.map((span) => [span.spanId, span]));
  expect(byId.size).toBe(receiver.spans.length);

  // Every exchange that was recorded is a span, with the ids of its traceparent, under the span of its script.
  const failing = new Set<string>();
  for (const { script, exchanges } of histories) {
    if (exchanges.length === 0) continue;
    const ids = scriptSpan(results.runId, script);
    const own = byId.get(ids.spanId);
    expect(own).toMatchObject({ traceId: ids.traceId, name: script.id });
    expect(own?.parentSpanId).toBeUndefined();
    expect(own?.attributes).toMatchObject({
      [conventions.ATTR_TEST_SUITE_NAME]: "trace-conformance",
      [conventions.ATTR_TEST_CASE_NAME]: script.id,
    });
    for (const id of (own?.attributes["trace_conformance.requirements_failed"] ?? []) as readonly string[])
      failing.add(id);
    // What several probes did on one trace is told with each of them.
    for (const { request, response, operationId } of isJoined(script) ? [] : exchanges) {
      const sent = spanIdsIn(request.headers);
      const span = byId.get(sent?.spanId ?? "");
      expect(span).toMatchObject({ traceId: ids.traceId, parentSpanId: ids.spanId });
      expect(sent?.traceId).toBe(ids.traceId);
      expect(span && kindOf(span)).toBe("client");
      expect(span?.attributes).toMatchObject({
        [conventions.ATTR_HTTP_REQUEST_METHOD]: request.method,
        [conventions.ATTR_HTTP_RESPONSE_STATUS_CODE]: response?.status,
        [conventions.ATTR_SERVER_ADDRESS]: "127.0.0.1",
        "trace_conformance.operation": operationId,
      });
      expect(String(span?.attributes[conventions.ATTR_URL_FULL])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
      expect(span?.name).toBe(`${request.method} ${String(span?.attributes[conventions.ATTR_URL_TEMPLATE])}`);
      expect(span?.endMs).toBeGreaterThanOrEqual(span?.startMs ?? Infinity);
    }
  }
  // What the results call failed was a red script, and a red request.
  const failed = results.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed.length).toBeGreaterThan(0);
  expect([...failing]).toEqual(expect.arrayContaining(failed));
  const red = receiver.spans.filter(
    ({ attributes }) => attributes[conventions.ATTR_TEST_CASE_RESULT_STATUS] === "fail",
  );
  expect(red.length).toBeGreaterThan(0);
  expect(red.every(({ isError }) => isError)).toBe(true);
  const redRequests = receiver.spans.filter((s) => kindOf(s) === "client" && s.isError);
  expect(redRequests.length).toBeGreaterThan(0);
  // A refusal that was asked for is none.
  const refusals = receiver.spans.filter(({ attributes }) => attributes["http.response.status_code"] === 401);
  expect(refusals.some(({ isError }) => !isError)).toBe(true);

  // The run itself, and what belongs to no script.
  const run = receiver.spans.find(({ name }) => name === "trace-conformance run");
  expect(run?.attributes).toMatchObject({
    [conventions.ATTR_TEST_SUITE_RUN_STATUS]: conventions.TEST_SUITE_RUN_STATUS_VALUE_FAILURE,
    "trace_conformance.exit_code": 1,
    "trace_conformance.run_id": results.runId,
    "trace_conformance.requirements_failed": failed,
  });
  const logins = receiver.spans.filter(({ traceId, spanId }) => traceId === run?.traceId && spanId !== run.spanId);
  expect(logins.length).toBeGreaterThan(0);
  for (const { parentSpanId, attributes } of logins) {
    expect(parentSpanId).toBe(run?.spanId);
    expect(String(attributes["url.full"])).toMatch(/\/login\/|\/workflow|\/traces\/|\/organizations\//);
  }
  const cases = receiver.spans.filter(({ attributes }) => "test.case.name" in attributes);
  for (const { links } of cases) expect(links).toEqual([{ traceId: run?.traceId, spanId: run?.spanId }]);

  const { metrics } = receiver;
  const valueOf = (name: string, attributes: object): number | undefined =>
    metrics.get(name)?.points.find((p) => JSON.stringify(p.attributes) === JSON.stringify(attributes))?.value;
  expect(valueOf("trace_conformance.exit_code", {})).toBe(1);
  expect(valueOf("trace_conformance.verdict", { verdict: "non-conformant" })).toBe(1);
  for (const status of requirementStatuses)
    expect(valueOf("trace_conformance.requirements", { status })).toBe(results.summary.requirements[status]);
  expect(metrics.get("trace_conformance.error_ratio")?.points.length).toBe(results.operations.length);
  expect(metrics.get("trace_conformance.duration")?.unit).toBe("s");
  const durations = metrics.get(conventions.METRIC_HTTP_CLIENT_REQUEST_DURATION);
  expect(durations).toMatchObject({ kind: "histogram", unit: "s" });
  expect(durations?.points.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(results.summary.exchanges);

  expect(receiver.resources[0]).toMatchObject({
    "service.name": "trace-conformance",
    "service.instance.id": results.runId,
    "deployment.environment.name": "vendor",
  });
  // No secret in what was sent; the receiver's own is a header of it, and nowhere else.
  expect(receiver.headers.every(({ authorization }) => authorization === `Bearer ${secret}`)).toBe(true);
  const told = receiver.bytes.toString("latin1");
  for (const text of [secret, "correct-horse-battery", "Bearer"]) expect(told).not.toContain(text);
  // Tokens: two parts of base64 with JSON in them.
  expect(told.match(/.{60}eyJ.{100}/g)).toBeNull();
  expect(told).not.toMatch(/eyJ[\w-]{8,}\.eyJ/);
  expect(JSON.stringify(results)).not.toContain(secret);
  expect(readFileSync(join(cwd, "conformance-report", "report.html"), "utf8")).not.toContain(secret);
});

test(
  "a receiver of the configuration is not told what is for that of the variables",
  { timeout: 120_000 },
  async () => {
    const [named, ofVariables] = [await startReceiver(), await startReceiver()];
    const cwd = emptyFolder();
    // Without traceparent the requests have spans all the same.
    writeConfiguration(cwd, await reference(), {
      telemetry: { traceparent: false, otlp: { endpoint: named.endpoint } },
    });
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: ofVariables.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret-of-another",
    };
    expect((await callCli(["run", ...quick], { cwd, env })).code).toBe(0);
    expect(ofVariables.headers).toEqual([]);
    expect(named.spans.length).toBeGreaterThan(resultsIn(cwd).summary.exchanges);
    expect(new Set(named.spans.map(({ spanId }) => spanId)).size).toBe(named.spans.length);
    expect(named.headers.some((headers) => "authorization" in headers)).toBe(false);
  },
);
