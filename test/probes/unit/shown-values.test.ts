/** Texts of examples that stand for what the service makes on each trace, and shows in its state. */
import { expect, test } from "vitest";
import { ShownValues } from "../../../probes/process/walk/shown-values.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { keepingShown, withTexts } from "../../../spec/readings/shown-values.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

const refused = { response: { status: 400, json: { value: "mrn is of another trace" } } } as unknown as Exchange;
const taken = { response: { status: 200, json: { value: { state: {} } } }, operationId: "legacyAppendAction" };
const form: JsonObject = { type: "object", properties: { mrn: { type: "string" }, note: { type: "string" } } };
const actionWith = (examples: readonly JsonObject[]): ActionDescription => ({
  ...{ key: "pay", groupLabel: "all", creates: false, appends: true },
  ...{ dataSchema: form, examples },
});

/** What is found where the action is taken, or is not, once it names what this state shows. */
async function foundIn(state: Json, examples: readonly JsonObject[], isTaken = true) {
  const shown = new ShownValues("1");
  const sent: JsonObject[] = [];
  const again = ({ dataSchema = {} }: ActionDescription) => {
    sent.push(dataSchema);
    return Promise.resolve((isTaken ? taken : refused) as unknown as Exchange);
  };
  const found = await shown.isTaken(actionWith(examples), refused, () => Promise.resolve(state), again);
  return { found: shown.found, isTaken: found, sent, candidate: shown.candidate };
}

test("are found by the name of their member, or by their form", async () => {
  const named = await foundIn({ movement: { mrn: "X-1" } }, [{ mrn: "26SHI0F3A77C1D2E94" }]);
  expect(named).toMatchObject({ isTaken: true, found: { "26SHI0F3A77C1D2E94": ["movement", "mrn"] } });
  expect(named.candidate?.["action-gating"]?.shown).toEqual({ "1": named.found });
  const alike = await foundIn({ vats: [{ id: "a41b9c07" }] }, [{ parts: [{ vat: "9f03ab1c" }] }]);
  expect(alike.found).toEqual({ "9f03ab1c": ["vats", "*", "id"] });
});

test("are none where the state shows nothing of the kind, or the action is refused again", async () => {
  expect((await foundIn({ note: "Some words", at: "2026-03-14" }, [{ mrn: "26SHI0F3A77C1D2E94" }])).sent).toEqual([]);
  expect((await foundIn({ mrn: "X-1" }, [{ mrn: "plain words" }])).sent).toEqual([]);
  expect((await foundIn({ mrn: "X-1" }, [{ mrn: "26SHI0F3A77C1D2E94" }], false)).found).toEqual({});
});

test("are kept by the form, at whatever depth, while all else stays free", async () => {
  const { sent } = await foundIn({ mrn: "X-1" }, [{ mrn: "26SHI0F3A77C1D2E94", note: "n" }]);
  expect(sent.map((schema) => followsSchema(schema, { mrn: "26SHI0F3A77C1D2E94", note: "other" }))).toEqual([true]);
  expect(sent.map((schema) => followsSchema(schema, { mrn: "another", note: "other" }))).toEqual([false]);
  const deep: JsonObject = { properties: { parts: { items: { properties: { vat: { type: "string" } } } } } };
  const action = { ...actionWith([{ parts: [{ vat: "9f03ab1c" }] }]), dataSchema: deep };
  const [kept] = keepingShown({ id: "1", actions: [action] }, ["9f03ab1c"]).actions;
  expect(followsSchema(kept?.dataSchema ?? {}, { parts: [{ vat: "other" }] })).toBe(false);
});

test("give way to what stands in their place, wherever they are", () => {
  const data = { mrn: "M-1", parts: [{ of: "M-1", litres: 2 }], note: "M-1 and more" };
  expect(withTexts(data, { "M-1": "N-2" })).toEqual({
    ...{ mrn: "N-2", parts: [{ of: "N-2", litres: 2 }], note: "M-1 and more" },
  });
});
