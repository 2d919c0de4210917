/** Lists of names and values, which stand for members. */
import { expect, test } from "vitest";
import type { Json } from "../../../spec/json.ts";
import { everyMember, namedEntries } from "../../../spec/readings/named-entries.ts";

const record = [
  { field: "status", value: "ordered" },
  { field: "pages", value: 4 },
];

test("the entries of a list stand as its members beside all other places", () => {
  const members = everyMember({ record, journal: "order" }).map(({ path, key, value }) => [path.join("."), key, value]);
  expect(members).toContainEqual(["record.status", "status", "ordered"]);
  expect(members).toContainEqual(["record.pages", "pages", 4]);
  expect(members).toContainEqual(["record.0.field", "field", "status"]);
  expect(members).toContainEqual(["journal", "journal", "order"]);
});

test.each<[string, Json]>([
  ["two entries have one name", [...record, { field: "status", value: "late" }]],
  ["an entry has more than a name and a value", [...record, { field: "by", value: "ann", at: 3 }]],
  ["an entry has other members", [...record, { name: "by", value: "ann" }]],
  ["either may be the name", record.map(({ field }, at) => ({ field, value: `v${String(at)}` }))],
  [
    "neither is a text",
    [
      { km: 14.2, kmh: 40 },
      { km: 20, kmh: 80 },
    ],
  ],
  ["there is one entry alone", record.slice(0, 1)],
  ["it holds other things", [...record, "status"]],
  ["it is none", { field: "status", value: "ordered" }],
])("is none where %s", (_, list) => {
  expect(namedEntries(list)).toEqual([]);
});
