/** Plain, well-formed requests are accepted, each for the requirements that promise what it asks for. */
import { brief } from "../spec/readings/equal.ts";
import { outcomeOf, succeeded } from "../spec/readings/outcome.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { answerOf, nameOf } from "./support/exchanges.ts";
import { spelledAs } from "./support/steps.ts";
import type { Case } from "./model/case.ts";
import { attachedBefore } from "./model/files/attached-before.ts";
import { neverTaken } from "./model/process/never-taken.ts";
import { plainRequests } from "./model/process/plain.ts";
import { withUselessToken } from "./model/useless-tokens.ts";
import type { Finding } from "./judgements.ts";
import { rule, rulesOver, type Observed, type Rule } from "./rule.ts";

/** Why it may be so, where the history shows that. */
function sameBytes(before: Exchange | undefined): string {
  return before
    ? `; the same bytes were attached to another trace before (exchange ${before.index}), and files of other bytes are given out`
    : "";
}

/** Both as statuses, and with what status 200 brought where that alone is wrong. */
function wantedAndGot(exchange: Exchange): { readonly expected: string; readonly actual: string } {
  const { status, json } = exchange.response ?? {};
  if (status !== 200) return { expected: "status 200", actual: answerOf(exchange) };
  return { expected: "status 200 with a success", actual: `status 200 with ${brief(json?.value)}` };
}

/** The plain requests that were answered; requests without an answer are judged by ROBUST-02 and ROBUST-04. */
const plainAnswers = (subject: Case): readonly Observed[] =>
  [...subject.view(plainRequests)]
    .filter((exchange) => outcomeOf(exchange) !== "no-answer" && !subject.view(withUselessToken).has(exchange))
    .map((exchange) => [exchange, !succeeded(exchange) && notAccepted(exchange, subject)]);

function notAccepted(exchange: Exchange, subject: Case): Finding {
  const before = attachedBefore(exchange, subject);
  return {
    message: `${nameOf(exchange)} does not accept a plain, well-formed request${spelledAs(subject.history.script, exchange)}: ${answerOf(exchange)}${sameBytes(before)}`,
    ...wantedAndGot(exchange),
    with: [subject.traceOf(exchange)?.created.exchange, before],
  };
}

export const acceptanceRules: readonly Rule[] = [
  ...rulesOver(plainAnswers, {
    "REFUSE-03": () => true,
    "CREATE-03": ({ operationId }) => operationId === "v2CreateTrace",
    "CREATE-04": ({ operationId }) => operationId === "legacyCreateTrace",
    "CREATE-05": ({ intent }) => intent.kind === "create" && intent.files.length === 0,
    "CREATE-06": ({ intent }) => intent.kind === "create" && intent.files.length > 1,
    "CREATE-08": ({ intent }) => intent.kind === "details" || intent.kind === "state",
    "ACT-03": ({ operationId }) => operationId === "v2AppendAction",
    "ACT-04": ({ operationId }) => operationId === "legacyAppendAction",
    "ACT-07": ({ intent }) => intent.kind === "act" && intent.files.length > 0,
    "DETAILS-04": ({ operationId }) => operationId === "v2TraceDetails",
    "DETAILS-05": ({ operationId }) => operationId === "legacyTraceDetails",
    // A service that fails wants no header by that.
    "LOGIN-09": (login) => login.intent.kind === "login-credential" && outcomeOf(login) !== "broken",
    "LOGIN-10": (login) => login.intent.kind === "login-private-key" && outcomeOf(login) !== "broken",
  }),

  rule("REFUSE-03", function* (subject) {
    for (const exchange of subject.view(neverTaken))
      yield [
        exchange,
        {
          message: `${nameOf(exchange)} never succeeds, in whichever form it was asked: ${answerOf(exchange)}`,
          ...wantedAndGot(exchange),
          expected: "status 200 for some plain form of the request",
        },
      ];
  }),

  rule("AUTH-31", function* (subject) {
    for (const [exchange, finding] of subject.view(plainAnswers)) {
      if (exchange.intent.kind.startsWith("login")) continue;
      if (!finding) yield [exchange];
      else if (exchange.response?.status === 401)
        yield [exchange, { ...finding, message: `${nameOf(exchange)} refuses a valid token` }];
    }
  }),
];
