import type { Call } from "../../core/call.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Fault } from "../fault.ts";

export const refusedActionChangesTheState: Fault = {
  id: "refusals/refused-action-changes-the-state",
  title: "The data of an action that is refused reach the state all the same.",
  requirement: "REFUSE-01",
  install(hooks) {
    const { store } = hooks;
    const inputs = new WeakMap<Call, JsonObject>();
    hooks.around("readAction", (inner) => (call, input) => {
      const read = inner(call, input);
      inputs.set(call, read.data);
      return read;
    });
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      try {
        return await inner(call, traceId, compute);
      } catch (refusal) {
        const sql = `UPDATE ${store.schema}.traces SET data = data || $2::jsonb WHERE trace_id = $1`;
        await store.database.query(sql, [traceId, JSON.stringify(inputs.get(call) ?? {})]);
        throw refusal;
      }
    });
  },
};
