/** Files that are kept from who did not send them are asked for by who did. */
import { expect, test } from "vitest";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { ActStep, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { readWithheld } from "../../suites/scripts/finish/read-withheld.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const may = ["read", "write", "search"] as const;
const people = [
  { account: "first", groups: ["city"], may },
  { account: "user-0", groups: ["firms"], may },
] as const;
const actions = [
  { key: "publish", groupLabel: "city", creates: true, appends: false },
  { key: "bid", groupLabel: "firms", creates: false, appends: true },
  { key: "open", groupLabel: "city", creates: false, appends: true },
];

const act = (as: string, action: string): ActStep => ({ op: "act", face: "v2", as, trace: "$t", action, data: {} });
const archive = (...digests: readonly `$${string}`[]): OperationStep => {
  return { op: "files", face: "v2", trace: "$t", digests };
};

/** Who asks for each archive, where links of bids are kept from others. */
function askedBy(withheld: Readonly<Record<string, readonly string[]>>, ...archives: readonly OperationStep[]) {
  const context = suiteContextFor();
  const target = { ...context.target, workflows: [{ id: "1", actions }], people };
  const value = { hidden: false, withheld } as const;
  const profile: Profile = { readings: { "others-data": { value, evidence: "" } } };
  const create: OperationStep = { op: "create", face: "v2", as: "t", action: "publish", data: {} };
  const script: Script = { id: "s", title: "", steps: [create, act("b", "bid"), act("o", "open"), ...archives] };
  const { steps } = readWithheld({ ...context, target, profile }, script);
  return steps.slice(-archives.length).map((step) => ("op" in step ? step.actor : undefined));
}

test("archives with a withheld file are its sender's, others nobody's in particular", () => {
  const asked = [archive("$b.0"), archive("$t.0", "$b.0"), archive("$t.0", "$o.0")];
  expect(askedBy({ "1": ["bid"] }, ...asked)).toEqual(["user-0", "user-0", undefined]);
});

test("nothing changes where nothing is withheld, or somebody is named already", () => {
  expect(askedBy({}, archive("$b.0"))).toEqual([undefined]);
  expect(askedBy({ "1": ["bid"] }, { ...archive("$b.0"), actor: "second" })).toEqual(["second"]);
});
