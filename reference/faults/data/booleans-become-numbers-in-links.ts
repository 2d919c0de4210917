import { leaves } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const booleansBecomeNumbersInLinks: Fault = {
  id: "data/booleans-become-numbers-in-links",
  title: "Links show booleans as 0 and 1.",
  requirement: ["DATA-03", "DETAILS-07"],
  install(hooks) {
    const counted = leaves((leaf) => (typeof leaf === "boolean" ? Number(leaf) : leaf));
    inLinks(hooks, (data) => counted(data));
  },
};
