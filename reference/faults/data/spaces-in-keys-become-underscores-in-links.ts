import { keys } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const spacesInKeysBecomeUnderscoresInLinks: Fault = {
  id: "data/spaces-in-keys-become-underscores-in-links",
  title: "Links show member names with underscores for spaces.",
  requirement: ["DATA-05", "DETAILS-07"],
  install(hooks) {
    const joined = keys((key) => key.replaceAll(" ", "_"));
    inLinks(hooks, (data) => joined(data));
  },
};
