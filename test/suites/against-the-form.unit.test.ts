/** Actions that are refused for their data bring files where a process may keep them, and these are asked for. */
import { expect, test } from "vitest";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { mayRefuse } from "../../suites/scripts/areas/may-refuse.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const dataSchema = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const actions = ["open", "note", "close"].map((key) => ({
  ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open", dataSchema },
  ...(key === "close" ? { files: "none" as const } : {}),
}));

/** How many files each script about the form of an action sends, and asks for. */
function filesIn(profile: Profile): readonly (readonly [sent: number, asked: number])[] {
  const context = suiteContextFor();
  const target = { ...context.target, workflows: [{ id: "1", actions }] };
  return mayRefuse
    .scripts({ ...context, target, profile })
    .filter(({ id }) => id.includes("appended-against-the-form"))
    .map(({ steps }) => {
      const plain = steps.flatMap((step) => ("op" in step ? [step] : []));
      const sent = plain.flatMap((step) => (step.op === "act" ? (step.files ?? []) : []));
      return [sent.length, plain.filter(({ op }) => op === "file").length] as const;
    });
}

const gating = { gating: "ordered" as const, workflows: { "1": { after: { close: ["note"] }, ends: ["close"] } } };

test("through both faces, of each action that may bring some", () => {
  expect(filesIn({ readings: { "action-gating": { value: gating, evidence: "" } } })).toEqual([
    [3, 3],
    [0, 0],
  ]);
});

test("none where any action may come at any time", () => {
  expect(filesIn({ readings: {} })).toEqual([[0, 0]]);
});

test("what was refused first is taken as it was, with what it lacked", () => {
  const context = suiteContextFor();
  const target = { ...context.target, workflows: [{ id: "1", actions }] };
  const profile: Profile = { readings: { "action-gating": { value: gating, evidence: "" } } };
  const scripts = mayRefuse.scripts({ ...context, target, profile });
  for (const { steps } of scripts.filter(({ id }) => id.includes("appended-against-the-form"))) {
    const sent = steps.flatMap((step) => ("op" in step && step.op === "act" ? [step] : []));
    const [refused, corrected] = [sent.find(({ outOfOrder }) => outOfOrder), sent.at(-1)];
    expect(corrected?.outOfOrder).toBeUndefined();
    expect(corrected?.data).toMatchObject(refused?.data ?? {});
    expect(corrected?.face).not.toBe(refused?.face);
  }
});
