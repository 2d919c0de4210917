/** Creations that must each bring texts of their own. */
import { expect, test } from "vitest";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import { actionGating } from "../../../probes/points/action-gating.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import { namesVariedIn, ownTextsOf } from "../../../probes/process/forms/own-texts.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses, type Write } from "../lib/refusing-service.ts";

const serial = { type: "string", pattern: "^[A-Z]{2}[0-9]{8}$" };
const form = {
  type: "object",
  required: ["serial", "owner"],
  properties: { serial, owner: { type: "string" } },
  additionalProperties: false,
};
const [workflow] = target.workflows;
const described: JudgingTarget = {
  ...target,
  workflows: [
    {
      id: "1",
      name: "Repairs",
      actions: (workflow?.actions ?? []).map((one) => (one.creates ? { ...one, dataSchema: form } : one)),
    },
  ],
};

async function foundWhere(refuses: Refuses, known = described) {
  const { asker, exchanges } = serviceThat(refuses);
  const found = await ownTextsOf({ ...asker, target: known });
  return { ownTexts: found?.ownTexts, requests: exchanges.length };
}

const serialOf = (content: string) => (JSON.parse(content) as { serial?: string }).serial;
const isThere: Refuses = ({ data }: Write, { anywhere }) =>
  anywhere.some((content) => serialOf(content) === (data as { serial?: string }).serial);

test("the same serial number is refused, another one taken", async () => {
  expect(await foundWhere(isThere)).toEqual({ ownTexts: { "1": ["open"] }, requests: 5 });
});

test.each<[string, Refuses, number]>([
  ["all is taken", () => false, 2],
  ["one face alone refuses it", (step, before) => step.face === "v2" && isThere(step, before), 5],
  ["nothing is taken any more", (_, { anywhere }) => anywhere.length > 0, 5],
])("not where %s", async (_, refuses, requests) => {
  expect(await foundWhere(refuses)).toEqual({ ownTexts: undefined, requests });
});

test("nothing is sent where no form has a text that could be another", async () => {
  expect(await foundWhere(isThere, target)).toEqual({ ownTexts: undefined, requests: 0 });
});

type Gating = OpenPointValues["action-gating"];

/** What the probe finds where this is pinned, and how many requests it sends. */
async function probed(pin?: Gating, ownTexts?: Gating["ownTexts"]) {
  const { asker, exchanges } = serviceThat(isThere);
  const value: Gating = { gating: "free", ...(ownTexts ? { ownTexts } : {}) };
  const gating = { value, evidence: "Seen." };
  const context = { ...asker, target: described, fixture: { gating }, pin: () => pin } as unknown as ProbeContext;
  const { "action-gating": reading } = await actionGating.run(context);
  return { ownTexts: reading?.value?.ownTexts, requests: exchanges.length };
}

test("a pin that says so is seen again, and one that does not speak of it is left alone", async () => {
  const ownTexts = { "1": ["open"] };
  expect(await probed()).toEqual({ ownTexts, requests: 5 });
  expect(await probed({ gating: "free", ownTexts })).toEqual({ ownTexts, requests: 5 });
  expect(await probed({ gating: "free" })).toEqual({ ownTexts: undefined, requests: 0 });
});

/** What is found where creations bring an address of mail from examples, after some that were written before. */
async function namesFound(refuses: Refuses) {
  const emails = ["ann@a.example", "bo@a.example"];
  const names = {
    type: "object",
    required: ["email", "name"],
    properties: { email: { enum: emails }, name: { type: "string", minLength: 4, maxLength: 60 } },
    additionalProperties: false,
  };
  const action = {
    ...workflow?.actions[0],
    dataSchema: names,
    examples: emails.map((email) => ({ email, name: "Name" })),
  };
  const known = { ...target, workflows: [{ id: "1", actions: [action] }] } as unknown as JudgingTarget;
  const { asker, exchanges } = serviceThat(refuses);
  for (const name of ["before-1", "before-2"])
    await asker.run(name, [
      { op: "create", face: "v2", workflow: 0, action: "open", data: { email: emails[0] ?? "", name } },
    ]);
  const histories = () => [{ script: { id: "before", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] }];
  const found = await namesVariedIn({ ...asker, target: known, histories });
  return { ownTexts: found?.ownTexts, form: found?.forms["1"]?.["open"], requests: exchanges.length - 2 };
}

const emailOf = (content: string) => (JSON.parse(content) as { email?: string }).email;
const isKnown: Refuses = ({ data }: Write, { anywhere }) =>
  anywhere.some((content) => emailOf(content) === (data as { email?: string }).email);

test("an address of mail of the examples may come once: others of its domain are taken", async () => {
  const found = await namesFound(isKnown);
  expect(found).toMatchObject({ ownTexts: { "1": ["open"] }, requests: 5 });
  expect(found.form).toMatchObject({ properties: { email: { pattern: "^[a-z]{12}@a\\.example$" } } });
});

test("nothing is tried where no creation was refused, and none is found where one face alone refuses", async () => {
  expect(await namesFound(() => false)).toEqual({ ownTexts: undefined, form: undefined, requests: 0 });
  const oneFace = await namesFound((step, before) => step.face === "v2" && isKnown(step, before));
  expect(oneFace).toMatchObject({ ownTexts: undefined, requests: 5 });
});

const claimed = ["LN-7712", "BA-3811"];
const linesOf = (receipt: string) => [{ kind: "train", receipt }];

/** What a walk finds where an action after the creation brings receipts, as its examples do. */
async function codesFound(refuses: Refuses) {
  const examples = claimed.map((receipt) => ({ lines: linesOf(receipt), purpose: `About ${receipt}` }));
  const dataSchema = {
    type: "object",
    required: ["lines", "purpose"],
    properties: { lines: { enum: claimed.map(linesOf) }, purpose: { type: "string", minLength: 4, maxLength: 60 } },
    additionalProperties: false,
  };
  const actions = (workflow?.actions ?? []).map((one) => (one.key === "note" ? { ...one, dataSchema, examples } : one));
  const known = { id: "1", name: "Claims", actions };
  const { asker, exchanges } = serviceThat((step, before) => step.op === "act" && refuses(step, before));
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [known] } }, 0, known, undefined);
  await explorer.explore();
  return { ownTexts: explorer.known.forms.ownTexts, form: explorer.known.forms.found["note"], exchanges };
}

const receiptsIn = (content: string): readonly string[] => content.match(/[A-Z]{2}-[0-9]{4,}/g) ?? [];
/** The receipts of the examples are those of somebody else, and each may come once. */
const isClaimed: Refuses = ({ action, data }, { anywhere }) =>
  action === "note" &&
  receiptsIn(JSON.stringify((data as { lines?: unknown }).lines)).some(
    (one) => claimed.includes(one) || anywhere.some((content) => receiptsIn(content).includes(one)),
  );

test("a later action takes each receipt once: others of their shape go with it from then on", async () => {
  const { ownTexts, form, exchanges } = await codesFound(isClaimed);
  expect(ownTexts).toEqual(["note"]);
  expect(JSON.stringify(form)).toContain('"pattern":"^LN-[0-9]');
  const taken = exchanges.filter(
    ({ intent, response }) => intent.kind === "act" && intent.actionKey === "note" && response?.status === 200,
  );
  expect(taken.length).toBeGreaterThan(1);
});

test("no code is another one where the examples are taken, or where no other is", async () => {
  expect(await codesFound(() => false)).toMatchObject({ ownTexts: [], form: undefined });
  const { ownTexts, exchanges } = await codesFound(({ action }) => action === "note");
  expect(ownTexts).toEqual([]);
  const others = exchanges.filter(
    ({ intent }) =>
      intent.kind === "act" &&
      intent.actionKey === "note" &&
      !claimed.some((one) => JSON.stringify(intent.data).includes(`"${one}"`)),
  );
  expect(others.length).toBeLessThanOrEqual(4);
});

test("what was found of later actions stands beside what is found of creations", async () => {
  expect(await probed(undefined, { "1": ["note"], "2": ["pay"] })).toMatchObject({
    ownTexts: { "1": ["open", "note"], "2": ["pay"] },
  });
});
