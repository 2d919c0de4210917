/** Names by which a state holds something of the target's own, beside the data or on the way to them. */
import { describe, expect, test } from "vitest";
import { applyPins } from "../../../probes/index.ts";
import { asPinned } from "../../../probes/points/state-data.ts";
import { membersBeside, membersOfHidden } from "../../../probes/seen/beside-data.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { JsonObject } from "../../../spec/json.ts";

const documents: readonly JsonObject[] = [{ word: "amber" }, { word: "topaz", phase: "second" }];

/** States of one trace, an action more each time. */
const seen = (show: (data: JsonObject, actions: number) => JsonObject): readonly SeenState[] =>
  documents.map((_, at): SeenState => {
    const sent = documents.slice(0, at + 1);
    const actions = sent.map(
      (data) => ({ face: "v2", data, actionKey: "note", groupLabel: "all", files: [] }) as const,
    );
    const state = show(Object.assign({}, ...sent) as JsonObject, at + 1);
    return { face: "v2", source: "v2TraceState", traceId: "1", reader: "first", state, actions };
  });

describe("members beside the place of the data", () => {
  test("are those beside it and beside what leads there", () => {
    const states = seen((data, steps) => ({ id: "7", form: { phase: "open", steps, fields: data } }));
    expect(membersBeside({ path: ["form", "fields"] }, states)).toEqual(["id", "phase", "steps"]);
  });

  test("are none that repeat what was sent by their names, now or before", () => {
    expect(
      membersBeside(
        { path: ["data"] },
        seen((data) => ({ ...data, data })),
      ),
    ).toEqual([]);
    expect(
      membersBeside(
        { path: ["data"] },
        seen((data) => ({ ...documents[0], data })),
      ),
    ).toEqual([]);
  });

  test("are also what the target made of something that was sent by the same name", () => {
    expect(
      membersBeside(
        { path: ["data"] },
        seen((data) => ({ word: "AMBER!", data })),
      ),
    ).toEqual(["word"]);
  });

  test("are not those that one of several places has, nor anything in a state that is the data", () => {
    const states = seen((data) => ({ steps: { one: data, two: data } }));
    expect(membersBeside({ path: ["steps", "{*}"] }, states)).toEqual([]);
    expect(
      membersBeside(
        { path: [] },
        seen((data) => ({ ...data, steps: 1 })),
      ),
    ).toEqual([]);
  });
});

test("members of a state that shows the data nowhere are those of which nobody sent the name", () => {
  const states = seen((_data, steps) => ({ steps, data: { word: "AMBER!", status: "open" } }));
  expect(membersOfHidden(states)).toEqual(["status", "steps"]);
});

describe("a pin of the place", () => {
  const value = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true } as const;
  const found = { value: { ...value, beside: ["id"] }, evidence: "Seen." };

  test.each([[[]], [["id"]], [["phase"]]])("need not name what stands beside it, as %j", (beside) => {
    const pin = { ...value, ...(beside.length > 0 ? { beside } : {}) };
    const { readings } = applyPins({ "state-data": asPinned(found, pin) }, { "state-data": pin });
    expect(readings["state-data"]?.drift).toBeUndefined();
    expect(readings["state-data"]?.value).toEqual({ ...value, beside: [...new Set(["id", ...beside])] });
  });

  test("that names another place is drift all the same", () => {
    const pin = { ...value, path: ["form"] };
    const { readings } = applyPins({ "state-data": asPinned(found, pin) }, { "state-data": pin });
    expect(readings["state-data"]?.drift).toContain("now follows");
  });
});
