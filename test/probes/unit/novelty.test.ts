/** Which action a walk through a workflow tries first, where the configuration declares an order. */
import { expect, test } from "vitest";
import { Novelty } from "../../../probes/process/walk/novelty.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

const action = (key: string, more: Partial<ActionDescription> = {}): ActionDescription => ({
  ...{ key, groupLabel: "clerks", creates: false, appends: true },
  ...more,
});
const keys = (actions: readonly ActionDescription[]): readonly string[] => actions.map(({ key }) => key);

const declared = [
  action("withdraw", { ends: true }),
  action("hear"),
  action("decide", { after: ["hear"] }),
  action("object", { after: ["decide"] }),
];

test("what is declared to wait for something comes first once that was done", () => {
  expect(keys(new Novelty().order(declared, ["apply", "hear"]))).toEqual(["decide", "hear", "withdraw", "object"]);
});

test("what is declared to be too early is tried all the same, after all that may come", () => {
  expect(keys(new Novelty().order(declared, ["apply"]))).toEqual(["hear", "withdraw", "decide", "object"]);
});

test("what was tried in such a place before comes last, whatever is declared", () => {
  const novelty = new Novelty();
  novelty.tried(["apply", "hear"], "decide");
  expect(keys(novelty.order(declared, ["apply", "hear"])).at(-1)).toBe("decide");
});

test("what was tried nowhere yet comes before what was tried in other places", () => {
  const novelty = new Novelty();
  const open = [action("cancel"), action("supply")];
  novelty.order(open, ["announce"]);
  novelty.tried(["announce"], "cancel");
  expect(keys(novelty.order(open, ["announce", "inspect"]))).toEqual(["supply", "cancel"]);
  expect(novelty.hasTriedAll).toBe(false);
  novelty.tried(["announce", "inspect"], "supply");
  expect(novelty.hasTriedAll).toBe(true);
});

test("where nothing is declared, what the trace has least often comes first", () => {
  const free = [action("hear"), action("note")];
  expect(keys(new Novelty().order(free, ["apply", "hear"]))).toEqual(["note", "hear"]);
});
