/** What may not come brings the same through both faces: other data may be refused for what they hold. */
import { describe, expect, test } from "vitest";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { gating } from "../../suites/scripts/areas/gating.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "open", appends: key !== "open" });
const next = { open: ["ship"], ship: ["ship", "close"], close: [] };

const context = suiteContextFor();
const scripts = gating.scripts({
  ...context,
  target: { ...context.target, workflows: [{ id: "1", actions: ["open", "ship", "close"].map(action) }] },
  profile: {
    readings: {
      "action-gating": {
        value: { gating: "ordered", workflows: { "1": { next, atMost: { ship: 2 } } } },
        evidence: "by hand",
      },
    },
  },
});

/** Of the actions of a script that may not come, by their key: what each brings, but for its marker, and through which face. */
function barredIn(name: string) {
  const steps = scripts.find(({ id }) => id.endsWith(`/${name}`))?.steps ?? [];
  const barred = steps.flatMap((step) => ("op" in step && isBarred(step) ? [step] : []));
  return [...Map.groupBy(barred, (step) => step.action).values()].map((same) => ({
    faces: same.map(({ face }) => face),
    brought: new Set(same.map(({ data: { tcMark: _, ...data } }) => JSON.stringify(data))).size,
  }));
}

const isBarred = (step: OperationStep): step is Extract<OperationStep, { op: "act" }> =>
  step.op === "act" && step.outOfOrder === true;

describe.each(["too-early-v2", "too-early-legacy", "ended", "counted-together-0-v2"])("%s", (name) => {
  test("sends each action with the same data through both faces", () => {
    const barred = barredIn(name);
    expect(barred.length).toBeGreaterThan(0);
    for (const { faces, brought } of barred) {
      expect(new Set(faces).size).toBe(2);
      expect(brought).toBe(1);
    }
  });
});
