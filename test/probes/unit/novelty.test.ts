/** Which actions a walk tries first. */
import { expect, test } from "vitest";
import { Novelty } from "../../../probes/process/walk/novelty.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

const action = (key: string, more: Partial<ActionDescription> = {}): ActionDescription => ({
  ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open" },
  ...more,
});
const free = ["grant", "hear", "take", "drop"].map((key) => action(key));
const ordered = [
  action("grant", { after: ["hear"] }),
  action("hear", { after: ["take"] }),
  action("take"),
  action("drop", { ends: true }),
];
const keysOf = (actions: readonly ActionDescription[], done: readonly string[], isListed = false): readonly string[] =>
  new Novelty({ id: "1", actions: [action("open"), ...actions] }, isListed).order(actions, done).map(({ key }) => key);

test("those that were tried least, where nothing is said of their order", () => {
  const novelty = new Novelty({ id: "1", actions: free }, false);
  novelty.tried(["open"], "grant");
  expect(novelty.order(free, ["open"]).map(({ key }) => key)).toEqual(["hear", "take", "drop", "grant"]);
});

test("those that the configuration lets come, and the others after them", () => {
  expect(keysOf(ordered, ["open"])).toEqual(["take", "drop", "grant", "hear"]);
  expect(keysOf(ordered, ["open", "take"])).toEqual(["hear", "drop", "take", "grant"]);
});

test("few others once the trace has ended by what it says, but where its state lists what may come", () => {
  expect(keysOf(ordered, ["open", "drop"])).toHaveLength(2);
  expect(keysOf(ordered, ["open", "drop"], true)).toHaveLength(4);
  expect(keysOf(free, ["open", "drop"])).toHaveLength(4);
});
