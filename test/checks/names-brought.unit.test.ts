/** Actions that have to name what an earlier one of their trace brought. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { isJsonObject, type JsonObject } from "../../spec/json.ts";
import { kills } from "./kills/registry.ts";
import { jsonAnswer } from "./support/answers.ts";
import { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** How ACT-03 is judged where an action is refused on a trace whose creation brought these lots. */
function judged(property: JsonObject, data: JsonObject): readonly string[] {
  const story = new Story();
  const trace = story.create({ data: { lots: [{ lot: "L9" }, { lot: "L8" }], pieces: 5 } });
  const answer = { ...jsonAnswer({ error: "no", data: null }), status: 422 };
  story.act(trace, { data }, { refused: true, answer });
  const [first, ...others] = story.target.workflows;
  const form: JsonObject = { type: "object", properties: property };
  const actions = first?.actions.map((one) => ({ ...one, dataSchema: one.appends ? form : {} })) ?? [];
  const target = { ...story.target, workflows: first ? [{ ...first, actions }, ...others] : [] };
  const { judgements } = judge(new Case(story.history(), { profile: story.profile, target }));
  return judgements.filter(({ requirement }) => requirement === "ACT-03").map(({ outcome }) => outcome);
}

test("what was found with the value of another trace is held to that of its own", () => {
  const lot = { lot: { const: "L4", broughtBy: [{ key: "open", path: ["lots", "*", "lot"] }] } };
  expect(judged(lot, { lot: "L4" })).not.toContain("failed");
  const pieces = {
    pieces: { type: "integer", broughtBy: [{ key: "open", path: ["pieces"] }], notMoreThanBrought: true },
  };
  expect(judged(pieces, { pieces: 6 })).not.toContain("failed");
  expect(judged(pieces, { pieces: 4 })).toContain("failed");
});

test("a choice of which each value comes once is held to those that did not come on its trace", () => {
  const area = { enum: ["road", "lift"], onceEach: true };
  const story = new Story();
  const trace = story.create({ data: { at: 0 } });
  story.act(trace, { data: { area: "road" } });
  const answer = { ...jsonAnswer({ error: "no", data: null }), status: 422 };
  const refusedWith = (value: string) => {
    story.act(trace, { data: { area: value } }, { refused: true, answer });
    return story.history().exchanges.at(-1)?.index ?? -1;
  };
  const [again, other] = ["road", "lift"].map(refusedWith);
  const [first, ...others] = story.target.workflows;
  const form: JsonObject = { type: "object", properties: { area } };
  const actions = first?.actions.map((one) => ({ ...one, ...(one.appends ? { dataSchema: form } : {}) })) ?? [];
  const target = { ...story.target, workflows: first ? [{ ...first, actions }, ...others] : [] };
  const { judgements } = judge(new Case(story.history(), { profile: story.profile, target }));
  const failed = judgements.filter(({ requirement, outcome }) => requirement === "ACT-03" && outcome === "failed");
  expect(failed.map(({ exchanges: [exchange] }) => exchange)).toEqual([other]);
  expect(again).not.toBe(other);
});

/** The refused one of three answers, of which the first is taken, and what was blamed. */
function blamedAnswer(question: JsonObject, refusedQuestion: string, atTheSameTime: boolean): boolean {
  const story = new Story();
  const trace = story.create({ data: { questions: ["Q1", "Q2"] } });
  const answer = { ...jsonAnswer({ error: "no", data: null }), status: 422 };
  const take = () => void story.act(trace, { data: { question: "Q1" } });
  const refuse = () => void story.act(trace, { data: { question: refusedQuestion } }, { refused: true, answer });
  if (!atTheSameTime) story.together(take);
  story.together(() => {
    if (atTheSameTime) take();
    refuse();
  });
  const refused = story.history().exchanges.at(-1)?.index ?? -1;
  const [first, ...others] = story.target.workflows;
  const form: JsonObject = { type: "object", properties: { question } };
  const actions = first?.actions.map((one) => ({ ...one, ...(one.appends ? { dataSchema: form } : {}) })) ?? [];
  const target = { ...story.target, workflows: first ? [{ ...first, actions }, ...others] : [] };
  const { judgements } = judge(new Case(story.history(), { profile: story.profile, target }));
  return judgements.some(({ outcome, exchanges }) => outcome === "failed" && exchanges.includes(refused));
}

test("of two answers to one question at the same time one may be refused; else, and where the trace brought none, it may not", () => {
  const brought = { enum: ["Q1", "Q2"], broughtBy: [{ key: "open", path: ["questions", "*"] }] };
  expect(blamedAnswer(brought, "Q1", true)).toBe(false);
  expect(blamedAnswer(brought, "Q2", true)).toBe(true);
  expect(blamedAnswer(brought, "Q1", false)).toBe(true);
  expect(blamedAnswer({ const: "Q1" }, "Q1", true)).toBe(true);
});

/** Whether a refused action is blamed that names a thing which the service made, beside one that was taken at such a time. */
function blamedThing(named: string, refusedNames: string, atTheSameTime: boolean): boolean {
  const story = new Story();
  const trace = story.create({ data: {} });
  const answer = { ...jsonAnswer({ error: "no", data: null }), status: 422 };
  const take = () => void story.act(trace, { data: { about: named } });
  const refuse = () => void story.act(trace, { data: { about: refusedNames } }, { refused: true, answer });
  if (!atTheSameTime) take();
  story.together(() => {
    if (atTheSameTime) take();
    refuse();
  });
  const history = story.history();
  const exchanges = history.exchanges.map((exchange) => {
    const { intent } = exchange;
    if (intent.kind !== "act" || !isJsonObject(intent.data)) return exchange;
    return { ...exchange, intent: { ...intent, stoodFor: { [String(intent.data["about"])]: "OBJ-1" } } };
  });
  const { judgements } = judge(new Case({ ...history, exchanges }, { profile: story.profile, target: story.target }));
  const refused = exchanges.at(-1)?.index ?? -1;
  return judgements.some((one) => one.outcome === "failed" && one.exchanges.includes(refused));
}

test("of two actions at the same time that name the same thing which the service made one may be refused", () => {
  expect(blamedThing("x1", "x1", true)).toBe(false);
  expect(blamedThing("x1", "x2", true)).toBe(true);
  expect(blamedThing("x1", "x1", false)).toBe(true);
});

/** Whether GATE-02 is broken where the v2 face refused an action that names one thing, and the legacy face takes one of another or the same. */
function isBlamed(refusedThing: string, takenThing: string): boolean {
  const kill = kills.gating?.find(({ title }) => title === "the legacy face accepts what the v2 face refused");
  if (!kill) throw new Error("there is no such kill");
  const { story, history } = told({ choices: kill.choices, tell: kill.accept });
  const faulty = kill.reject(history);
  const exchanges = faulty.exchanges.map((exchange) => {
    const { intent, response } = exchange;
    if (intent.kind !== "act") return exchange;
    const thing = response?.status === 200 ? takenThing : refusedThing;
    return { ...exchange, intent: { ...intent, stoodFor: { [thing]: "OBJ-1" } } };
  });
  return failuresIn(judgementsOf({ ...faulty, exchanges }, story.choices)).some((text) => text.includes("GATE-02"));
}

test("one face may take an action on a thing where the other refused one on another thing", () => {
  expect(isBlamed("x1", "x1")).toBe(true);
  expect(isBlamed("x1", "x2")).toBe(false);
});

interface Named {
  readonly status: number;
  readonly stoodFor?: Record<string, string>;
  readonly isGuess?: true;
}

/** What is blamed where a second action is refused with these data, and "OBJ-1" stands for what the service makes on each trace. */
function blamedNaming(about: string, { status, ...named }: Named) {
  const story = new Story();
  const trace = story.create({ data: {} });
  story.act(trace, { data: { about: "x1" } });
  const answer = { ...jsonAnswer({ error: "no", data: null }), status };
  story.act(trace, { data: { lines: [{ about }] } }, { refused: true, answer, face: "legacy" });
  const history = story.history();
  const last = history.exchanges.at(-1);
  const exchanges = history.exchanges.map((exchange) => {
    const { intent } = exchange;
    if (exchange !== last || intent.kind !== "act") return exchange;
    return { ...exchange, intent: { ...intent, ...named } };
  });
  const { target } = story;
  const shown = { [target.workflows[0]?.id ?? ""]: { "OBJ-1": ["objects", "*", "id"] } };
  const gating = { value: { gating: "unclear", shown }, evidence: "by hand" } as const;
  const profile = { ...story.profile, readings: { ...story.profile.readings, "action-gating": gating } };
  const { judgements } = judge(new Case({ ...history, exchanges }, { profile, target }));
  const failed = judgements.filter((one) => one.outcome === "failed" && one.exchanges.includes(last?.index ?? -1));
  return failed.map(({ requirement }) => requirement).filter((id) => ["REFUSE-03", "ACT-04"].includes(id));
}

test("what names a thing of another trace may be refused, as before it was known what its text stands for", () => {
  expect(blamedNaming("OBJ-1", { status: 422 })).toEqual([]);
});

test("what names one of several things may be refused where nobody knew which", () => {
  expect(blamedNaming("x1", { status: 422, stoodFor: { x1: "OBJ-1" }, isGuess: true })).toEqual([]);
});

test.each([
  ["it names nothing of the kind", "OBJ-2", { status: 422 }],
  ["it names what the service made on its trace", "x1", { status: 422, stoodFor: { x1: "OBJ-1" } }],
  ["that has the name of the example", "OBJ-1", { status: 422, stoodFor: { "OBJ-1": "OBJ-1" } }],
  ["the service fails", "OBJ-1", { status: 500 }],
] as const)("not so where %s", (_, about, how) => {
  expect(blamedNaming(about, how)).toEqual(expect.arrayContaining(["REFUSE-03", "ACT-04"]));
});
