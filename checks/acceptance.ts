/** Plain, well-formed requests are accepted. */
import { outcomeOf } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Check } from "../spec/vocabulary/judgement.ts";
import { traceOf, worldOf } from "./model/world.ts";
import { answerOf, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";
import { isPlain } from "./support/plain.ts";

export const acceptance: Check = {
  id: "acceptance",
  requirements: [
    "REFUSE-03",
    "CREATE-03",
    "CREATE-04",
    "CREATE-05",
    "CREATE-06",
    "CREATE-08",
    "ACT-03",
    "ACT-04",
    "ACT-07",
    "DETAILS-04",
    "DETAILS-05",
    "LOGIN-09",
    "LOGIN-10",
    "AUTH-31",
  ],
  *judge(history, context) {
    const world = worldOf(history);
    const facesOpened = new Set<string>();
    for (const exchange of history.exchanges) {
      if (!isPlain(exchange, world, context)) continue;
      const outcome = outcomeOf(exchange);
      // What is not answered is the matter of ROBUST-02 and ROBUST-04.
      if (outcome === "no-answer") continue;
      const finding =
        outcome === "succeeded"
          ? undefined
          : {
              message: `${nameOf(exchange)} does not accept a plain, well-formed request: ${answerOf(exchange)}`,
              expected: "status 200",
              actual: exchange.response?.json?.value ?? answerOf(exchange),
              with: [traceOf(world, exchange)?.created.exchange],
            };
      for (const requirement of requirementsOf(exchange)) yield judged(requirement, exchange, finding);
      if (exchange.intent.kind.startsWith("login")) continue;
      if (outcome === "succeeded") facesOpened.add(exchange.face);
      if (outcome === "succeeded" || exchange.response?.status === 401) {
        yield judged(
          "AUTH-31",
          exchange,
          finding && { ...finding, message: `${nameOf(exchange)} refuses a valid token` },
        );
      }
    }
  },
};

function* requirementsOf(exchange: Exchange): Iterable<RequirementId> {
  const { intent, face } = exchange;
  yield "REFUSE-03";
  if (intent.kind === "create") {
    yield face === "v2" ? "CREATE-03" : "CREATE-04";
    if (intent.files.length === 0) yield "CREATE-05";
    if (intent.files.length > 1) yield "CREATE-06";
  }
  if (intent.kind === "act") {
    yield face === "v2" ? "ACT-03" : "ACT-04";
    if (intent.files.length > 0) yield "ACT-07";
  }
  if (intent.kind === "details") yield face === "v2" ? "DETAILS-04" : "DETAILS-05";
  if (intent.kind === "details" || intent.kind === "state") yield "CREATE-08";
  if (intent.kind === "login-credential") yield "LOGIN-09";
  if (intent.kind === "login-private-key") yield "LOGIN-10";
}
