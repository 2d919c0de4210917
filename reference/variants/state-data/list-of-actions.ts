import { keepBeside } from "./keep-beside.ts";
import type { Variant } from "../variant.ts";

export const stateDataListOfActions: Variant = {
  id: "state-data/list-of-actions",
  title: "The state lists the data of all actions.",
  openPoint: "state-data",
  install(hooks) {
    keepBeside(hooks, (shown, link) => [...(Array.isArray(shown) ? shown : []), link.data]);
  },
};
