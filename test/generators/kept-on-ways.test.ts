/** What scripts bring on their way where the data of actions decide what may come next. */
import { expect, test } from "vitest";
import { fitData, followProcess, keptOnWays } from "../../generators/index.ts";
import type { Way } from "../../spec/readings/process.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { ActStep, CreateStep, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";

const action = (key: string) => ({ key, groupLabel: "all", creates: key === "open", appends: key !== "open" });
const workflow: WorkflowDescription = { id: "1", actions: ["open", "check", "mend", "pay"].map(action) };
const check = (ok: boolean): Way[number] => ({ key: "check", with: { ok } });
const paid: Way = [{ key: "open" }, check(true), { key: "pay" }];
const mended: Way = [{ key: "open" }, check(false), { key: "mend" }, check(true), { key: "pay" }];

const profileOf = (...ways: Way[]): Profile => ({
  readings: {
    "action-gating": {
      value: {
        gating: "unclear",
        workflows: { "1": { paths: ways.map((way) => way.map(({ key }) => key)) } },
        byData: ["1"],
        ways: { "1": ways },
      },
      evidence: "",
    },
  },
});
const create: CreateStep = { op: "create", face: "v2", as: "t", data: {} };
const act = (key?: string, more: Partial<ActStep> = {}): ActStep => ({
  ...{ op: "act", face: "v2", trace: "$t", data: {} },
  ...(key === undefined ? {} : { action: key }),
  ...more,
});
const scriptOf = (...steps: OperationStep[]): Script => ({ id: "s", title: "", steps });
const kept = (profile: Profile, script: Script) =>
  Object.fromEntries(keptOnWays({ workflows: [workflow], profile }, script));

test("an action brings what led on to those that come behind it", () => {
  const profile = profileOf(paid, mended);
  expect(kept(profile, scriptOf(create, act("check"), act("pay")))).toEqual({ 1: { with: { ok: true } } });
  expect(kept(profile, scriptOf(create, act("check"), act("mend"), act("check"), act("pay")))).toEqual({
    1: { with: { ok: false } },
    3: { with: { ok: true } },
  });
});

test("of ways that begin alike the one that ends there is meant where a trace goes on as none of them does", () => {
  const mend: Way = [{ key: "open" }, check(false), { key: "mend" }];
  const done: Way = [{ key: "open" }, check(true)];
  const script = scriptOf(create, act("check"), act("pay"));
  for (const ways of [
    [mend, done],
    [done, mend],
  ]) {
    expect(kept(profileOf(...ways), script)).toEqual({ 1: { with: { ok: true } } });
  }
});

test("what is refused for another reason brings what it would be taken with in its place", () => {
  const profile = profileOf(paid, mended);
  const refused = act("check", { token: "none" });
  expect(kept(profile, scriptOf(create, refused, act("check"), act("mend")))).toMatchObject({
    1: { with: { ok: false } },
  });
  expect(kept(profile, scriptOf(create, act("pay", { outOfOrder: true })))).toEqual({});
});

test("nothing is kept where no ways are known", () => {
  const profile: Profile = { readings: { "action-gating": { value: { gating: "free" }, evidence: "" } } };
  expect(kept(profile, scriptOf(create, act("check"), act("pay")))).toEqual({});
});

test("scripts without actions of their own go one of the ways, and not all of them the same", () => {
  const profile = profileOf(mended, paid);
  const taken = Array.from({ length: 12 }, (_, number) => {
    const script = { ...scriptOf(create, act(), act()), id: `s${String(number)}` };
    const followed = followProcess({ runId: "r", workflows: [workflow], profile }, script);
    return placedSteps(followed)
      .map(({ step }) => ("action" in step ? step.action : undefined))
      .join(" ");
  });
  expect(new Set(taken)).toEqual(new Set([" check mend", " check pay"]));
});

test("data have the kept members, and all others vary", () => {
  const properties = { ok: { type: "boolean" }, remark: { type: "string", minLength: 20, maxLength: 60 } };
  const dataSchema = { type: "object", properties, required: ["ok", "remark"], additionalProperties: false };
  const data = Array.from({ length: 8 }, (_, number) => {
    const free = { data: { tcRun: "r", tcMark: `m${String(number)}` }, kept: { with: { ok: false } } };
    return fitData({ ...action("check"), dataSchema }, free).data;
  });
  expect(data.every(({ ok }) => ok === false)).toBe(true);
  expect(new Set(data.map(({ remark }) => remark)).size).toBe(data.length);
});

test("what must add up is brought where a trace goes on behind it alone", () => {
  const whole: Way = [
    { key: "open", asTaken: { sum: 90 } },
    { ...check(true), asTaken: { part: 30 } },
    { key: "check", asTaken: { part: 60 } },
    { key: "pay" },
  ];
  const profile = profileOf(whole);
  expect(kept(profile, scriptOf(create, act("check"), act("check"), act("pay")))).toEqual({
    0: { asTaken: { sum: 90 } },
    1: { with: { ok: true }, asTaken: { part: 30 } },
    2: { asTaken: { part: 60 } },
  });
  expect(kept(profile, scriptOf(create, act("check"), act("check")))).toEqual({ 1: { with: { ok: true } } });
  const endsWithIt: Way = [{ key: "open" }, { key: "pay", asTaken: { part: 90 } }];
  expect(kept(profileOf(endsWithIt), scriptOf(create, act("pay")))).toEqual({ 1: { asTaken: { part: 90 } } });
});

test("an action is done for the group that did it on the way", () => {
  const bids: Way = [{ key: "open" }, { key: "check", group: "one" }, { key: "check", group: "other" }];
  expect(kept(profileOf(bids), scriptOf(create, act("check"), act("check")))).toEqual({
    1: { group: "one" },
    2: { group: "other" },
  });
});

test("what must add up is brought where a trace is to go where no other way does, be it to be refused there", () => {
  const whole: Way = [{ key: "open" }, { ...check(true), asTaken: { part: 30 } }, { key: "pay", asTaken: { sum: 1 } }];
  const other: Way = [{ key: "open" }, check(true), { key: "mend" }];
  const profile = profileOf(other, whole);
  const refused = act("pay", { outOfOrder: true });
  expect(kept(profile, scriptOf(create, act("check"), refused))[1]).toEqual({
    with: { ok: true },
    asTaken: { part: 30 },
  });
  expect(kept(profile, scriptOf(create, act("check"), act("mend")))[1]).toEqual({ with: { ok: true } });
  expect(kept(profile, scriptOf(create, act("check")))[1]).toEqual({ with: { ok: true } });
});
