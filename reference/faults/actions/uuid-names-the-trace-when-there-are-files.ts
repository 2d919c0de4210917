import type { Fault } from "../fault.ts";

export const uuidNamesTheTraceWhenThereAreFiles: Fault = {
  id: "actions/uuid-names-the-trace-when-there-are-files",
  title: "The v2 action answers the UUID of the link, but that of the trace when it brings files.",
  requirement: "ACT-09",
  install(hooks) {
    hooks.policy.actionResult = ({ link, trace, files }) => (files.length === 0 ? link.linkId : trace.traceId);
  },
};
