/** Paths by which places of documents of one kind are found again. */
import { expect, test } from "vitest";
import { genericPlaces } from "../../../probes/lib/generic-places.ts";
import type { Json } from "../../../spec/json.ts";

const pathOf = (document: Json, value: Json): string | undefined =>
  genericPlaces(document)
    .find((place) => place.value === value)
    ?.path.join(".");

test("rows of a name and a value within a list are members, each at a place of its own", () => {
  const rows = [
    { name: "digest", value: "d1" },
    { name: "fileName", value: "a.txt" },
  ];
  expect(pathOf({ enclosures: [{ attributes: rows }] }, "d1")).toBe("enclosures.*.attributes.0.value");
  expect(pathOf({ enclosures: [{ attributes: rows }] }, "a.txt")).toBe("enclosures.*.attributes.1.value");
});

test("entries of a list are none of these", () => {
  const files = ["d1", "d2"].map((value) => ({ name: "file", value }));
  expect(pathOf({ links: [{ files }] }, "d2")).toBe("links.*.files.*.value");
  expect(pathOf({ rows: [{ name: "digest", value: "d1" }] }, "d1")).toBe("rows.*.value");
});
