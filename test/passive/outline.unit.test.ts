/** The outline of a multipart body that reports write, read again. */
import { expect, test } from "vitest";
import { formOf } from "../../driver/recordings/form.ts";
import { actionParts } from "../../driver/faces/action-parts.ts";
import { multipartOutline, textsOfOutline } from "../../driver/faces/outline.ts";
import { faces } from "../../spec/operations.ts";
import { jsonSpellings } from "../../spec/vocabulary/script.ts";

const file = {
  name: "f",
  fileName: "a.txt",
  contentType: "text/plain",
  bytes: Buffer.from("a"),
  sha256: "0".repeat(64),
};
const fields = { data: { a: "body: é", b: [1, { c: "x" }] }, actionKey: "open", workflowId: "7", groupLabel: "clerks" };

test.each(faces.flatMap((face) => jsonSpellings.map((spelling) => [face, spelling] as const)))(
  "each text of a %s request, written with %s, comes back whole",
  (face, spelling) => {
    const texts = actionParts(face, fields, undefined, spelling);
    const outline = multipartOutline(texts, [file]);
    expect(textsOfOutline(outline, 1)).toEqual(texts.map(({ name, text }) => [name, text]));
    const form = formOf({ text: outline, params: [], mimeType: "multipart/form-data" });
    expect(form?.texts).toEqual(new Map(texts.map(({ name, text }) => [name, text])));
    expect(form?.files).toMatchObject([{ partName: "f", size: 1 }]);
  },
);

test("what is no outline is none", () => {
  expect(formOf({ text: "some words\non two lines", params: [], mimeType: "text/plain" })).toBeUndefined();
});
