/** The rules from judgements to statuses, verdict and exit code, and the merging of partial collections. */
import { describe, expect, test } from "vitest";
import {
  exitCodeOf,
  mergeCollectors,
  parseResults,
  ResultCollector,
  resultsProblems,
} from "../../reports/results/index.ts";
import type { FinishOptions } from "../../reports/results/index.ts";
import type { OperationResult } from "../../reports/results/model.ts";
import { driftedFrom, driftsOf } from "../../reports/text/drift.ts";
import { headline, nextSteps } from "../../reports/text/headline.ts";
import { finishOptions as options } from "./finish-options.ts";
import { operations, type OperationId } from "../../spec/operations.ts";
import { requirements, type RequirementId } from "../../spec/requirements/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Script } from "../../spec/vocabulary/script.ts";

const must: RequirementId = "STATE-02";
const should: RequirementId = "FILES-10";

const script = (id = "scenarios/state/read", steps = 1): Script => ({
  id,
  title: "Reads the state",
  steps: Array.from({ length: steps }, () => ({ op: "state", face: "legacy", trace: "$0" }) as const),
});
const failed = (requirement: RequirementId, message = "the state is missing"): Judgement => ({
  requirement,
  outcome: "failed",
  message,
  expected: { state: {} },
  actual: {},
  operationId: "legacyTraceState",
  face: "legacy",
  exchanges: [0],
});
const passed = (requirement: RequirementId): Judgement => ({ requirement, outcome: "passed", exchanges: [0] });

function collect(judgements: readonly Judgement[]): ResultCollector {
  const collector = new ResultCollector();
  collector.add({ script: script(), judgements, exchangesOf: () => [] });
  collector.addOperationSample("legacyTraceState", "legacy", 200, 12);
  return collector;
}
const everyMustPassed = requirements.filter((r) => r.level === "MUST").map((r) => passed(r.id));
const without = (id: RequirementId): Judgement[] => everyMustPassed.filter((j) => j.requirement !== id);

describe("status of a requirement", () => {
  const skipped = new Map([[must, { status: "skipped", reason: "no legacy face here" }]] as const);
  const waiver = { requirement: must, reason: "TICKET-1", expires: "2026-12-31" };
  const shouldWaiver = { ...waiver, requirement: should };
  const cases: readonly [string, RequirementId, readonly Judgement[], Partial<FinishOptions>, string][] = [
    ["a failed MUST", must, [failed(must), passed(must)], {}, "failed"],
    ["a failed SHOULD", should, [failed(should)], {}, "warned"],
    ["judged without failure", must, [passed(must)], {}, "passed"],
    ["nothing judged", must, [], {}, "inconclusive"],
    ["nothing judged, not applicable", must, [], { applicability: skipped }, "skipped"],
    ["failed although declared not applicable", must, [failed(must)], { applicability: skipped }, "failed"],
    ["failed and waived", must, [failed(must)], { waivers: [waiver] }, "waived"],
    ["failed SHOULD and waived", should, [failed(should)], { waivers: [shouldWaiver] }, "waived"],
    ["failed, waiver expired", must, [failed(must)], { waivers: [{ ...waiver, expires: "2026-05-03" }] }, "failed"],
    [
      "failed on the waiver's last day",
      must,
      [failed(must)],
      { waivers: [{ ...waiver, expires: "2026-05-04" }] },
      "waived",
    ],
    ["passed yet waived", must, [passed(must)], { waivers: [waiver] }, "failed"],
    [
      "passed yet waived, in a shard",
      must,
      [passed(must)],
      { waivers: [waiver], partial: { shard: { index: 1, count: 2 } } },
      "passed",
    ],
    ["not judged and waived", must, [], { waivers: [waiver] }, "inconclusive"],
  ];
  test.each(cases)("%s", (_name, id, judgements, more, status) => {
    const results = collect(judgements).finish({ ...options, ...more });
    const requirement = results.requirements.find((candidate) => candidate.id === id);
    expect(requirement?.status).toBe(status);
    expect(results.summary.requirements[requirement?.status ?? "error"]).toBeGreaterThan(0);
    if (!["passed", "warned"].includes(status) && !(status === "failed" && !("waivers" in more))) {
      expect(requirement?.reason).toMatch(/\w/);
    }
    expect(resultsProblems(JSON.parse(JSON.stringify(results)))).toEqual([]);
  });

  test("our own error is never green, and a proven failure outweighs it", () => {
    const collector = collect([passed(must), failed("STATE-01")]);
    collector.addError({ requirement: must, message: "check crashed" });
    collector.addError({ requirement: "STATE-01", message: "check crashed" });
    const statuses = new Map(collector.finish(options).requirements.map((r) => [r.id, r.status]));
    expect(statuses.get(must)).toBe("error");
    expect(statuses.get("STATE-01")).toBe("failed");
  });
});

describe("verdict and exit code", () => {
  const finish = (judgements: readonly Judgement[], more: Partial<FinishOptions> = {}) =>
    collect(judgements).finish({ ...options, ...more });

  test("every MUST judged and passed is conformant", () => {
    const results = finish(everyMustPassed);
    expect([results.verdict, results.reasons, exitCodeOf(results)]).toEqual(["conformant", [], 0]);
  });
  test("a broken MUST is not conformant", () => {
    const results = finish([...everyMustPassed, failed(must)]);
    expect([results.verdict, exitCodeOf(results)]).toEqual(["non-conformant", 1]);
    expect(results.reasons[0]).toContain(must);
  });
  test("a broken SHOULD is red only when asked for", () => {
    const results = finish([...everyMustPassed, failed(should)]);
    expect([results.verdict, exitCodeOf(results), exitCodeOf(results, { failOn: "should" })]).toEqual([
      "conformant",
      0,
      1,
    ]);
    expect(exitCodeOf(finish([...everyMustPassed, failed(should)], { failOn: "should" }))).toBe(1);
  });
  test("one open MUST is incomplete, and named", () => {
    const results = finish(without(must));
    expect([results.verdict, exitCodeOf(results)]).toEqual(["incomplete", 3]);
    expect(results.reasons.join()).toContain(must);
  });
  test("a MUST that does not apply here is not missed", () => {
    const applicability = new Map([[must, { status: "skipped" as const, reason: "read-only" }]]);
    expect(finish(without(must), { applicability }).verdict).toBe("conformant");
  });
  test("a behaviour other than that of the baseline is red only when asked for, and told in any case", () => {
    const openPoints = [{ id: "link-order", question: "In which order do the links of a trace stand?" }];
    const profile = { readings: { "link-order": { value: { order: "newest-first" as const }, evidence: "seen" } } };
    const since = (order: string) => ({ source: "release-41/results.json", readings: { "link-order": { order } } });
    const changed = finish(everyMustPassed, { openPoints, profile, baseline: since("oldest-first") });
    expect(changed.openPoints[0]?.drift).toContain("release-41/results.json");
    expect(driftedFrom(driftsOf(changed))).toBe("other than in release-41/results.json");
    expect([exitCodeOf(changed), exitCodeOf(changed, { failOn: "drift" })]).toEqual([0, 1]);
    const same = finish(everyMustPassed, { openPoints, profile, baseline: since("newest-first"), failOn: "drift" });
    expect([same.openPoints[0]?.drift, exitCodeOf(same)]).toEqual([undefined, 0]);
  });
  test("a measurement that differs from that of the baseline is no drift", () => {
    const openPoints = [{ id: "search-lag", question: "How long after a write does a search show it?" }];
    const profile = { readings: { "search-lag": { value: { ms: 40 }, evidence: "seen" } } };
    const baseline = { source: "results.json", readings: { "search-lag": { ms: 0 } } };
    expect(exitCodeOf(finish(everyMustPassed, { openPoints, profile, baseline, failOn: "drift" }))).toBe(0);
  });
  test("a MUST that a choice of the target leaves unjudged stands in the headline as that, one for lack of a setting as skipped", () => {
    const skipped = { status: "skipped" as const, reason: "no place was found" };
    const chosen = finish(without(must), { applicability: new Map([[must, { ...skipped, choice: true as const }]]) });
    expect(headline(chosen)).toContain(`Not judged, as the target chose so: ${must}.`);
    expect(headline(finish(without(must), { applicability: new Map([[must, skipped]]) }))).toContain(
      `1 requirement skipped: ${must}.`,
    );
  });
  test("operations that a whole run never called stand in the headline", () => {
    const whole = finish(everyMustPassed);
    const latencyMs = { p50: 1, p95: 1, p99: 1 };
    const called = (ids: readonly OperationId[]): readonly OperationResult[] =>
      ids.map((operationId) => ({ operationId, face: "v2", exchanges: 1, statuses: { 200: 1 }, latencyMs }));
    const all = operations.map(({ id }) => id);
    const environment = { ...whole.environment, access: "read-write" as const };
    const told = (ids: readonly OperationId[], more = {}): string =>
      headline({ ...whole, environment, operations: called(ids), ...more });
    const some = all.filter((id) => !id.endsWith("AppendAction"));
    expect(told(some)).toContain("Never called: v2AppendAction, legacyAppendAction.");
    expect(told(all)).not.toContain("Never called");
    expect(told(some, { partial: { only: ["STATE"] } })).not.toContain("Never called");
    expect(told(some, { environment: { ...environment, access: "read-only" } })).not.toContain("Never called");
  });
  test("configured actions that a whole run never had accepted stand in the headline, and in what to do next", () => {
    const collector = collect(everyMustPassed);
    const asked = (actionKey: string, outcome: number, use: "create" | "act" = "act"): void => {
      collector.addAction({ workflowId: "w", actionKey, use }, outcome, () => `{"said":"${actionKey}"}`);
    };
    for (const [key, outcome] of [
      ["open", 200],
      ["open", 409],
      ["sign", 409],
      ["sign", 409],
      ["unknown", 404],
    ] as const)
      asked(key, outcome);
    // Where a target lets any action begin a trace, that says nothing of one that is appended.
    asked("sign", 200, "create");
    const actions = ["open", "sign", "close"].map((actionKey) => ({
      workflowId: "w",
      actionKey,
      uses: ["act"] as const,
    }));
    const environment = { ...options.environment, access: "read-write" as const };
    const told = collector.finish({ ...options, environment, actions });
    expect(told.actions).toEqual([
      { workflowId: "w", actionKey: "open", sent: 2, accepted: 1 },
      { workflowId: "w", actionKey: "sign", sent: 2, accepted: 0, refusal: '{"said":"sign"}' },
      { workflowId: "w", actionKey: "close", sent: 0, accepted: 0 },
    ]);
    expect(resultsProblems(told)).toEqual([]);
    expect(headline(told)).toContain("Never accepted: 2 configured actions, sign, close.");
    const [step] = nextSteps(told);
    expect(step?.text).toContain(
      '`sign` was sent 2 times and never accepted; one refusal was `{"said":"sign"}`. `close` was never sent.',
    );
    const merged = mergeCollectors([collector.toJSON(), collector.toJSON()]).finish({
      ...options,
      environment,
      actions,
    });
    expect(merged.actions?.map(({ sent }) => sent)).toEqual([4, 4, 0]);
    for (const silent of [{ ...told, partial: { only: ["STATE"] } }, collector.finish({ ...options, environment })])
      expect(headline(silent)).not.toContain("Never accepted");
  });
  test("that no more traces were created from some point on is told beside the verdict", () => {
    const collector = collect(everyMustPassed);
    const gating = (creations: string) => [
      { id: "action-gating", question: "", reading: { gating: "free", creations }, evidence: "" },
    ];
    const results = collector.finish(options);
    expect(headline({ ...results, openPoints: gating("used-up") })).toContain("created no more traces");
    expect(headline({ ...results, openPoints: gating("so-many-open") })).not.toContain("created no more traces");
  });
  test("of an action that was refused for its data, what is wrong with a value is told, and that examples are wanted", () => {
    const collector = collect(everyMustPassed);
    const refusals = ["data.kind is required", "data.kind is not one of the permitted values", "not allowed now"];
    for (const said of refusals)
      collector.addAction({ workflowId: "w", actionKey: "lodge", use: "act" }, 422, () => said);
    const environment = { ...options.environment, access: "read-write" as const };
    const told = collector.finish({
      ...options,
      environment,
      actions: [{ workflowId: "w", actionKey: "lodge", uses: ["act"] }],
    });
    expect(told.actions?.[0]?.refusal).toBe(refusals[1]);
    const wanted = /^Give `examples:` of the data of lodge of workflow w: /;
    expect(nextSteps(told)[0]?.text).toMatch(wanted);
    // Before what is open for that alone.
    const open = {
      ...told,
      verdict: "incomplete" as const,
      requirements: told.requirements.map((one, at) =>
        at === 0 ? { ...one, status: "inconclusive" as const, reason: "Nothing showed it." } : one,
      ),
    };
    const steps = nextSteps({
      ...open,
      summary: { ...open.summary, exchanges: 9, requirements: { ...open.summary.requirements, inconclusive: 1 } },
    });
    expect(steps[0]?.text).toMatch(wanted);
    expect(steps.at(-1)?.text).toContain("could not be judged");
  });
  test("what was refused whenever it was sent comes before open points that are open for that alone", () => {
    const collector = collect(everyMustPassed);
    collector.addAction({ workflowId: "w", actionKey: "lodge", use: "act" }, 409, () => "no");
    const environment = { ...options.environment, access: "read-write" as const };
    const told = collector.finish({
      ...options,
      environment,
      actions: [{ workflowId: "w", actionKey: "lodge", uses: ["act"] }],
    });
    const [judgedByIt] = requirements.filter(({ readings = [] }) => readings.includes("action-uuid"));
    const open = told.requirements.map((one) =>
      one.id === judgedByIt?.id ? { ...one, status: "inconclusive" as const, reason: "Nothing showed it." } : one,
    );
    const points = [{ id: "action-uuid", question: "?", evidence: "none", remedy: "action-uuid: { names: action }" }];
    const steps = nextSteps({
      ...{ ...told, verdict: "incomplete" as const, requirements: open, openPoints: points },
      summary: { ...told.summary, exchanges: 9, requirements: { ...told.summary.requirements, inconclusive: 1 } },
    });
    expect(steps.map(({ text }) => text.slice(0, 40))).toEqual([
      "Nothing was judged behind actions that w",
      "Say how the target chose in action-uuid;",
      ...(judgedByIt?.level === "MUST" ? [expect.stringContaining("could not be judged") as string] : []),
    ]);
  });
  test("an interrupted run is incomplete", () => {
    expect(finish(everyMustPassed, { partial: { interrupted: true } }).verdict).toBe("incomplete");
  });
  test("nothing exercised is incomplete even when nothing applies", () => {
    const applicability = new Map(requirements.map((r) => [r.id, { status: "skipped" as const, reason: "none" }]));
    const results = new ResultCollector().finish({ ...options, applicability });
    expect([results.verdict, exitCodeOf(results)]).toEqual(["incomplete", 3]);
  });
  test("our own error is incomplete with exit code 4; a failure beside it is 1", () => {
    const collector = collect(everyMustPassed);
    collector.addError({ message: "disk full" });
    const results = collector.finish(options);
    expect([results.verdict, exitCodeOf(results)]).toEqual(["incomplete", 4]);
    collector.add({ script: script(), judgements: [failed(must)], exchangesOf: () => [] });
    expect(exitCodeOf(collector.finish(options))).toBe(1);
  });
});

describe("failures", () => {
  test("ten at most, smallest scripts first, each message once, all counted", () => {
    const collector = new ResultCollector();
    let built = 0;
    for (let at = 0; at < 500; at++) {
      const exchangesOf = (): [] => {
        built++;
        return [];
      };
      const judgements = [failed(must, `kind ${at % 40}`)];
      collector.add({ script: script(`s/${at}`, 1 + ((at * 7) % 50)), judgements, exchangesOf });
    }
    const found = collector.finish(options).requirements.find((r) => r.id === must);
    const sizes = (found?.failures ?? []).map((failure) => failure.script.steps.length);
    expect(found?.failureCount).toBe(500);
    expect(sizes).toHaveLength(10);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(found?.failures?.map((failure) => failure.message)).size).toBe(10);
    expect(built).toBeLessThan(200);
  });

  test("messages that differ in UUIDs alone are one", () => {
    const ids = ["0b0e1c52-6f5c-4d5e-9a58-2a1d3c4b5e6f", "1b0e1c52-6f5c-4d5e-9a58-2a1d3c4b5e6f"];
    const results = collect(ids.map((id) => failed(must, `trace ${id} is missing`))).finish(options);
    expect(results.requirements.find((r) => r.id === must)?.failures).toHaveLength(1);
  });

  test("long values are cut around the place where they differ", () => {
    const long = "a".repeat(50_000);
    const differing = { ...failed(must), expected: `${long}X${long}`, actual: `${long}Y${long}` };
    const failure = collect([differing])
      .finish(options)
      .requirements.find((r) => r.id === must)?.failures?.[0];
    expect(failure?.expected).toMatch(/^«\d+ characters» …a+Xa+… «\d+ more characters»$/);
    expect(failure?.actual).toMatch(/Y/);
    expect(JSON.stringify(failure).length).toBeLessThan(12_000);
  });

  test("bytes are shown as the same window on both sides", () => {
    const bytes = new Uint8Array(20_000);
    const other = Uint8Array.from(bytes).fill(1, 10_000, 10_001);
    const judgement = { ...failed(must), expected: bytes, actual: other };
    const failure = collect([judgement])
      .finish(options)
      .requirements.find((r) => r.id === must)?.failures?.[0];
    expect(failure?.expected).toMatchObject({ $bytes: 20_000, offset: 9744 });
    expect(failure?.actual).toMatchObject({ $bytes: 20_000, offset: 9744 });
  });
});

describe("merging", () => {
  test("shards in any order give the results of one collector", () => {
    const feed = (collector: ResultCollector, at: number): void => {
      const judgements = at % 3 === 0 ? [failed(must, `kind ${at % 17}`)] : [passed(must), passed("STATE-01")];
      collector.add({ script: script(`s/${at}`, 1 + (at % 23)), judgements, exchangesOf: () => [] });
      collector.addOperationSample("v2TraceState", "v2", at % 5 === 0 ? "timeout" : 200, at * 1.37);
      if (at % 50 === 0) collector.addError({ requirement: "STATE-05", message: "check crashed" });
    };
    const one = new ResultCollector();
    const shards = Array.from({ length: 4 }, () => new ResultCollector());
    for (let at = 0; at < 300; at++) {
      feed(one, at);
      feed(shards[at % 4] ?? one, at);
    }
    const states = shards.map((shard) => JSON.parse(JSON.stringify(shard)) as ReturnType<ResultCollector["toJSON"]>);
    expect(mergeCollectors(states).finish(options)).toEqual(one.finish(options));
    expect(mergeCollectors(states.toReversed()).finish(options)).toEqual(one.finish(options));
  });

  test("percentiles are right within two percent", () => {
    const collector = new ResultCollector();
    for (let at = 1; at <= 1000; at++) collector.addOperationSample("v2TraceState", "v2", 200, at);
    const latency = collector.finish(options).operations[0]?.latencyMs;
    expect(Math.abs((latency?.p50 ?? 0) - 500)).toBeLessThan(10);
    expect(Math.abs((latency?.p99 ?? 0) - 990)).toBeLessThan(20);
  });
});

describe("the published schema", () => {
  test("says what is wrong and where", () => {
    const results = collect([passed(must)]).finish(options);
    expect(() => parseResults(JSON.stringify({ ...results, verdict: "fine" }), "old.json")).toThrow(
      /old\.json.*verdict/s,
    );
    expect(() => parseResults("{", "old.json")).toThrow(/old\.json is not JSON/);
    expect(parseResults(JSON.stringify(results)).runId).toBe("run-1");
  });
});
