import { texts } from "../support/json-changes.ts";
import { inLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const textsAreCutAt65535InLinks: Fault = {
  id: "data/texts-are-cut-at-65535-in-links",
  title: "Links show texts up to 65535 characters.",
  requirement: ["DATA-08", "DETAILS-07"],
  install(hooks) {
    const cutTexts = texts((text) => text.slice(0, 65_535));
    inLinks(hooks, (data) => cutTexts(data));
  },
};
