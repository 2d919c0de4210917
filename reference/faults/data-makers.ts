import type { Hooks } from "../hooks/hooks.ts";
import type { Scope } from "../hooks/rewrite.ts";
import { faultMaker } from "./fault.ts";
import { arrays, keepMembers, keys, leaves, numbers, objects, texts } from "./support/json-changes.ts";
import type { Change } from "./support/json-changes.ts";
import { inInput, inLinks, inState } from "./support/places.ts";

/** Makes faults that change some values of the data, where `place` says. */
const dataFaults = (place: (hooks: Hooks, change: Change, scope?: Scope) => void, scope?: Scope) => {
  const by = <Args>(kind: (change: Args) => Change) =>
    faultMaker((hooks, change: Args) => place(hooks, kind(change), scope));
  return {
    data: by((change: Change) => change),
    texts: by(texts),
    numbers: by(numbers),
    leaves: by(leaves),
    arrays: by(arrays),
    objects: by(objects),
    keys: by(keys),
    members: by(keepMembers),
  };
};

/** Data as it comes in: link, state and search show the result. */
export const input = dataFaults(inInput);
export const actions = dataFaults(inInput, { kind: "act" });
export const creations = dataFaults(inInput, { kind: "create" });
export const legacyInput = dataFaults(inInput, { face: "legacy" });
export const legacyCreations = dataFaults(inInput, { face: "legacy", kind: "create" });

/** Data as it is shown. */
export const state = dataFaults(inState);
export const legacyState = dataFaults(inState, { face: "legacy" });
export const legacyReads = dataFaults(inState, { face: "legacy", kind: "state" });
export const links = dataFaults(inLinks);
