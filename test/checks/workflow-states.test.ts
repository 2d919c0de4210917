/** States of several workflows: some compute them, and show nothing of the data, or never some members. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { areChanged, readByWorkflow, workflowsLeftOut } from "../../probes/seen/states-by-workflow.ts";
import { seenStates, type SeenState } from "../../probes/seen/states.ts";
import type { Json } from "../../spec/json.ts";
import { faces } from "../../spec/operations.ts";
import type { Profile, Reading } from "../../spec/vocabulary/profile.ts";
import { members } from "./support/history-faults.ts";
import { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

const computed = { path: null, fold: "shallow-merge", encoding: "json", exact: false } as const;

/** What fails where the states of a trace of this workflow show none of the data. */
function blamed(workflow: number): readonly string[] {
  const story = new Story();
  const trace = story.create({ workflow });
  story.act(trace, { workflow, data: { more: 1 } });
  story.state(trace);
  const history = story.history();
  const hides = members({ state: { status: "active" } });
  const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? hides(one) : one));
  const { value, ...reading } = story.profile.readings["state-data"] as Required<Reading<"state-data">>;
  const second = story.target.workflows[1]?.id ?? "";
  const readings = { ...reading, value: { ...value, workflows: { [second]: computed } } };
  const profile: Profile = { readings: { ...story.profile.readings, "state-data": readings } };
  const { judgements } = judge(new Case({ ...history, exchanges }, { profile, target: story.target }));
  return judgements.filter(({ outcome }) => outcome === "failed").map(({ requirement }) => requirement);
}

test("that of one workflow is computed takes nothing from those of another", () => {
  expect(blamed(0)).toContain("STATE-03");
  expect(blamed(1)).toEqual([]);
});

test("each workflow is read by itself where one shows the data and another does not", async () => {
  const story = new Story();
  for (const workflow of [0, 1]) story.state(story.create({ workflow }));
  const { exchanges } = story.history();
  const shows = { ...computed, path: ["data"] };
  const read = (of: (workflow: number) => Reading<"state-data">["value"]) =>
    readByWorkflow(seenStates(exchanges), exchanges, story.target, (states: readonly SeenState[]) => {
      const creation = exchanges.find(({ response }) =>
        JSON.stringify(response?.json).includes(states[0]?.traceId ?? "-"),
      );
      const value = of(creation?.intent.kind === "create" ? creation.intent.workflow : -1);
      return Promise.resolve({ evidence: "seen", ...(value ? { value } : {}) });
    });
  const second = story.target.workflows[1]?.id ?? "";
  expect(await read((workflow) => (workflow === 0 ? shows : computed))).toMatchObject({
    value: { ...shows, workflows: { [second]: computed } },
  });
  expect(await read(() => computed)).toBe("nowhere");
  expect(await read(() => shows)).toBeUndefined();
});

test("a reading leaves a workflow out where none of its states follows it, though they change, and those of another do", () => {
  type Show = (numbers: readonly number[]) => Json;
  const leavesOut = (shows: readonly [Show, Show]): boolean => {
    const story = new Story();
    const traces = [0, 1].map((workflow) => {
      const trace = story.create({ workflow, data: { a: 0 } });
      const readAll = (): void => faces.forEach((face) => void story.state(trace, { face }));
      readAll();
      story.act(trace, { workflow, data: { a: 1 } });
      readAll();
      return trace.id;
    });
    const { exchanges } = story.history();
    const states = seenStates(exchanges).map((one) => {
      const show = shows[traces.indexOf(one.traceId)];
      return { ...one, state: show?.(one.actions.map((_, at) => at)) ?? null };
    });
    const left = workflowsLeftOut(states, exchanges, { ...computed, path: ["raw"] });
    return left.size > 0 && areChanged(states, exchanges, left);
  };
  const raw: Show = (numbers) => ({ raw: { a: numbers.at(-1) ?? 0 } });
  const history: Show = (numbers) => ({ history: numbers.map((a) => ({ a })) });
  expect(leavesOut([raw, history])).toBe(true);
  expect(leavesOut([raw, raw])).toBe(false);
  expect(leavesOut([history, history])).toBe(false);
  // What shows nothing of any action is no reading of its own.
  expect(leavesOut([raw, () => ({ raw: {} })])).toBe(false);
});

/** What is blamed where the state stays as it was after the same again, but for a member. */
function blamedAfterSame(absent: readonly string[]): string {
  const tell = (story: Story): void => {
    const trace = story.create({ members: { fit: true, findings: "none" } });
    story.state(trace);
    story.act(trace, { members: { fit: true, findings: "some" } });
    story.state(trace);
  };
  const { history, story } = told({ choices: { statePath: null, absent: [...absent, "tcMark", "tcRun"] }, tell });
  const same = members({ state: { fit: true } });
  const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one));
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join();
}

test("the same again but for a member that no state shows may leave it as it was", () => {
  expect(blamedAfterSame(["findings"])).not.toContain("STATE-08");
  expect(blamedAfterSame([])).toContain("STATE-08");
});

/**
 * What is blamed where the second note on a trace leaves the state as the first one did.
 * @param statuses that states of the workflow were seen to have
 */
function blamedAfterRepeated(statuses: readonly string[], notes = 2): string {
  const tell = (story: Story): void => {
    const trace = story.create();
    if (notes === 1) story.state(trace);
    for (let note = 0; note < notes; note++) {
      story.act(trace);
      story.state(trace);
    }
  };
  const { history, story } = told({ choices: { statePath: null }, tell });
  const same = members({ state: { what: "a lift that stands", status: "attended" } });
  const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one));
  const { value, ...reading } = story.profile.readings["state-data"] as Required<Reading<"state-data">>;
  const known = { ...reading, value: { ...value, ownValues: { status: statuses } } };
  const profile: Profile = { readings: { ...story.profile.readings, "state-data": known } };
  const { judgements } = judge(new Case({ ...history, exchanges }, { profile, target: story.target }));
  return judgements.flatMap(({ outcome, requirement }) => (outcome === "failed" ? [requirement] : [])).join();
}

test("an action that was appended before may leave a computed state as it is, where such states were seen to change", () => {
  expect(blamedAfterRepeated(["reported", "attended"])).not.toContain("STATE-08");
  expect(blamedAfterRepeated(["attended"])).toContain("STATE-08");
  expect(blamedAfterRepeated(["reported", "attended"], 1)).toContain("STATE-08");
});
