/** Actions at the same time of which each is refused right behind the other. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { faces } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { sameEachTime } from "../../suites/scripts/support/processes/same-each-time.ts";
import { Story } from "./support/history.ts";

const fund: JsonObject = { decision: "fund" };
const gating = { gating: "unclear", workflows: { "2041": { paths: [["open", "open"]] } }, byData: ["2041"] } as const;

const ruled = { gating: "ordered", workflows: { "2041": { next: { open: ["open"] } } } } as const;

/** How GATE-03 is judged where both of two at once are taken, or one alone, after what one trace showed one by one. */
function judged(
  taken: "both" | "one",
  again: JsonObject,
  atOnce: readonly [JsonObject, JsonObject],
  value: OpenPointValues["action-gating"] = gating,
): readonly string[] {
  const story = new Story({ gating: "ordered", mostActions: 3 });
  const first = story.create({ members: { sum: 4 } });
  story.act(first, { data: fund });
  story.act(first, { data: again }, { refused: true });
  const raced = story.create({ members: { sum: 4 } });
  story.together(() => {
    faces.forEach((face, at) =>
      story.act(raced, { data: atOnce[at] ?? fund }, { face, refused: taken === "one" && at > 0 }),
    );
  });
  const profile: Profile = { readings: { ...story.profile.readings, "action-gating": { value, evidence: "" } } };
  const { judgements } = judge(new Case(story.history(), { profile, target: story.target }));
  const outcomes = judgements.filter(({ requirement }) => requirement === "GATE-03").map(({ outcome }) => outcome);
  return [...new Set(outcomes)];
}

test("of the same twice one is refused, as it was right behind the first", () => {
  expect(judged("both", fund, [fund, fund])).toEqual(["failed"]);
  expect(judged("one", fund, [fund, fund])).toEqual(["passed"]);
});

test("so it is whatever rule is known of what may come", () => {
  const sequences = { ...gating, byData: [], workflows: { "2041": { paths: [["open", "close"]] } } } as const;
  for (const known of [sequences, ruled]) {
    expect(judged("both", fund, [fund, fund], known)).toEqual(["failed"]);
    expect(judged("one", fund, [fund, fund], known)).toContain("passed");
  }
});

test("others may come, for all that was shown of the first", () => {
  expect(judged("both", fund, [fund, { decision: "decline" }])).toEqual([]);
  expect(judged("both", { decision: "decline" }, [fund, fund])).toEqual([]);
});

test("of two that are refused behind each other in either order one is refused", () => {
  const [much, rest]: readonly [JsonObject, JsonObject] = [{ pieces: 12 }, { pieces: 9 }];
  const judgedPair = (taken: "both" | "one", orders: readonly (readonly [JsonObject, JsonObject])[]) => {
    const story = new Story({ gating: "ordered", mostActions: 3 });
    for (const [first, second] of orders) {
      const trace = story.create({ members: { sum: 4 } });
      story.act(trace, { data: first });
      story.act(trace, { data: second }, { refused: true });
    }
    const raced = story.create({ members: { sum: 4 } });
    story.together(() => {
      [much, rest].forEach((data, at) =>
        story.act(raced, { data }, { face: faces[at] ?? "v2", refused: taken === "one" && at > 0 }),
      );
    });
    const profile: Profile = {
      readings: { ...story.profile.readings, "action-gating": { value: gating, evidence: "" } },
    };
    const { judgements } = judge(new Case(story.history(), { profile, target: story.target }));
    const own = judgements.filter(({ requirement }) => requirement === "GATE-03");
    return [...new Set(own.map(({ outcome }) => outcome))];
  };
  const inTurn = [
    [much, rest],
    [rest, much],
  ] as const;
  expect(judgedPair("both", inTurn)).toEqual(["failed"]);
  expect(judgedPair("one", inTurn)).toEqual(["passed"]);
  expect(judgedPair("both", inTurn.slice(1))).toEqual([]);
});

test("the same is sent each time where the data decide, or no rule is known, and no list tells what may come", () => {
  const workflow = { id: "2041", actions: [] };
  const from = (value: OpenPointValues["action-gating"]) =>
    sameEachTime({ profile: { readings: { "action-gating": { value, evidence: "" } } } }, workflow, ["open", "note"]);
  expect(from(gating)).toEqual({ number: 2 });
  expect(from({ ...gating, byData: [] })).toEqual({ number: 2 });
  expect(from(ruled)).toBeUndefined();
  expect(from({ ...gating, gating: "listed", path: ["next"], by: "group" })).toBeUndefined();
});
