/** A search by a member that was written just before may be refused by an index that is behind; later it may not. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { SearchLag } from "../../spec/readings/search-lag.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { jsonAnswer } from "./support/answers.ts";
import { last, status, type Change } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { told } from "./support/kill.ts";

/** The requirements that the last search of the story breaks once it is refused. Searches may be 1000 ms behind. */
function brokenBy(lag: SearchLag, meanwhile: (story: Story) => void, refused: Change = status(400)): readonly string[] {
  const tell = (story: Story): void => {
    story.create({ members: { word: "amber" } });
    meanwhile(story);
    story.search({ word: "amber" });
  };
  const { history, story } = told({ choices: {}, tell });
  const readings = { ...story.profile.readings, "search-lag": { value: lag, evidence: "by hand" } };
  const profile: Profile = { readings };
  const { judgements } = judge(new Case(last("search", refused)(history), { profile, target: story.target }));
  return [...new Set(judgements.flatMap(({ requirement, outcome }) => (outcome === "failed" ? [requirement] : [])))];
}

const atFirst: SearchLag = { ms: 400, atFirst: true };
const nothing = (): void => undefined;
const rest = (ms: number) => (story: Story) => story.pause(ms);

test("where the first search came late and found its trace, one may be refused for twice as long after a write", () => {
  expect(brokenBy(atFirst, nothing)).toEqual([]);
  expect(brokenBy(atFirst, rest(700))).toEqual([]);
  expect(brokenBy(atFirst, rest(800))).toEqual(["REFUSE-03"]);
});

test("but for no longer than searches may be behind by the configuration", () => {
  const late: SearchLag = { ms: 40_000, atFirst: true };
  expect(brokenBy(late, rest(900))).toEqual([]);
  expect(brokenBy(late, rest(1_000))).toEqual(["REFUSE-03"]);
});

test("a member that a search was let through with is known from then on, by the face that took it", () => {
  const searched = (filters: Readonly<Record<string, string>>, face: "v2" | "legacy" = "v2") =>
    brokenBy(atFirst, (story) => story.search(filters, {}, { face }));
  expect(searched({ word: "amber" })).toEqual(["REFUSE-03"]);
  expect(searched({ word: "blue" })).toEqual(["REFUSE-03"]);
  expect(searched({ word: "amber" }, "legacy")).toEqual([]);
  expect(searched({ tcRun: "run" })).toEqual([]);
});

test("nor is one excused that was repeated to its end, or refused for something else than its filter", () => {
  const repeated: Change = (one) => {
    const { intent } = status(400)(one);
    return { ...status(400)(one), intent: intent.kind === "search" ? { ...intent, attempt: 3 } : intent };
  };
  expect(brokenBy(atFirst, nothing, repeated)).toEqual(["REFUSE-03"]);
  for (const code of [403, 410, 500]) expect(brokenBy(atFirst, nothing, status(code))).toContain("REFUSE-03");
});

test("where searches find at once none may be refused, and where they were seen behind each may for the whole lag", () => {
  expect(brokenBy({ ms: 0 }, nothing)).toEqual(["REFUSE-03"]);
  const seen: SearchLag = { ms: 400 };
  expect(brokenBy(seen, (story) => (story.search({ word: "amber" }), story.pause(900)))).toEqual([]);
  expect(brokenBy(seen, rest(1_000))).toEqual(["REFUSE-03"]);
});

test("a member that the target makes something else of may be refused, once its state was read without the name", () => {
  const brokenWith = (state: JsonObject, read: boolean, statePath: null | readonly string[] = null) => {
    const tell = (story: Story): void => {
      const trace = story.create({ members: { word: "amber" } });
      if (read) story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
      story.pause(1_000);
      story.search({ word: "amber" });
    };
    const { history, story } = told({ choices: { statePath }, tell });
    const { profile, target } = story;
    const { judgements } = judge(new Case(last("search", status(400))(history), { profile, target }));
    return new Set(judgements.flatMap(({ requirement, outcome }) => (outcome === "failed" ? [requirement] : [])));
  };
  expect(brokenWith({ facts: { hue: 3 } }, true)).toEqual(new Set());
  expect(brokenWith({ facts: { hue: 3 } }, false)).toContain("REFUSE-03");
  expect(brokenWith({ facts: { word: "AMBER" } }, true)).toContain("REFUSE-03");
  expect(
    brokenWith(
      {
        facts: [
          { field: "word", value: 3 },
          { field: "hue", value: 3 },
        ],
      },
      true,
    ),
  ).toContain("REFUSE-03");
  expect(brokenWith({ facts: { hue: 3 } }, true, ["data"])).toContain("REFUSE-03");
});
