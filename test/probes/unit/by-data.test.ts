/** Whether earlier data decide that an action may not come: a colleague who is let do it shows that they do not. */
import { expect, test } from "vitest";
import { decidedByData } from "../../../probes/process/late/by-data.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const [workflow] = target.workflows as readonly [WorkflowDescription];
const process: Profile = {
  readings: {
    "action-gating": {
      value: { gating: "ordered", workflows: { "1": { after: { assess: ["open"] } } } },
      evidence: "",
    },
  },
};
const people: JudgingTarget["people"] = (["first", "user-0"] as const).map((account) => ({
  account,
  may: ["read", "write"],
}));

/** What is said of an assessment that was refused on a claim of little. */
async function ofRefusedAssessment(refuses: Refuses) {
  const { send, exchanges, asker } = serviceThat(refuses);
  const created = send({ op: "create", face: "v2", ...input("open", { amount: 5 }) });
  const { data: trace } = created.response?.json?.value as { data: string };
  const last = send({ op: "act", face: "v2", trace, ...input("assess") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  return decidedByData({ ...asker, target: { ...target, people } }, process, workflow, history, last);
}

const isLittle: Refuses = ({ action }, { onTrace }) =>
  action === "assess" && onTrace.some((content) => content.includes('"amount":5'));

test("what is refused again after the same data, to a colleague too, and taken after others", async () => {
  expect(await ofRefusedAssessment(isLittle)).toContain("the data of earlier actions decide");
});

test.each<[string, Refuses]>([
  ["a colleague is let do after the same data", (step, before) => isLittle(step, before) && step.actor !== "user-0"],
  ["one face alone refuses", (step, before) => isLittle(step, before) && step.face === "v2"],
  ["is refused after any data", ({ action }) => action === "assess"],
])("not what %s", async (_, refuses) => {
  expect(await ofRefusedAssessment(refuses)).toBeUndefined();
});
