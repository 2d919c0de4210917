/** What the actions of a walk bring. */
import { expect, test } from "vitest";
import { WalkInputs } from "../../../probes/process/walk/walk-inputs.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

const review: ActionDescription = {
  ...{ key: "review", groupLabel: "reviewers", creates: false, appends: true },
  dataSchema: {
    type: "object",
    required: ["grade"],
    additionalProperties: false,
    properties: { grade: { enum: ["good", "poor"] }, remark: { enum: ["weak"] }, secret: { enum: ["kept"] } },
  },
};
const workflow = { id: "1", name: "papers", actions: [review] };

test("each optional member is brought soon, and those that were taken are no longer sought", () => {
  const inputs = new WalkInputs("20270131-3f9k2c", 0);
  const brought = new Set<string>();
  for (let turn = 0; turn < 3; turn += 1) {
    const { data } = inputs.next(review, workflow, false);
    inputs.taken("review", data);
    for (const name of Object.keys(data)) brought.add(name);
  }
  expect([...brought].toSorted()).toEqual(["grade", "remark", "secret"]);
});

test("a group is named where several may do it, and a file is brought where one is wanted", () => {
  const inputs = new WalkInputs("20270131-3f9k2c", 2);
  const both = { ...workflow, actions: [review, { ...review, groupLabel: "chairs" }] };
  expect(inputs.next(review, workflow, false)).not.toHaveProperty("group");
  expect(inputs.next(review, both, true)).toMatchObject({ workflow: 2, group: "reviewers", files: [{}] });
});

test("an action that was refused is sent what an example has, twice where that is taken, and then what is drawn", () => {
  const examples = [
    { grade: "good", points: 7 },
    { grade: "poor", points: 2 },
  ];
  const properties = { grade: { enum: ["good", "poor"] }, points: { type: "integer", minimum: 2, maximum: 7 } };
  const action: ActionDescription = { ...review, examples, dataSchema: { type: "object", properties } };
  const inputs = new WalkInputs("20270131-3f9k2c", 0);
  inputs.begin();
  const sent = (isTaken: boolean): JsonObject => {
    const { data } = inputs.next(action, workflow, false);
    if (isTaken) inputs.taken("review", data);
    else inputs.refused("review");
    return data;
  };
  // Drawn data of an open form have members of their own.
  const isOfExample = (isTaken: boolean): boolean => Object.keys(sent(isTaken)).length === 2;
  expect([true, false, false, false, true, true, true].map(isOfExample)).toEqual([
    false,
    false,
    true,
    false,
    true,
    true,
    false,
  ]);
});
