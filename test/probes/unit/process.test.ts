/** Rules of a process from what was allowed and what was not, and the place where a state lists what may come next. */
import { describe, expect, test } from "vitest";
import { listedIn, lists } from "../../../spec/readings/listed-next.ts";
import { mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { NextActions } from "../../../spec/vocabulary/target.ts";
import { findListing, wholerListing, withAllListed } from "../../../probes/process/walk/listing.ts";
import { outsideOfList } from "../../../probes/process/further/outside.ts";
import type { Observation, SeenStep } from "../../../probes/process/observations.ts";
import { rulesFor } from "../../../probes/process/learnt/rules.ts";

/** Every beginning of these walks, with every action tried after it. */
function observed(rules: ProcessRules, keys: readonly string[], walks: readonly string[]): readonly Observation[] {
  return walks.flatMap((walk) => {
    const done = walk.split(" ");
    return done.flatMap((_, index) => {
      const begun = done.slice(0, index + 1);
      return keys.map((key) => ({ done: begun, key, allowed: mayFollow(rules, begun, key) }));
    });
  });
}

test("names of actions that every object has are names like others", () => {
  for (const rules of [{ after: { a: ["b"] } }, { atMost: { a: 1 } }, { next: { a: ["a"] } }, { before: { a: ["o"] } }])
    for (const key of ["constructor", "toString", "__proto__"]) expect(mayFollow(rules, ["o", key], key)).toBe(true);
});

describe("rules", () => {
  test.each<[string, ProcessRules, readonly string[], readonly string[]]>([
    ["a line", { next: { o: ["a"], a: ["b"], b: [] } }, ["a", "b"], ["o a b"]],
    ["a line with notes", { next: { o: ["a", "n"], a: ["b", "n"], b: [] } }, ["a", "b", "n"], ["o n a n b", "o a b"]],
    ["a loop", { next: { o: ["s"], s: ["r"], r: ["s"] } }, ["s", "r"], ["o s r s r"]],
    ["so often", { atMost: { n: 3 } }, ["n"], ["o n n n"]],
    ["an end", { ends: ["c"] }, ["n", "c"], ["o n n c", "o c"]],
    ["after two others", { after: { p: ["a", "b"] } }, ["a", "b", "p"], ["o a b p", "o b a p", "o a a", "o b b"]],
    ["something that never comes", { after: { x: ["x"] } }, ["n", "x"], ["o n n"]],
    ["not behind another", { before: { p: ["a"] } }, ["a", "b", "p"], ["o p a b", "o b p a", "o a b b", "o b a"]],
    ["so many in all", { mostActions: 4 }, ["n", "m"], ["o n m n", "o m m n"]],
    ["an end after so many", { endsAfter: { t: 3 } }, ["n", "t"], ["o n t n t n t", "o t t t"]],
  ])("%s is explained", (_, rules, keys, walks) => {
    const seen = observed(rules, keys, walks);
    const found = rulesFor(seen);
    expect(found).toBeDefined();
    for (const { done, key, allowed } of seen) expect(mayFollow(found ?? {}, done, key)).toBe(allowed);
  });

  test("what the actions of one group may come together is counted where their groups are known", () => {
    const rules: ProcessRules = {
      together: [
        { keys: ["o", "n"], most: 3 },
        { keys: ["a", "s"], most: 2 },
      ],
    };
    const actions = ["o", "n", "a", "s"].map((key) => ({ key, groupLabel: key < "c" || key === "s" ? "two" : "one" }));
    const seen = observed(rules, ["n", "a", "s"], ["o n n a s", "o a a n n", "o s n a n"]);
    expect(rulesFor(seen, actions)).toEqual(rules);
    expect(rulesFor(seen)).toBeUndefined();
  });

  test("how a trace was begun may decide, while actions are counted on all traces alike", () => {
    const rules: ProcessRules = {
      atMost: { t: 4 },
      ends: ["x"],
      begunWith: { o: { after: { f: ["t"], x: ["f"] } }, r: { after: { x: ["f"] } } },
    };
    const seen = observed(rules, ["t", "f", "x"], ["o t f f t x", "r f t t t t f x", "r t f x", "o t t f f x"]);
    const found = rulesFor(seen) ?? {};
    for (const { done, key, allowed } of seen) expect(mayFollow(found, done, key)).toBe(allowed);
    expect(found.paths).toBeUndefined();
    expect(found.atMost).toMatchObject({ t: 4 });
    expect([mayFollow(found, ["o"], "f"), mayFollow(found, ["r"], "f")]).toEqual([false, true]);
  });

  test("where everything was allowed there is none", () => {
    expect(rulesFor(observed({}, ["a", "b"], ["o a b"]))).toEqual({});
  });

  test("what was allowed once was not refused by the process", () => {
    const seen = [
      { done: ["o"], key: "a", allowed: false },
      { done: ["o"], key: "a", allowed: true },
    ];
    expect(rulesFor(seen)).toEqual({});
  });

  test("what no rule explains has none", () => {
    // Whether n may come depends on whether the number of actions is even.
    const seen = ["o", "o n", "o n m", "o n m n", "o m", "o m m"].flatMap((walk) => {
      const done = walk.split(" ");
      return [
        { done, key: "n", allowed: done.length % 2 === 1 },
        { done, key: "m", allowed: done.length % 3 !== 0 },
      ];
    });
    expect(rulesFor(seen)).toBeUndefined();
  });
});

describe("the place of the list", () => {
  const workflow = {
    id: "1",
    actions: [
      { key: "open", groupLabel: "clerks", creates: true, appends: false },
      { key: "note", groupLabel: "clerks", creates: false, appends: true },
      { key: "close", groupLabel: "managers", creates: false, appends: true },
    ],
  };
  const tried = (key: string, group: string, taken: boolean) => ({ key, group, taken });
  const steps = (...states: readonly SeenStep["state"][]): readonly SeenStep[] =>
    states.map((state) => ({ done: ["open"], state, tried: tried("note", "clerks", true) }));

  test("is found by what stands there, wherever it is", () => {
    const state = { deep: { what: { clerks: ["note"], managers: ["close"] } } };
    expect(findListing(steps(state, state), workflow)).toEqual({ path: ["deep", "what"], by: "group" });
    expect(findListing(steps({ nextActions: [{ key: "note" }] }), workflow)).toEqual({
      path: ["nextActions"],
      by: "all",
    });
  });

  test("is the map, and not the list of one group in it", () => {
    const state = { nextActions: { clerks: ["note"], managers: [] } };
    expect(findListing(steps(state, state), workflow)).toEqual({ path: ["nextActions"], by: "group" });
  });

  test("is the map by whatever name, where only data explain that what it lists was refused", () => {
    const state = { desk: { clerks: { work: ["note"] }, managers: { work: ["close"] } } };
    const refused = { done: ["open"], state, tried: { ...tried("close", "managers", false), mayBeData: true } };
    expect(findListing([...steps(state, state), refused], workflow)).toEqual({
      path: ["desk"],
      by: "group",
      below: ["work"],
    });
  });

  test("may stand below what a map has for each group", () => {
    const state = { actors: { clerks: { can: ["note"], sent: 1 }, managers: { can: ["close"], sent: 0 } } };
    const found = findListing(steps(state, state), workflow);
    expect(found).toEqual({ path: ["actors"], by: "group", below: ["can"] });
    expect(found && listedIn(state, found)).toEqual([
      { key: "note", group: "clerks" },
      { key: "close", group: "managers" },
    ]);
  });

  test.each<[string, JsonObject]>([
    ["group", { group: "clerks" }],
    ["groups", { groups: ["clerks", "managers"] }],
  ])("has entries that name their %s, and the same action once for each", (_, of) => {
    const next: readonly JsonObject[] = [
      { action: "note", ...of },
      { action: "close", group: "managers" },
      { action: "note", group: "others" },
    ];
    const found = findListing(steps({ next }, { next }), workflow);
    expect(found).toEqual({ path: ["next"], by: "entry" });
    const listed = (found && listedIn({ next }, found)) ?? [];
    expect(lists(listed, { key: "note", groupLabel: "clerks" })).toBe(true);
    expect(lists(listed, { key: "close", groupLabel: "clerks" })).toBe(false);
  });

  test("may have entries that each name a group and list its actions", () => {
    const tasks: readonly JsonObject[] = [
      { group: "clerks", since: ["May"], actions: ["note"] },
      { group: "managers", since: ["June"], actions: ["close", "note"] },
    ];
    const found = findListing(steps({ tasks }, { tasks }), workflow);
    expect(found).toEqual({ path: ["tasks"], by: "entry", below: ["actions"] });
    expect(found && listedIn({ tasks }, found)).toEqual([
      { key: "note", group: "clerks" },
      { key: "close", group: "managers" },
      { key: "note", group: "managers" },
    ]);
    expect(found && listedIn({ tasks: [] }, found)).toEqual([]);
    expect(found && listedIn({ tasks: ["note"] }, found)).toBeUndefined();
    const both = found && withAllListed([{ tasks: tasks.slice(0, 1) }, { tasks: tasks.slice(1) }], found);
    expect(found && both !== undefined && listedIn(both, found)).toHaveLength(3);
  });

  test("may have entries that list actions and call their group by another name", () => {
    const possible: readonly JsonObject[] = [{ who: "clerks", may: ["note"] }];
    const found = findListing(steps({ possible }, { possible }), workflow);
    expect(found).toEqual({ path: ["possible"], by: "entry", below: ["may"], group: "who" });
    expect(found && listedIn({ possible }, found)).toEqual([{ key: "note", group: "clerks" }]);
  });

  /** Each state allows the clerks to note, and nobody to close. */
  const otherForms: readonly [string, Json, Json, Omit<NextActions, "path">][] = [
    ["a map of flags", { note: true, close: false }, {}, { by: "action" }],
    ["flags below a map", { note: { ok: true }, close: { ok: false } }, {}, { by: "action", below: ["ok"] }],
    ["a map of groups", { note: ["clerks"], close: [] }, {}, { by: "action" }],
    ["a map of what may come", { note: { method: "POST" } }, {}, { by: "action" }],
    ["flags for each group", { clerks: { note: true, close: false } }, { clerks: {} }, { by: "group" }],
    [
      "entries with a flag",
      [
        { key: "note", ready: true },
        { key: "close", ready: false },
      ],
      [],
      { by: "entry", below: ["ready"] },
    ],
    ["entries with other names", [{ task: "note", role: "clerks" }], [], { by: "entry", key: "task", group: "role" }],
  ];
  test.each(otherForms)("may be %s", (_, here, nothing, way) => {
    const seen: readonly SeenStep[] = [
      ...steps({ here }, { here }),
      { done: ["open"], state: { here }, tried: tried("close", "managers", false) },
    ];
    const found = findListing(seen, workflow);
    expect(found).toEqual({ path: ["here"], ...way });
    if (!found) return;
    const listed = listedIn({ here }, found) ?? [];
    expect(lists(listed, { key: "note", groupLabel: "clerks" })).toBe(true);
    expect(lists(listed, { key: "close", groupLabel: "managers" })).toBe(false);
    expect(listedIn({ here: nothing }, found)).toEqual([]);
    const both = withAllListed([{ here: nothing }, { here }], found);
    expect(listedIn(both, found)).toEqual(listed);
  });

  test("beside a list of tasks is the one that lists all that was taken", () => {
    const state = { next: { clerks: ["note", "mark"] }, tasks: [{ task: "note", role: "clerks" }] };
    const done = ["open"];
    const refusedForData = { ...tried("mark", "clerks", false), mayBeData: true };
    const early: readonly SeenStep[] = [
      { done, state, tried: tried("note", "clerks", true) },
      { done, state, tried: refusedForData },
    ];
    const tasks = findListing(early, workflow);
    expect(tasks?.path).toEqual(["tasks"]);
    if (!tasks) return;
    expect(wholerListing(early, workflow, tasks)).toBeUndefined();
    const later = [...early, { done, state, tried: tried("mark", "clerks", true) }];
    expect(wholerListing(later, workflow, tasks)).toEqual({ path: ["next"], by: "group" });
  });

  test("is no map of what was done, though its keys are those of actions", () => {
    const state = { open: { by: "ann" }, note: { by: "bob" } };
    const seen: readonly SeenStep[] = [
      { done: ["open", "note"], state: { tasks: state }, tried: tried("note", "clerks", true) },
      { done: ["open", "note"], state: { tasks: state }, tried: tried("close", "managers", true) },
    ];
    expect(findListing(seen, workflow)).toBeUndefined();
  });

  test("is one for all where its entries name groups that nobody knows", () => {
    const next = [{ action: "note", group: "Front office" }];
    expect(findListing(steps({ next }, { next }), workflow)).toEqual({ path: ["next"], by: "all" });
  });

  test("is no list of what was done", () => {
    const history = [{ clerks: ["open"] }, { clerks: ["open", "note"] }, { clerks: ["open", "note", "note"] }];
    expect(findListing(steps(...history.map((done) => ({ done }))), workflow)).toBeUndefined();
  });

  test("may name what is refused for its data, where its name says what it lists", () => {
    const state = { nextActions: { clerks: ["note"], managers: ["close"] } };
    const ofData = { ...tried("note", "clerks", false), mayBeData: true };
    const refused: readonly SeenStep[] = [{ done: ["open"], state, tried: ofData }, ...steps(state)].flatMap((step) =>
      step.tried?.taken === false ? [step, step] : [step],
    );
    expect(findListing(refused, workflow)).toEqual({ path: ["nextActions"], by: "group" });
    const otherwise = refused.map((step) => ({ ...step, tried: { ...step.tried, mayBeData: false } }) as SeenStep);
    expect(findListing(otherwise, workflow)).toBeUndefined();
  });

  test("is no list that what was taken contradicts", () => {
    const state = { groups: { managers: ["close"] } };
    expect(findListing(steps(state, state), workflow)).toBeUndefined();
  });
});

describe("an action that no list names", () => {
  const workflow = {
    id: "1",
    actions: ["open", "treat", "note"].map((key) => ({
      key,
      groupLabel: "ward",
      creates: key === "open",
      appends: key !== "open",
    })),
  };
  const listing = { path: ["next"], by: "all" } as const;
  const list = (...next: readonly string[]) => ({ next });
  const lists: readonly SeenStep[] = [
    { done: ["open"], state: list("treat") },
    { done: ["open", "treat"], state: list("treat") },
    { done: ["open", "treat", "treat"], state: list() },
  ];
  const note = (taken: boolean): SeenStep => ({
    done: ["open"],
    state: list("treat"),
    tried: { key: "note", group: "ward", taken },
  });
  /** Takes the action after fewer actions than these. */
  const takingUpTo = (most: number) => ({
    repeat: (done: readonly string[]) => Promise.resolve({ taken: done, traceId: String(done.length) }),
    takesThroughBoth: (traceId: string) => Promise.resolve(Number(traceId) < most),
  });

  test("and that is always taken is outside of the list", async () => {
    expect(await outsideOfList(takingUpTo(10), [...lists, note(true)], listing, workflow)).toEqual(["note"]);
  });

  test("or all are, where no list names any, or none of them", async () => {
    const empty = [1, 2, 3].map((many): SeenStep => ({
      done: Array.from({ length: many }, () => "open"),
      state: list(),
    }));
    expect(await outsideOfList(takingUpTo(10), empty, listing, workflow)).toEqual(["treat", "note"]);
    expect(await outsideOfList(takingUpTo(3), empty, listing, workflow)).toEqual([]);
    expect(await outsideOfList(takingUpTo(10), [...empty, note(false)], listing, workflow)).toEqual([]);
  });

  test.each<[string, readonly SeenStep[], number]>([
    ["is refused at the end of a trace", [...lists, note(true)], 3],
    ["was refused once", [...lists, note(true), note(false)], 10],
    ["was never sent", lists, 10],
    ["is named by another list", [...lists, note(true), { done: ["open"], state: list("note") }], 10],
    ["is missing where hardly any list was seen", [...lists.slice(0, 1), note(true)], 10],
  ])("and that %s is not", async (_, steps, most) => {
    expect(await outsideOfList(takingUpTo(most), steps, listing, workflow)).toEqual([]);
  });
});
