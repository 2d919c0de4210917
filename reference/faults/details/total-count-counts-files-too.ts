import type { Fault } from "../fault.ts";

export const totalCountCountsFilesToo: Fault = {
  id: "details/total-count-counts-files-too",
  title: "`totalCount` counts the files of the links on the page beside the links.",
  requirement: "DETAILS-06",
  install(hooks) {
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const found = await inner(call, traceId, window);
      if (found === undefined) return undefined;
      const files = found.links.reduce((sum, link) => sum + link.files.length, 0);
      return { ...found, trace: { ...found.trace, linkCount: found.trace.linkCount + files } };
    });
  },
};
