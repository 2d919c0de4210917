/** REFUSE-01, AUTH-32: a refused action leaves no mark: no file, no change of what is read. */
import { isJsonObject, ownNames } from "../spec/json.ts";
import { computeDigest, digestsAt } from "../spec/readings/digest.ts";
import { sameJson } from "../spec/readings/equal.ts";
import { payloadMember } from "../spec/readings/outcome.ts";
import { dataOfState } from "../spec/readings/state-data.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Finding } from "./judgements.ts";
import { archives } from "./model/files/archives.ts";
import type { Case } from "./model/case.ts";
import { downloads } from "./model/files/downloads.ts";
import { hasTokenDefect, holdsContent, refusedUploadOf, sentFileOf } from "./model/files/files.ts";
import { pageOf } from "./model/links/links.ts";
import { rereads } from "./model/rereads/rereads.ts";
import { statesOf } from "./model/states/states.ts";
import { rule, type Rule } from "./rule.ts";
import { answeredAs, answerOf, nameOf } from "./support/exchanges.ts";
import { textsIn } from "../spec/json-walks.ts";

export const refusedActionRules: readonly Rule[] = [
  rule("REFUSE-01", function* (subject) {
    for (const { refusal, exchange, finding } of subject.view(refusedUploads))
      if (!hasTokenDefect(refusal)) yield [exchange, finding];
    for (const { what, between, later, finding } of subject.view(rereads))
      if (what !== "whole list" && between.refused) yield [later, finding];
    for (const { refusal, exchange, finding } of subject.view(statesAfterRefusals))
      if (!hasTokenDefect(refusal)) yield [exchange, finding];
  }),

  rule("AUTH-32", function* (subject) {
    for (const { refusal, exchange, finding } of subject.view(refusedUploads))
      if (hasTokenDefect(refusal)) yield [exchange, finding];
    for (const { what, between, later, finding } of subject.view(rereads))
      if (what !== "whole list" && between.refusedByToken) yield [later, finding];
    for (const { refusal, exchange, finding } of subject.view(statesAfterRefusals))
      if (hasTokenDefect(refusal)) yield [exchange, finding];
  }),
];

interface AfterRefusal {
  /** The exchange that was refused. */
  readonly refusal: Exchange;
  /** The one that must not show what it brought. */
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

/** Every request for a file that came with a refused action. */
function* askedForRefused(subject: Case): Iterable<AfterRefusal> {
  for (const { exchange, trace, requested, serves, meaning } of subject.view(downloads)) {
    const refusal = trace && refusedUploadOf(trace, requested)?.exchange;
    if (!refusal || meaning !== "of a refused action") continue;
    const message = `${nameOf(exchange)} serves a file of an action that was refused (${answeredAs(refusal)})`;
    const finding = serves ? { message, expected: "no file", actual: answerOf(exchange), with: [refusal] } : undefined;
    yield { refusal, exchange, finding };
  }
  for (const { exchange, trace, requested, succeeded, zip } of subject.view(archives)) {
    if (!trace || !succeeded) continue;
    for (const digest of requested) {
      const refusal = refusedUploadOf(trace, digest)?.exchange;
      const file = refusal && sentFileOf(subject.history, digest);
      if (!file || file.size === 0 || holdsContent(trace, file.sha256)) continue;
      const given = zip?.entries.find(({ sha256 }) => sha256 === file.sha256);
      const message = `${nameOf(exchange)} gives a file of an action that was refused (${answeredAs(refusal)})`;
      const finding = given && { message, expected: "files of the trace alone", actual: given, with: [refusal] };
      yield { refusal, exchange, finding };
    }
  }
}

const statesAfterRefusals = (subject: Case): readonly AfterRefusal[] => [
  ...statesWithMembers(subject),
  ...statesWithTexts(subject),
];

/** The states that were read after a refused action with the text by which it is told from all others, whatever they compute. */
function statesWithTexts(subject: Case): readonly AfterRefusal[] {
  return [...subject.world.traces.values()].flatMap((trace) => {
    const taken = new Set([...trace.actions, ...trace.indeterminate].flatMap(({ data }) => textsIn(data)));
    const refused = trace.refused.filter(({ marker }) => marker !== undefined && !taken.has(marker));
    if (refused.length === 0) return [];
    return statesOf(trace).flatMap((exchange): readonly AfterRefusal[] => {
      const shown = new Set(textsIn(payloadMember(exchange, "state") ?? null));
      return refused
        .filter(({ exchange: refusal }) => refusal.receivedAtMs <= exchange.sentAtMs)
        .map(({ exchange: refusal, marker = "" }) => {
          const message = `${nameOf(exchange)} shows a text that only an action brought that was refused (${answeredAs(refusal)})`;
          const finding = { message, expected: "a state without it", actual: marker, with: [refusal] };
          return { refusal, exchange, finding: shown.has(marker) ? finding : undefined };
        });
    });
  });
}

/** The states that were read after a refused action with members that no other action of the trace brought. */
function statesWithMembers(subject: Case): readonly AfterRefusal[] {
  return [...subject.world.traces.values()].flatMap((trace) => {
    const reading = subject.stateReading(trace);
    // Members of its own a service may call as it likes.
    if (!reading?.path || !reading.exact) return [];
    const sent = [...trace.actions, ...trace.indeterminate].flatMap(({ data }) => ownNames(data));
    const known = new Set([...sent, ...(reading.own ?? []), ...(subject.observed("own-links")?.members ?? [])]);
    const refused = trace.refused.flatMap(({ data, exchange }) => {
      const only = ownNames(data).filter((name) => !known.has(name));
      return only.length > 0 && isJsonObject(data) ? [{ exchange, data, only }] : [];
    });
    return refused.flatMap(({ exchange: refusal, data, only }) =>
      statesOf(trace).flatMap((exchange): readonly AfterRefusal[] => {
        const shown = dataOfState(payloadMember(exchange, "state") ?? null, reading);
        if (exchange.sentAtMs < refusal.receivedAtMs || !isJsonObject(shown)) return [];
        const name = only.find((one) => Object.hasOwn(shown, one) && sameJson(shown[one] ?? null, data[one] ?? null));
        const message = `${nameOf(exchange)} shows ${name ?? ""}, which only an action brought that was refused (${answeredAs(refusal)})`;
        const finding = { message, expected: "a state without it", actual: shown[name ?? ""], with: [refusal] };
        return [{ refusal, exchange, finding: name === undefined ? undefined : finding }];
      }),
    );
  });
}

/** The links that were read after a refused action, which must not name the files that it alone brought. */
function* namedInLinks(subject: Case): Iterable<AfterRefusal> {
  const [location, algorithm] = [subject.observed("digest-location"), subject.observed("digest-algorithm")];
  if (location?.where !== "links" || !algorithm) return;
  for (const trace of subject.world.traces.values()) {
    const brought = trace.refused.flatMap(({ exchange: refusal, files }) =>
      files
        .filter(({ size, sha256 }) => size > 0 && !holdsContent(trace, sha256))
        .map(({ bytes }) => ({ refusal, digest: bytes && computeDigest(bytes, algorithm) })),
    );
    if (brought.length === 0) continue;
    for (const exchange of trace.reads) {
      const shown = new Set(pageOf(exchange)?.links.flatMap((link) => digestsAt(link, location.path, location.of)));
      if (shown.size === 0) continue;
      for (const { refusal, digest } of brought) {
        if (digest === undefined || refusal.receivedAtMs > exchange.sentAtMs) continue;
        const message = `${nameOf(exchange)} names a file of an action that was refused (${answeredAs(refusal)})`;
        const finding = { message, expected: "files of the trace alone", actual: digest, with: [refusal] };
        yield { refusal, exchange, finding: shown.has(digest) ? finding : undefined };
      }
    }
  }
}

const refusedUploads = (subject: Case): readonly AfterRefusal[] => [
  ...askedForRefused(subject),
  ...namedInLinks(subject),
];
