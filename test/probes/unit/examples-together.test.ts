/** Examples of several actions that only fit one another, tried together on a trace of their own. */
import { expect, test } from "vitest";
import { schemaOfExamples } from "../../../driver/configuration/examples.ts";
import { fitData } from "../../../generators/index.ts";
import { FormsTried } from "../../../probes/process/forms/forms-tried.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { serviceThat, type Before, type Write } from "../lib/refusing-service.ts";

const enquiries = [
  { day: "2031-06-12", guests: 80, kind: "wedding" },
  { day: "2031-09-03", guests: 200, kind: "congress" },
];
const offers = [
  { until: "2031-01-31", rate: 0.19 },
  { until: "2031-02-15", rate: 0.07 },
];
const action = (key: string, examples: readonly JsonObject[]): ActionDescription => ({
  ...{ key, groupLabel: "all", creates: key === "enquire", appends: key !== "enquire" },
  ...{ examples, dataSchema: schemaOfExamples(examples) },
});

/** What is found of an offer that was refused after an enquiry with these data. */
async function found(
  enquiry: JsonObject,
  isRefused: (offer: JsonObject, enquiry: JsonObject, before: Before, files: number) => boolean | string,
) {
  const { asker, exchanges } = serviceThat(({ op, data, files = [] }: Write, before) => {
    const enquired = JSON.parse(before.onTrace[0] ?? "{}") as JsonObject;
    return op === "act" ? isRefused(data as JsonObject, enquired, before, files.length) : false;
  });
  const actions = [action("enquire", enquiries), action("offer", offers)];
  const workflow = { id: "1", actions };
  const run = async (title: string, steps: readonly unknown[]) =>
    forms.seen(await asker.run(title, steps as readonly OperationStep[]));
  const forms: FormsTried = new FormsTried({ run, runId: "run" }, 0);
  await run("before", [
    { op: "create", face: "v2", as: "first", workflow: 0, action: "enquire", data: enquiry },
    { op: "act", face: "v2", trace: "$first", workflow: 0, action: "offer", data: offers[0] },
  ]);
  const [refused, offer] = [exchanges.at(-1), actions[1]];
  const before = exchanges.length;
  const changed = refused && offer && (await forms.elsewhere(workflow, offer, refused));
  const drawn = (key: string) => {
    const one = changed?.actions.find((other) => other.key === key);
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    return numbers.map((number) => fitData(one, { data: { tcRun: "run", tcMark: `x~run~${String(number)}` } }).data);
  };
  return { changed, drawn, forms, requests: exchanges.length - before };
}

test("an offer that must bring a file as well: it is tried with one where its refusal speaks of files", async () => {
  const refusedIn =
    (words: string) =>
    (offer: JsonObject, { day }: JsonObject, _: Before, files: number) =>
      isNotOffered(offer) || String(offer["until"]) >= String(day) || (files === 0 && words);
  const { forms, requests } = await found(late, refusedIn("The number of files is wrong"));
  expect(forms.afterExamples).toEqual(["offer"]);
  expect(requests).toBeLessThan(22);
  expect((await found(late, refusedIn("not now"))).forms.afterExamples).toEqual([]);
});

const late = { day: "1984-02-03", guests: 120, kind: "wedding" };
const isNotOffered = (offer: JsonObject): boolean => !offers.some(({ rate }) => rate === offer["rate"]);

test("an offer that must end before the day of its enquiry: days stay as in the example, guests are free", async () => {
  const { drawn, forms, requests } = await found(
    late,
    (offer, { day }) => isNotOffered(offer) || String(offer["until"]) >= String(day),
  );
  expect(drawn("enquire").every(({ day }) => day === enquiries[0]?.day)).toBe(true);
  expect(forms.found["enquire"]).toMatchObject({ properties: { guests: { minimum: 80, maximum: 200 } } });
  expect(drawn("offer").every((data) => offers.some(({ until }) => until === data["until"]))).toBe(true);
  expect(forms.afterExamples).toEqual(["offer"]);
  expect(Object.keys(forms.found).sort()).toEqual(["enquire", "offer"]);
  expect(requests).toBeLessThan(20);
});

test("where the number of guests decides as well, it stays; what only fits the second example is left out", async () => {
  const { drawn } = await found(
    late,
    (offer, { guests }) => isNotOffered(offer) || guests !== (offer["rate"] === 0.19 ? 80 : 200),
  );
  expect(drawn("enquire").every(({ day, guests }) => day === enquiries[0]?.day && guests === 80)).toBe(true);
  expect(drawn("offer").every(({ rate }) => rate === 0.19)).toBe(true);
});

test("where examples are refused after examples, nothing is found, and that is not tried forever", async () => {
  const { changed, forms, requests } = await found(late, () => true);
  expect(changed).toBeUndefined();
  expect(forms.afterExamples).toEqual([]);
  expect(forms.found).toEqual({});
  expect(requests).toBe(4);
});

/** What is found of an appeal that was refused after the first decision. */
async function foundOfAppeal(isTakenAfter: (decision: JsonObject) => boolean) {
  const applications = [{ inmate: "B2-0417", from: "2031-03-10" }];
  const decisions = [
    { granted: true, on: "2031-03-05" },
    { granted: false, on: "2031-03-05" },
    { granted: false, on: "2031-04-01" },
    { granted: true, on: "2031-05-01" },
  ];
  const appeals = [{ grounds: "none" }, { grounds: "it was another man" }];
  const { asker, exchanges } = serviceThat(
    ({ action: key }, { onTrace }) =>
      key === "appeal" && !isTakenAfter(JSON.parse(onTrace.at(-1) ?? "{}") as JsonObject),
  );
  const actions = [
    { ...action("apply", applications), creates: true, appends: false },
    action("decide", decisions),
    action("appeal", appeals),
  ];
  const forms: FormsTried = new FormsTried(
    { run: async (title, steps) => forms.seen(await asker.run(title, steps)), runId: "run" },
    0,
  );
  const common = { face: "v2", workflow: 0 } as const;
  forms.seen(
    await asker.run("before", [
      { op: "create", ...common, as: "first", action: "apply", data: applications[0] ?? {} },
      { op: "act", ...common, trace: "$first", action: "decide", data: decisions[0] ?? {} },
      { op: "act", ...common, trace: "$first", action: "appeal", data: appeals[0] ?? {} },
    ]),
  );
  const [refused, appeal] = [exchanges.at(-1), actions[2]];
  if (!refused || !appeal) throw new Error("the appeal was refused");
  const isTaken = (await forms.elsewhere({ id: "1", actions }, appeal, refused)) !== undefined;
  return { isTaken, decisions, found: forms.found };
}

test("of examples that tell by one decision alone none is left out: it decides what may come, and binds no data", async () => {
  const days = ["2031-03-05", "2031-04-01"];
  const { decisions, found } = await foundOfAppeal(({ granted, on }) => granted === false && days.includes(String(on)));
  expect(found["decide"]?.["enum"]).toEqual([decisions[1], decisions[0], decisions[2]]);
});

test("where what earlier actions chose decides alone, their forms stay as they are: other choices lead elsewhere", async () => {
  const { isTaken, found } = await foundOfAppeal(({ granted }) => granted === false);
  expect(isTaken).toBe(true);
  expect(found).toEqual({});
});

test("an action that comes once more keeps the example with which it was taken before", async () => {
  const payments = [
    { amount: 120, method: "card" },
    { amount: 60.5, method: "transfer" },
  ];
  const paid = (onTrace: readonly string[]) =>
    onTrace.reduce((sum, data) => sum + ((JSON.parse(data) as { amount?: number }).amount ?? 0), 0);
  const { asker, exchanges } = serviceThat(({ action: key, data }, { onTrace }) => {
    const { amount, method } = data as { readonly amount?: number; readonly method?: string };
    const isKnown = payments.some((one) => one.method === method);
    return key === "pay" && (!isKnown || paid(onTrace) + (amount ?? 0) > 121);
  });
  const actions = [action("enquire", enquiries), action("pay", payments)];
  const forms: FormsTried = new FormsTried(
    { run: async (title, steps) => forms.seen(await asker.run(title, steps)), runId: "run" },
    0,
  );
  const pay = { op: "act", face: "v2", workflow: 0, trace: "$first", action: "pay", data: payments[0] ?? {} } as const;
  forms.seen(
    await asker.run("before", [
      { op: "create", face: "v2", workflow: 0, as: "first", action: "enquire", data: enquiries[0] ?? {} },
      ...[pay, pay],
    ]),
  );
  const [refused, described] = [exchanges.at(-1), actions[1]];
  if (!refused || !described) throw new Error("the second payment was refused");
  await forms.elsewhere({ id: "1", actions }, described, refused);
  expect(forms.found["pay"]?.["enum"]).toEqual([payments[1], payments[0]]);
});
