/** A user of a separate organization sees and changes nothing of another's traces. */
import type { OperationKind } from "../spec/operations.ts";
import { payloadOf } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Json } from "../spec/json.ts";
import type { Finding } from "./judgements.ts";
import type { Case } from "./model/case.ts";
import { traceKey, type ModelTrace } from "./model/world.ts";
import { rule, type Rule } from "./rule.ts";
import { disclosedIn, isOpened } from "./model/disclosed.ts";
import { answerOf, isThrottled, nameOf } from "./support/exchanges.ts";

export const isolationRules: readonly Rule[] = [
  closed("ISO-01", "state"),
  closed("ISO-02", "details"),
  closed("ISO-03", "files", "file"),
  closed("ISO-04", "act"),

  rule("ISO-05", function* (subject) {
    for (const exchange of subject.view(strangersAnswers)) {
      if (exchange.intent.kind !== "search") continue;
      const payload = payloadOf(exchange);
      const found = Array.isArray(payload) ? (payload as readonly Json[]) : [disclosedIn(exchange, subject) ?? null];
      const owned = found.find((id) => typeof id === "string" && isOfFirstUser(subject.world.traces.get(traceKey(id))));
      yield [
        exchange,
        owned !== undefined && {
          message: `${nameOf(exchange)} finds a trace of a separate organization`,
          expected: "only traces of the user's own organization",
          actual: owned,
        },
      ];
    }
  }),
];

/** Operations of these kinds bring a stranger nothing of a trace of the first user. */
function closed(requirement: RequirementId, ...kinds: readonly OperationKind[]): Rule {
  return rule(requirement, function* (subject) {
    for (const exchange of subject.view(strangersAnswers)) {
      const trace = subject.traceOf(exchange);
      if (trace && isOfFirstUser(trace) && kinds.includes(exchange.intent.kind))
        yield [exchange, openedTo(exchange, trace, subject)];
    }
  });
}

/** What was answered to the second user, where that user shares no organization with the first. */
const strangersAnswers = ({ exchanges, target }: Case): readonly Exchange[] =>
  !target.secondUser || target.secondUser.sharesOrganization
    ? []
    : exchanges.filter(
        (exchange) =>
          exchange.actor === "second" && exchange.defects.length === 0 && exchange.response && !isThrottled(exchange),
      );

function isOfFirstUser(trace: ModelTrace | undefined): boolean {
  return trace?.created.exchange.actor === "first";
}

function openedTo(exchange: Exchange, trace: ModelTrace, subject: Case): Finding | undefined {
  const [leak, opened] = [disclosedIn(exchange, subject), isOpened(exchange, subject)];
  if (leak === undefined && !opened) return undefined;
  return {
    message: opened
      ? `${nameOf(exchange)} succeeds for a user who shares no organization with the trace's owner`
      : `${nameOf(exchange)} shows data of a trace to a user who shares no organization with its owner`,
    expected: "no success, and nothing of the trace",
    actual: leak === undefined ? answerOf(exchange) : `${answerOf(exchange)}, which shows ${leak}`,
    with: [trace.created.exchange],
  };
}
