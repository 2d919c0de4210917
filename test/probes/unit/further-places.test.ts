/** Examples of an action that was never taken are tried as they stand at further places of a trace. */
import { expect, test } from "vitest";
import { schemaOfExamples } from "../../../driver/configuration/examples.ts";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { serviceThat, target } from "../lib/refusing-service.ts";

const action = (key: string, ...examples: readonly JsonObject[]) => ({
  ...{ key, groupLabel: "all", creates: key === "apply", appends: key !== "apply" },
  ...(examples.length > 0 ? { examples, dataSchema: schemaOfExamples(examples) } : {}),
});
const verdicts = ["grant", "refuse"].map((verdict) => ({ verdict }));
const workflow = {
  id: "1",
  actions: [action("apply"), action("survey"), action("decide", ...verdicts), action("fell"), action("withdraw")],
};

/** A decision, in the words of the examples, once two surveys are there; then one fells. It may be withdrawn at any time. */
const { asker, exchanges } = serviceThat(({ action: key = "", data }, { done }) => {
  const surveys = done.filter((one) => one === "survey").length;
  const mayCome: Readonly<Record<string, boolean>> = {
    apply: done.length === 0,
    survey: done.length > 0 && surveys < 2,
    decide: surveys === 2 && !done.includes("decide"),
    fell: done.includes("decide") && !done.includes("fell"),
    withdraw: done.length > 0,
  };
  if (done.includes("withdraw") || mayCome[key] !== true) return `${key} may not come now`;
  const isKnown = key !== "decide" || verdicts.some((one) => one.verdict === data["verdict"]);
  return isKnown ? false : "no such decision";
});

test("so that walks come to what is behind it", async () => {
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [workflow] } }, 0, workflow, undefined);
  await explorer.explore();
  const taken = new Set(explorer.steps.flatMap(({ tried }) => (tried?.taken ? [tried.key] : [])));
  expect(taken).toEqual(new Set(["survey", "decide", "fell", "withdraw"]));
  // Where it may not come, its examples are not sent everywhere.
  const sent = exchanges.filter(({ intent }) => intent.kind === "act" && intent.actionKey === "decide");
  expect(sent.length).toBeLessThan(60);
});
