/** Choices in the form of a creation that was found with one value of each. */
import { expect, test } from "vitest";
import { withChoicesTried } from "../../../probes/process/forms/choices-tried.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { serviceThat, type Refuses } from "../lib/refusing-service.ts";

const open = { key: "open", groupLabel: "all", creates: true, appends: false };
const form = {
  type: "object",
  required: ["kind", "isPaid"],
  properties: { kind: { enum: ["city", "race", "electric"] }, isPaid: { type: "boolean" } },
  additionalProperties: false,
};
const battery = "500 Wh, bought last year";
const taken = { kind: "city", isPaid: true };

async function tried(refuses: Refuses) {
  const { asker, exchanges } = serviceThat(refuses);
  return { found: await withChoicesTried(asker, 0, open, form, taken), requests: exchanges.length };
}
const dataOf = ({ data }: { readonly data?: unknown }): JsonObject => data as JsonObject;

test("a value that is refused goes, and one that wants more has it", async () => {
  const { found, requests } = await tried((step) => {
    const { kind, battery: told } = dataOf(step);
    if (kind === "electric" && told === undefined) return "field 'battery' is required where kind is electric";
    return kind === "race" && "we repair no such bicycles";
  });
  expect(followsSchema(found, { kind: "city", isPaid: false })).toBe(true);
  expect(followsSchema(found, { kind: "race", isPaid: false })).toBe(false);
  expect(followsSchema(found, { kind: "electric", isPaid: true })).toBe(false);
  expect(followsSchema(found, { kind: "electric", isPaid: true, battery })).toBe(true);
  expect(followsSchema(found, { kind: "city", isPaid: true, battery })).toBe(false);
  expect(requests).toBeLessThanOrEqual(8);
});

test("where each value is taken the form stays", async () => {
  expect((await tried(() => false)).found).toEqual(form);
});

test("where no other value is taken one alone is left of each", async () => {
  const { found } = await tried((step) => JSON.stringify(dataOf(step)) !== JSON.stringify(taken) && "not for us");
  expect(found["properties"]).toEqual({ kind: { const: "city" }, isPaid: { const: true } });
});
