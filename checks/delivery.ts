/** Plain requests that get no whole answer, again and again. */
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Case } from "./model/case.ts";
import { plainRequests } from "./model/process/plain.ts";
import { traceKey } from "./model/world.ts";
import { rule, type Rule } from "./rule.ts";
import { answerOf, nameOf } from "./support/exchanges.ts";

export const deliveryRules: readonly Rule[] = [
  rule("REFUSE-05", function* (subject) {
    for (const alike of subject.view(likeRequests)) {
      for (const exchange of alike) if (exchange.response) yield [exchange];
      const [first, ...more] = unanswered(alike);
      const again = first && more.find((other) => isSentAgain(first, other, alike));
      if (!first || !again) continue;
      yield [
        again,
        {
          message: `${nameOf(again)} gets no whole answer to a plain, well-formed request, whenever it is sent`,
          expected: "a whole answer",
          actual: answerOf(again),
          with: [first],
        },
      ];
    }
    for (const downloads of subject.view(downloadsOfOneFile)) {
      const [first, ...more] = downloads;
      const last = more.at(-1);
      if (!first || !last || downloads.length < fewestDownloads || unanswered(downloads).length < downloads.length)
        continue;
      yield [
        last,
        {
          message: `${nameOf(last)} gets no whole answer, as nothing does that asks for this file`,
          expected: "a whole answer",
          actual: answerOf(last),
          with: downloads.slice(0, -1),
        },
      ];
    }
  }),
];

/** So many downloads of one file, by whichever operations, are not all lost by accident. */
const fewestDownloads = 3;

/** Plain requests for the same attached file, each sent after the one before it had ended. */
function downloadsOfOneFile(subject: Case): readonly (readonly Exchange[])[] {
  const plain = [...subject.view(plainRequests)];
  const wanted = plain.flatMap((exchange) => {
    const { intent } = exchange;
    const files = intent.kind === "files" ? intent.requested : intent.kind === "file" ? [intent.requested] : [];
    return files.flatMap(({ file }) =>
      file ? [{ exchange, key: `${String(file.exchange)} ${String(file.position)}` }] : [],
    );
  });
  return [...Map.groupBy(wanted, ({ key }) => key).values()].map((group) => {
    const inTurn: Exchange[] = [];
    for (const { exchange } of group)
      if (exchange.sentAtMs >= (inTurn.at(-1)?.receivedAtMs ?? 0)) inTurn.push(exchange);
      else if (exchange.response) return [];
    return inTurn;
  });
}

/**
 * Plain requests that ask the same of the same trace, in the order of sending. What waits for its whole time does so as well
 * through the other endpoint set.
 */
function likeRequests(subject: Case): readonly (readonly Exchange[])[] {
  const askedBy = (of: (exchange: Exchange) => string) => (exchange: Exchange) => {
    const { intent } = exchange;
    const trace = "traceId" in intent ? traceKey(intent.traceId) : "";
    // What a service stumbles over may be a file, a page of that size, a digest.
    const with_ = "files" in intent ? Math.min(intent.files.length, 2) : "page" in intent ? intent.page : "";
    return JSON.stringify([of(exchange), trace, with_]);
  };
  const plain = [...subject.view(plainRequests)];
  const late = plain.filter(({ failure, intent }) => failure?.kind === "timeout" && "traceId" in intent);
  return [
    ...Map.groupBy(
      plain,
      askedBy(({ operationId }) => operationId),
    ).values(),
    ...Map.groupBy(
      late,
      askedBy(({ intent }) => intent.kind),
    ).values(),
  ];
}

const unanswered = (alike: readonly Exchange[]): readonly Exchange[] =>
  alike.filter(({ failure }) => failure && ["timeout", "reset", "protocol", "decompression"].includes(failure.kind));

/**
 * One lost connection is an accident of the line, and so are several at a time. Nothing of the kind keeps a request
 * waiting for its whole time twice, or cuts it off again when it is sent anew.
 */
function isSentAgain(first: Exchange, other: Exchange, alike: readonly Exchange[]): boolean {
  if (first.failure?.kind === "timeout" && other.failure?.kind === "timeout") return true;
  if (other.sentAtMs < first.receivedAtMs) return false;
  return !alike.some(
    ({ response, sentAtMs, receivedAtMs }) =>
      response !== undefined && sentAtMs >= first.receivedAtMs && receivedAtMs <= other.sentAtMs,
  );
}
