/** Creations whose numbers must fit each other: found by one more creation of which one number is another. */
import { expect, test } from "vitest";
import { formReading } from "../../../probes/process/forms/form.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { serviceThat, target } from "../lib/refusing-service.ts";

/** The members of the form that is found for creations that are refused so. */
async function membersFound(wrong: (data: JsonObject, before: readonly string[]) => string | undefined) {
  const create = { key: "open", groupLabel: "all", creates: true, appends: false };
  const { asker, exchanges } = serviceThat(({ data }, { anywhere }) => wrong(data, anywhere) ?? false);
  const plain: OperationStep = { op: "create", face: "v2", workflow: 0, action: "open", data: { tcRun: "run" } };
  await asker.run("plain data", [plain]);
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const context = {
    ...asker,
    histories: () => [history],
    target: { ...target, workflows: [{ id: "1", name: "Lots", actions: [create] }] },
  } as unknown as ProbeContext;
  const { value } = (await formReading(context)) ?? {};
  return value?.["1"]?.["open"]?.["properties"];
}

const missing = (data: JsonObject, ...names: readonly string[]) => {
  const name = names.find((one) => typeof data[one] !== "number");
  return name === undefined ? undefined : `${name} is required, it must be an integer`;
};

test("numbers that must be equal stay as they were taken", async () => {
  const found = await membersFound(
    (data) =>
      missing(data, "units", "total") ?? (data["units"] === data["total"] ? undefined : "total must be the sum"),
  );
  const schema = { type: "object", properties: found ?? {} };
  expect(followsSchema(schema, { units: 12, total: 12 })).toBe(true);
  for (const other of [
    { units: 12, total: 11 },
    { units: 11, total: 12 },
  ])
    expect(followsSchema(schema, other)).toBe(false);
});

test("numbers that are taken as they come stay open, also where the other data may come once", async () => {
  const open = { units: { type: "integer" }, total: { type: "integer" } };
  expect(await membersFound((data) => missing(data, "units", "total"))).toMatchObject(open);
  const once = await membersFound((data, before) => {
    const isTaken = before.some((one) => one.includes(`"reference":${JSON.stringify(data["reference"])}`));
    const told = typeof data["reference"] === "string" ? undefined : "reference is required, it must be a text";
    return (
      missing(data, "units", "total") ?? told ?? (isTaken ? "reference must be another one than before" : undefined)
    );
  });
  expect(once).toMatchObject(open);
});

test("a number that was kept at one, as its upper end was told, comes in more as well where that is taken", async () => {
  const upTo = (most: number) => (data: JsonObject) =>
    missing(data, "ranks") ??
    (Number(data["ranks"]) > 3 ? "ranks must be less than or equal to 3" : undefined) ??
    (Number(data["ranks"]) > most ? "ranks: no more are free now" : undefined);
  expect(await membersFound(upTo(3))).toMatchObject({ ranks: { minimum: 1, maximum: 3 } });
  expect(await membersFound(upTo(2))).toMatchObject({ ranks: { minimum: 1, maximum: 2 } });
  expect(await membersFound(upTo(1))).toMatchObject({ ranks: { maximum: 1 } });
});
