/** Members that no state shows, where others show what was sent. */
import { expect, test } from "vitest";
import { neverShown } from "../../../probes/process/shown/never-shown.ts";

test("a member that is nowhere is told by its place, and one with another value is not", () => {
  const sent = [{ kind: "a", patron: { card: "1", name: "x" }, lines: [{ sku: "s", count: 1 }] }];
  const shown = [{ kind: "b", patron: { card: "2" }, lines: [{ sku: "t" }] }];
  expect(neverShown(sent, shown)).toEqual(["patron.name", "lines.count"]);
  expect(neverShown(sent, [...shown, { patron: { name: "y" }, lines: [{ count: 2 }] }])).toEqual([]);
});
