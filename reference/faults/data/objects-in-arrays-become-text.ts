import { isJsonObject } from "../../core/json.ts";
import { arrays } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const objectsInArraysBecomeText: Fault = {
  id: "data/objects-in-arrays-become-text",
  title: "Objects in arrays become texts that hold JSON.",
  requirement: ["DATA-04", "DATA-05"],
  install(hooks) {
    inInput(
      hooks,
      arrays((items) => items.map((item) => (isJsonObject(item) ? JSON.stringify(item) : item))),
    );
  },
};
