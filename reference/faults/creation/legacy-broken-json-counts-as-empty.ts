import { randomUUID } from "node:crypto";
import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const legacyBrokenJsonCountsAsEmpty: Fault = {
  id: "creation/legacy-broken-json-counts-as-empty",
  title: "A legacy creation with broken JSON makes a trace with no data.",
  requirement: "CREATE-10",
  install(hooks) {
    onRefusal(
      hooks,
      ["not-json"],
      async (reply, call) => {
        const [workflow] = hooks.directory.workflowsOf(call.principal?.organization ?? "");
        if (workflow === undefined) return reply;
        const [traceId, now] = [randomUUID(), new Date()];
        const about = { traceId, workflowId: workflow.id, data: {}, createdAt: now };
        const trace = { ...about, organization: workflow.organization, linkCount: 1, updatedAt: now };
        const origin = { actionKey: "", groupLabel: "", createdBy: call.principal?.userId ?? "" };
        const link = { ...about, ...origin, linkId: randomUUID(), position: 1, files: [] };
        await hooks.store.create({ trace, link, files: [], searchDocument: {} });
        return succeed(call, traceId);
      },
      { face: "legacy", kind: "create" },
    );
  },
};
