/** What webhooks are told of runs. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parseResults, type Changes } from "../../reports/index.ts";
import { filledTemplate, notificationOf, type EndedRun } from "../../reports/notification/index.ts";
import schema from "../../reports/notification/notification.schema.json" with { type: "json" };

const results = parseResults(readFileSync(new URL("../../docs/reports/sample-results.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ allErrors: true }).compile(schema);

const nothing: Changes = {
  broken: [],
  learned: [],
  mended: [],
  lost: [],
  leftOut: [],
  still: [],
  other: [],
  readings: [],
  latencies: [],
  operations: [],
  previousStartedAt: "2027-01-30T02:17:00.000Z",
};
const change = (id: string, before: string, now: string): Changes["broken"][number] =>
  ({ id, statement: "A state is an object.", before, now }) as Changes["broken"][number];
const run = (changes?: Partial<Changes>, more: Partial<EndedRun> = {}): EndedRun => ({
  environment: "preprod",
  exitCode: 1,
  sentence: "2 of 150 requirements failed.",
  results,
  ...(changes ? { changes: { ...nothing, ...changes } } : {}),
  ...more,
});
const textOf = (...runs: readonly EndedRun[]): string => notificationOf(runs, "https://ci.example/41")?.text ?? "";

describe("something is told", () => {
  test.each<[string, EndedRun, boolean]>([
    ["of what broke", run({ broken: [change("STATE-03", "passed", "failed")] }), true],
    ["of what was lost", run({ lost: [change("STATE-03", "passed", "inconclusive")] }), true],
    ["of what was mended", run({ mended: [change("STATE-03", "failed", "passed")] }, { exitCode: 0 }), true],
    ["of drift", run({ readings: [{ id: "link-order", before: 1, now: 2 }] }, { exitCode: 0 }), true],
    ["not of what was red already", run({ still: [change("STATE-03", "failed", "failed")] }), false],
    [
      "not of latency",
      run({ latencies: [{ operationId: "x", p95BeforeMs: 1, p95NowMs: 99 }] }, { exitCode: 0 }),
      false,
    ],
    [
      "of what made it red beside its requirements",
      run({ turnedRed: "1 operation too slow (--fail-on latency)" }),
      true,
    ],
    ["of that being over", run({ turnedGreen: "1 operation too slow (--fail-on latency)" }, { exitCode: 0 }), true],
    ["of a red run that nothing can be compared with", run(), true],
    ["of an incomplete one", run(undefined, { exitCode: 3 }), true],
    ["not of a green one", run(undefined, { exitCode: 0 }), false],
  ])("%s", (_, ended, told) => {
    const notification = notificationOf([ended]);
    expect(notification !== undefined).toBe(told);
    if (notification) expect({ fits: validate(notification), errors: validate.errors }).toMatchObject({ fits: true });
  });
});

describe("the text", () => {
  test("says for what a run turned red that no requirement tells of", () => {
    const told = run({ turnedRed: "1 operation too slow (--fail-on latency)" });
    expect(textOf(told)).toContain("new: red for 1 operation too slow (--fail-on latency)\n");
    expect(textOf(told, run())).toContain("red for 1 operation too slow (--fail-on latency)");
  });

  test("says what is new first, and ends with the link", () => {
    const lines = textOf(
      run({
        broken: [change("STATE-03", "passed", "failed")],
        mended: [change("ENV-01", "failed", "passed")],
        readings: [
          { id: "link-order", before: 1, now: 2 },
          { id: "page-size", before: 1 },
          { id: "token", now: 2 },
        ],
        still: [change("AUTH-01", "failed", "failed")],
      }),
    ).split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^preprod: .*2 of 150 requirements failed\.$/) as string,
      "Since 2027-01-30T02:17:00.000Z: 1 new, 1 mended, 1 drifted, 1 not observed this time, 1 newly observed, 1 as bad as before.",
      "new: STATE-03 failed. A state is an object.",
      "mended: ENV-01. A state is an object.",
      "drifted: link-order",
      "not observed this time: page-size",
      "newly observed: token",
      "https://ci.example/41",
    ]);
  });

  test("has at most ten lines and the link, and says how much more there is", () => {
    const many = Array.from({ length: 40 }, (_, at) => change(`STATE-${String(at)}`, "passed", "failed"));
    const notification = notificationOf([run({ broken: many })], "https://ci.example/41");
    const lines = (notification?.text ?? "").split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe("and 33 more");
    expect(notification?.environments[0]?.since).toMatchObject({ counts: { broken: 40 } });
    expect(notification?.environments[0]?.since?.broken).toHaveLength(20);
    expect(validate(notification)).toBe(true);
  });

  test("of several environments has a line for each of which there is news", () => {
    const fleet = Array.from({ length: 30 }, (_, at) =>
      run({ broken: [change("STATE-03", "passed", "failed")] }, { environment: `vendor-${String(at)}` }),
    );
    expect(textOf(...fleet, run({}, { exitCode: 0 })).split("\n")).toHaveLength(11);
    const text = textOf(run({}, { exitCode: 0 }), ...fleet.slice(0, 1));
    expect(text).toBe(
      `News of 1 of 2 environments:\nvendor-0: ${text.includes("incomplete") ? "incomplete" : "not conformant"}. 1 new (STATE-03)\nhttps://ci.example/41`,
    );
  });

  test("calls nobody and hides nothing, whatever a target said", () => {
    const text = textOf(run(undefined, { sentence: "<!channel> @here \u001b[2J\nsecond & last" }));
    expect(text).toContain("&lt;!channel&gt; @\u200bhere \\x1b[2J\\nsecond &amp; last");
  });
});

describe("a template", () => {
  const notification = notificationOf([run(undefined, { sentence: 'says "no"' })], "https://ci.example/41");

  test("stays JSON, whatever stands in the values", () => {
    if (!notification) throw new Error("nothing to tell");
    const filled = filledTemplate(
      { type: "message", blocks: [{ text: "{{text}}" }, "{{ reportUrl }}", 3] },
      notification,
    );
    expect(filled).toEqual({ type: "message", blocks: [{ text: notification.text }, "https://ci.example/41", 3] });
    expect(() => filledTemplate("{{verdcit}}", notification)).toThrow("wanted one of text, exitCode");
  });
});
