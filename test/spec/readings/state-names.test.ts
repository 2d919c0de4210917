import { describe, expect, it } from "vitest";
import { isByOwnName, namesInState } from "../../../spec/readings/state-names.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { JsonPath, OpenPointValues, Profile } from "../../../spec/vocabulary/profile.ts";

const action = { key: "open", groupLabel: "clerks", creates: true, appends: true };
const workflows = [{ id: "1", actions: [action] }];

function names(state: Partial<OpenPointValues["state-data"]>, searchPath: JsonPath = []): readonly string[] {
  const data = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true, ...state } as const;
  const keys = {
    path: searchPath,
    join: "dotted",
    inner: "none",
    valueTypes: [],
    text: "exact",
    empty: "all",
  } as const;
  const readings: Profile["readings"] = {
    "state-data": { value: data, evidence: "by hand" },
    "search-keys": { value: keys, evidence: "by hand" },
  };
  return [...namesInState({ workflows }, { readings })].sort();
}

describe("names that a state uses itself", () => {
  it("are what stands beside the data, what leads to them, and what the target computes among them", () => {
    expect(names({ path: ["form", "data"], beside: ["phase"], own: ["sum"] })).toEqual([
      "data",
      "form",
      "phase",
      "sum",
    ]);
  });

  it("are those of actions and groups, where data may be kept apart by them", () => {
    expect(names({ fold: "keyed-by-action" })).toEqual(["clerks", "data", "open"]);
    expect(names({ path: null })).toEqual(["clerks", "open"]);
  });

  it("mean nothing to filters that name the place of the data, but for what stands among these", () => {
    expect(names({ beside: ["phase"], own: ["sum"] }, ["data"])).toEqual(["sum"]);
    expect(names({ beside: ["phase"] }, ["state"])).toEqual(["data", "phase"]);
  });

  it("are none without a reading", () => {
    expect(namesInState({ workflows }, { readings: {} }).size).toBe(0);
  });

  it("are meant by a filter that begins with one", () => {
    const isOwn = (filters: JsonObject): boolean => isByOwnName(filters, new Set(["phase"]));
    expect([isOwn({ word: 2, phase: 1 }), isOwn({ "phase.name": 1 })]).toEqual([true, true]);
    expect([isOwn({ phases: 1 }), isOwn({ "word.phase": 1 }), isOwn({})]).toEqual([false, false, false]);
  });
});
