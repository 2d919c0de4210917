/** However much a target answers, and however deep it is nested, results stay small enough to be written again and again. */
import { describe, expect, test } from "vitest";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { compactJson, readableJson } from "../../reports/index.ts";
import { ResultCollector, type FinishOptions } from "../../reports/results/index.ts";
import { boundPair } from "../../reports/results/bound-values.ts";
import { reportedExchanges } from "../../suites/engine/results/reported-exchange.ts";

const options: FinishOptions = {
  suite: { version: "1.0.0", specDigest: "0".repeat(64) },
  environment: { name: "x", baseUrl: "http://127.0.0.1", access: "read-write" },
  ...{ runId: "r", seed: 1, depth: "standard", startedAt: "2027-01-31T00:00:00Z", durationMs: 1 },
};

function nested(depth: number): unknown {
  let value: unknown = "leaf";
  for (let level = 0; level < depth; level++) value = { in: value };
  return value;
}

/** As wide as it is deep: a tree of texts. */
function tree(levels: number): unknown {
  if (levels === 0) return "x".repeat(100);
  return Array.from({ length: 8 }, () => tree(levels - 1));
}

const body = new TextEncoder().encode("y".repeat(1_000_000));
const exchange = (index: number): Exchange => ({
  ...{ index, step: "0", operationId: "v2TraceState", face: "v2", actor: "first", defects: [], traits: [] },
  intent: { kind: "state", traceId: "t" } as never,
  request: {
    method: "GET",
    path: `/v2/traces/${"p".repeat(100_000)}/state`,
    headers: { accept: "h".repeat(100_000) },
    body: "b".repeat(1_000_000),
    bodyBytes: 1_000_000,
  },
  response: { status: 200, headers: { long: "h".repeat(16_000) }, bytes: body.length, sha256: "0", body },
  ...{ sentAtMs: 0, receivedAtMs: 1 },
});
const history = { script: {}, exchanges: Array.from({ length: 12 }, (_, at) => exchange(at)) } as unknown as History;

describe("what is told of a failure", () => {
  test("of its exchanges, the decisive one most of all", () => {
    const shown = { baseUrl: "http://127.0.0.1", redact: (text: string) => text };
    const told = reportedExchanges(history, [...history.exchanges.keys()], shown);
    expect(told).toHaveLength(12);
    expect(JSON.stringify(told).length).toBeLessThan(160_000);
    expect(told[0]?.responseBody?.length).toBeGreaterThan(16_000);
    expect(told[11]?.responseBody).toContain("… [cut: ");
  });

  test.each([
    ["wide and deep", tree(6)],
    ["deep", nested(1_900)],
    ["long", Array.from({ length: 300_000 }, (_, at) => ({ workflowId: String(at), workflowName: "w" }))],
  ])("of values that are %s", (_, value) => {
    expect(JSON.stringify(boundPair(value, [value])).length).toBeLessThan(70_000);
  });
});

test("the results of a run in which everything fails are bounded", () => {
  const collector = new ResultCollector();
  const exchanges = reportedExchanges(history, [...history.exchanges.keys()], { baseUrl: "", redact: (text) => text });
  for (let at = 0; at < 200; at++)
    collector.add({
      script: { id: `s${String(at)}`, title: "t", steps: [{ op: "create", face: "v2", data: nested(1_000) as never }] },
      judgements: [
        {
          ...{ requirement: "STATE-03", outcome: "failed", exchanges: [0] },
          ...{ message: `failure ${String.fromCharCode(97 + (at % 26))}`, expected: tree(4), actual: nested(1_900) },
        },
      ],
      exchangesOf: () => exchanges,
    });
  const results = collector.finish(options);
  const failed = results.requirements.find(({ id }) => id === "STATE-03");
  expect(failed?.failureCount).toBe(200);
  expect(failed?.failures?.length).toBeGreaterThan(0);
  expect(compactJson(results).length).toBeLessThan(1_000_000);
});

test("scripts are indented for people, but not what is nested deep: its indentation would be most of the file", () => {
  expect(readableJson({ id: "s", steps: [] })).toBe('{\n  "id": "s",\n  "steps": []\n}\n');
  expect(readableJson(nested(1_500)).length).toBeLessThan(20_000);
});
