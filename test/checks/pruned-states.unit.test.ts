/** States of a service that leaves out what is empty as it writes them. */
import { expect, test } from "vitest";
import { judge } from "../../checks/judge.ts";
import { Case } from "../../checks/model/case.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { jsonAnswer } from "./support/answers.ts";
import { contextOf } from "./support/choices.ts";
import { told } from "./support/kill.ts";

/** What fails where the state shows these in the place of some members. */
function failed(members: JsonObject, shown: JsonObject, pruned?: "empty"): readonly string[] {
  const { history, story } = told({
    choices: undefined,
    tell: (one) => void one.state(one.create({ members })),
  });
  const exchanges = history.exchanges.map((exchange) => {
    const { data } = exchange.intent.kind === "state" ? (history.exchanges[0]?.intent as { data: JsonObject }) : {};
    if (!data) return exchange;
    const own = Object.fromEntries(Object.entries(data).filter(([name]) => !Object.hasOwn(members, name)));
    return { ...exchange, response: jsonAnswer({ error: null, data: { state: { data: { ...own, ...shown } } } }) };
  });
  const context = contextOf(story.choices);
  const { value, evidence } = context.profile.readings["state-data"] ?? { evidence: "" };
  const reading = { value: { ...(value as OpenPointValues["state-data"]), ...(pruned ? { pruned } : {}) }, evidence };
  const profile = { readings: { ...context.profile.readings, "state-data": reading } };
  const { judgements } = judge(new Case({ ...history, exchanges }, { ...context, profile }));
  return judgements.flatMap(({ outcome, requirement }) => (outcome === "failed" ? [requirement] : []));
}

const members = { word: "amber", none: null, list: [1, null], within: { floor: "" } };

test("what is empty may be missing there, and nothing else", () => {
  expect(failed(members, { word: "amber", list: [1] }, "empty")).toEqual([]);
  expect(failed(members, { word: "amber", list: [1, null] }, "empty")).toEqual([]);
  expect(failed(members, { list: [1] }, "empty")).toContain("STATE-03");
  expect(failed(members, { word: "amber", list: [1] })).toContain("STATE-03");
});
