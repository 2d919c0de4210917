/** Archives and searches are the same through both faces, and what one face wrote the other reads. */
import { otherFace } from "../spec/operations.ts";
import { isAction } from "../spec/readings/actions.ts";
import { firstDifference } from "../spec/readings/equal.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/json.ts";
import type { Case } from "./model/case.ts";
import { readsOfOthers } from "./model/readers/stale-reads.ts";
import { counts } from "./model/pages/listings.ts";
import { spanOf } from "./model/moment.ts";
import { leastCap, lengthOf, tracesFoundBy } from "./model/searches/searches.ts";
import { successes } from "./model/successes.ts";
import { traceKey } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const acrossFacesRules: readonly Rule[] = [
  rule("EQUIV-03", function* (subject) {
    for (const [one, other] of subject.view(askedOfBothFaces)) {
      const [left, right] = [filesIn(one), filesIn(other)];
      if (left && right) yield sameAnswer(one, other, left, right);
    }
  }),

  rule("EQUIV-04", function* (subject) {
    for (const [one, other] of subject.view(askedOfBothFaces)) {
      const [left, right] = [tracesFoundBy(one), tracesFoundBy(other)];
      // Of more traces than a target gives at once, each face may give others.
      if (!left || !right || Math.max(lengthOf(one), lengthOf(other)) >= leastCap) continue;
      const indexed = indexedFor(one, other, subject);
      const known = (found: readonly string[]): Json => [...new Set(found)].filter((key) => indexed.has(key)).sort();
      if (indexed.size > 0) yield sameAnswer(one, other, known(left), known(right));
    }
  }),

  rule("EQUIV-08", function* (subject) {
    for (const { read, page, moment, finding } of subject.view(counts)) {
      const { acknowledged, exact } = moment;
      const faces = [...new Set(acknowledged.map(({ exchange }) => exchange.face))];
      if (!exact || (faces.length === 1 && faces[0] === read.face)) continue;
      yield [
        read,
        finding && {
          message: `${nameOf(read)} does not show what the ${faces.join(" and ")} face wrote`,
          expected: finding.expected,
          actual: page.totalCount,
          with: acknowledged.map(({ exchange }) => exchange),
        },
      ];
    }
    yield* readsOfOthers(subject);
  }),
];

function sameAnswer(one: Exchange, other: Exchange, expected: Json, actual: Json): Observed {
  const message = `${nameOf(other)} answers otherwise than ${nameOf(one)} to the same request`;
  return [other, firstDifference(expected, actual) && { message, expected, actual, with: [one] }];
}

/** The same archive or search asked of both faces, one right after the other. */
const askedOfBothFaces = (subject: Case): readonly (readonly [one: Exchange, other: Exchange])[] => {
  const latest = new Map<string, Exchange>();
  return subject.view(successes).flatMap((exchange) => {
    const request = requestOf(exchange);
    if (request === undefined) return [];
    const other = latest.get(`${otherFace(exchange.face)} ${request}`);
    latest.set(`${exchange.face} ${request}`, exchange);
    return other && !wroteBetween(subject, other, exchange) ? [[other, exchange]] : [];
  });
};

/** What is asked, whatever the face; undefined where answers to it are not to be compared. */
function requestOf({ intent, actor }: Exchange): string | undefined {
  if (intent.kind === "files" && intent.requested.every(({ file }) => file))
    return `files ${actor} ${intent.traceId} ${intent.requested.map(({ digest }) => digest).join(" ")}`;
  if (intent.kind !== "search" || !isJsonObject(intent.filters)) return undefined;
  // Of a repeated search only the last answer is compared; without filters the target may limit how much it answers.
  if (!intent.last || Object.keys(intent.filters).length === 0) return undefined;
  return `search ${actor} ${intent.workflow ?? ""} ${JSON.stringify(intent.filters)}`;
}

function wroteBetween({ history }: Case, earlier: Exchange, later: Exchange): boolean {
  const [fromMs, toMs] = spanOf(earlier, later);
  return history.exchanges.some(
    ({ intent, sentAtMs, receivedAtMs }) => isAction(intent) && receivedAtMs > fromMs && sentAtMs < toMs,
  );
}

/** The digests of the files in an archive; what a broken one holds is not known, FILES-06 tells of it. */
function filesIn({ intent, response }: Exchange): readonly string[] | undefined {
  if (intent.kind !== "files" || response?.zip?.error !== undefined) return undefined;
  return response?.zip?.entries
    .filter(({ directory }) => !directory)
    .map(({ sha256 }) => sha256)
    .sort();
}

/**
 * The traces of which both searches must know by now: those that both waited for, those that each face has found since
 * they were last written to, and those that were left alone for longer than the index may lag. Others, and those of
 * strangers, may come in between.
 */
function indexedFor(left: Exchange, right: Exchange, subject: Case): ReadonlySet<string> {
  const [one, two] = [awaitedBy(left), awaitedBy(right)];
  const settledBeforeMs = Math.min(left.sentAtMs, right.sentAtMs) - subject.target.searchLagMs;
  const indexed = [...subject.world.traces].filter(([key, { actions, indeterminate }]) => {
    if (one.has(key) && two.has(key)) return true;
    if (indeterminate.length > 0) return false;
    const writtenMs = Math.max(...actions.map(({ exchange }) => exchange.receivedAtMs));
    if (writtenMs <= settledBeforeMs) return true;
    return [left, right].every((search) => foundBefore(search, key, writtenMs, subject));
  });
  return new Set(indexed.map(([key]) => key));
}

/**
 * True when a search of the same face and workflow that waited for the trace found it, after it was written to: whoever
 * looked for it, the index knows it by then.
 */
function foundBefore(search: Exchange, key: string, writtenMs: number, { history }: Case): boolean {
  return history.exchanges.some(
    (earlier) =>
      earlier.index < search.index &&
      earlier.face === search.face &&
      earlier.sentAtMs >= writtenMs &&
      awaitedBy(earlier).has(key) &&
      (tracesFoundBy(earlier) ?? []).includes(key),
  );
}

function awaitedBy({ intent }: Exchange): ReadonlySet<string> {
  const until = intent.kind === "search" ? intent.until : undefined;
  return new Set([...(until?.includes ?? []), ...(until?.excludes ?? [])].map(traceKey));
}
