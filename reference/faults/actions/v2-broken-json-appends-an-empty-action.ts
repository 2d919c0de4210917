import { randomUUID } from "node:crypto";
import { traceIdOf } from "../support/attachments.ts";
import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const v2BrokenJsonAppendsAnEmptyAction: Fault = {
  id: "actions/v2-broken-json-appends-an-empty-action",
  title: "A v2 action with broken JSON is appended with no data.",
  requirement: "ACT-10",
  install(hooks) {
    onRefusal(
      hooks,
      ["not-json"],
      async (reply, call) => {
        const write = await hooks.store.append(traceIdOf(call), (before) => {
          const about = { traceId: before.traceId, workflowId: before.workflowId, data: {}, createdAt: new Date() };
          const origin = { actionKey: "", groupLabel: "", createdBy: call.principal?.userId ?? "" };
          const link = { ...about, ...origin, linkId: randomUUID(), position: before.linkCount + 1, files: [] };
          return { trace: { ...before, linkCount: link.position }, link, files: [], searchDocument: null };
        });
        return write === undefined ? reply : succeed(call, write.link.linkId);
      },
      { face: "v2", kind: "act" },
    );
  },
};
