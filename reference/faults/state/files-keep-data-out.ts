import { foldOtherwise } from "../support/folding.ts";
import type { Fault } from "../fault.ts";

export const filesKeepDataOut: Fault = {
  id: "state/files-keep-data-out",
  title: "The data of an action that brings files do not reach the state.",
  requirement: "STATE-03",
  install(hooks) {
    foldOtherwise(hooks, (before, link) => (link.files.length > 0 ? before : undefined));
  },
};
