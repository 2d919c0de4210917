/** Rules beyond the form, found where data that follow it are refused; and refusals that no such rule explains. */
import { describe, expect, test } from "vitest";
import { formLearnt, takenData } from "../../../probes/index.ts";
import { fitData } from "../../../generators/index.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { schemaWithin } from "../../../driver/configuration/examples-within.ts";
import { formOfRefused } from "../../../probes/process/forms/form.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Write } from "../lib/refusing-service.ts";

const day: JsonObject = { type: "string", format: "date" };
const schemaOf = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: "object",
  required: ["who", ...required],
  properties: { who: { type: "string", maxLength: 80 }, ...properties },
  additionalProperties: false,
});
const noProfile: Profile = { readings: {} };

/** What is learnt where an action with these data is refused, and whether it is an appended one. */
async function learnt(
  dataSchema: JsonObject,
  data: JsonObject,
  refuses: (data: JsonObject, write: Write) => boolean | string,
  {
    appended = false,
    taken = [] as readonly JsonObject[],
    examples = undefined as readonly JsonObject[] | undefined,
  } = {},
) {
  const key = appended ? "note" : "open";
  const own = { dataSchema, ...(examples ? { examples } : {}) };
  const actions: ActionDescription[] = [
    { key: "open", groupLabel: "all", creates: true, appends: false, ...(appended ? {} : own) },
    { key: "note", groupLabel: "all", creates: false, appends: true, ...(appended ? own : {}) },
  ];
  const workflows: readonly WorkflowDescription[] = [{ id: "1", actions }];
  const { asker, exchanges } = serviceThat((write) => write.action === key && refuses(write.data, write));
  const run = (title: string, steps: readonly unknown[]) => asker.run(title, steps as readonly OperationStep[]);
  const asking = { ...asker, run, target: { ...target, workflows } };
  const write = (one: JsonObject): OperationStep =>
    appended
      ? { op: "act", face: "v2", trace: "$begun", workflow: 0, action: key, data: one }
      : { op: "create", face: "v2", workflow: 0, action: key, data: one };
  const begun: OperationStep = { op: "create", face: "v2", as: "begun", workflow: 0, action: "open", data: { a: 1 } };
  await run("before", [...(appended ? [begun] : []), ...taken.map(write), write(data)]);
  const refused = exchanges.at(-1);
  const history = { exchanges: [...exchanges] };
  const before = takenData(exchanges).filter((one) => one.key === key);
  const sent = before.map((one) => one.sent);
  const reading = refused && (await formLearnt(asking, noProfile, history, refused, workflows, () => sent));
  const form = reading?.value?.["1"]?.[key];
  return { form, evidence: reading?.evidence, requests: exchanges.length - history.exchanges.length };
}

/** Whether all data that are drawn of the form are taken. */
function isKept(form: Json | undefined, refuses: (data: JsonObject) => boolean): boolean {
  const dataSchema = form as JsonObject;
  const action = { key: "open", groupLabel: "all", creates: true, appends: false, dataSchema };
  return Array.from({ length: 40 }, (_, number) => number).every(
    (number) => !refuses(fitData(action, { data: { tcRun: "run", tcMark: `m~run~${String(number)}`, number } }).data),
  );
}

const later = (date: Json | undefined): boolean => String(date) > new Date().toISOString().slice(0, 10);

describe("what is learnt", () => {
  test("a date that may not lie in the future; all else stays free", async () => {
    const schema = schemaOf({ lost: day, code: { type: "string", pattern: "^[A-Z]{3}$" } });
    const refuses = ({ lost }: JsonObject) => later(lost);
    const { form, evidence, requests } = await learnt(schema, { who: "A", lost: "2098-01-02", code: "ABC" }, refuses);
    expect(form).toMatchObject({ properties: { code: { pattern: "^[A-Z]{3}$" } } });
    expect(isKept(form, refuses)).toBe(true);
    expect(evidence).toContain("lost come only as in data that were taken");
    expect(requests).toBeLessThan(30);
  });

  test("a member that may be left out, and must be there with a value of another", async () => {
    const choices = { lamps: { enum: ["strobe", "steady"] }, night: { const: true } };
    const schema = { type: "object", required: ["who", "night"], properties: { who: { type: "string" }, ...choices } };
    const refuses = ({ lamps }: JsonObject) => lamps === undefined;
    const { form } = await learnt(schema, { who: "A", night: true }, refuses);
    expect(form).toMatchObject({ required: ["who", "night", "lamps"] });
  });

  test("numbers of a list that must have a sum, which the refusal tells", async () => {
    const percent = { type: "integer", minimum: 1, maximum: 100 };
    const item = { type: "object", required: ["name", "percent"], properties: { name: { type: "string" }, percent } };
    const stages = { type: "array", items: { ...item, additionalProperties: false }, minItems: 1, maxItems: 5 };
    const sumOf = ({ stages: all }: JsonObject): number =>
      (all as readonly { percent: number }[]).reduce((sum, one) => sum + one.percent, 0);
    const refuses = (data: JsonObject) => sumOf(data) !== 100;
    const says = (data: JsonObject) =>
      refuses(data) && `The percents of the stages must add up to 100, not ${String(sumOf(data))}`;
    const sent = { who: "A", stages: [{ name: "keel", percent: 42 }] };
    const { form, evidence } = await learnt(schemaOf({ stages }), sent, says);
    expect(isKept(form, refuses)).toBe(true);
    expect(evidence).toContain("stages come only as in data that were taken");
  });

  test("a date that must lie in the future", async () => {
    const refuses = ({ due }: JsonObject) => !later(due);
    const { form } = await learnt(schemaOf({ due: day }), { who: "A", due: "1998-01-02" }, refuses);
    expect(isKept(form, refuses)).toBe(true);
  });

  test("one date before another, in an object of their own", async () => {
    const period = { type: "object", required: ["from", "to"], properties: { from: day, to: day } };
    const refuses = (data: JsonObject) => {
      const { from, to } = data["period"] as JsonObject;
      return String(from) >= String(to);
    };
    const data = { who: "A", period: { from: "2060-01-01", to: "1999-01-01" } };
    const { form } = await learnt(schemaOf({ period }), data, refuses);
    expect(isKept(form, refuses)).toBe(true);
  });

  test("a date of birth, which lies long ago, beside one of the last weeks", async () => {
    const schema = schemaOf({ born: day, signed: day });
    const refuses = ({ born, signed }: JsonObject) =>
      Number(String(born).slice(0, 4)) > new Date().getFullYear() - 18 || later(signed);
    const { form } = await learnt(schema, { who: "A", born: "2060-01-01", signed: "2070-01-01" }, refuses);
    expect(isKept(form, refuses)).toBe(true);
  });

  test("a date, where a code may come once: what was taken is tried with other codes", async () => {
    const schema = schemaOf({ lost: day, code: { type: "string", pattern: "^[A-Z]{9}$" } });
    const there = new Set<Json | undefined>();
    const refuses = ({ lost, code }: JsonObject) => {
      if (later(lost) || there.has(code)) return true;
      there.add(code);
      return false;
    };
    const taken = [{ who: "B", lost: "2020-02-02", code: "QWERTZUIO" }];
    const data = { who: "A", lost: "2098-01-02", code: "ASDFGHJKL" };
    const { form } = await learnt(schema, data, refuses, { taken });
    expect(form).toMatchObject({ properties: { code: { pattern: "^[A-Z]{9}$" } } });
    expect(isKept(form, ({ lost }) => later(lost))).toBe(true);
  });

  test("a member that is wanted where another has a certain value", async () => {
    const schema = schemaOf(
      { code: { type: "string", pattern: "^[0-9]{2}[*]?$" }, number: { type: "string", pattern: "^UN[0-9]{4}$" } },
      ["code"],
    );
    const refuses = ({ code, number }: JsonObject) => String(code).endsWith("*") && number === undefined;
    const { form } = await learnt(schema, { who: "A", code: "12*" }, refuses);
    expect(isKept(form, refuses)).toBe(true);
  });

  test("a list in which nothing may stand twice: then lists are sent that were taken", async () => {
    const schema = schemaOf({ codes: { type: "array", minItems: 1, items: { type: "string", minLength: 4 } } });
    const refuses = ({ codes }: JsonObject) =>
      new Set(codes as readonly Json[]).size < (codes as readonly Json[]).length;
    const data = { who: "A", codes: ["abcd", "abcd"] };
    const { form } = await learnt(schema, data, refuses);
    expect(isKept(form, refuses)).toBe(true);
    expect(followsSchema(form as JsonObject, data)).toBe(false);
  });

  test("on a trace, a list that nothing may stand in", async () => {
    const words = { type: "array", items: { type: "string" }, minItems: 1 };
    const edit = {
      ...schemaOf({ add: words, remove: words }, []),
      anyOf: [{ required: ["add"] }, { required: ["remove"] }],
    };
    const refuses = ({ remove }: JsonObject) => remove !== undefined;
    const { form } = await learnt(edit, { who: "A", add: ["x"], remove: ["y"] }, refuses, { appended: true });
    expect(isKept(form, refuses)).toBe(true);
    expect(followsSchema(form as JsonObject, { who: "B", add: ["any", "other"] })).toBe(true);
  });
});

describe("examples beside a schema", () => {
  const schema = schemaOf({
    member: { type: "object", required: ["born"], properties: { born: day } },
    season: { type: "integer" },
  });
  const examples = [
    { who: "A", member: { born: "2010-04-02" }, season: 4 },
    { who: "B", member: { born: "2015-09-30" }, season: 9 },
  ];
  const form = schemaWithin(schema, examples);
  /** Who is too young or too old for the season. */
  const refuses = ({ member, season }: JsonObject) => {
    const born = Number(String((member as JsonObject)["born"]).slice(0, 4));
    return Math.abs(born - 2006 - Number(season)) > 1;
  };
  const mixed = { who: "C", member: { born: "2010-04-02" }, season: 9 };

  test("members that may not be mixed stand together as in data that were taken, the text stays free", async () => {
    expect(examples.every((one) => !refuses(one)) && refuses(mixed) && followsSchema(form, mixed)).toBe(true);
    const found = await learnt(form, mixed, refuses, { examples });
    expect(isKept(found.form, refuses)).toBe(true);
    expect(found.requests).toBeLessThan(30);
    const writes = await probed(form, examples, refuses, mixed);
    expect(isKept(writes, refuses)).toBe(true);
  });

  test("one number that may only be so large beside another: they stand together, though it seldom shows", async () => {
    const loans = schemaOf({ price: { type: "number" }, loan: { type: "number" } });
    const given = [
      { who: "A", price: 420_000, loan: 330_000 },
      { who: "B", price: 610_000, loan: 400_000 },
    ];
    const numbers = schemaWithin(loans, given);
    const isTooLarge = ({ price, loan }: JsonObject) => Number(loan) > 0.95 * Number(price);
    const close = { who: "C", price: 420_001, loan: 399_999 };
    expect(isTooLarge(close) && followsSchema(numbers, close)).toBe(true);
    const found = await learnt(numbers, close, isTooLarge, { examples: given });
    const least = { who: "D", price: 420_000, loan: 400_000 };
    expect(followsSchema(found.form as JsonObject, least)).toBe(false);
    expect(isKept(found.form, isTooLarge)).toBe(true);
    expect(found.requests).toBeLessThan(60);
  });

  test("where nothing but the examples is taken, no members decide", async () => {
    const onlyThese = (data: JsonObject) => !examples.some((one) => sameJson(one, data));
    expect((await learnt(form, mixed, onlyThese, { examples })).form).toBeUndefined();
  });
});

/** The form that is found of a creation before any of its data were taken. */
async function probed(
  dataSchema: JsonObject,
  examples: readonly JsonObject[],
  refuses: (data: JsonObject) => boolean,
  data: JsonObject,
) {
  const action = { key: "open", groupLabel: "all", creates: true, appends: false, dataSchema, examples };
  const { asker, exchanges } = serviceThat((write) => refuses(write.data));
  const run = (title: string, steps: readonly unknown[]) => asker.run(title, steps as readonly OperationStep[]);
  await run("before", [{ op: "create", face: "v2", workflow: 0, action: "open", data }]);
  const refused = exchanges.at(-1);
  return refused && (await formOfRefused({ run, runId: "run" }, 0, action, refused))?.schema;
}

describe("nothing is learnt", () => {
  const schema = schemaOf({ lost: day, count: { type: "integer", minimum: 0, maximum: 50 } });
  const plain = { who: "A", lost: "2020-02-02", count: 3 };

  test("of texts: that one is refused for a quote or an umlaut is a failure", async () => {
    const refuses = ({ who }: JsonObject) => /["ü]/.test(String(who));
    for (const who of ['say "so"', "Grün"])
      expect((await learnt(schema, { ...plain, who }, refuses)).form).toBeUndefined();
  });

  test("of the number 0, an empty list and a flag that is never taken, against which the form says nothing", async () => {
    const list = schemaOf({ tags: { type: "array", items: { type: "string" } } });
    const flag = schemaOf({ urgent: { type: "boolean" } });
    const isEmpty = ({ tags }: JsonObject) => (tags as readonly Json[]).length === 0;
    const taken = [{ who: "B", urgent: false }];
    expect((await learnt(schema, { ...plain, count: 0 }, ({ count }) => count === 0)).form).toBeUndefined();
    expect((await learnt(list, { who: "A", tags: [] }, isEmpty)).form).toBeUndefined();
    expect(
      (await learnt(flag, { who: "A", urgent: true }, ({ urgent }) => urgent === true, { taken })).form,
    ).toBeUndefined();
  });

  test("of what one face refuses alone", async () => {
    const refuses = ({ lost }: JsonObject, { face }: Write) => face === "v2" && later(lost);
    expect((await learnt(schema, { ...plain, lost: "2098-01-02" }, refuses)).form).toBeUndefined();
  });

  test("of data that were taken before", async () => {
    let times = 0;
    const again = await learnt(schema, plain, () => (times += 1) > 1, { taken: [plain] });
    expect([again.form, again.requests]).toEqual([undefined, 0]);
  });

  test("where nearly everything is refused: one value alone of all that the form allows", async () => {
    const codes = schemaOf({ code: { enum: ["a", "b", "c", "d"] } });
    const refuses = ({ code }: JsonObject) => code !== "a";
    expect((await learnt(codes, { who: "A", code: "b" }, refuses)).form).toBeUndefined();
    expect((await learnt(codes, { who: "A", code: "b" }, () => true)).form).toBeUndefined();
  });

  test("of numbers on a trace, of which earlier actions may decide", async () => {
    const refuses = ({ count }: JsonObject) => Number(count) > 10;
    expect((await learnt(schema, { ...plain, count: 40 }, refuses, { appended: true })).form).toBeUndefined();
  });
});

describe("how long texts may be, of a form that only examples tell", () => {
  const examples = [{ who: "Ada", remark: "Behind the second door on the left, beside the stairs." }];
  const schema = schemaOf({ remark: { type: "string", maxLength: 300 } });
  const long = { who: "Ada", remark: "r".repeat(90) };
  const tooLong = ({ remark }: JsonObject) => String(remark).length > 60 && "remark: must have at most 60 characters";

  test.each([[false], [true]])("is told late, and both faces hold to it: appended %s", async (appended) => {
    const { form, evidence, requests } = await learnt(schema, long, tooLong, { appended, examples });
    expect(form).toMatchObject({ properties: { remark: { maxLength: 60 }, who: { maxLength: 80 } } });
    expect(evidence).toContain("must have at most 60 characters");
    expect(requests).toBe(appended ? 2 : 1);
  });

  test.each([[false], [true]])("is not believed of one face alone: appended %s", async (appended) => {
    const first = (data: JsonObject, { face }: Write) => face === "v2" && tooLong(data);
    expect((await learnt(schema, long, first, { appended, examples })).form).toBeUndefined();
  });

  test("is told late by one face, and the other says no more than that the data are wrong", async () => {
    const terse = (data: JsonObject, { face }: Write) => (face === "v2" ? tooLong(data) : tooLong(data) !== false);
    const { form } = await learnt(schema, long, terse, { examples });
    expect(form).toMatchObject({ properties: { remark: { maxLength: 60 } } });
  });

  test("is not believed where longer ones were taken", async () => {
    const taken = [{ who: "Ada", remark: "t".repeat(200) }];
    const once = (data: JsonObject) => data["remark"] === long.remark && tooLong(data);
    expect((await learnt(schema, long, once, { taken, examples })).form).toBeUndefined();
  });
});
