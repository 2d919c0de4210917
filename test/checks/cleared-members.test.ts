/** States from which an action takes out what an earlier one brought, where that was observed of the workflow. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import { jsonAnswer } from "./support/answers.ts";
import { Story } from "./support/history.ts";

const lent: JsonObject = { due: "2031-02-03", desk: 4 };

/** What fails of a trace that was lent and returned, whose last state shows these of its members. */
function failures(
  shown: (whole: JsonObject) => JsonObject,
  { again = false, cleared = ["due"], returned = { worn: true } as JsonObject } = {},
): readonly string[] {
  const story = new Story();
  const trace = story.create();
  const whole = (): JsonObject => (story.service.state(trace.id) as { data: JsonObject }).data;
  story.act(trace, { data: lent, actionKey: "lend" });
  story.state(trace);
  story.act(trace, { data: returned, actionKey: "return" });
  if (again) story.act(trace, { data: { due: "2032-01-01" }, actionKey: "lend" });
  story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { data: shown(whole()) } } }) });
  const reading = story.profile.readings["state-data"];
  const value = { ...reading?.value, cleared: { return: cleared } };
  const profile = { readings: { ...story.profile.readings, "state-data": { ...reading, value } } };
  const { judgements } = judge(
    new Case(story.history(), { profile: profile as typeof story.profile, target: story.target }),
  );
  return judgements.filter(({ outcome }) => outcome === "failed").map(({ requirement }) => requirement);
}

const without =
  (name: string) =>
  ({ [name]: _, ...others }: JsonObject): JsonObject =>
    others;

test("lack it, and show all else", () => {
  expect(failures(without("due"))).toEqual([]);
  expect(failures(without("due"), { cleared: [] })).toContain("STATE-03");
  expect(failures((whole) => without("desk")(without("due")(whole)))).toContain("STATE-03");
  expect(failures((whole) => whole)).toContain("STATE-03");
});

test("show what was brought once more", () => {
  expect(failures((whole) => whole, { again: true })).toEqual([]);
  expect(failures(without("due"), { again: true })).toContain("STATE-03");
});

test("may show or lack what the action that takes it out brings itself, and nothing else", () => {
  const returned = { worn: true, due: "2031-04-05" };
  expect(failures((whole) => whole, { returned })).toEqual([]);
  expect(failures(without("due"), { returned })).toEqual([]);
  expect(failures(without("worn"), { returned })).toContain("STATE-03");
});
