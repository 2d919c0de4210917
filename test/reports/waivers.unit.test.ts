/** Waivers of one operation or endpoint set: what they cover is excused, everything else counts. */
import { describe, expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { mergeCollectors, ResultCollector, resultsProblems, type Results } from "../../reports/results/index.ts";
import { headline } from "../../reports/text/headline.ts";
import { tellingSentence } from "../../reports/text/telling.ts";
import { operationById, type OperationId } from "../../spec/operations.ts";
import { requirements } from "../../spec/requirements/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { base } from "./sample-builder.ts";

const waiver: Waiver = { requirement: "STATE-03", reason: "TICKET-123", expires: "2027-01-31" };
const ofOperation: Waiver = { ...waiver, operation: "v2TraceState" };
const ofFace: Waiver = { ...waiver, face: "legacy" };

const judgement = (operationId: OperationId, outcome: Judgement["outcome"]): Judgement => ({
  ...{ requirement: "STATE-03", outcome, operationId, face: operationById(operationId).face, exchanges: [0] },
  ...(outcome === "failed" ? { message: `wrong on ${operationId}` } : {}),
});
const failed = (operationId: OperationId): Judgement => judgement(operationId, "failed");
const passed = (operationId: OperationId): Judgement => judgement(operationId, "passed");

function collectorOf(judgements: readonly Judgement[]): ResultCollector {
  const collector = new ResultCollector();
  judgements.forEach((one, at) => {
    // The first scripts are the smallest, and so told first.
    const script = { id: `s${at}`, title: "x".repeat(at + 1), steps: [] };
    collector.add({ script, judgements: [one], exchangesOf: () => [] });
  });
  return collector;
}

const resultsOf = (judgements: readonly Judgement[], waivers: readonly Waiver[], more: object = {}): Results =>
  collectorOf(judgements).finish({ ...base, waivers, ...more });
const state = (results: Results) => results.requirements.find(({ id }) => id === "STATE-03");

describe("a waiver of an operation or endpoint set", () => {
  test.each([
    ["operation", ofOperation, failed("v2TraceState"), "v2TraceState"],
    ["face", ofFace, failed("legacyAppendAction"), "legacy"],
  ])("covers the failures of its %s", (_, one, failure, where) => {
    const results = resultsOf([failure, passed("v2AppendAction")], [one]);
    expect(state(results)).toMatchObject({
      status: "waived",
      reason: `TICKET-123, ${where} alone (until 2027-01-31)`,
      waiver: { reason: "TICKET-123" },
    });
    expect(formatByName("terminal").render(results).replaceAll(/\s+/g, " ")).toContain(
      `1 failure waived: STATE-03 (${where} alone).`,
    );
  });

  test("leaves the others to count, and tells those first", () => {
    const results = resultsOf([failed("v2TraceState"), failed("legacyTraceState")], [ofOperation]);
    const found = state(results);
    expect(found).toMatchObject({
      status: "failed",
      reason: "1 of its 2 failures are waived: TICKET-123, v2TraceState alone (until 2027-01-31). The others count.",
      partlyWaived: [{ operation: "v2TraceState", reason: "TICKET-123", expires: "2027-01-31", failures: 1 }],
    });
    expect(found?.failures?.map(({ operation, waived }) => [operation, waived])).toEqual([
      ["legacyTraceState", undefined],
      ["v2TraceState", true],
    ]);
    expect(found && tellingSentence(found)).toContain("wrong on legacyTraceState");
    expect(results.verdict).toBe("non-conformant");
    expect(headline(results)).toContain("1 failure waived: STATE-03 (v2TraceState alone).");
    expect(resultsProblems(results)).toEqual([]);
  });

  test("covers with others of its requirement all there is", () => {
    const judgements = [failed("v2TraceState"), failed("legacyTraceState")];
    expect(state(resultsOf(judgements, [ofOperation, ofFace]))?.status).toBe("waived");
    const late = { ...ofFace, expires: "2020-01-31" };
    expect(state(resultsOf(judgements, [ofOperation, late]))).toMatchObject({
      status: "failed",
      reason: "Its waiver (TICKET-123, legacy alone) expired on 2020-01-31.",
    });
  });

  test("that has nothing to cover any more is red, but not where nothing was judged there", () => {
    expect(state(resultsOf([passed("v2TraceState")], [ofOperation]))).toMatchObject({
      status: "failed",
      reason:
        "It passes for v2TraceState, yet it is waived (TICKET-123, v2TraceState alone); " +
        "remove the entry `waivers: STATE-03` for v2TraceState alone from the configuration.",
    });
    expect(state(resultsOf([passed("legacyTraceState")], [ofOperation]))?.status).toBe("passed");
    const part = { partial: { only: ["STATE"] } };
    expect(state(resultsOf([passed("v2TraceState")], [ofOperation], part))?.status).toBe("passed");
  });

  test("no longer needed is told as that, and no requirement is said to have failed", () => {
    const results = resultsOf([passed("v2TraceState")], [waiver]);
    expect(headline(results)).toMatch(/^1 waiver no longer needed\./);
    expect(results.reasons[0]).toMatch(/^STATE-03: It passes/);
    expect(resultsProblems(results)).toEqual([]);
    const other = { requirement: "STATE-02", outcome: "failed", message: "m", exchanges: [0] } as const;
    expect(headline(resultsOf([passed("v2TraceState"), other], [waiver]))).toMatch(
      /^1 of \d+ requirements failed, and 1 waiver no longer needed\./,
    );
    // What was left out may still fail.
    expect(state(resultsOf([passed("v2TraceState")], [waiver], { bailed: true }))?.status).toBe("passed");
  });

  test("that expired stands behind what was seen, also where that follows from something else", () => {
    const late = { ...waiver, expires: "2020-01-31" };
    const results = resultsOf([failed("v2TraceState")], [late]);
    const said = "Its waiver (TICKET-123) expired on 2020-01-31.";
    const screen = (shown: Results): string => formatByName("terminal").render(shown).replaceAll(/\s+/g, " ");
    expect(screen(results)).toContain(`wrong on v2TraceState. ${said}`);
    const root = { requirement: "STATE-02", outcome: "failed", message: "m", exchanges: [0] } as const;
    const both = resultsOf([failed("v2TraceState"), root], [late]);
    const caused = { ...both, causes: [{ root: "STATE-02", followers: ["STATE-03"] }] };
    expect(screen(caused)).toContain(`most likely from it: STATE-03 STATE-03: ${said}`);
  });

  test("covers no failure of which the operation is not known, and the same in shards as in one run", () => {
    const { operationId: _, face: _face, ...unknown } = failed("v2TraceState");
    const all = [failed("v2TraceState"), unknown, passed("legacyTraceState")];
    expect(state(resultsOf(all, [ofOperation]))?.status).toBe("failed");
    const shards = all.map((one) => collectorOf([one]).toJSON());
    const merged = mergeCollectors(shards).finish({ ...base, waivers: [ofOperation] });
    expect(state(merged)?.reason).toBe(state(resultsOf(all, [ofOperation]))?.reason);
  });
});

describe("waivers are refused", () => {
  test.each<readonly [string, readonly Waiver[], RegExp]>([
    ["that cover the same failures", [waiver, ofFace], /waivers\[1\].*waived already, by waivers\[0\]/],
    [
      "of an operation and another endpoint set",
      [{ ...ofOperation, face: "legacy" }],
      /v2TraceState is not of the endpoint set legacy/,
    ],
    [
      "of a part of what is about all operations",
      [{ ...ofFace, requirement: "ROBUST-08" }],
      /about all operations together/,
    ],
  ])("%s", (_, waivers, message) => {
    expect(() => refuseUnknownWaivers({ name: "preprod", waivers }, requirements)).toThrow(message);
  });

  test("and not where they part the failures among them", () => {
    refuseUnknownWaivers({ name: "preprod", waivers: [ofOperation, ofFace] }, requirements);
  });
});
