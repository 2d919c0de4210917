/** What a report shows over time: the traffic of a run, and the course of a failing script. */
import { describe, expect, test } from "vitest";
import { layoutOf } from "../../reports/html/ui/src/sequence-layout.ts";
import { maxSpans, trafficResult, TrafficTimeline, type TrafficSample } from "../../reports/results/traffic.ts";
import { sequenceOf } from "../../suites/engine/results/sequence.ts";
import type { History } from "../../spec/vocabulary/history.ts";

const start = Date.parse("2026-05-04T03:00:00.000Z");
const sample = (atMs: number, latencyMs = 5, troubled = false): TrafficSample => ({
  ...{ sentAtMs: start + atMs, latencyMs, troubled },
});

function timelineOf(samples: readonly TrafficSample[]): TrafficTimeline {
  const timeline = new TrafficTimeline();
  for (const one of samples) timeline.add(one);
  return timeline;
}

function merged(...parts: readonly TrafficTimeline[]): TrafficTimeline {
  const all = new TrafficTimeline();
  for (const part of parts) all.merge(part.toJSON() ?? { spanMs: 100, spans: [] });
  return all;
}

describe("the timeline of a run", () => {
  test("tells for each span how much was sent, how long it took, and what went wrong", () => {
    const state = timelineOf([sample(0, 4), sample(40, 8, true), sample(250, 30)]).toJSON();
    expect(state && trafficResult(state)).toEqual({
      startedAt: "2026-05-04T03:00:00.000Z",
      spanMs: 100,
      spans: [
        { atMs: 0, exchanges: 2, troubled: 1, meanMs: 6, slowestMs: 8 },
        { atMs: 200, exchanges: 1, meanMs: 30, slowestMs: 30 },
      ],
    });
  });

  test("has at most so many spans, however long the run, and loses nothing", () => {
    const timeline = timelineOf(Array.from({ length: 5000 }, (_, at) => sample(at * 7919)));
    const { spans = [], spanMs = 0 } = timeline.toJSON() ?? {};
    expect((spans.at(-1)?.at ?? 0) - (spans[0]?.at ?? 0)).toBeLessThan(maxSpans);
    expect(spans.reduce((sum, { exchanges }) => sum + exchanges, 0)).toBe(5000);
    expect(spanMs).toBe(100 * 2 ** 12);
  });

  test("is the same whatever the order of the parts", () => {
    const samples = Array.from({ length: 300 }, (_, at) => sample(((at * 6151) % 997) * 731, 0.1 * at, at % 9 === 0));
    const parts = [0, 1, 2].map((part) => timelineOf(samples.filter((_, at) => at % 3 === part)));
    const whole = timelineOf(samples).toJSON();
    expect(merged(...parts).toJSON()).toEqual(whole);
    expect(merged(...parts.reverse()).toJSON()).toEqual(whole);
    expect(merged(timelineOf([...samples].reverse())).toJSON()).toEqual(whole);
  });

  test("leaves out times that are none", () => {
    const odd = [NaN, Infinity, -Infinity, 1e300].map((at) => sample(at));
    expect(timelineOf([...odd, sample(0, -1), sample(0, NaN)]).toJSON()).toBeUndefined();
  });
});

const exchangesOf = (steps: readonly string[]): History =>
  ({
    exchanges: steps.map((step, index) => ({
      ...{ index, step, operationId: "v2TraceState", response: { status: 200 } },
      ...{ sentAtMs: 1000 + index * 10, receivedAtMs: 1035 + index * 10 },
    })),
  }) as unknown as History;

describe("the course of a failing script", () => {
  test("is cut around the failing answer, and keeps what that was held against", () => {
    const history = exchangesOf(Array.from({ length: 500 }, (_, at) => String(at)));
    const { total, exchanges } = sequenceOf(history, [400, 3]);
    expect(total).toBe(500);
    expect(exchanges).toHaveLength(60);
    expect(exchanges[0]?.index).toBe(3);
    expect(exchanges.map(({ index }) => index)).toContain(400);
    const { gaps } = layoutOf({ total, exchanges });
    expect(gaps.map(({ count }) => count).reduce((sum, count) => sum + count)).toBe(440);
    expect(gaps).toHaveLength(3);
  });

  test("has a lane for each branch, and time goes down", () => {
    const { lanes, groups, exchanges } = layoutOf(sequenceOf(exchangesOf(["0", "1.0.0", "1.1.0", "1.1.1", "2"]), [4]));
    expect(lanes).toHaveLength(2);
    expect(groups).toHaveLength(1);
    expect(exchanges.map(({ x }) => lanes.indexOf(x))).toEqual([0, 0, 1, 1, 0]);
    const [, first, second] = exchanges;
    // They were under way at the same time.
    expect(second?.sentY).toBeLessThan(first?.answeredY ?? 0);
    for (const { sentY, answeredY } of exchanges) expect(answeredY).toBeGreaterThan(sentY);
  });
});
