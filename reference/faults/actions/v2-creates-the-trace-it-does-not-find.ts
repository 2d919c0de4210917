import type { Fault } from "../fault.ts";

export const v2CreatesTheTraceItDoesNotFind: Fault = {
  id: "actions/v2-creates-the-trace-it-does-not-find",
  title: "A v2 action on an unknown trace creates that trace.",
  requirement: "ACT-11",
  install(hooks) {
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      const write = await inner(call, traceId, compute);
      const { organization } = call.principal ?? {};
      const [workflow] = hooks.directory.workflowsOf(organization ?? "");
      if (write !== undefined || call.face !== "v2" || workflow === undefined) return write;
      const about = { traceId, organization: workflow.organization, workflowId: workflow.id, data: {}, linkCount: 0 };
      const created = await compute({ ...about, createdAt: new Date(), updatedAt: new Date() });
      await hooks.store.create(created);
      return created;
    });
  },
};
