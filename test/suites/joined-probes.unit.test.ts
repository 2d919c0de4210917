/** What probes sent step by step on one trace is judged together. */
import { expect, test } from "vitest";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { ownParts } from "../../suites/extensions/parts.ts";
import { joinedByTrace } from "../../suites/engine/judging/joined-probes.ts";
import { SavedJudge } from "../../suites/engine/judging/judge-saved.ts";
import { select } from "../../suites/engine/plan/selection.ts";
import { Recorder } from "../../suites/engine/results/recorder.ts";
import { contextOf } from "../checks/support/choices.ts";
import { Story } from "../checks/support/history.ts";
import { answers, last, type HistoryFault } from "../checks/support/history-faults.ts";

const trial = { candidateFor: "action-gating" } as const;

/** A trace that is walked along, with an action that is refused on the way. */
function walk(): { readonly story: Story; readonly history: History } {
  const story = new Story();
  const trace = story.create();
  story.act(trace, {}, trial);
  story.state(trace);
  story.act(trace, {}, { ...trial, refused: true });
  story.act(trace, {}, { ...trial, face: "legacy" });
  story.state(trace);
  return { story, history: story.history() };
}

/** Each exchange as the history of a probe of its own. */
function apart({ exchanges }: History): readonly History[] {
  return exchanges.map((exchange, at) => {
    const id = `probes/fixture/${String(at + 1)}`;
    const steps = [stepOf(exchange)];
    return { script: { id, title: id, steps }, exchanges: [{ ...exchange, index: 0, step: "0" }], unsent: [] };
  });
}

function stepOf({ intent, face, candidateFor }: Exchange): OperationStep {
  const trial = candidateFor ? { candidateFor } : {};
  if (intent.kind === "create") return { op: "create", face, data: {}, ...trial };
  if (intent.kind === "act") return { op: "act", face, trace: intent.traceId, data: {}, ...trial };
  return { op: "state", face, trace: "traceId" in intent ? intent.traceId : "" };
}

function failed(histories: readonly History[], story: Story): readonly string[] {
  const recorder = new Recorder({ baseUrl: "http://127.0.0.1", redact: (text) => text });
  const context = contextOf(story.choices);
  const judge = new SavedJudge({ recorder, selection: select([]), parts: ownParts, context });
  for (const one of histories) judge.add(one);
  judge.finish();
  return recorder.progress.failed;
}

/** The last state is what the one before was. */
const lost: HistoryFault = (history) => {
  const before = history.exchanges.find(({ intent, response }) => intent.kind === "state" && response);
  return before?.response ? last("state", answers(before.response))(history) : history;
};

test("a state that lost an action of the walk breaks what its requests by themselves do not show", () => {
  const { story, history } = walk();
  expect(failed(apart(history), story)).toEqual([]);
  expect(failed(apart(lost(history)), story)).toContain("STATE-03");
});

test("what was tried and taken is an action like any other; what was refused stays a trial", () => {
  const [joined, ...others] = joinedByTrace(apart(walk().history), ownParts, 0);
  expect(others).toEqual([]);
  const trials = joined?.exchanges.map(({ candidateFor }) => candidateFor !== undefined);
  expect(trials).toEqual([false, false, false, true, false, false]);
  const refs = joined?.script.steps.map((step) => ("trace" in step ? step.trace : "as" in step && step.as));
  expect(refs).toEqual(["walked", ...Array.from({ length: 5 }, () => "$walked")]);
  expect(joined?.judgedOn).toContain("STATE-03");
  expect(joined?.judgedOn).not.toContain("STATE-01");
});

test("nothing is put together of what was under way at the same time, or is the trace of one script alone", () => {
  const { history } = walk();
  const slow = (one: Exchange, at: number): Exchange => (at === 1 ? { ...one, receivedAtMs: Infinity } : one);
  const atOnce = apart({ ...history, exchanges: history.exchanges.map(slow) });
  expect(joinedByTrace(atOnce, ownParts, 0)).toEqual([]);
  expect(joinedByTrace([history], ownParts, 0)).toEqual([]);
});

test("what came before two requests were under way at the same time is put together; reads that came too soon are not", () => {
  const { history } = walk();
  const atEnd = history.exchanges.length - 2;
  const slow = (one: Exchange, at: number): Exchange => (at === atEnd ? { ...one, receivedAtMs: Infinity } : one);
  const [joined] = joinedByTrace(apart({ ...history, exchanges: history.exchanges.map(slow) }), ownParts, 0);
  expect(joined?.exchanges).toHaveLength(atEnd);
  const kinds = (lagMs: number) =>
    joinedByTrace(apart(history), ownParts, lagMs)[0]?.exchanges.map(({ intent }) => intent.kind);
  expect(kinds(0)?.filter((kind) => kind === "state")).toHaveLength(2);
  expect(kinds(3_600_000)).not.toContain("state");
});
