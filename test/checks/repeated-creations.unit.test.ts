/** Creations that are turned down and bring what another one brought. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import { jsonAnswer } from "./support/answers.ts";
import { Story } from "./support/history.ts";

/** How CREATE-05 is judged where one creation is taken and another turned down with these words. */
function judged(taken: JsonObject, refused: JsonObject, message: string): readonly string[] {
  const story = new Story();
  story.create({ data: taken });
  story.create(
    { data: refused },
    { refused: true, answer: { ...jsonAnswer({ error: message, data: null }), status: 409 } },
  );
  const { judgements } = judge(new Case(story.history(), { profile: story.profile, target: story.target }));
  return judgements.filter(({ requirement }) => requirement === "CREATE-05").map(({ outcome }) => outcome);
}

const blood: JsonObject = { barcode: "WD670795", material: "blood" };
const serum: JsonObject = { barcode: "WD670795", material: "serum" };

test("the same data need not be taken twice, nor a code that the refusal tells", () => {
  expect(judged(blood, blood, "no")).not.toContain("failed");
  expect(judged(blood, serum, "Barcode WD670795 is taken")).not.toContain("failed");
});

test("other data must be, also with a code of which nothing is told", () => {
  expect(judged(blood, serum, "no")).toContain("failed");
  expect(judged(blood, { ...serum, barcode: "WD670796" }, "Barcode WD670796 is taken")).toContain("failed");
});
