/** Good manners: no 5xx, an answer in time, whole responses, errors without insides. */
import { operationById } from "../spec/operations.ts";
import { outcomeOf } from "../spec/readings/outcome.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Check, Judgement } from "../spec/vocabulary/judgement.ts";
import { worldOf } from "./model/world.ts";
import { answerOf, isThrottled, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";
import { isPlain } from "./support/plain.ts";

/** Traces of the insides of common platforms. */
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

export const robustness: Check = {
  id: "robustness",
  requirements: ["ROBUST-01", "ROBUST-02", "ROBUST-03", "ROBUST-04", "ROBUST-05", "ROBUST-06", "ROBUST-07"],
  *judge(history, context) {
    const world = worldOf(history);
    for (const exchange of history.exchanges) {
      if (exchange.failure?.kind === "interrupted" || isThrottled(exchange)) continue;
      yield* judgeTransport(exchange, context.target.timeoutMs);
      // A 5xx on plain input is no matter of manners; REFUSE-03 tells of it.
      if (exchange.response && !isPlain(exchange, world, context)) {
        yield judged(
          "ROBUST-01",
          exchange,
          outcomeOf(exchange) === "broken"
            ? {
                message: `${nameOf(exchange)} answers bad or unusual input (${whatIsOdd(exchange)}) with ${answerOf(exchange)}`,
                expected: "a 4xx, or success",
                actual: exchange.response.status,
              }
            : undefined,
        );
      }
      if (outcomeOf(exchange) !== "succeeded") yield* judgeError(exchange);
      // A download gives back what was uploaded, whatever it holds.
      if (operationById(exchange.operationId).response !== "json") continue;
      yield judged(
        "ROBUST-05",
        exchange,
        exchange.response?.echoedSecret === undefined
          ? undefined
          : {
              message: `${nameOf(exchange)} repeats a secret in its response: the ${exchange.response.echoedSecret}`,
              expected: "no secret in the response",
              actual: exchange.response.echoedSecret,
            },
      );
    }
  },
};

function whatIsOdd(exchange: Exchange): string {
  const oddities = [...exchange.defects.map(({ where, what }) => `${where}: ${what}`), ...exchange.features];
  return oddities.slice(0, 4).join(", ") || "an id that names nothing";
}

function* judgeTransport(exchange: Exchange, timeoutMs: number): Iterable<Judgement> {
  const kind = exchange.failure?.kind;
  const name = nameOf(exchange);
  const actual = exchange.failure?.message;
  yield judged(
    "ROBUST-02",
    exchange,
    kind === "timeout"
      ? { message: `${name} is not answered in time`, expected: `a whole response within ${timeoutMs} ms`, actual }
      : undefined,
  );
  yield judged(
    "ROBUST-04",
    exchange,
    kind === "reset" || kind === "protocol" || kind === "connect"
      ? { message: `${name} gets no complete HTTP response`, expected: "a complete response", actual }
      : undefined,
  );
  yield judged(
    "ROBUST-07",
    exchange,
    kind === "oversize" || kind === "decompression"
      ? { message: `${name} answers beyond the configured bounds`, expected: "a bounded response", actual }
      : undefined,
  );
}

function* judgeError(exchange: Exchange): Iterable<Judgement> {
  const { response } = exchange;
  if (!response) return;
  const text = response.body
    ? Buffer.from(response.body.subarray(0, 65_536)).toString("utf8")
    : JSON.stringify(response.json?.value ?? "");
  const found = insides.find(({ pattern }) => pattern.test(text) || pattern.test(text.replaceAll(/\\[nrt]/g, "\n")));
  yield judged(
    "ROBUST-03",
    exchange,
    found && {
      message: `${nameOf(exchange)} shows ${found.what} in its error`,
      expected: "an error without insides",
      actual: text.slice(0, 400),
    },
  );
  const claims = /^application\/([\w.-]+\+)?json/i.test(response.headers["content-type"] ?? "") && response.bytes > 0;
  yield judged(
    "ROBUST-06",
    exchange,
    response.json || !claims
      ? undefined
      : {
          message: `${nameOf(exchange)} answers an error that says it is JSON and is not`,
          expected: "well-formed JSON",
          actual: response.jsonError,
        },
  );
}
