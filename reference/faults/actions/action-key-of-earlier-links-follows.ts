import type { Fault } from "../fault.ts";

export const actionKeyOfEarlierLinksFollows: Fault = {
  id: "actions/action-key-of-earlier-links-follows",
  title: "All links of a trace take the action key of the newest one.",
  requirement: "ACT-08",
  install(hooks) {
    const { store } = hooks;
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      await store.database.query(`UPDATE ${store.schema}.links SET action_key = $2 WHERE trace_id = $1`, [
        write.trace.traceId,
        write.link.actionKey,
      ]);
    });
  },
};
