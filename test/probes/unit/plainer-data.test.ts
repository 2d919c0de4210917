/** Data that are tried where others of the same form were refused. */
import { expect, test } from "vitest";
import { plainerData } from "../../../probes/process/forms/plainer-data.ts";
import type { JsonObject } from "../../../spec/json.ts";

const codes = { type: "array", items: { type: "string", pattern: "^[A-Z0-9]{2,12}$" }, minItems: 1, maxItems: 9 };
const dataSchema: JsonObject = {
  type: "object",
  properties: { add: codes, remove: codes, reason: { type: "string" } },
  required: ["reason"],
  anyOf: [{ required: ["add"] }, { required: ["remove"] }],
  additionalProperties: false,
};

test("a member that may be left out is left out of data of two drawings, as one may be refused by chance", () => {
  const action = { key: "edit", groupLabel: "all", creates: false, appends: true, dataSchema };
  const without = (name: string) =>
    plainerData("run", action, "plainer").filter(({ data }) => !(name in data) && Object.keys(data).length === 2);
  for (const name of ["add", "remove"]) {
    const distinct = new Set(without(name).map(({ data }) => JSON.stringify({ ...data, reason: "" })));
    expect(distinct.size).toBeGreaterThan(1);
  }
});

test("dates follow from the day that the id of the run has, and not from the day on which they are made again", () => {
  const day = { type: "string", format: "date" };
  const form = { type: "object", properties: { from: day, to: day }, required: ["from", "to"] };
  const action = { key: "book", groupLabel: "all", creates: false, appends: true, dataSchema: form };
  const years = plainerData("20190305-3f9k2c", action, "plainer").flatMap(({ data }) =>
    [data["from"], data["to"]].map((date) => String(date).slice(0, 4)),
  );
  expect(years.filter((year) => year === "2019").length).toBeGreaterThan(1);
  expect(years).not.toContain(String(new Date().getFullYear()));
});
