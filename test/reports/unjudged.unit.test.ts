/** Why a requirement was not judged: what was met, and what would settle it. */
import { describe, expect, test } from "vitest";
import { mergeCollectors, ResultCollector, type FinishOptions } from "../../reports/results/index.ts";
import { operationById } from "../../spec/operations.ts";
import { requirementById } from "../../spec/requirements/index.ts";
import { sampleResults, type SampleOptions } from "./sample-builder.ts";

const options: FinishOptions = {
  suite: { version: "1.0.0", specDigest: "0".repeat(64) },
  environment: { name: "x", baseUrl: "http://127.0.0.1", access: "read-write" },
  ...{ runId: "r", seed: 1, depth: "standard", startedAt: "2027-01-31T00:00:00Z", durationMs: 1 },
};

describe("the reason of an unjudged requirement says what was met and what settles it", () => {
  const reasonOf = (collector: ResultCollector, more: Partial<FinishOptions> = {}, id = "STATE-03"): string =>
    collector.finish({ ...options, ...more }).requirements.find((r) => r.id === id)?.reason ?? "";
  /** Requests for states through both faces, all answered so. */
  const answering = (answer: number | string, count = 3): ResultCollector => {
    const collector = new ResultCollector();
    for (let at = 0; at < count; at++)
      for (const [id, face] of [
        ["v2TraceState", "v2"],
        ["legacyTraceState", "legacy"],
      ] as const)
        collector.addOperationSample(id, face, answer, 5);
    return collector;
  };

  test("in every case, whatever was met", () => {
    for (const collector of [new ResultCollector(), answering(200), answering("timeout")])
      for (const { reason } of collector.finish(options).requirements) expect(reason).toContain("What settles it: ");
  });

  test.each<[string, number | string, RegExp]>([
    [
      "the target is silent",
      "timeout",
      /never answered with a success, but with timeout \(6 times\)\. .*whole answers.*`limits\.timeoutMs`/,
    ],
    ["it opens nothing to this user", 403, /but with 403 \(6 times\)\. .*`credentials`/],
    ["it is busy", 429, /but with 429 .*`limits\.requestsPerSecond`/],
    ["it answers too much", "oversize", /`limits\.maxResponseBytes`/],
    ["it fails", 500, /but with 500 .*a success of v2TraceState, legacyTraceState for a plain request/],
    [
      "its successes do not show it",
      200,
      /answered 6 times with a success, but none of it shows this\. .*`--(seed|depth)/,
    ],
  ])("%s", (_, answer, told) => {
    expect(reasonOf(answering(answer))).toMatch(told);
  });

  test("what cannot show in the traces of others names the flag, or the key of the file, that brings more", () => {
    const environment = { ...options.environment, access: "read-only" as const };
    const more = { environment, readable: { traces: 2, withFiles: 0 } };
    expect(reasonOf(answering(200), more)).toContain("name others in environments.x.knownTraces");
    expect(reasonOf(answering(200), { ...more, byFlags: true })).toContain("name others by --known-trace");
  });

  test("one operation that never succeeds is named, though others do", () => {
    const collector = answering("timeout");
    collector.addOperationSample("v2AppendAction", "v2", 200, 5);
    expect(reasonOf(collector)).toMatch(/^v2TraceState, legacyTraceState never answered with a success/);
  });

  test.each<[string, string | undefined, string]>([
    ["what would let it be sent", "a higher `limits.maxTraces`", "a higher `limits.maxTraces`."],
    [
      "what it would have shown, where nobody can say",
      undefined,
      "a success of v2AppendAction, v2TraceState, legacyAppendAction and one more operation for a plain request.",
    ],
  ])("nothing was sent: %s", (_, remedy, settles) => {
    const unsent = { reason: "limits.maxTraces (12) is reached", ...(remedy === undefined ? {} : { remedy }) };
    const collector = new ResultCollector();
    collector.addUnsent("v2TraceState", unsent);
    expect(reasonOf(collector)).toContain(`could be sent: ${unsent.reason}. What settles it: ${settles}`);
    // Shards know it too.
    const merged = mergeCollectors([collector.toJSON(), new ResultCollector().toJSON()]);
    expect(reasonOf(merged)).toBe(reasonOf(collector));
  });

  test("a run that was cut short asks for a whole one, and no other does", () => {
    expect(reasonOf(answering("timeout"), { partial: { interrupted: true } })).toContain(
      "What settles it: a whole run.",
    );
    expect(reasonOf(answering(200), { partial: { shard: { index: 1, count: 4 } } })).toContain("`merge`");
    expect(reasonOf(answering(200), { bailed: true })).toContain("a run without `--bail`");
    for (const answer of [200, 404, "reset"]) expect(reasonOf(answering(answer))).not.toContain("whole run");
    const missing = { interrupted: true, because: "shards 2, 3 of 4 are missing", remedy: "a merge of all shards" };
    expect(reasonOf(new ResultCollector(), { partial: missing })).toContain("What settles it: a merge of all shards.");
  });

  test("what only overlapping requests show asks for more of them", () => {
    const collector = new ResultCollector();
    for (const id of requirementById("CONC-04").operations)
      collector.addOperationSample(id, operationById(id).face, 200, 5);
    expect(reasonOf(collector, {}, "CONC-04")).toContain("`limits.concurrency`");
  });

  test("a pin settles nothing where the target answers nothing", () => {
    const reason = "no reading of the open point state-data was found; pin it in environments.x.openPoints.state-data";
    const applicability = new Map([["STATE-03", { status: "inconclusive", reason, ifAnswered: true }]] as const);
    expect(reasonOf(answering(200), { applicability })).toBe(reason);
    expect(reasonOf(answering("timeout"), { applicability })).toContain("`limits.timeoutMs`");
  });

  test("neither a pin nor a choice explains what a run that ended early did not get to", () => {
    const partial = { interrupted: true, because: "its time was over" };
    const open = new Map([["STATE-03", { status: "inconclusive", reason: "pin it", ifAnswered: true }]] as const);
    expect(reasonOf(answering(200), { partial, applicability: open })).toContain("its time was over");
    const unseen = new Map([["STATE-03", { status: "skipped", reason: "none seen", isSeenInRun: true }]] as const);
    expect(reasonOf(answering(200), { partial, applicability: unseen })).toContain("its time was over");
    const profile = { readings: { "action-gating": { value: { gating: "free" }, evidence: "" } } } as const;
    expect(reasonOf(answering(200), { partial, applicability: unseen, profile })).toBe("none seen");
  });
});

describe("a requirement that nothing exercised says what settles it", () => {
  const reasonIn = (more: SampleOptions): string | undefined =>
    sampleResults({ unjudged: ["STATE-03"], ...more }).requirements.find(({ id }) => id === "STATE-03")?.reason;

  test("after a quick run, more cases", () => {
    expect(reasonIn({ depth: "quick", applicability: new Map() })).toMatch(
      /settles it: a run of more cases \(`--depth standard`\)\.$/,
    );
  });
  test("after a part of a run, the whole", () => {
    expect(reasonIn({ partial: { interrupted: true }, applicability: new Map() })).toMatch(
      /settles it: a whole run\.$/,
    );
  });
  test("after a whole run, another seed", () => {
    expect(reasonIn({ applicability: new Map() })).toMatch(/settles it: a run with another `--seed`\.$/);
  });
  test("what it needs of the configuration, where nobody looked whether that is given", () => {
    expect(reasonIn({})).toContain("`access: read-write` for the environment");
  });
});
