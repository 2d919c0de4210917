import { expect, test } from "vitest";
import { publicExtensions } from "../../suites/scripts/support/inputs.ts";

test("files have the ends of names that servers make exceptions for", () => {
  expect(publicExtensions({ refused: ["file.empty"] })).toEqual(expect.arrayContaining(["css", "png", "svg"]));
});

test("where some formats are refused, only such as are known to be taken", () => {
  const refused = ["file.format-svg", "file.format-html"];
  expect(publicExtensions({ refused })).toEqual(["json", "pdf"]);
  expect(publicExtensions({ refused: [...refused, "file.format-json", "file.format-pdf"] })).toEqual([]);
});
