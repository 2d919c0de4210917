import type { Fault } from "../fault.ts";

export const uuidNamesTheTraceFromTheThirdLinkOn: Fault = {
  id: "actions/uuid-names-the-trace-from-the-third-link-on",
  title: "The v2 action answers the UUID of the link, from the third link on that of the trace.",
  requirement: "ACT-09",
  install(hooks) {
    hooks.policy.actionResult = ({ link, trace }) => (link.position < 3 ? link.linkId : trace.traceId);
  },
};
