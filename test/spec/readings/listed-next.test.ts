/** Where states list what may come next: not every workflow of a target need do so. */
import { expect, test } from "vitest";
import { listingOf } from "../../../spec/readings/listed-next.ts";
import type { OpenPointValues, Profile } from "../../../spec/vocabulary/profile.ts";

const value: OpenPointValues["action-gating"] = { gating: "listed", path: ["next"], by: "all", listsNone: ["2"] };
const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
const workflow = (id: string) => ({ id, actions: [] });

test("is known for each workflow but those whose states were seen to list nothing", () => {
  expect(listingOf(profile, workflow("1"))).toEqual({ path: ["next"], by: "all" });
  expect(listingOf(profile, workflow("2"))).toBeUndefined();
  // What the configuration says of the workflow itself counts.
  const nextActions = { path: ["open"], by: "all" as const };
  expect(listingOf(profile, { ...workflow("2"), nextActions })).toEqual(nextActions);
});
