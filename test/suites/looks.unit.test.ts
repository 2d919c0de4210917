/** Scripts that ran again among lost answers: who judges the saved histories again believes what the run believed. */
import { expect, test } from "vitest";
import { rule, type Rule } from "../../checks/index.ts";
import { robustnessRules } from "../../checks/robustness.ts";
import type { Exchange, History, TransportFailure } from "../../spec/vocabulary/history.ts";
import { SavedJudge } from "../../suites/engine/judging/judge-saved.ts";
import { Recorder } from "../../suites/engine/results/recorder.ts";
import { select } from "../../suites/engine/plan/selection.ts";
import { ownParts } from "../../suites/extensions/parts.ts";

const context = {
  profile: { readings: {} },
  target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
} as const;
/** Fails for 418. */
const teapots = rule("STATE-01", ({ exchanges }) =>
  exchanges.map((exchange) => [exchange, exchange.response?.status === 418 && { message: "a teapot" }] as const),
);

/** In place of a status: no answer in time; a connection that brought answers before, and was closed. */
const [noAnswer, idleClosed] = [0, 1];
const failures: Readonly<Record<number, TransportFailure>> = {
  [noAnswer]: { kind: "timeout", message: "no answer in time" },
  [idleClosed]: { kind: "reset", message: "other side closed", reused: true },
};

function history(id: string, statuses: readonly number[], more: Partial<History> = {}): History {
  const exchanges = statuses.map((status, index): Exchange => ({
    index,
    step: String(index),
    operationId: "v2TraceState",
    face: "v2",
    actor: "first",
    intent: { kind: "state", traceId: "00000000-0000-4000-8000-000000000000" },
    defects: [],
    traits: [],
    request: { method: "GET", path: "/", headers: {}, bodyBytes: 0 },
    ...(failures[status] ? { failure: failures[status] } : { response: { status, headers: {}, bytes: 0, sha256: "" } }),
    sentAtMs: index,
    receivedAtMs: index,
  }));
  return { script: { id, title: id, steps: [] }, exchanges, unsent: [], ...more };
}

function judged(
  histories: readonly History[],
  rules: readonly Rule[] = [teapots],
): { failed: readonly string[]; alone: readonly string[] } {
  const recorder = new Recorder({ baseUrl: "http://127.0.0.1", redact: (text) => text });
  const parts = { rules, requirements: ownParts.requirements };
  const judge = new SavedJudge({ recorder, selection: select([]), parts, context });
  for (const one of histories) judge.add(one);
  return { alone: judge.finish(), failed: recorder.progress.failed };
}

const others = history("other", [200]);

test("what failed once among lost answers, and not again, is no failure", () => {
  const histories = [history("a", [418, 503]), others, history("a", [200, 200], { again: "run1r1" })];
  expect(judged(histories)).toEqual({ failed: [], alone: [] });
});

test("what fails each time is one", () => {
  const again = (name: string): History => history("a", [418, 503], { again: name });
  const histories = [history("a", [418, 503]), again("run1r1"), others, again("run1r2"), again("run1r3")];
  expect(judged(histories)).toEqual({ failed: ["STATE-01"], alone: [] });
});

test("without a lost answer nothing is to run again, and who says so is told", () => {
  const histories = [history("a", [418, 200]), history("a", [200, 200], { again: "run1r1" })];
  expect(judged(histories)).toEqual({ failed: ["STATE-01"], alone: ["a"] });
});

test("with one it is, and who left that out is told", () => {
  expect(judged([history("a", [418, 503])])).toEqual({ failed: [], alone: ["a"] });
});

test("smaller scripts are judged on what they were made for alone", () => {
  expect(judged([history("a/smaller-1", [418], { judgedOn: ["PAGE-01"] })])).toEqual({ failed: [], alone: [] });
});

test("a connection that may have been idle is blamed on an operation only where it is closed each time", () => {
  const again = (name: string, status: number): History => history("a", [status], { again: name });
  const once = [history("a", [idleClosed]), again("run1r1", 200)];
  expect(judged(once, robustnessRules)).toEqual({ failed: [], alone: [] });
  const always = [history("a", [idleClosed]), ...["run1r1", "run1r2", "run1r3"].map((name) => again(name, idleClosed))];
  expect(judged(always, robustnessRules).failed).toContain("ROBUST-04");
  expect(judged([history("probes/a/1", [idleClosed])], robustnessRules).failed).toEqual([]);
});

test("what the probes met among lost answers is left to the scripts", () => {
  expect(judged([history("probes/a/1", [418, 503])])).toEqual({ failed: [], alone: [] });
});

test("but for what a lost answer breaks by itself, and for a 500 that comes again to the same step", () => {
  const onLoss = rule("ROBUST-02", ({ exchanges }) =>
    exchanges.map((exchange) => [exchange, !exchange.response && { message: "no answer" }] as const),
  );
  const onError = rule("ROBUST-01", ({ exchanges }) =>
    exchanges.map((exchange) => [exchange, (exchange.response?.status ?? 0) >= 500 && { message: "a 5xx" }] as const),
  );
  const rules = [teapots, onLoss, onError];
  const failedIn = (...histories: readonly History[]): readonly string[] => judged(histories, rules).failed;

  expect(failedIn(history("probes/a/1", [418, noAnswer]))).toEqual(["ROBUST-02"]);
  expect(failedIn(history("probes/a/1", [500]))).toEqual([]);
  expect(failedIn(history("probes/a/1", [500]), history("probes/b/1", [500]))).toEqual(["ROBUST-01"]);
  expect(failedIn(history("probes/a/1", [500, 200]), history("probes/b/1", [200, 500]))).toEqual([]);
  // That may be no more than too many at once.
  expect(failedIn(history("probes/a/1", [503]), history("probes/b/1", [503]))).toEqual([]);
});
