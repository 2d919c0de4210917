/** The same action twice at the same time, at places where it was taken before. */
import { expect, test } from "vitest";
import { raceAlongTheWay } from "../../../probes/process/raced.ts";
import type { OperationStep, Step } from "../../../spec/vocabulary/script.ts";
import { type Refuses, scriptsAfter } from "../lib/refusing-service.ts";

/** What is sent after a trace with these actions was written, for each race. */
const racesAfter = (keys: readonly string[], refuses: Refuses = () => false) =>
  scriptsAfter(keys, refuses, raceAlongTheWay);

const told = (step: OperationStep): string =>
  step.op === "act" ? `${step.face} ${step.action ?? ""} ${JSON.stringify(step.data["at"])}` : step.op;
const tellingOf = (steps: readonly Step[] = []): readonly unknown[] =>
  steps.map((step) => ("parallel" in step ? step.parallel.map(([first]) => first && told(first)) : told(step)));

test("what came twice in a row comes twice at the same time, with the data of both", async () => {
  const [race, ...others] = await racesAfter(["open", "assess", "note", "note"]);
  expect(others).toHaveLength(1);
  expect(tellingOf(race)).toEqual([
    "create",
    "v2 assess 1",
    ["v2 note 2", "legacy note 3"],
    ...["state", "details", "state", "details"],
  ]);
});

test("what did not is tried once more behind itself on another trace first, through both faces", async () => {
  const [race] = await racesAfter(["open", "assess"]);
  expect(tellingOf(race)).toEqual([
    ...["create", "v2 assess 1", "state", "v2 assess 1", "legacy assess 1"],
    ...["create", ["v2 assess 1", "legacy assess 1"]],
    ...["state", "details", "state", "details"],
  ]);
  const raced = race?.flatMap((step) => ("parallel" in step ? step.parallel.flatMap(([act]) => act ?? []) : [])) ?? [];
  expect(new Set(raced.map((act) => JSON.stringify("data" in act && act.data))).size).toBe(2);
});

test("one that was refused behind another is tried before it, and at the same time", async () => {
  const [, race] = await racesAfter(["open", "note", "note", "note"], ({ data }) => data["at"] === 3 && "no more");
  expect(tellingOf(race)).toEqual([
    ...["create", "v2 note 1", "v2 note 2", "v2 note 3"],
    ...["create", "v2 note 1", "v2 note 3", "v2 note 2"],
    ...["create", "v2 note 1", ["v2 note 2", "legacy note 3"]],
    ...["state", "details", "state", "details"],
  ]);
});

test("nothing is sent where no action was appended", async () => {
  expect(await racesAfter(["open"])).toEqual([]);
});
