/** Creations that must each bring texts of their own. */
import { expect, test } from "vitest";
import { actionGating } from "../../../probes/points/action-gating.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import { ownTextsOf } from "../../../probes/process/own-texts.ts";
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
async function probed(pin?: Gating) {
  const { asker, exchanges } = serviceThat(isThere);
  const gating = { value: { gating: "free" } satisfies Gating, evidence: "Seen." };
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
