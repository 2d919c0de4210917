/** Which data a search must find a trace by. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { matchAfter, matchOf, searchableData } from "../../checks/model/searches/matching.ts";
import type { JsonObject } from "../../spec/json.ts";
import { jsonAnswer } from "./support/answers.ts";
import { status } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";

const stateOf = (more: Partial<OpenPointValues["state-data"]>): Profile => ({
  readings: {
    "state-data": {
      value: { path: null, fold: "shallow-merge", encoding: "json", exact: false, ...more },
      evidence: "by hand",
    },
  },
});
const action = (data: { readonly [key: string]: string }) => ({ data, actionKey: "note", groupLabel: "all" });
const actions = [action({ a: "1" }), action({ b: "2" })];
const keys: OpenPointValues["search-keys"] = {
  path: [],
  join: "dotted",
  inner: "none",
  valueTypes: ["string"],
  text: "exact",
  empty: "all",
};

test("where the state shows no data, all that was sent is looked for", () => {
  expect(searchableData(actions, stateOf({}))).toEqual({ a: "1", b: "2" });
});

test("where it shows others and never a certain member, nobody can tell whether filters reach that one", () => {
  const profile = stateOf({ absent: ["b"] });
  const match = (filters: JsonObject) => matchOf(filters, searchableData(actions, profile), keys);
  expect(match({ a: "1" })).toBe("all");
  expect(match({ a: "1", b: "2" })).toBe("unknown");
  expect(match({ b: "other" })).toBe("unknown");
});

test("where it holds those of the first action alone, nobody can tell what filters reach of later ones", () => {
  const profile = stateOf({ ofFirst: true });
  expect(searchableData(actions.slice(0, 1), profile)).toEqual({ a: "1" });
  expect(searchableData(actions, profile)).toBeUndefined();
});

test("where it keeps actions apart, filters that reach any of them are held to each, and others to nothing", () => {
  const reaching = { ...keys, ofActions: "any" } as const;
  const filters: readonly JsonObject[] = [
    { a: "1" },
    { b: "2", c: "3" },
    { a: "9" },
    { a: "1", c: "9" },
    { a: "1", b: "2" },
  ];
  for (const fold of ["list-of-actions", "keyed-by-action-shallow-merge"] as const) {
    const profile = stateOf({ path: [], fold });
    const reading = profile.readings["state-data"]?.value;
    const sent = [action({ a: "1" }), { ...action({ b: "2", c: "3" }), actionKey: "other" }];
    const matches = (known: OpenPointValues["search-keys"]) =>
      filters.map((one) => matchAfter(one, sent, profile, reading, known));
    expect(matches(reaching)).toEqual(["all", "all", "none", "some", "unknown"]);
    expect(new Set(matches(keys))).toEqual(new Set(["unknown"]));
  }
});

test("where filters reach only what one action alone brought, others are held to nothing", () => {
  const reaching: OpenPointValues["search-keys"] = { ...keys, ofActions: "distinct" };
  const profile = stateOf({ path: [], fold: "list-of-actions" });
  const reading = profile.readings["state-data"]?.value;
  const sent = [action({ a: "1", group: "x", phase: "early" }), action({ b: "2", group: "x", phase: "late" })];
  const matches = (filters: JsonObject) => matchAfter(filters, sent, profile, reading, reaching);
  expect(matches({ b: "2" })).toBe("all");
  expect(matches({ b: "2", group: "x" })).toBe("all");
  expect(matches({ b: "9" })).toBe("none");
  expect(matches({ phase: "late" })).toBe("unknown");
  expect(matches({ a: "1", b: "2" })).toBe("unknown");
});

test("whole objects and lists are found by their equal, and not by one of which they lack something", () => {
  const ofDocuments: OpenPointValues["search-keys"] = { ...keys, valueTypes: ["string", "array", "object"] };
  const data: JsonObject = { place: { city: "Lyon", floor: 4 }, tags: ["amber", "blue"] };
  const match = (filters: JsonObject, known = ofDocuments) => matchOf(filters, data, known);
  expect(match({ place: { floor: 4, city: "Lyon" } })).toBe("all");
  expect(match({ place: { city: "Lyon", floor: 5 } })).toBe("none");
  expect(match({ place: { city: "Nice", room: 1 } })).toBe("none");
  // What holds it and more may be found, and what it holds more than.
  expect(match({ place: { city: "Lyon" } })).toBe("unknown");
  expect(match({ place: { city: "Lyon", floor: 4, room: 1 } })).toBe("unknown");
  expect(match({ place: { city: "lyon", floor: "4" } })).toBe("unknown");
  expect(match({ tags: ["amber", "blue"] })).toBe("all");
  expect(match({ tags: ["amber"] })).toBe("unknown");
  expect(match({ tags: ["amber", "blue", "green"] })).toBe("unknown");
  // A list may be one to choose from.
  expect(matchOf({ word: ["amber", "blue"] }, { word: "blue" }, ofDocuments)).toBe("unknown");
  expect(matchOf({ word: ["amber", "blue"] }, { word: "green" }, ofDocuments)).toBe("none");
  expect(match({ tags: ["amber", "green"] })).toBe("none");
  expect(match({ place: {}, tags: [] }, keys)).toBe("unknown");
});

test("a filter by a member that states never show may be refused, and one by another may not", () => {
  const blamed = (absent: readonly string[]): string => {
    const tell = (story: Story): void => {
      story.create({ members: { word: "amber" } });
      story.search({ word: "amber" });
    };
    const { history, story } = told({ choices: { statePath: null, absent }, tell });
    const exchanges = history.exchanges.map((one) => (one.intent.kind === "search" ? status(400)(one) : one));
    return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join();
  };
  expect(blamed([])).toContain("REFUSE-03");
  expect(blamed(["word"])).not.toContain("REFUSE-03");
});

test("a computed state may show a member of the form that was not sent, and a filter by it find the trace", () => {
  const blamed = (filters: JsonObject): string => {
    const found = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      story.search({ word: "amber" }, { includes: [trace] });
      story.search({ word: "amber", ...filters }, {}, { found: [trace.id] });
    };
    const { history, story } = told({ choices: { statePath: null }, tell: found });
    const dataSchema = { type: "object", properties: { word: {}, urgent: { type: "boolean" } } };
    const workflows = story.target.workflows.map((one) => ({
      ...one,
      actions: one.actions.map((each) => ({ ...each, dataSchema })),
    }));
    const subject = new Case(history, { profile: story.profile, target: { ...story.target, workflows } });
    return failuresIn(judge(subject).judgements).join();
  };
  expect(blamed({ urgent: false })).toBe("");
  expect(blamed({ unheard: false })).toContain("SEARCH-05");
  expect(blamed({ word: "other" })).toContain("SEARCH-04");
});

test("a trace with a computed state that nobody read need not be found by what was sent", () => {
  const judged = (read: JsonObject | undefined): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      if (read) story.state(trace, { answer: jsonAnswer({ error: null, data: { state: read } }) });
      story.search({ word: "amber" }, { includes: [trace] }, { found: [] });
    };
    const { history, story } = told({ choices: { statePath: null }, tell });
    return failuresIn(judgementsOf(history, story.choices)).join();
  };
  expect(judged(undefined)).not.toContain("SEARCH-03");
  expect(judged({ total: 1 })).not.toContain("SEARCH-03");
  expect(judged({ total: 1, word: "amber" })).toContain("SEARCH-03");
});

test("a computed state with rows of a name and a value is searched by the names that found a trace before", () => {
  const blamed = (label: string, isFoundBefore: boolean): string => {
    const tell = (story: Story): void => {
      const traces = [0, 1].map(() => story.create({ members: { word: "amber" } }));
      const rows = [
        { label, value: "amber" },
        { label: "due", value: 7 },
      ];
      const state = { sheet: rows, journal: ["word"] };
      for (const trace of traces) story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
      const found = isFoundBefore ? traces.slice(0, 1).map(({ id }) => id) : [];
      story.search({ word: "amber" }, { includes: traces }, { found });
    };
    const { history, story } = told({ choices: { statePath: null }, tell });
    return failuresIn(judgementsOf(history, story.choices)).join();
  };
  expect(blamed("word", true)).toContain("SEARCH-09");
  expect(blamed("word", false)).not.toContain("SEARCH");
  expect(blamed("Term", true)).not.toContain("SEARCH");
});

test("where filters name a place of a computed state, what later actions brought may stand at others", () => {
  const blamed = (searchPath: readonly string[], by: "creation" | "later action"): string => {
    const tell = (story: Story): void => {
      const trace = story.create(by === "creation" ? {} : { data: { tcRun: "run" } });
      const { marker } = story;
      story.act(trace, by === "creation" ? { data: { tcRun: "run" } } : {});
      const tcMark = by === "creation" ? marker : story.marker;
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { set: { tcMark } } } }) });
      story.search({ tcMark }, { includes: [trace] }, { found: [] });
    };
    const { history, story } = told({ choices: { statePath: null, searchPath }, tell });
    return failuresIn(judgementsOf(history, story.choices)).join();
  };
  expect(blamed([], "later action")).toContain("SEARCH-03");
  expect(blamed(["set"], "later action")).not.toContain("SEARCH-03");
  expect(blamed(["set"], "creation")).toContain("SEARCH-03");
});

test("a computed state is not looked for beside a value that a later action may have written over, but where it is still shown", () => {
  const blamed = (later: string, words: JsonObject = {}): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      for (const status of ["begun", "open"]) {
        if (status === "open") story.act(trace, { members: { word: later } });
        const data = { tcRun: "run", tcMark: story.marker, status, ...words };
        const shown = { answer: jsonAnswer({ error: null, data: { state: { data } } }) };
        story.state(trace, shown);
        story.pause(1000);
        for (const asked of ["begun", "open"])
          story.search({ word: "amber", status: asked }, {}, { found: asked === "begun" ? [trace.id] : [] });
        story.state(trace, shown);
      }
    };
    const { history, story } = told({ choices: { hasStatus: true, statePath: null }, tell });
    return failuresIn(judgementsOf(history, story.choices)).join();
  };
  expect(blamed("blue")).not.toContain("SEARCH-08");
  expect(blamed("blue", { word: "blue" })).not.toContain("SEARCH-08");
  expect(blamed("blue", { word: "amber" })).toContain("SEARCH-08");
  expect(blamed("amber")).toContain("SEARCH-08");
});

test("a trace is not found by a value of a computed member that its state never showed", () => {
  const blamed = (found: readonly string[]): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      const data = { tcRun: "run", tcMark: story.marker, status: "begun" };
      const shown = { answer: jsonAnswer({ error: null, data: { state: { data } } }) };
      story.state(trace, shown);
      story.pause(1000);
      for (const status of ["begun", "open", "over"])
        story.search({ status }, {}, { found: found.includes(status) ? [trace.id] : [] });
      story.state(trace, shown);
    };
    const { history, story } = told({ choices: { hasStatus: true, statePath: null }, tell });
    return failuresIn(judgementsOf(history, story.choices)).join();
  };
  expect(blamed(["begun"])).not.toContain("SEARCH-04");
  expect(blamed(["begun", "open"])).toContain("SEARCH-04");
  // What is found by every value, or none, may not be reached by such filters at all.
  expect(blamed(["begun", "open", "over"])).not.toContain("SEARCH-04");
  expect(blamed([])).not.toContain("SEARCH-04");
});

test("a search that lags may go by a state that nobody saw, and by none that somebody did", () => {
  const blamed = (seen: "read" | "unseen", restMs = 0): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      const withStatus = (status: string) => ({
        answer: jsonAnswer({ error: null, data: { state: { data: { tcRun: "run", tcMark: story.marker, status } } } }),
      });
      if (seen === "read") story.state(trace, withStatus("begun"));
      story.act(trace);
      story.state(trace, withStatus("open"));
      story.pause(restMs);
      for (const status of ["open", "pooled", "over"])
        story.search({ status }, {}, { found: status === "over" ? [] : [trace.id] });
      story.state(trace, withStatus("open"));
    };
    const { history, story } = told({ choices: { hasStatus: true, statePath: null }, tell });
    return failuresIn(judgementsOf(history, story.choices)).join();
  };
  expect(blamed("unseen")).not.toContain("SEARCH-04");
  expect(blamed("unseen", 60_000)).toContain("SEARCH-04");
  expect(blamed("read")).toContain("SEARCH-04");
});

test("where filters reach what stands beside the data of actions alone, a trace need not be found by the data", () => {
  const judged = (
    beside: readonly string[],
    shown: JsonObject,
    filters: JsonObject,
    statePath: readonly string[] | null = ["last"],
  ): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      const state = { ...shown, last: { tcRun: "run", tcMark: story.marker, word: "amber" } };
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
      story.search(filters, { includes: [trace] }, { found: [] });
    };
    const { history, story } = told({ choices: { statePath, fold: "replace" }, tell });
    const keys = story.profile.readings["search-keys"];
    const reading = keys?.value && { ...keys, value: { ...keys.value, beside } };
    const profile: Profile = {
      readings: { ...story.profile.readings, ...(reading ? { "search-keys": reading } : {}) },
    };
    return failuresIn(judge(new Case(history, { profile, target: story.target })).judgements).join();
  };
  const { id } = told({ choices: {}, tell: (story) => story.create() }).story.target.workflows[0] ?? { id: "" };
  expect(judged([], {}, { word: "amber" })).toContain("SEARCH-03");
  expect(judged([id], {}, { word: "amber" })).not.toContain("SEARCH-03");
  expect(judged([id], { word: "amber" }, { word: "amber" })).toContain("SEARCH-03");
  expect(judged(["another"], {}, { word: "amber" })).toContain("SEARCH-03");
  // Where no place of the data is known, filters reach no member within others.
  expect(judged([], {}, { word: "amber" }, null)).toContain("SEARCH-03");
  expect(judged([id], {}, { word: "amber" }, null)).not.toContain("SEARCH-03");
  expect(judged([id], { word: "amber" }, { word: "amber" }, null)).toContain("SEARCH-03");
  expect(judged([id], { data: { word: "amber" } }, { word: "amber" }, null)).toContain("SEARCH-03");
});

test("where filters reach nothing in lists, a trace need not be found by what its state shows in lists alone", () => {
  const judged = (outsideLists: readonly string[], shown: JsonObject): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      story.state(trace, {
        answer: jsonAnswer({ error: null, data: { state: { ...shown, rows: [{ word: "amber" }] } } }),
      });
      story.search({ word: "amber" }, { includes: [trace] }, { found: [] });
    };
    const { history, story } = told({ choices: { statePath: null }, tell });
    const keys = story.profile.readings["search-keys"];
    const reading = keys?.value && { ...keys, value: { ...keys.value, outsideLists } };
    const profile: Profile = {
      readings: { ...story.profile.readings, ...(reading ? { "search-keys": reading } : {}) },
    };
    return failuresIn(judge(new Case(history, { profile, target: story.target })).judgements).join();
  };
  const { id } = told({ choices: {}, tell: (story) => story.create() }).story.target.workflows[0] ?? { id: "" };
  expect(judged([], { register: { parcels: 1 } })).toContain("SEARCH-03");
  expect(judged([id], { register: { parcels: 1 } })).not.toContain("SEARCH-03");
  expect(judged(["another"], { register: { parcels: 1 } })).toContain("SEARCH-03");
  expect(judged([id], { register: { word: "amber" } })).toContain("SEARCH-03");
});

test("where filters name a place of a computed state, what it shows at another place they need not reach", () => {
  const judged = (state: JsonObject | undefined, path: readonly string[] = ["item"], sought = "amber"): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      if (state) story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
      if (sought === "amber") story.search({ word: sought }, { includes: [trace] }, { found: [] });
      else story.search({ word: sought }, { excludes: [trace] }, { found: [trace.id] });
    };
    const { history, story } = told({ choices: { statePath: null }, tell });
    const keys = story.profile.readings["search-keys"];
    const [workflow] = story.target.workflows;
    const places = { [workflow?.id ?? ""]: path };
    const reading = keys?.value && { ...keys, value: { ...keys.value, path: ["elsewhere"], places } };
    const profile: Profile = {
      readings: { ...story.profile.readings, ...(reading ? { "search-keys": reading } : {}) },
    };
    return failuresIn(judge(new Case(history, { profile, target: story.target })).judgements).join();
  };
  expect(judged({ item: { word: "amber" } })).toContain("SEARCH-03");
  expect(judged({ loan: { word: "amber" } })).not.toContain("SEARCH-03");
  expect(judged({ loan: { word: "amber" } }, [])).toContain("SEARCH-03");
  expect(judged(undefined)).not.toContain("SEARCH-03");
  expect(judged(undefined, ["item"], "cobalt")).toContain("SEARCH-04");
});

test("a computed state that has another value by the name of one that was sent need not be found by that one", () => {
  const judged = (state: JsonObject, sought = 775, isFound = false): string => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { kilos: 775 } });
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
      const until = sought === 775 ? { includes: [trace] } : { excludes: [trace] };
      story.search({ kilos: sought }, until, { found: isFound ? [trace.id] : [] });
    };
    const { history, story } = told({ choices: { statePath: null }, tell });
    return failuresIn(judgementsOf(history, story.choices)).join();
  };
  expect(judged({ planned: 775, kilos: 0 })).not.toContain("SEARCH-03");
  expect(judged({ kilos: 775 })).toContain("SEARCH-03");
  expect(judged({ now: { kilos: 0 }, plan: { kilos: 775 } })).toContain("SEARCH-03");
  // By what is shown it may be found, by what is neither shown nor sent it may not.
  expect(judged({ planned: 775, kilos: 0 }, 0, true)).not.toContain("SEARCH-04");
  expect(judged({ planned: 775, kilos: 0 }, 999, true)).toContain("SEARCH-04");
});

test("where null may stand as that word, nobody can tell whether the word finds it, and another one does not", () => {
  const match = (sought: string) => matchOf({ nil: sought }, { nil: null }, keys);
  expect(match("null")).toBe("unknown");
  expect(match("none")).toBe("none");
});
