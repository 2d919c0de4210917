/** Actions that have to name what an earlier one of their trace brought. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import { jsonAnswer } from "./support/answers.ts";
import { Story } from "./support/history.ts";

/** How ACT-03 is judged where an action is refused on a trace whose creation brought these lots. */
function judged(property: JsonObject, data: JsonObject): readonly string[] {
  const story = new Story();
  const trace = story.create({ data: { lots: [{ lot: "L9" }, { lot: "L8" }], pieces: 5 } });
  const answer = { ...jsonAnswer({ error: "no", data: null }), status: 422 };
  story.act(trace, { data }, { refused: true, answer });
  const [first, ...others] = story.target.workflows;
  const form: JsonObject = { type: "object", properties: property };
  const actions = first?.actions.map((one) => ({ ...one, dataSchema: one.appends ? form : {} })) ?? [];
  const target = { ...story.target, workflows: first ? [{ ...first, actions }, ...others] : [] };
  const { judgements } = judge(new Case(story.history(), { profile: story.profile, target }));
  return judgements.filter(({ requirement }) => requirement === "ACT-03").map(({ outcome }) => outcome);
}

test("what was found with the value of another trace is held to that of its own", () => {
  const lot = { lot: { const: "L4", broughtBy: [{ key: "open", path: ["lots", "*", "lot"] }] } };
  expect(judged(lot, { lot: "L4" })).not.toContain("failed");
  const pieces = {
    pieces: { type: "integer", broughtBy: [{ key: "open", path: ["pieces"] }], notMoreThanBrought: true },
  };
  expect(judged(pieces, { pieces: 6 })).not.toContain("failed");
  expect(judged(pieces, { pieces: 4 })).toContain("failed");
});
