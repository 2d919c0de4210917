/** A declared process is gone through once: what is refused on a way shows that the declaration does not say all. */
import { expect, test } from "vitest";
import { areDeclaredWaysTaken, declaredWays } from "../../../probes/process/learnt/declared-ways.ts";
import { gatingReading } from "../../../probes/process/learnt/gating.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const action = (key: string, more: object = {}) => ({ key, groupLabel: "all", creates: false, appends: true, ...more });
const actions = [
  action("register", { creates: true, appends: false }),
  action("sample", { atMost: 3 }),
  action("reject", { after: ["sample"], ends: true }),
  action("auction", { after: ["sample"], atMost: 1 }),
  action("bid", { after: ["auction"] }),
  action("ship", { after: ["bid"], ends: true }),
];
const rules = {
  after: { reject: ["sample"], auction: ["sample"], bid: ["auction"], ship: ["bid"] },
  atMost: { sample: 3, auction: 1 },
  ends: ["reject", "ship"],
};

test("each action is gone to on few ways, what ends a trace last, and none for what came before", () => {
  const workflow = { id: "1", actions };
  const long = ["register", "sample", "auction", "bid"];
  expect(declaredWays(rules, workflow)).toEqual([
    [...long, "reject"],
    [...long, "ship"],
  ]);
  expect(declaredWays(rules, workflow, new Set(["sample", "auction", "bid", "reject"]))).toEqual([[...long, "ship"]]);
  expect(declaredWays(rules, workflow, new Set(actions.map(({ key }) => key)))).toEqual([]);
  // What the rules never let come is not sent.
  expect(declaredWays({ ...rules, after: { ...rules.after, ship: ["never"] } }, workflow)).toEqual([
    [...long, "reject"],
  ]);
});

/** Whether the declared ways were let go to their ends, and whether the process is sought then. */
async function gone(refuses: Refuses) {
  const { exchanges, asker } = serviceThat(refuses);
  const one: JudgingTarget = { ...target, workflows: [{ id: "1", actions }] };
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  const context = { ...asker, target: one, histories, pin: () => undefined };
  const areTaken = await areDeclaredWaysTaken(context);
  exchanges.splice(0);
  const { gating } = await gatingReading(context, 0);
  return { areTaken, evidence: gating.evidence };
}

test("where all are taken the declaration stands, and where one is refused the process is sought", async () => {
  const kept = await gone(() => false);
  expect(kept.areTaken).toBe(true);
  expect(kept.evidence).toContain("as the configuration declares");
  const refused = await gone(({ action: key, data }) => key === "bid" && !JSON.stringify(data).includes("price"));
  expect(refused.areTaken).toBe(false);
  expect(refused.evidence).not.toContain("as the configuration declares");
});
