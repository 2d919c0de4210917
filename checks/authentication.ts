/** Nothing but the logins succeeds without a token that the service issued. */
import { operations, type OperationId } from "../spec/operations.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Check } from "../spec/vocabulary/judgement.ts";
import { traceOf, worldOf } from "./model/world.ts";
import { answerOf, givesPayload, isThrottled, leakIn, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

const guarded: readonly OperationId[] = operations.filter(({ bearer }) => bearer).map(({ id }) => id);

function numbered(first: number): readonly RequirementId[] {
  return guarded.map((_, index) => `AUTH-${String(first + index).padStart(2, "0")}` as RequirementId);
}
const withoutHeader = numbered(1);
const withInvention = numbered(16);

/** Defects by which the header is not there at all. */
const absent = new Set(["none", "empty"]);
/** Defects by which the token is none that the service issued. A missing or other scheme may be tolerated: not shown. */
const invented = new Set([
  "garbage",
  "truncated",
  "signature-altered",
  "signature-removed",
  "payload-altered",
  "alg-none",
]);

export const authentication: Check = {
  id: "authentication",
  requirements: [...withoutHeader, ...withInvention],
  *judge(history) {
    const world = worldOf(history);
    for (const exchange of history.exchanges) {
      const defect = tokenDefectOf(exchange);
      const position = guarded.indexOf(exchange.operationId);
      if (defect === undefined || position < 0 || !exchange.response || isThrottled(exchange)) continue;
      const requirement = absent.has(defect)
        ? withoutHeader[position]
        : invented.has(defect)
          ? withInvention[position]
          : undefined;
      if (!requirement) continue;
      const marks = traceOf(world, exchange)?.actions.map(({ mark }) => mark) ?? [];
      const leak = leakIn(exchange, marks);
      const what = givesPayload(exchange) ? "succeeds" : leak && "shows data of the trace";
      yield judged(
        requirement,
        exchange,
        what === undefined
          ? undefined
          : {
              message: `${nameOf(exchange)} ${what} although the bearer token is wrong (${defect})`,
              expected: "no success, and nothing of the trace",
              actual: leak === undefined ? answerOf(exchange) : `${answerOf(exchange)}, which shows ${leak}`,
            },
      );
    }
  },
};

/** What is wrong with the token, when that is all that is wrong with the request. */
function tokenDefectOf(exchange: Exchange): string | undefined {
  const [defect, ...more] = exchange.defects;
  return defect?.where === "token" && more.length === 0 ? defect.what : undefined;
}
