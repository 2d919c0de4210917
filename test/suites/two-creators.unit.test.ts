/** Who begins traces at the same time: two who may. */
import { expect, test } from "vitest";
import type { Account } from "../../spec/vocabulary/script.ts";
import type { Person } from "../../spec/vocabulary/target.ts";
import { people as area } from "../../suites/scripts/areas/people.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const person = (account: Account, groups: readonly string[], may: Person["may"] = ["read", "write", "search"]) => ({
  ...{ account, groups, may },
});

function creatorsOf(people: readonly Person[], sharesOrganization = false): readonly (string | undefined)[] {
  const context = suiteContextFor();
  const actions = [
    { key: "open", groupLabel: "sales", creates: true, appends: false },
    { key: "ship", groupLabel: "depot", creates: false, appends: true },
  ];
  const target = {
    ...{ ...context.target, people, workflows: [{ id: "1", actions }] },
    secondUser: { sharesOrganization },
  };
  const [together] = area
    .scripts({ ...context, has: { ...context.has, secondUser: true }, target })
    .filter(({ id }) => id.endsWith("/together"));
  const branches = together?.steps.flatMap((step) => ("parallel" in step ? step.parallel : [])) ?? [];
  return [...new Set(branches.flat().map(({ actor }) => actor))];
}

test("both of the group that begins traces, whoever logs in first", () => {
  expect(creatorsOf([person("first", ["depot"]), person("user-0", ["sales"]), person("user-1", ["sales"])])).toEqual([
    "user-0",
    "user-1",
  ]);
  expect(creatorsOf([person("first", ["sales"]), person("user-0", ["sales"])])).toEqual(["first", "user-0"]);
});

test("the second user of the same organization beside the first, where that one may", () => {
  expect(creatorsOf([person("first", ["sales"])], true)).toEqual(["first", "second"]);
  expect(creatorsOf([person("first", ["depot"]), person("user-0", ["sales"])], true)).toEqual([]);
  expect(creatorsOf([person("first", ["sales"]), person("user-0", ["sales"], ["write"])])).toEqual([]);
});
