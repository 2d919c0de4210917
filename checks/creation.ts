/** Creation: an id of its own for every trace, no workflow out of nothing, broken JSON refused. */
import { succeeded } from "../spec/readings/outcome.ts";
import type { Check } from "../spec/vocabulary/judgement.ts";
import { worldOf } from "./model/world.ts";
import { answerOf, givesPayload, isProbing, nameOf } from "./support/exchanges.ts";
import { failed, judged, passed } from "./support/judging.ts";

export const creation: Check = {
  id: "creation",
  requirements: ["CREATE-07", "CREATE-09", "CREATE-10", "ACT-10"],
  *judge(history, context) {
    const world = worldOf(history);
    for (const { id, first, second } of world.duplicates) {
      yield failed("CREATE-07", second, {
        message: "Two creations answer the same UUID",
        expected: "a UUID of its own for each trace",
        actual: id,
        with: [first],
      });
    }
    const creations = [...world.traces.values()];
    if (creations.length > 1 && world.duplicates.length === 0) {
      const last = creations.at(-1);
      if (last) yield passed("CREATE-07", last.created.exchange);
    }
    for (const exchange of history.exchanges) {
      const { intent } = exchange;
      if ((intent.kind !== "create" && intent.kind !== "act") || isProbing(exchange) || !exchange.response) continue;
      const [defect, ...more] = exchange.defects;
      if (!defect || more.length > 0) continue;
      if (defect.where === "field" && defect.what === "replace:workflowId" && intent.kind === "create") {
        const { workflowId } = intent;
        if (typeof workflowId !== "string" || workflowId.trim() === "") continue;
        if (context.target.workflows.some(({ id, name }) => workflowId === id || workflowId === name)) continue;
        yield judged(
          "CREATE-09",
          exchange,
          givesPayload(exchange)
            ? {
                message: `${nameOf(exchange)} creates a trace in a workflow that does not exist`,
                expected: "a refusal",
                actual: answerOf(exchange),
              }
            : undefined,
        );
      }
      if (defect.where === "body" && defect.what === "json-broken") {
        yield judged(
          intent.kind === "create" ? "CREATE-10" : "ACT-10",
          exchange,
          succeeded(exchange) && givesPayload(exchange)
            ? {
                message: `${nameOf(exchange)} accepts JSON that is cut in the middle`,
                expected: "a refusal",
                actual: answerOf(exchange),
              }
            : undefined,
        );
      }
    }
  },
};
