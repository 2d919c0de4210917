/** Actions of a workflow that is a process: what it explains is no fault, and everything else is. */
import { describe, expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import { faces } from "../../spec/operations.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import { jsonAnswer } from "./support/answers.ts";
import { requirementsIn } from "./support/blamed.ts";
import { usual, type Choices } from "./support/choices.ts";
import { Story, type TraceHandle } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** A trace of three actions, and one more that is refused through each face. */
const ended = (story: Story): TraceHandle => {
  const trace = story.create();
  story.act(trace);
  story.act(trace, {}, { face: "legacy" });
  story.state(trace);
  story.act(trace, {}, { refused: true });
  story.act(trace, {}, { face: "legacy", refused: true });
  story.state(trace);
  return trace;
};
const open = (story: Story): void => {
  const trace = story.create();
  story.state(trace);
  story.act(trace, {}, { refused: true });
};

test("a list that does not name an action, and is another reader's, says nothing of what its sender brings", () => {
  const choices: Partial<Choices> = { gating: "listed", mostActions: 3 };
  const taken = (members: JsonObject, sender: "first" | "user-0") => (story: Story) => {
    const trace = story.create();
    const answer = jsonAnswer({ error: null, data: { state: { data: {}, next: {} } } });
    story.state(trace, { answer });
    story.act(trace, { members: { lot: 1 } }, { actor: sender, refused: true });
    story.act(trace, { members }, { actor: sender, face: "legacy" });
  };
  expect(requirementsIn(choices, taken({ lot: 2 }, "user-0"))).not.toContain("GATE-02");
  expect(requirementsIn(choices, taken({ lot: 1 }, "user-0"))).toContain("GATE-02");
  expect(requirementsIn(choices, taken({ lot: 2 }, "first"))).toContain("GATE-02");
});

describe.each(["ordered", "listed"] as const)("%s", (gating) => {
  const choices: Partial<Choices> = { gating, mostActions: 3 };

  test("an action that may not come is refused", () => {
    expect(requirementsIn(choices, ended)).toEqual(new Set());
  });

  test("one that may is not", () => {
    expect(requirementsIn(choices, open)).toEqual(new Set(["REFUSE-03", "ACT-03"]));
  });

  test("a refused one leaves no mark", () => {
    const marked = (story: Story): void => {
      const trace = ended(story);
      story.act(trace, {}, { refused: true });
      story.service.append(trace.id, { data: { left: true }, actionKey: "open", groupLabel: "clerks", files: [] });
      story.state(trace);
    };
    expect(requirementsIn(choices, marked)).toContain("REFUSE-01");
  });
});

test.each([
  ["says when to come back is none, so that the other face may take the action", { "retry-after": "1" }, false],
  ["does not is one, so that the other face may not", {}, true],
])("a refusal that %s", (_, headers: Record<string, string>, isFault) => {
  const { history, story } = told({
    choices: { gating: "ordered", mostActions: 3 },
    tell: (story) => void ended(story),
  });
  const acts = history.exchanges.filter(({ intent }) => intent.kind === "act");
  const [busy, taken] = acts.filter(({ response }) => response?.status === 400);
  const accepted = acts.find(({ response, face }) => response?.status === 200 && face === taken?.face);
  const exchanges = history.exchanges.map((one) => {
    const response = one === busy ? one.response : one === taken ? accepted?.response : undefined;
    if (!response) return one;
    const { status } = response;
    return { ...one, response: status === 400 ? { ...response, status: 409, headers } : response };
  });
  const failures = failuresIn(judgementsOf({ ...history, exchanges }, story.choices));
  expect(failures.some((text) => text.startsWith("GATE-02"))).toBe(isFault);
});

test("the list of the state counts, not what was seen on other traces", () => {
  const choices: Partial<Choices> = { gating: "listed", mostActions: 1 };
  expect(requirementsIn(choices, open)).toEqual(new Set());
});

test("a bound on the actions of a trace holds, whatever the list names; that only one was ever taken is no such bound", () => {
  // The service lists an action for as long as it likes.
  const listsStill = (story: Story): void => {
    const trace = story.create();
    story.act(trace);
    const answer = jsonAnswer({ error: null, data: { state: { data: {}, next: { clerks: ["open"] } } } });
    story.state(trace, { answer });
    story.act(trace, {}, { refused: true });
  };
  expect(requirementsIn({ gating: "listed", fullAt: 2 }, listsStill)).not.toContain("ACT-03");
  expect(requirementsIn({ gating: "listed", fullAt: 3 }, listsStill)).toContain("ACT-03");
  expect(requirementsIn({ gating: "listed", fullAt: 1 }, listsStill)).toContain("ACT-03");
});

test("where the data of earlier actions decide and nothing lists what may come, no refusal is wrong", () => {
  expect(requirementsIn({ gating: "by-data" }, ended)).toEqual(new Set());
});

test.each([
  ["some", ["b"], [[]]],
  ["none", [], [["b"]]],
  ["pdf", ["b.pdf:b"], [[], ["b"], ["b.pdf:b", "c.pdf:c"]]],
  [{ types: [".png", ".tif"], most: 1 }, ["b.TIF:b"], [["b.pdf:b"], ["b"], ["b.png:b", "c.png:c"]]],
  [{ needed: true, most: 1 }, ["b"], [[], ["b", "c"]]],
] as const)("an action that wants %j may be refused with others alone", (files, right, wrong) => {
  const refusedWith = (brought: readonly string[]) => (story: Story) => {
    const trace = story.create({ files: files === "none" ? [] : right });
    story.act(trace, { files: brought }, { refused: true });
  };
  for (const brought of wrong) expect(requirementsIn({ files }, refusedWith(brought))).toEqual(new Set());
  expect(requirementsIn({ files }, refusedWith(right))).toContain("ACT-03");
});

test("without a process nothing explains a refusal", () => {
  expect(requirementsIn(usual, ended)).toEqual(new Set(["REFUSE-03", "ACT-03", "ACT-04"]));
});

test("of actions at the same time those are refused that come too late", () => {
  const choices: Partial<Choices> = { gating: "ordered", mostActions: 2 };
  const raced = (story: Story): void => {
    const trace = story.create();
    story.together(() => {
      story.act(trace);
      story.act(trace, {}, { face: "legacy", refused: true });
    });
  };
  expect(requirementsIn(choices, raced)).toEqual(new Set());
  expect(requirementsIn({}, raced)).toContain("ACT-04");
});

describe("a trace that is busy for a moment after an action", () => {
  const choices: Partial<Choices> = { gating: "listed", busy: true };
  const taken = (story: Story): void => {
    const trace = story.create();
    story.act(trace);
    story.state(trace);
    story.act(trace);
  };
  const refused = (story: Story): void => {
    const trace = story.create();
    story.act(trace);
    story.state(trace);
    story.act(trace, {}, { refused: true, traits: ["data.odd"] });
    story.state(trace);
  };
  /** What is blamed where the profile does not know of it. @param busy how often who acted last was told to come again */
  const unknown = (tell: (story: Story) => void, busy: number): ReadonlySet<string> => {
    const { history, story } = told({ choices, tell });
    const last = history.exchanges.findLast(({ intent }) => intent.kind === "act");
    const exchanges = history.exchanges.map((one) => (busy > 0 && one === last ? { ...one, busy } : one));
    const failures = failuresIn(judgementsOf({ ...history, exchanges }, { ...story.choices, busy: false }));
    return new Set(failures.map((text) => text.split(" ", 1)[0] ?? ""));
  };

  test("takes what it did not list meanwhile, and its state is another one then", () => {
    expect(requirementsIn(choices, taken)).toEqual(new Set());
    expect(requirementsIn(choices, refused)).toEqual(new Set());
  });

  test("may show another list than a trace of the same steps that is so no more", () => {
    const twins = (story: Story): void => {
      for (const [at, face] of faces.entries()) {
        const trace = story.create({}, { face });
        story.act(trace, {}, { face });
        for (let reads = 0; reads <= at; reads += 1) story.state(trace);
      }
    };
    expect(requirementsIn(choices, twins)).toEqual(new Set());
    expect(unknown(twins, 0)).toContain("EQUIV-07");
  });

  test("is known, or says so to who acts", () => {
    expect([unknown(taken, 0), unknown(taken, 1)]).toEqual([new Set(["GATE-01"]), new Set()]);
    expect([unknown(refused, 0), unknown(refused, 1)]).toEqual([
      new Set(["REFUSE-01", "STATE-04", "STATE-05"]),
      new Set(),
    ]);
  });
});

describe("an action that the state did not list", () => {
  /** The list was read before, and the action accepted. @param busy how often who acted was told to come again */
  const blamed = (busy: number, goesOn: boolean): ReadonlySet<string> => {
    const tell = (story: Story): void => {
      const trace = story.create();
      story.state(trace);
      story.act(trace);
    };
    const { history, story } = told({ choices: { gating: "listed", mostActions: 1 }, tell });
    const last = history.exchanges.at(-1);
    const exchanges = history.exchanges.map((one) => (busy > 0 && one === last ? { ...one, busy } : one));
    const failures = failuresIn(judgementsOf({ ...history, exchanges }, { ...story.choices, listGoesOn: goesOn }));
    return new Set(failures.map((text) => text.split(" ", 1)[0] ?? ""));
  };

  test("is not accepted", () => {
    expect(blamed(0, false)).toContain("GATE-01");
  });

  test("may be once a wait is over, or where the list goes on with the clock", () => {
    expect([blamed(1, false), blamed(0, true)]).toEqual([new Set(), new Set()]);
  });
});

describe("where all that is known of a process are sequences that were taken", () => {
  const choices: Partial<Choices> = { gating: "listed", onlyPaths: true, mostActions: 4 };
  const racedAfter = (tell: (story: Story) => void) => (story: Story) => {
    tell(story);
    const trace = story.create();
    story.act(trace);
    story.together(() => {
      for (const refused of [false, false, true]) story.act(trace, {}, { refused });
    });
  };
  const oneAfterTheOther = (story: Story): void => {
    const trace = story.create();
    for (const refused of [false, false, false, true]) story.act(trace, {}, { face: "legacy", refused });
  };
  const judged = (tell: (story: Story) => void): readonly string[] => {
    const { history, story } = told({ choices, tell: racedAfter(tell) });
    return judgementsOf(history, story.choices).flatMap((one) =>
      one.requirement === "GATE-03" || one.outcome === "failed" ? [`${one.requirement} ${one.outcome}`] : [],
    );
  };

  test("others may be taken at the same time, if they were one after the other", () => {
    expect(judged(oneAfterTheOther)).toEqual(["GATE-03 passed"]);
  });

  test("and of what nothing tells nothing is judged", () => {
    expect(judged(() => undefined)).toEqual([]);
  });
});

describe("through one face something is refused that the process does not tell of, and something taken through the other", () => {
  /** Refused by v2, and taken by legacy: other content, or the same. */
  const refusedThenTaken = (first: JsonObject, second: JsonObject) => (story: Story) => {
    const trace = story.create();
    story.act(trace, { data: { item: 0 } });
    story.state(trace);
    story.act(trace, { data: first }, { refused: true });
    story.act(trace, { data: second }, { face: "legacy" });
  };
  const twice = (second: JsonObject) => (story: Story) => {
    story.act(story.create(), { data: { item: 1 } });
    refusedThenTaken({ item: 1 }, second)(story);
  };

  test.each<[string, Partial<Choices>, (second: JsonObject) => (story: Story) => void]>([
    ["content is taken once", { gating: "listed", duplicates: "workflow" }, twice],
    ["data of earlier actions decide", { gating: "by-data" }, (second) => refusedThenTaken({ item: 1 }, second)],
    [
      "sequences alone are known",
      { gating: "ordered", onlyPaths: true },
      (second) => refusedThenTaken({ item: 1 }, second),
    ],
  ])("where %s", (_, choices, tell) => {
    expect(requirementsIn(choices, tell({ item: 2 }))).not.toContain("GATE-02");
    expect(requirementsIn(choices, tell({ item: 1 }))).toContain("GATE-02");
  });

  test("where an order explains the refusal", () => {
    const tell = refusedThenTaken({ item: 1 }, { item: 2 });
    expect(requirementsIn({ gating: "ordered", mostActions: 2 }, tell)).toContain("GATE-02");
  });
});

describe("what one reader is not shown", () => {
  /** As many actions as may come, with the state read before each, and one more that is accepted. */
  const oneTooMany = (mostActions: number, by?: "user-1", more: Partial<Choices> = {}): ReadonlySet<string> => {
    const tell = (story: Story): void => {
      const trace = story.create();
      for (let done = 0; done < mostActions; done += 1) {
        story.state(trace);
        story.act(trace);
      }
    };
    const { history, story } = told({ choices: { gating: "listed", mostActions, ...more }, tell });
    const last = history.exchanges.at(-1);
    const exchanges = history.exchanges.map((one) => (by && one === last ? { ...one, by } : one));
    const failures = failuresIn(judgementsOf({ ...history, exchanges }, story.choices));
    return new Set(failures.map((text) => text.split(" ", 1)[0] ?? ""));
  };

  test("he may not do", () => {
    expect(oneTooMany(1)).toContain("GATE-01");
  });

  test("he may do where no list of the run ever names it", () => {
    expect(oneTooMany(1, undefined, { outsideOfLists: true })).toEqual(new Set());
  });

  test("another may", () => {
    expect(oneTooMany(1, "user-1")).toEqual(new Set());
  });

  test("another may not, where the one was shown before what that group may do", () => {
    expect(oneTooMany(2, "user-1")).toContain("GATE-01");
  });

  test("another may, where who did the last one may not: then each may be shown what he may do himself", () => {
    expect(oneTooMany(2, "user-1", { byAnother: "last" })).not.toContain("GATE-01");
  });
});

describe("of creations that begin no trace, where so many may be open", () => {
  const judged = (creations: "used-up" | "so-many-open", outcomes: readonly boolean[]) => {
    const story = new Story();
    for (const [at, refused] of outcomes.entries())
      story.create({}, { face: faces[at] ?? "v2", refused, traits: [unfitTraits.beginning] });
    const reading = { value: { gating: "free" as const, creations }, evidence: "" };
    const profile = { readings: { ...story.profile.readings, "action-gating": reading } };
    const { judgements } = judge(new Case(story.history(), { profile, target: story.target }));
    return judgements.filter(({ requirement }) => requirement === "GATE-04").map(({ outcome }) => outcome);
  };

  test("what both faces answer alike is judged, unless nothing can be created any more", () => {
    expect(judged("so-many-open", [true, true])).toEqual(["passed"]);
    expect(judged("used-up", [true, true])).toEqual([]);
  });

  test("nobody is blamed for what there may have been room for only then", () => {
    expect(judged("so-many-open", [true, false])).toEqual([]);
  });
});

describe("of actions that a user may not do", () => {
  const judged = (...amounts: readonly number[]) => {
    const story = new Story();
    const trace = story.create();
    for (const [at, amount] of amounts.entries())
      story.act(
        trace,
        { members: { amount } },
        { face: faces[at] ?? "v2", refused: at === 0, traits: [unfitTraits.sender] },
      );
    const { judgements } = judge(new Case(story.history(), { profile: story.profile, target: story.target }));
    return judgements.filter(({ requirement }) => requirement === "GATE-04").map(({ outcome }) => outcome);
  };

  test("what one face takes with the same data the other may not refuse, and with other data it may", () => {
    expect(judged(9000, 9000)).toEqual(["failed"]);
    expect(judged(9000, 900)).toEqual([]);
  });
});
