import type { Call } from "../../core/call.ts";
import type { FileRecord } from "../../core/records.ts";
import type { Fault } from "../fault.ts";

export const refusedActionLeavesItsFiles: Fault = {
  id: "refusals/refused-action-leaves-its-files",
  title: "The files of an action that is refused are listed by the newest link.",
  requirement: "REFUSE-01",
  install(hooks) {
    const { store } = hooks;
    const uploads = new WeakMap<Call, readonly FileRecord[]>();
    hooks.around("readAction", (inner) => (call, input) => {
      const read = inner(call, input);
      uploads.set(
        call,
        read.files.map(({ partName, fileName, contentType, size, digest }) => ({
          partName,
          fileName,
          contentType,
          size,
          digest,
        })),
      );
      return read;
    });
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      try {
        return await inner(call, traceId, compute);
      } catch (refusal) {
        const sql = `UPDATE ${store.schema}.links l SET files = files || $2::jsonb FROM ${store.schema}.traces t
          WHERE t.trace_id = $1 AND l.trace_id = $1 AND l.position = t.link_count`;
        await store.database.query(sql, [traceId, JSON.stringify(uploads.get(call) ?? [])]);
        throw refusal;
      }
    });
  },
};
