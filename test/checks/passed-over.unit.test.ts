/** States of the latest data that pass over what an action of a certain key brings, where that was observed. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { Json } from "../../spec/json.ts";
import { jsonAnswer } from "./support/answers.ts";
import { Story } from "./support/history.ts";

/** What fails of a log with one entry that was closed, and of which the last state shows this. */
function failures(shown: (entry: Json, closing: Json) => Json, passedOver: readonly string[] = ["close"]) {
  const story = new Story({ fold: "replace" });
  const trace = story.create();
  const data = (): Json => (story.service.state(trace.id) as { data: Json }).data;
  story.act(trace, { data: { entry: "door scrapes" }, actionKey: "visit" });
  const entry = data();
  story.state(trace);
  story.act(trace, { data: { reason: "sold" }, actionKey: "close" });
  const state = { data: shown(entry, data()) };
  story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
  const reading = story.profile.readings["state-data"];
  const readings = {
    ...story.profile.readings,
    "state-data": { ...reading, value: { ...reading?.value, passedOver } },
  };
  const profile = { readings } as typeof story.profile;
  const { judgements } = judge(new Case(story.history(), { profile, target: story.target }));
  return judgements.filter(({ outcome }) => outcome === "failed").map(({ requirement }) => requirement);
}

test("show the data of the action before, and no others", () => {
  expect(failures((entry) => entry)).toEqual([]);
  expect(failures((entry) => entry, [])).toContain("STATE-03");
  expect(failures((_entry, closing) => closing)).toContain("STATE-03");
  expect(failures(() => ({}))).toContain("STATE-03");
});
