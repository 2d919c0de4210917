import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationForgetsItsFiles: Fault = {
  id: "equivalence/legacy-creation-forgets-its-files",
  title: "The legacy creation accepts files and forgets them.",
  requirement: ["EQUIV-06", "FILE-04", "CREATE-06"],
  install(hooks) {
    inUploads(hooks, () => [], { face: "legacy", kind: "create" });
  },
};
