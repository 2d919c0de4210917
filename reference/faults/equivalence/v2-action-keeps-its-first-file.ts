import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const v2ActionKeepsItsFirstFile: Fault = {
  id: "equivalence/v2-action-keeps-its-first-file",
  title: "The v2 action keeps the first of its files.",
  requirement: ["EQUIV-07", "FILE-04"],
  install(hooks) {
    inUploads(hooks, (files) => files.slice(0, 1), { face: "v2", kind: "act" });
  },
};
