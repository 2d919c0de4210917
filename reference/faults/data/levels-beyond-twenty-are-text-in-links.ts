import { objects } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const levelsBeyondTwentyAreTextInLinks: Fault = {
  id: "data/levels-beyond-twenty-are-text-in-links",
  title: "Links show what is nested deeper than twenty levels as the text `[Object]`.",
  requirement: ["DATA-09", "DETAILS-07"],
  install(hooks) {
    const shallow = objects((members, depth) => (depth > 20 ? "[Object]" : members));
    inLinks(hooks, (data) => shallow(data));
  },
};
