import { rememberAttachments } from "../support/attachments.ts";
import { inFound } from "../support/searching.ts";
import type { Fault } from "../fault.ts";

export const missesTracesWithFiles: Fault = {
  id: "search/misses-traces-with-files",
  title: "Traces to which a file was attached are not found.",
  requirement: ["SEARCH-03", "SEARCH-09"],
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    inFound(hooks, (found) => found.filter((id) => attachments.every(({ traceId }) => traceId !== id)));
  },
};
