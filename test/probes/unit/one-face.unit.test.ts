/** What one face refused and the other took right behind is tried again through both, on traces that are built again. */
import { expect, test } from "vitest";
import { tryThroughEachFace } from "../../../probes/process/one-face.ts";
import type { ActStep, OperationStep, Step } from "../../../spec/vocabulary/script.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const open: OperationStep = { op: "create", face: "v2", as: "t", workflow: 0, action: "open", data: { at: 0 } };
const assess = (face: ActStep["face"], data: ActStep["data"]): OperationStep => ({
  ...{ op: "act", face, trace: "$t", workflow: 0, action: "assess", data },
});

/** What is sent once these steps were answered. */
async function sentAfter(refuses: Refuses, steps: readonly OperationStep[]): Promise<readonly string[]> {
  const { send, exchanges, asker } = serviceThat(refuses);
  for (const step of steps) send(step);
  const sent: Step[] = [];
  const run = (_: string, all: readonly Step[]) => {
    sent.push(...all);
    return Promise.resolve([]);
  };
  const histories = () => [{ script: { id: "", title: "", steps: [] }, exchanges, unsent: [] }];
  await tryThroughEachFace({ ...asker, target, run, histories } as unknown as Parameters<typeof tryThroughEachFace>[0]);
  return sent.map((step) => ("op" in step && step.op === "act" ? `${step.face} on ${String(step.trace)}` : "create"));
}

const refusesLegacy: Refuses = ({ op, face }) => op === "act" && face === "legacy";

test("twice through the one that refused it, while it comes at once on another trace through the other", async () => {
  // Members that the probes bring beside them have other names each time.
  const steps = [open, assess("legacy", { at: 1, only0: "a" }), assess("v2", { at: 2, only1: "b" })];
  expect(await sentAfter(refusesLegacy, steps)).toEqual([
    ...["create", "legacy on $refused", "create", "v2 on $taken"],
    ...["legacy on $refused", "v2 on $refused"],
  ]);
});

test.each([
  ["the data have other members", [open, assess("legacy", { sum: 1 }), assess("v2", { at: 2 })]],
  [
    "something was done in between",
    [
      open,
      assess("legacy", { at: 1 }),
      { ...assess("v2", { at: 2 }), action: "note" } as OperationStep,
      assess("v2", { at: 3 }),
    ],
  ],
  ["the same face refused it", [open, assess("legacy", { at: 1 }), assess("legacy", { at: 2 })]],
])("nothing where %s", async (_, steps) => {
  expect(await sentAfter(refusesLegacy, steps)).toEqual([]);
});
