/** An action that was taken out of turn through one face: it is sent again in the same place, first through the other. */
import { expect, test } from "vitest";
import { throughBoth } from "../../../probes/index.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { input, serviceThat } from "../lib/refusing-service.ts";

test("the trace is built again up to there, and both faces are asked, the one that took it last", async () => {
  const { send, exchanges, asker } = serviceThat(({ face }, { done }) => face === "legacy" && done.includes("assess"));
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  send({ op: "act", face: "legacy", trace, ...input("assess") });
  const taken = send({ op: "act", face: "v2", trace, ...input("note", { tcMark: "one" }) });
  send({ op: "act", face: "v2", trace, ...input("note") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const asked: OperationStep[] = [];
  const run = async (title: string, steps: readonly OperationStep[]) => {
    asked.push(...steps);
    return asker.run(title, steps);
  };
  await throughBoth({ ...asker, run: run as typeof asker.run }, history, taken);
  const told = asked.map((step) => [step.op, step.face, "action" in step ? step.action : ""].join(" "));
  const acts = ["act legacy note", "act v2 note"];
  expect(told).toEqual(["create v2 open", "act legacy assess", "state v2 ", ...acts, "state v2 "]);
  const [first, second] = asked.filter((step) => step.op === "act" && step.outOfOrder === true);
  // They are judged like those of any script: nothing in them is on trial.
  expect(first).not.toHaveProperty("candidateFor");
  expect(new Set([first, second].map((step) => step?.op === "act" && step.data["tcMark"])).size).toBe(2);
  expect(exchanges.slice(-2).map(({ response }) => response?.status)).toEqual([400, 200]);
});

test("a trace of which the beginning is not known is left alone", async () => {
  const { send, exchanges, asker } = serviceThat(() => false);
  const taken = send({ op: "act", face: "v2", trace: "0b7e9d0c-0000-4000-8000-000000000009", ...input("note") });
  await throughBoth(asker, { script: { id: "s", title: "", steps: [] }, exchanges: [taken], unsent: [] }, taken);
  expect(exchanges).toHaveLength(1);
});
