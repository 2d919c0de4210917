/** Refusals that come in other places on each trace: many of several actions are those of a process, a few are failures. */
import { expect, test } from "vitest";
import { gatingReading } from "../../../probes/process/learnt/gating.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const keys = ["note", "assess", "settle", "pay"];
const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const claims: JudgingTarget = {
  ...target,
  workflows: [{ id: "1", actions: [action("open", true), ...keys.map((key) => action(key))] }],
};

/** What is found where each trace was created with what only the service knows of it. */
async function found(refuses: (lot: number, ...given: Parameters<Refuses>) => boolean) {
  const lots = new Map<string, number>();
  let created = 0;
  const { send, exchanges, asker } = serviceThat((step, before) => {
    if (step.op === "create") return false;
    const trace = String(step.trace);
    if (!lots.has(trace)) lots.set(trace, (created += 1));
    return refuses(lots.get(trace) ?? 0, step, before);
  });
  const first = send({ op: "create", face: "v2", ...input("open") });
  const { data: trace } = first.response?.json?.value as { data: string };
  for (const key of keys.toReversed()) send({ op: "act", face: "v2", trace, ...input(key) });
  const histories = (): History[] => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  const { gating } = await gatingReading({ ...asker, target: claims, histories, pin: () => undefined }, 0);
  return gating;
}

test("several actions in many places are a process, whatever decides", async () => {
  const { value, evidence } = await found((lot, { action: key }, { done }) => {
    const turn = (lot * 7 + done.length) % keys.length;
    return keys.indexOf(key ?? "") !== turn;
  });
  expect(value).toMatchObject({ gating: "unclear", byData: ["1"] });
  expect(evidence).toContain("more than their order decides");
});

test("one request of many is none", async () => {
  let asked = 0;
  const { value } = await found(() => (asked += 1) % 3 === 1);
  expect(value).toEqual({ gating: "free" });
});
