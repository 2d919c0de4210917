/** A value of a choice that wants members which the others do not, and what comes behind it. */
import { expect, test } from "vitest";
import { formOfValue, withWayOf } from "../../../probes/process/forms/form-of-value.ts";
import { tracesIn } from "../../../probes/process/further/deciding.ts";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import { tryUntriedValues } from "../../../probes/process/further/untried-values.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { schemasAt } from "../../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const workflow: WorkflowDescription = {
  id: "1",
  name: "Permits",
  actions: ["open", "check", "add", "confirm", "grant"].map((key) => ({
    ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open" },
  })),
};

/** The form of a check, as a flag; one that is not complete wants to say what is missing, in these words. */
function permitsThat(told: string): Refuses {
  return ({ action: key = "", data }, { done, onTrace }) => {
    const isComplete = onTrace.at(-1)?.includes('"complete":true') === true;
    const behind: Record<string, string> = { open: "check", check: isComplete ? "grant" : "add", add: "confirm" };
    if (done.length > 0 && behind[done.at(-1) ?? ""] !== key) return "not now";
    const { complete, missing } = data as JsonObject;
    if (key !== "check") return false;
    if (typeof complete !== "boolean")
      return complete === undefined ? "field 'complete' is required" : "'complete' must be a boolean";
    if (complete || missing !== undefined) return missing !== undefined && complete ? "'missing' is unknown" : false;
    return told;
  };
}

async function walked(told: string) {
  const { asker, exchanges } = serviceThat(permitsThat(told));
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [workflow] } }, 0, workflow, undefined);
  await explorer.explore();
  const seen = () => tracesIn(exchanges, 0, explorer.known.workflow, undefined);
  await tryUntriedValues(explorer, seen(), false);
  const form = explorer.known.actions("check")[0]?.dataSchema ?? {};
  return { form, taken: new Set(seen().flatMap(({ steps }) => steps.map(({ key }) => key))) };
}

test("the members that it wants are found, and what comes behind it, one after the other", async () => {
  const { form, taken } = await walked("field 'missing' is required where 'complete' is false");
  expect(taken).toEqual(new Set(["open", "check", "add", "confirm", "grant"]));
  expect(schemasAt(form, "anyOf")).toMatchObject([
    { properties: { complete: { const: true }, missing: false } },
    { properties: { complete: { const: false }, missing: {} }, required: ["complete", "missing"] },
  ]);
});

test("nothing is sought where the refusal asks for no member", async () => {
  const { form, taken } = await walked("a check that is not complete must be done by phone");
  expect(taken).toEqual(new Set(["open", "check", "grant"]));
  expect(form).not.toHaveProperty("anyOf");
});

test("a value that does not go with a member which the others want has a way without it", () => {
  const settled = {
    ...{ type: "object", required: ["outcome", "amount"], additionalProperties: false },
    properties: { outcome: { enum: ["covered", "denied"] }, amount: { type: "integer" } },
  };
  const of = { member: "outcome", value: "denied" };
  const found = withWayOf(settled, of, { outcome: { const: "denied" }, reason: { type: "string" } }) ?? {};
  expect(followsSchema(found, { outcome: "covered", amount: 3 })).toBe(true);
  expect(followsSchema(found, { outcome: "denied", reason: "late" })).toBe(true);
  expect(followsSchema(found, { outcome: "denied", amount: 3, reason: "late" })).toBe(false);
  expect(followsSchema(found, { outcome: "covered", reason: "late" })).toBe(false);
});

test("what may not stand beside a value is left out, and what it wants then is found", async () => {
  const members = { outcome: { enum: ["covered", "denied"] }, amount: { type: "integer", minimum: 1, maximum: 9 } };
  const dataSchema = {
    type: "object",
    required: ["outcome", "amount"],
    properties: members,
    additionalProperties: false,
  };
  const check = { key: "check", groupLabel: "all", creates: true, appends: false, dataSchema };
  const { asker, send } = serviceThat(({ data }) => {
    const { outcome, amount, reason } = data as JsonObject;
    if (outcome !== "denied") return false;
    if (amount !== undefined) return "Value error, amount is not allowed when outcome is denied";
    return typeof reason !== "string" && "reason is required when outcome is denied";
  });
  const refused = send({
    op: "create",
    face: "v2",
    action: "check",
    workflow: 0,
    data: { outcome: "denied", amount: 3 },
  });
  const found = await formOfValue(asker, 0, check, refused, { member: "outcome", value: "denied" });
  expect(followsSchema(found?.schema ?? {}, { outcome: "denied", reason: "a text of some length" })).toBe(true);
  expect(followsSchema(found?.schema ?? {}, { outcome: "denied", amount: 3, reason: "a text of some length" })).toBe(
    false,
  );
});

const text = { type: "string" };
const form = { type: "object", required: ["kind"], properties: { kind: { enum: ["a", "b", "c"] } } };
const withB = withWayOf(form, { member: "kind", value: "b" }, { kind: { const: "b" }, why: text }) ?? {};

test("each value of a choice has a way of its own, with what it wants alone", () => {
  const withC = withWayOf(withB, { member: "kind", value: "c" }, { kind: { const: "c" }, until: text }) ?? {};
  const own = { ...text, ofOneWay: true };
  expect(withC["properties"]).toEqual({ kind: { enum: ["a", "b", "c"] }, why: own, until: own });
  expect(schemasAt(withC, "anyOf")).toEqual([
    { properties: { kind: { const: "a" }, why: false, until: false } },
    { properties: { kind: { const: "b" }, why: text, until: false }, required: ["kind", "why"] },
    { properties: { kind: { const: "c" }, why: false, until: text }, required: ["kind", "until"] },
  ]);
});

test("where nothing new is wanted, or members go together by another one, the form stays", () => {
  expect(withWayOf(form, { member: "kind", value: "b" }, { kind: { const: "b" } })).toBeUndefined();
  const other = { ...withB, properties: { ...(withB["properties"] as JsonObject), isPaid: { type: "boolean" } } };
  expect(withWayOf(other, { member: "isPaid", value: true }, { isPaid: { const: true }, sum: text })).toBeUndefined();
});
