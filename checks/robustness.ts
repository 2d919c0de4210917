/** Robustness: no 5xx, an answer in time, complete responses, error texts without internals. */
import { operationById } from "../spec/operations.ts";
import { isFailedEffect } from "../spec/readings/failed-effect.ts";
import { outcomeOf, succeeded } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange, ReceivedResponse, TransportFailure } from "../spec/vocabulary/history.ts";
import type { Finding } from "./judgements.ts";
import type { Case } from "./model/case.ts";
import { plainRequests } from "./model/process/plain.ts";
import { rule, type Rule } from "./rule.ts";
import { answerOf, isThrottled, nameOf } from "./support/exchanges.ts";

/** Patterns of stack traces and other internals of common platforms. */
const insides: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "a JavaScript stack trace",
    pattern: /\sat (?:async )?[\w$.<> [\]]{0,200}\(?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s()]+:\d+:\d+\)?/,
  },
  { what: "a Python stack trace", pattern: /Traceback \(most recent call last\)/ },
  { what: "a Java stack trace", pattern: /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)/ },
  { what: "a .NET stack trace", pattern: /\bat [\w.`<>]{1,200}\([^)\n]{0,200}\) in .{1,300}:line \d/ },
  { what: "a Go stack trace", pattern: /\bgoroutine \d+ \[/ },
  { what: "a path inside the service", pattern: /\bnode_modules\// },
  { what: "a database statement", pattern: /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^\n]{1,400}[\s(]\$\d\b/ },
  { what: "a database error", pattern: /\bSQLSTATE\b|syntax error at or near|ORA-\d{5}|duplicate key value violates/ },
];

export const robustnessRules: readonly Rule[] = [
  rule("ROBUST-01", function* (subject) {
    const plain = subject.view(plainRequests);
    for (const exchange of subject.view(answerable)) {
      // A 5xx on plain input is the subject of REFUSE-03.
      if (!exchange.response || plain.has(exchange)) continue;
      if (isFailedEffect(exchange, subject.observed("failing-effects"))) continue;
      yield [
        exchange,
        outcomeOf(exchange) === "broken" && {
          message: `${nameOf(exchange)} answers bad or unusual input (${whatIsUnusual(exchange)}) with ${answerOf(exchange)}`,
          expected: "a 4xx, or success",
          actual: exchange.response.status,
        },
      ];
    }
  }),

  unlessFailing("ROBUST-02", ["timeout"], (_, { target }) => [
    "is not answered in time",
    `a whole response within ${target.timeoutMs} ms`,
  ]),
  unlessFailing("ROBUST-04", ["reset", "protocol", "connect"], () => [
    "gets no complete HTTP response",
    "a complete response",
  ]),
  unlessFailing("ROBUST-07", ["oversize", "decompression"], (kind) =>
    kind === "oversize"
      ? ["answers beyond the configured bounds", "a bounded response"]
      : ["answers in a content coding that cannot be undone", "a body in no coding, or in the one that is named"],
  ),

  rule("ROBUST-03", function* (subject) {
    for (const { exchange, response } of subject.view(errors)) {
      const text = textOf(response);
      const broken = text.replaceAll(/\\[nrt]/g, "\n");
      const found = insides.find(({ pattern }) => pattern.test(text) || (broken !== text && pattern.test(broken)));
      yield [
        exchange,
        found && {
          message: `${nameOf(exchange)} shows ${found.what} in its error`,
          expected: "an error without insides",
          actual: text.slice(0, 400),
        },
      ];
    }
  }),

  rule("ROBUST-06", function* (subject) {
    for (const { exchange, response } of subject.view(errors)) {
      const { "content-type": type = "" } = response.headers;
      const saysJson = /^application\/([\w.-]+\+)?json/i.test(type) && response.bytes > 0;
      yield [
        exchange,
        saysJson &&
          !response.json && {
            message: `${nameOf(exchange)} answers an error that says it is JSON and is not`,
            expected: "well-formed JSON",
            actual: response.jsonError?.message,
          },
      ];
    }
  }),

  rule("ROBUST-08", function* (subject) {
    const plain = subject.view(plainRequests);
    for (const exchange of subject.view(answerable)) {
      if (!plain.has(exchange)) continue;
      // Each attempt is a request of its own that got an answer or none.
      for (const lost of exchange.lost ?? []) yield [exchange, lostRequest(exchange, lost)];
      const { response, failure } = exchange;
      // Whoever waits long enough between two requests loses one so at any target (RFC 9112, 9.5).
      if (failure?.idle) continue;
      const isLost = response ? response.status >= 500 : failure !== undefined;
      yield [exchange, isLost && lostRequest(exchange, response?.status ?? failure?.kind ?? "nothing")];
    }
  }),

  rule("ROBUST-05", function* (subject) {
    for (const exchange of subject.view(answerable)) {
      // A download gives back what was uploaded, whatever it holds.
      if (operationById(exchange.operationId).response !== "json") continue;
      const secret = exchange.response?.echoedSecret;
      yield [
        exchange,
        secret !== undefined && {
          message: `${nameOf(exchange)} repeats a secret in its response: the ${secret}`,
          expected: "no secret in the response",
          actual: secret,
        },
      ];
    }
  }),
];

function lostRequest(exchange: Exchange, answer: number | string): Finding {
  const unasked = "is answered on a connection that gives an answer nobody asked for, so the answer may be another's";
  const failed = answer === "unasked" ? unasked : `meets a ${String(answer)}`;
  const said = typeof answer === "number" ? `is answered with status ${String(answer)}` : failed;
  return {
    message: `${nameOf(exchange)}, a plain request, ${said}`,
    expected: "an answer of the service",
    actual: answer,
  };
}

/** No request fails in one of these ways. `words` are what it does then, and what was wanted. */
function unlessFailing(
  requirement: RequirementId,
  kinds: readonly TransportFailure["kind"][],
  words: (kind: TransportFailure["kind"], subject: Case) => readonly [does: string, expected: string],
): Rule {
  return rule(requirement, function* (subject) {
    for (const exchange of subject.view(answerable)) {
      const { failure } = exchange;
      if (failure === undefined || !kinds.includes(failure.kind)) {
        yield [exchange];
        continue;
      }
      const [does, expected] = words(failure.kind, subject);
      yield [exchange, { message: `${nameOf(exchange)} ${does}`, expected, actual: failure.message }];
    }
  });
}

/** The requests that the target could answer: neither interrupted or cut off by us nor throttled. */
const answerable = ({ history }: Case): readonly Exchange[] =>
  history.exchanges.filter(
    (exchange) => !["interrupted", "disturbed"].includes(exchange.failure?.kind ?? "") && !isThrottled(exchange),
  );

/** Responses other than successes. */
const errors = (subject: Case) =>
  subject.view(answerable).flatMap((exchange) => {
    const { response } = exchange;
    return response && !succeeded(exchange) ? [{ exchange, response }] : [];
  });

function textOf({ body, json }: ReceivedResponse): string {
  return body ? Buffer.from(body.subarray(0, 65_536)).toString("utf8") : JSON.stringify(json?.value ?? "");
}

function whatIsUnusual(exchange: Exchange): string {
  const defects = exchange.defects.map((defect) =>
    "member" in defect ? `${defect.where}: ${defect.member} ${defect.what}` : `${defect.where}: ${defect.what}`,
  );
  const candidate = exchange.candidateFor ? [`a candidate reading of ${exchange.candidateFor}`] : [];
  const unusual = [...defects, ...exchange.traits, ...candidate];
  return (
    unusual.slice(0, 4).join(", ") || (exchange.actor === "first" ? "an id that names nothing" : "of another user")
  );
}
