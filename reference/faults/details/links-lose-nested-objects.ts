import { objects } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const linksLoseNestedObjects: Fault = {
  id: "details/links-lose-nested-objects",
  title: "Links show objects inside the data as empty ones.",
  requirement: ["DETAILS-07", "DATA-05"],
  install(hooks) {
    inLinks(
      hooks,
      objects(() => ({})),
    );
  },
};
