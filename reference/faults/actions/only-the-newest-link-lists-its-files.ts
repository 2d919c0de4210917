import { inFoundLinks } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const onlyTheNewestLinkListsItsFiles: Fault = {
  id: "actions/only-the-newest-link-lists-its-files",
  title: "A link lists its files only until the next action.",
  requirement: ["ACT-08", "FILE-04"],
  install(hooks) {
    inFoundLinks(hooks, (links, trace) =>
      links.map((link) => (link.position < trace.linkCount ? { ...link, files: [] } : link)),
    );
  },
};
