/** Traces that do not exist, and texts that name none, are not answered as if they did. */
import type { OperationKind } from "../spec/operations.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Case } from "./model/case.ts";
import { traceKey } from "./model/world.ts";
import { rulesOver, type Observed, type Rule } from "./rule.ts";
import { answerOf, givesPayload, isThrottled, nameOf } from "./support/exchanges.ts";
import { isUuid } from "./support/uuid.ts";

/** Requests with nothing wrong but that the trace in their path is none. */
const forNoTrace = (subject: Case): readonly Observed[] =>
  subject.exchanges
    .filter((exchange) => exchange.response && !isThrottled(exchange) && exchange.actor === "first")
    .filter((exchange) => namesNoTrace(exchange, subject))
    .map((exchange) => [
      exchange,
      givesPayload(exchange) && {
        message: `${nameOf(exchange)} succeeds although there is no such trace`,
        expected: "no success",
        actual: exchange.response?.json?.value ?? answerOf(exchange),
      },
    ]);

/** A literal of the script that is not the id of a trace this history or the configuration knows. */
function namesNoTrace({ intent, defects }: Exchange, { world, target }: Case): boolean {
  if (!("traceId" in intent)) return false;
  // An id from the target's own answers (a search, a creation that answered no proper UUID) may well exist.
  if (defects.length === 0 || defects.some(({ where }) => where !== "path")) return false;
  const id = intent.traceId.trim();
  if (id === "" || world.traces.has(traceKey(id))) return false;
  return !target.knownTraces?.some((known) => traceKey(known) === traceKey(intent.traceId));
}

const byUuid =
  (kind: OperationKind) =>
  ({ intent }: Exchange): boolean =>
    "traceId" in intent && intent.kind === kind && isUuid(intent.traceId);

export const unknownTraceRules: readonly Rule[] = rulesOver(forNoTrace, {
  "DETAILS-10": byUuid("details"),
  "STATE-06": byUuid("state"),
  "ACT-11": byUuid("act"),
  // A trace that does not exist has no files; that it is refused says nothing of what archives hold.
  "FILES-04": (exchange) => byUuid("files")(exchange) && givesPayload(exchange),
  "FILE-03": byUuid("file"),
  "REFUSE-04": ({ intent }) => "traceId" in intent && !isUuid(intent.traceId),
});
