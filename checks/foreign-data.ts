/** No state and no link shows the data of another trace. */
import type { Check } from "../spec/vocabulary/judgement.ts";
import { payloadOf, succeeded } from "../spec/readings/outcome.ts";
import { traceKey, traceOf, worldOf } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

export const foreignData: Check = {
  id: "foreign-data",
  requirements: ["STATE-07", "DETAILS-11", "CONC-02"],
  *judge(history) {
    const world = worldOf(history);
    if (world.traces.size < 2) return;
    for (const exchange of history.exchanges) {
      const { kind } = exchange.intent;
      const shows = kind === "state" || kind === "details" || exchange.operationId === "legacyAppendAction";
      if (!shows || !succeeded(exchange) || isProbing(exchange)) continue;
      const trace = traceOf(world, exchange);
      if (!trace) continue;
      const text = JSON.stringify(payloadOf(exchange) ?? null);
      const own = JSON.stringify([...trace.actions, ...trace.doubtful, ...trace.refused].map(({ data }) => data));
      const stranger = [...world.traces.values()]
        .filter((other) => traceKey(other.id) !== traceKey(trace.id))
        .flatMap(({ actions }) => actions)
        .find(({ mark }) => mark !== undefined && text.includes(`"${mark}"`) && !own.includes(`"${mark}"`));
      const finding = stranger && {
        message: `${nameOf(exchange)} shows data that were sent to another trace`,
        expected: "data of this trace alone",
        actual: stranger.mark,
        with: [stranger.exchange],
      };
      yield judged(kind === "details" ? "DETAILS-11" : "STATE-07", exchange, finding);
      if (trace.created.exchange.step.includes(".")) yield judged("CONC-02", exchange, finding);
    }
  },
};
