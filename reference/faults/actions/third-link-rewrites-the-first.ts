import type { Fault } from "../fault.ts";

export const thirdLinkRewritesTheFirst: Fault = {
  id: "actions/third-link-rewrites-the-first",
  title: "The third action of a trace overwrites the data of its first link.",
  requirement: ["ACT-08", "DETAILS-07"],
  install(hooks) {
    const { store } = hooks;
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (write.link.position !== 3) return;
      await store.database.query(
        `UPDATE ${store.schema}.links SET data = $2::jsonb WHERE trace_id = $1 AND position = 1`,
        [write.trace.traceId, JSON.stringify(write.link.data)],
      );
    });
  },
};
