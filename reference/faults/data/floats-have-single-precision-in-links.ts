import { numbers } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const floatsHaveSinglePrecisionInLinks: Fault = {
  id: "data/floats-have-single-precision-in-links",
  title: "Links show numbers in single precision.",
  requirement: ["DATA-02", "DETAILS-07"],
  install(hooks) {
    const single = numbers((value) => (Number.isInteger(value) ? value : Math.fround(value)));
    inLinks(hooks, (data) => single(data));
  },
};
