import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "../fault.ts";

export const lostUpdate: Fault = {
  id: "concurrency/lost-update",
  title: "An action is computed from a trace read without a lock, so that of two at the same time one is lost.",
  requirement: "CONC-01",
  install(hooks) {
    const { store } = hooks;
    hooks.around("append", () => async (_call, traceId, compute) => {
      const before = await store.trace(traceId);
      if (before === undefined) return undefined;
      const write = await compute(before);
      // The window in which another action may read the same state.
      await wait(5);
      for (const [table, column] of [
        ["links", "position"],
        ["trace_files", "link_position"],
      ] as const) {
        await store.database.query(`DELETE FROM ${store.schema}.${table} WHERE trace_id = $1 AND ${column} = $2`, [
          traceId,
          write.link.position,
        ]);
      }
      return await store.append(traceId, () => write);
    });
  },
};
