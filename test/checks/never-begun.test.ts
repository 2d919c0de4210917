/** An action of the configuration that begins no trace: who may begin one so, or with which data, is not shown. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { faces } from "../../spec/operations.ts";
import { Story } from "./support/history.ts";

test("a beginning that the target never took, though it takes others, is nobody's fault as long as both faces refuse it", () => {
  const judged = (neverBegun: Record<string, string[]>) => {
    const story = new Story();
    for (const face of faces) story.create({}, { face, refused: true });
    const reading = { value: { gating: "free" as const, neverBegun }, evidence: "" };
    const profile = { readings: { ...story.profile.readings, "action-gating": reading } };
    const { judgements } = judge(new Case(story.history(), { profile, target: story.target }));
    return judgements.filter(({ outcome }) => outcome === "failed").map(({ requirement }) => requirement);
  };
  const { id = "", actions = [] } = new Story().target.workflows[0] ?? {};
  const key = actions.find(({ creates }) => creates)?.key ?? "";
  expect(judged({ [id]: [key] })).toEqual([]);
  expect(judged({ [id]: ["another"] })).toContain("CREATE-03");
});
