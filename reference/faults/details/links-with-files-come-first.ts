import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const linksWithFilesComeFirst: Fault = {
  id: "details/links-with-files-come-first",
  title: "On every page the links with files come first.",
  requirement: "DETAILS-08",
  install(hooks) {
    inFoundLinks(hooks, (links) => [
      ...links.filter(({ files }) => files.length > 0),
      ...links.filter(({ files }) => files.length === 0),
    ]);
  },
};
