/** What several groups may do, and what other workflows show of their actions. */
import { expect, test } from "vitest";
import { listedObservations } from "../../../probes/process/observations.ts";
import { gatingReading } from "../../../probes/process/learnt/gating.ts";
import { mayFollow } from "../../../spec/readings/process.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target } from "../lib/refusing-service.ts";

const action = (key: string, groupLabel = "all", creates = false) => ({
  key,
  groupLabel,
  creates,
  appends: !creates,
});

test("what a list names for one of the groups that may do it comes, and what it names for none does not", () => {
  const workflow = {
    id: "1",
    actions: [action("open", "clerks", true), action("note", "clerks"), action("note", "carriers"), action("close")],
  };
  const listing = { path: ["next"], by: "group" } as const;
  const seen = [{ done: ["open"], state: { next: { carriers: ["note"], clerks: [] } } }];
  expect(listedObservations(seen, listing, workflow)).toEqual([
    { done: ["open"], key: "note", allowed: true },
    { done: ["open"], key: "close", allowed: false },
  ]);
});

test("where rules are declared, each action of another workflow is sent through both faces", async () => {
  const { exchanges, asker } = serviceThat(() => false);
  const workflows = [
    { id: "1", actions: [action("open", "all", true), action("note")] },
    { id: "2", actions: [action("take", "all", true), action("test"), { ...action("close"), ends: true }] },
  ];
  const two: JudgingTarget = { ...target, workflows };
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  await gatingReading({ ...asker, target: two, histories, pin: () => undefined }, 0);
  const sent = exchanges.flatMap(({ intent, face }) =>
    intent.kind === "act" ? [`${String(intent.actionKey)} ${face}`] : [],
  );
  expect(sent).toEqual(["test v2", "close legacy", "test legacy", "close v2"]);
});

test("a workflow whose states show no list is known by what was tried, also once more, whatever is said of another one", async () => {
  const may: Readonly<Record<string, readonly string[]>> = {
    ...{ open: ["note"], note: ["note"] },
    ...{ request: ["drive"], drive: ["drive", "return"], return: [] },
  };
  const { exchanges, asker } = serviceThat(
    (step, { done }) => step.op === "act" && may[done.at(-1) ?? ""]?.includes(step.action ?? "") !== true,
  );
  const workflows = [
    { id: "1", actions: [action("open", "all", true), action("note")], nextActions: { path: ["next"], by: "all" } },
    { id: "2", actions: [action("request", "all", true), action("drive"), action("return")] },
  ] as const;
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  const two: JudgingTarget = { ...target, workflows };
  const { gating } = await gatingReading({ ...asker, target: two, histories, pin: () => undefined }, 0);
  const rules = gating.value?.workflows?.["2"] ?? {};
  expect(mayFollow(rules, ["request", "drive"], "drive")).toBe(true);
  expect(mayFollow(rules, ["request", "drive", "return"], "drive")).toBe(false);
  expect(mayFollow(rules, ["request"], "return")).toBe(false);
});
