import { keepMembers } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const nullsAreDroppedFromLinks: Fault = {
  id: "data/nulls-are-dropped-from-links",
  title: "Links leave out members that are null.",
  requirement: ["DATA-03", "DETAILS-07"],
  install(hooks) {
    const kept = keepMembers((value) => value !== null);
    inLinks(hooks, (data) => kept(data));
  },
};
