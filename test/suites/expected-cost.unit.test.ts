/** What a run is expected to take, by what is known of the process of its workflows. */
import { expect, test } from "vitest";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { expectedCost, processKnown } from "../../suites/engine/plan/expected-cost.ts";

const action = (key: string, more: Partial<ActionDescription> = {}): ActionDescription => ({
  ...{ key, groupLabel: "clerks", creates: key === "open", appends: key !== "open" },
  ...more,
});
const workflow = (...actions: readonly ActionDescription[]): readonly WorkflowDescription[] => [
  { id: "7", actions: [action("open"), ...actions] },
];
const nothing = { readings: {} };

test("an order can be where there are several actions, and is there where it is declared or was seen", () => {
  expect(processKnown(workflow(action("note")), nothing)).toBe("none");
  const several = workflow(action("note"), action("close"));
  expect(processKnown(several, nothing)).toBe("perhaps");
  expect(processKnown(workflow(action("note"), action("close", { ends: true })), nothing)).toBe("declared");
  const listing = several.map((one) => ({ ...one, nextActions: { path: ["next"], by: "all" as const } }));
  expect(processKnown(listing, nothing)).toBe("listed");
  const seen = (gating: "free" | "ordered") => ({
    readings: { "action-gating": { value: { gating }, evidence: "" } },
  });
  expect(processKnown(several, seen("free"))).toBe("none");
  expect(processKnown(several, seen("ordered"))).toBe("known");
});

test("what was measured of services with processes is within what is told", () => {
  const isWithin = (sent: number, { from, to }: { readonly from: number; readonly to: number }) =>
    from <= sent && sent <= to;
  for (const [process, exchanges, sent] of [
    ["perhaps", 480, 1_978],
    ["perhaps", 2_552, 4_975],
    ["known", 855, 2_015],
    ["known", 3_711, 4_983],
    ["declared", 3_949, 5_821],
  ] as const)
    expect([sent, isWithin(sent, expectedCost(process, { exchanges, traces: 185 }).total.requests)]).toEqual([
      sent,
      true,
    ]);
  expect(isWithin(392, expectedCost("perhaps", { exchanges: 2_552, traces: 185 }).total.traces)).toBe(true);
  expect(expectedCost("none", { exchanges: 2_783, traces: 211 }).total.requests).toEqual({ from: 2_933, to: 2_933 });
});
