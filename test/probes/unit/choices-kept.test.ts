/** Ways on which choices stay as they were each time. */
import { expect, test } from "vitest";
import { choicesKept } from "../../../probes/process/further/choices-kept.ts";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import type { JsonObject } from "../../../spec/json.ts";

const action = (key: string, dataSchema: JsonObject) => ({
  key,
  groupLabel: "g",
  creates: false,
  appends: true,
  dataSchema,
});
const inspect = { type: "object", properties: { clean: { type: "boolean" }, remark: { type: "string" } } };
const wash = { type: "object", properties: { programme: { enum: ["short", "long"] } } };
const workflow = { actions: [action("inspect", inspect), action("wash", wash)] };

const trace = (clean: boolean, programme: string, ...more: readonly string[]): SeenTrace => ({
  steps: [
    { key: "wash", data: { programme } },
    { key: "inspect", data: { clean, remark: "as ever" } },
    ...more.map((key) => ({ key, data: {} })),
  ],
  after: [],
});
const way = [{ key: "wash" }, { key: "inspect" }, { key: "pack" }];

test("a choice that was the same on all traces of a way is kept, free texts and choices that differed are not", () => {
  const traces = [trace(true, "short", "pack"), trace(true, "long", "pack"), trace(false, "short", "wash")];
  expect(choicesKept([way], traces, workflow)).toEqual([
    [{ key: "wash" }, { key: "inspect", with: { clean: true } }, { key: "pack" }],
  ]);
});

test("what is known to decide stays, and only traces that had it count", () => {
  const kept = [{ key: "wash", with: { programme: "long" } }, ...way.slice(1)];
  const traces = [trace(false, "long", "pack"), trace(true, "short", "pack")];
  expect(choicesKept([kept], traces, workflow)).toEqual([
    [{ key: "wash", with: { programme: "long" } }, { key: "inspect", with: { clean: false } }, { key: "pack" }],
  ]);
});

test("of a way that no trace took as it is nothing is kept", () => {
  expect(choicesKept([way], [], workflow)).toEqual([way]);
});
