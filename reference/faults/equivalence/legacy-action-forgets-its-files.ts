import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const legacyActionForgetsItsFiles: Fault = {
  id: "equivalence/legacy-action-forgets-its-files",
  title: "The legacy link accepts files and forgets them.",
  requirement: ["EQUIV-07", "FILE-04", "ACT-07"],
  install(hooks) {
    inUploads(hooks, () => [], { face: "legacy", kind: "act" });
  },
};
