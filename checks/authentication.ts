/** Nothing but the logins succeeds without a token that the service issued. */
import type { RequirementId } from "../spec/requirements/index.ts";
import { bearerOperations } from "../spec/requirements/define.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Case } from "./model/case.ts";
import { rule, type Rule } from "./rule.ts";
import type { Finding } from "./judgements.ts";
import { disclosedIn, isOpened } from "./model/disclosed.ts";
import { answerOf, isThrottled, nameOf } from "./support/exchanges.ts";

/**
 * Defects by which there is no bearer header at all: none, one of another scheme, or the token in another place. A token
 * without any scheme may be tolerated.
 */
const absent = ["none", "empty", "wrong-scheme", "other-scheme", "basic-scheme", "elsewhere", "in-body"];
/** Defects by which the token is none that the service issued. */
const neverIssued = ["garbage", "truncated", "signature-altered", "signature-removed", "payload-altered", "alg-none"];

export const authenticationRules: readonly Rule[] = [
  // AUTH-01 to AUTH-15: without the header.
  ...refusedByEach(1, absent),
  // AUTH-16 to AUTH-30: with a token that was never issued.
  ...refusedByEach(16, neverIssued),
];

/** A rule for each operation that requires the header, numbered in the order of the operations. */
function refusedByEach(firstNumber: number, defects: readonly string[]): readonly Rule[] {
  return bearerOperations.map((operationId, index) =>
    rule(`AUTH-${String(firstNumber + index).padStart(2, "0")}` as RequirementId, function* (subject) {
      for (const { exchange, defect } of subject.view(wrongTokens)) {
        if (exchange.operationId === operationId && defects.includes(defect))
          yield [exchange, openedBy(defect, exchange, subject)];
      }
    }),
  );
}

/** Answers to requests with which nothing is wrong but the token. */
const wrongTokens = ({ history }: Case) =>
  history.exchanges.flatMap((exchange) => {
    const [defect, ...more] = exchange.defects;
    if (defect?.where !== "token" || more.length > 0 || !exchange.response || isThrottled(exchange)) return [];
    return [{ exchange, defect: defect.what }];
  });

function openedBy(defect: string, exchange: Exchange, subject: Case): Finding | undefined {
  const [leak, opened] = [disclosedIn(exchange, subject), isOpened(exchange, subject)];
  if (leak === undefined && !opened) return undefined;
  return {
    message: `${nameOf(exchange)} ${opened ? "succeeds" : "shows what it refuses"} although the bearer token is wrong (${defect})`,
    expected: "no success, and nothing of what was asked for",
    actual: leak === undefined ? answerOf(exchange) : `${answerOf(exchange)}, which shows ${leak}`,
  };
}
