import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownTraceHasNoLinks: Fault = {
  id: "details/unknown-trace-has-no-links",
  title: "The details of an unknown trace are an empty page.",
  requirement: "DETAILS-10",
  install(hooks) {
    const page = { links: [], totalCount: 0, info: { hasNext: false, hasPrevious: false } };
    onRefusal(hooks, ["unknown-trace"], (_reply, call) => succeed(call, page), { kind: "details" });
  },
};
