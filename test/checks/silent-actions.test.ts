/** Actions that were seen to leave a computed state as it was, while others change it: that is no fault of the state. */
import { expect, test } from "vitest";
import { members } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

function followed(story: Story): void {
  const trace = story.create({ members: { word: "amber" } });
  story.state(trace);
  story.act(trace, { members: { more: 1 } });
  story.state(trace);
}

/** What is blamed where the state stays the same. */
function blamed(silent: readonly string[], ofFirst = false): readonly string[] {
  const { history, story } = told({ choices: { statePath: null, silent, ofFirst }, tell: followed });
  const same = members({ state: { status: "active" } });
  const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one));
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices));
}

test("the state may stay as it was after them", () => {
  expect(blamed(["open"])).toEqual([]);
});

test("and after no others", () => {
  expect(blamed(["close"]).join()).toContain("STATE-08");
  expect(blamed([]).join()).toContain("STATE-08");
});

test("and after any but the first where it shows the data of that alone", () => {
  expect(blamed([], true)).toEqual([]);
});

test("and where it has members of its own beside the marker of the first action, and of no later one", () => {
  const { history, story } = told({ choices: { statePath: null, hasPhase: true }, tell: followed });
  const marks = history.exchanges.flatMap(({ intent }) =>
    intent.kind === "create" || intent.kind === "act" ? [(intent.data as { tcMark: string }).tcMark] : [],
  );
  const blamedWith = (tcMark: string): string => {
    const same = members({ state: { tcMark, phase: "open" } });
    const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one));
    return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join();
  };
  expect(blamedWith(marks[0] ?? "")).not.toContain("STATE-08");
  expect(blamedWith("none of them")).toContain("STATE-08");
});

test("what has no room for a marker is as new by its values", () => {
  const tell = (story: Story): void => {
    const trace = story.create({ members: { word: "amber" } });
    story.state(trace);
    story.act(trace, { data: { kilos: 3 } });
    story.state(trace);
  };
  const { history, story } = told({ choices: { statePath: null }, tell });
  const same = members({ state: {} });
  const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one));
  expect(failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join()).toContain("STATE-08");
});

test("what stood in the state before is nothing new", () => {
  const blamedFor = (guests: number): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      story.state(trace);
      story.act(trace, { members: { guests } });
      story.state(trace);
    };
    const { history, story } = told({ choices: { statePath: null, absent: ["tcRun", "tcMark"] }, tell });
    const same = members({ state: { guests: 120, stage: "open" } });
    const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one));
    return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join();
  };
  expect(blamedFor(120)).not.toContain("STATE-08");
  expect(blamedFor(90)).toContain("STATE-08");
});

/** What is blamed where a state that never shows the data is what it was before these actions. */
function blamedAfter(...words: readonly string[]) {
  const tell = (story: Story): void => {
    const trace = story.create({ members: { word: "amber" } });
    story.state(trace);
    for (const word of words) story.act(trace, { members: { word } });
    story.state(trace);
  };
  const { history, story } = told({ choices: { statePath: null }, tell });
  const same = members({ state: { status: "active" } });
  const exchanges = history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one));
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join();
}

test("a state may be again what it was where one action may have undone another", () => {
  expect(blamedAfter("bid", "withdrawn")).not.toContain("STATE-08");
  expect(blamedAfter("bid")).toContain("STATE-08");
});

/** What is blamed of a state that is again what it was, where others act between the reads of the first user. */
function blamedBesideOthers(statuses: readonly string[]): string {
  const tell = (story: Story): void => {
    const trace = story.create({ members: { word: "amber" } });
    story.state(trace, { face: "legacy" });
    story.act(trace, { members: { question: "why" } }, { face: "legacy", by: "user-0" });
    story.state(trace, { face: "legacy" });
    story.state(trace);
    story.act(trace, { members: { hold: "so" } });
    story.act(trace, { members: { release: "now" } });
    story.state(trace);
  };
  const { history, story } = told({ choices: { statePath: null }, tell });
  const left = [...statuses];
  const exchanges = history.exchanges.map((one) =>
    one.intent.kind === "state" ? members({ state: { status: left.shift() ?? "" } })(one) : one,
  );
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join();
}

test("one that each reader sees changed by others does tell something, though answers to others stand between", () => {
  expect(blamedBesideOthers(["open", "asked", "asked", "asked"])).not.toContain("STATE-08");
  expect(blamedBesideOthers(["open", "open", "open", "open"])).toContain("STATE-08");
});
