/** Choices in the form of a creation that was found with one value of each. */
import { expect, test } from "vitest";
import { withChoicesTried, withOnceEach, withOtherValues } from "../../../probes/process/forms/choices-tried.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
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

test("several values that want the same beside them all have it", async () => {
  const values = ["city", "race", "electric", "cargo"];
  const several = { ...form, additionalProperties: true, properties: { kind: { enum: values } }, required: ["kind"] };
  for (const runId of ["one", "two", "three", "four", "five", "six"]) {
    const { asker } = serviceThat((step) => {
      const { kind, battery: told } = dataOf(step);
      return kind !== "city" && told === undefined && `field 'battery' is required when kind is ${String(kind)}`;
    });
    const found = await withChoicesTried({ ...asker, runId }, 0, open, several, { kind: "city" });
    const takenWithout = values.filter((kind) => followsSchema(found, { kind }));
    expect(takenWithout).toEqual(["city"]);
    expect(values.filter((kind) => followsSchema(found, { kind, battery: "Sealed" }))).toEqual(values.slice(1));
  }
});

test("where each value is taken the form stays", async () => {
  expect((await tried(() => false)).found).toEqual(form);
});

test("where no other value is taken one alone is left of each", async () => {
  const isOther = (data: JsonObject) => Object.entries(taken).find(([name, value]) => data[name] !== value)?.[0];
  const { found } = await tried((step) => {
    const other = isOther(dataOf(step));
    return other !== undefined && `'${other}' is none of those we take`;
  });
  expect(found["properties"]).toEqual({ kind: { const: "city" }, isPaid: { const: true } });
});

test("what is refused for something else says nothing of a value", async () => {
  expect((await tried(() => "no more for today")).found).toEqual(form);
});

test("values that were not tried stay", async () => {
  const values = "abcdefghijkl".split("").map((letter) => `kind-${letter}`);
  const properties = { kind: { enum: values } };
  const { asker } = serviceThat(() => false);
  const long = { ...form, required: ["kind"], properties };
  expect(await withChoicesTried(asker, 0, open, long, { kind: "kind-a" })).toEqual(long);
});

test("texts are others each time: a number may have to be its own", async () => {
  const properties = { ...form.properties, serial: { type: "string", minLength: 20, maxLength: 80 } };
  const { asker, exchanges } = serviceThat(() => false);
  await withChoicesTried(asker, 0, open, { ...form, properties }, { ...taken, serial: "the very first of them" });
  const serials = exchanges.map(({ intent }) => dataOf(intent as { readonly data?: unknown })["serial"]);
  expect(new Set([...serials, "the very first of them"]).size).toBe(exchanges.length + 1);
});

test("a word about the moment in which a value happens to stand says nothing of it", async () => {
  const { found } = await tried(() => "not now: another race is on");
  expect(found).toEqual(form);
});

test("a value within a list, or within a member, goes as well", async () => {
  const owner = { type: "object", properties: { role: { enum: ["keeper", "vet"] } }, required: ["role"] };
  const tests = { type: "array", items: { enum: ["blood", "tissue"] }, minItems: 1, maxItems: 1 };
  const nested = { ...form, required: ["tests", "owner"], properties: { tests, owner } };
  const { asker } = serviceThat((step) => {
    const data = dataOf(step);
    if (JSON.stringify(data["tests"]).includes("tissue")) return "tests: tissue is done elsewhere";
    return JSON.stringify(data["owner"]).includes("vet") && "role: no vets here";
  });
  const found = await withChoicesTried(asker, 0, open, nested, { tests: ["blood"], owner: { role: "keeper" } });
  expect(found["properties"]).toMatchObject({
    tests: { type: "array", items: { const: "blood" } },
    owner: { properties: { role: { const: "keeper" } } },
  });
});

test("what came on the trace before comes once, and other values in its place", async () => {
  const close: JsonObject = {
    type: "object",
    properties: { area: { enum: ["road", "lift"] }, charge: { type: "integer", minimum: 1, maximum: 3 } },
  };
  const refusedFor = async (data: JsonObject, says: string): Promise<Exchange> => {
    const { asker, exchanges } = serviceThat(() => says);
    const steps: readonly OperationStep[] = [{ op: "create", face: "v2", workflow: 0, action: "open", data }];
    await asker.run("", steps);
    return exchanges.at(-1) as Exchange;
  };
  const areas = (form: JsonObject | undefined) => form?.["properties"];
  const again = await refusedFor({ area: "road", charge: 2 }, "area: closed already");
  expect(areas(withOnceEach(close, again, [{ area: "road" }]))).toMatchObject({ area: { onceEach: true } });
  expect(withOnceEach(close, again, [{ area: "lift" }])).toBeUndefined();
  expect(withOnceEach(close, again, [{ area: "lift" }, { area: "road" }])).toBeUndefined();
  expect(withOnceEach(close, again, [])).toBeUndefined();
  // A number may only be too high by then, unless the words say that it came before.
  const charge = { charge: { enum: [1, 2, 3], onceEach: true } };
  const before = [{ area: "x", charge: 2 }];
  expect(areas(withOnceEach(close, await refusedFor({ charge: 2 }, "charge: fired already"), before))).toMatchObject(
    charge,
  );
  expect(withOnceEach(close, await refusedFor({ charge: 2 }, "charge: no more than 1"), before)).toBeUndefined();
});

test("each other value of a choice that was sent, where the data may be what is refused", () => {
  const refused = (message: string) =>
    ({
      intent: { kind: "act", data: { kind: "race", isPaid: true } },
      response: { status: 422, json: { value: { error: message } } },
    }) as unknown as Exchange;
  const kinds = withOtherValues(form, refused("2 finds are still raw")).map(
    ({ properties }) => (properties as Record<string, JsonObject>)["kind"]?.["const"],
  );
  expect(kinds).toEqual(expect.arrayContaining(["city", "electric"]));
  expect(kinds).not.toContain("race");
  expect(withOtherValues(form, refused("not possible at this point"))).toEqual([]);
});

test("numbers that must make so many together are tried so", () => {
  const number = { type: "integer", minimum: 0, maximum: 600 };
  const fired = { type: "object", properties: { fired: number, duds: number } };
  const refused = {
    intent: { kind: "act", actionKey: "fire", data: { fired: 108, duds: 6 }, files: [] },
    response: { status: 409, json: { value: { error: "fired and duds must be 147 together" } } },
  } as unknown as Exchange;
  const sums = withOtherValues(fired, refused).map(({ properties }) => {
    const own = properties as Record<string, JsonObject>;
    return Number(own["fired"]?.["const"]) + Number(own["duds"]?.["const"]);
  });
  expect(sums.length).toBeGreaterThan(0);
  expect(new Set(sums)).toEqual(new Set([147]));
});
