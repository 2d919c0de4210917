/** Ways that are gone again without one of the actions on them. */
import { expect, test } from "vitest";
import { tryWithout } from "../../../probes/process/left-out.ts";
import type { ActStep, OperationStep, Step } from "../../../spec/vocabulary/script.ts";
import { serviceThat, target, type Refuses, type Write } from "../lib/refusing-service.ts";

const open: OperationStep = { op: "create", face: "v2", as: "t", workflow: 0, action: "open", data: { at: 0 } };
const act = (action: string): OperationStep => ({
  ...{ op: "act", face: "v2", trace: "$t", workflow: 0, action, data: { of: action } },
});

/** What is sent of each way that is gone again, once these actions were taken. */
async function sentAfter(actions: readonly string[], refuses: Refuses): Promise<readonly string[]> {
  const { send, exchanges, asker } = serviceThat(refuses);
  for (const step of [open, ...actions.map(act)]) send(step);
  const ways: string[] = [];
  const run = (_: string, all: readonly Step[]) => {
    ways.push(all.map((step) => `${(step as ActStep).action ?? ""} ${(step as ActStep).face}`).join(", "));
    return Promise.resolve(all.map((step) => send(step as Write)));
  };
  const known = [...exchanges];
  const histories = () => [{ script: { id: "", title: "", steps: [] }, exchanges: known, unsent: [] }];
  const workflows = target.workflows.map((one) => ({
    ...one,
    actions: [...one.actions, { key: "fire", groupLabel: "all", creates: false, appends: true }],
  }));
  await tryWithout({ ...asker, target: { ...target, workflows }, run, histories } as unknown as Parameters<
    typeof tryWithout
  >[0]);
  return ways;
}

/** Both must have been done before it. */
const both: Refuses = ({ action }, { done }) =>
  action === "fire" && !(done.includes("note") && done.includes("assess"));

test("each of several actions is left out, and the last sent through one face and then the other", async () => {
  expect(await sentAfter(["note", "assess", "fire"], both)).toEqual([
    "open v2, note v2, fire legacy, fire v2",
    "open v2, assess v2, fire legacy, fire v2",
  ]);
});

test("where the first face takes it, the other is asked on one more trace", async () => {
  const lax: Refuses = (step, before) => step.face === "v2" && both(step, before) === true;
  expect((await sentAfter(["note", "assess", "fire"], lax)).slice(0, 2)).toEqual([
    "open v2, note v2, fire legacy, fire v2",
    "open v2, note v2, fire v2, fire legacy",
  ]);
});

test("nothing is left out of a way on which one action alone came before it", async () => {
  expect(await sentAfter(["note", "fire"], () => false)).toEqual([]);
});
