/** Scripts of probes, once it is known which actions may come and what they take. */
import { expect, test } from "vitest";
import { followed } from "../../../probes/process/followed.ts";
import type { ProbeDriver } from "../../../probes/probe-driver.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const receipt = {
  type: "object",
  required: ["receipt"],
  properties: { receipt: { type: "string", pattern: "^LN-[0-9]{6}$" } },
  additionalProperties: false,
};
const target = {
  workflows: [{ id: "1", actions: [action("open", true), action("note"), { ...action("pay"), dataSchema: receipt }] }],
} as unknown as JudgingTarget;
const value = {
  gating: "ordered",
  workflows: { "1": { next: { open: ["pay"], pay: [] } } },
  ownTexts: { "1": ["pay"] },
} as const;
const profile: Profile = { readings: { "action-gating": { value, evidence: "" } } };

/** Made for another action, whose marker stands in its own member. */
const scriptOf = (mark: string): Script => ({
  id: "s",
  title: "",
  steps: [
    { op: "create", face: "v2", as: "t", workflow: 0, action: "open", data: { about: mark } },
    { op: "act", face: "v2", trace: "$t", workflow: 0, action: "note", data: { remark: mark } },
  ],
});

test("what was made for another action brings texts of its own, where each must", () => {
  const sent = (mark: string) =>
    placedSteps(followed(scriptOf(mark), profile, { runId: "run", target } as unknown as ProbeDriver, [])).flatMap(
      ({ step }) => (step.op === "act" ? [[step.action, step.data]] : []),
    );
  const [[one], [other]] = [sent("first"), sent("second")];
  expect(one?.[0]).toBe("pay");
  expect(one?.[1]).toMatchObject({ receipt: expect.stringMatching(/^LN-/) as string });
  expect(one?.[1]).not.toEqual(other?.[1]);
  expect(sent("first")).toEqual([one]);
});
