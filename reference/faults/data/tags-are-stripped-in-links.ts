import { texts } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const tagsAreStrippedInLinks: Fault = {
  id: "data/tags-are-stripped-in-links",
  title: "Links show texts without what looks like a tag.",
  requirement: ["DATA-01", "DETAILS-07"],
  install(hooks) {
    const stripped = texts((text) => text.replace(/<[^>]*>/g, ""));
    inLinks(hooks, (data) => stripped(data));
  },
};
