/** REFUSE-01, AUTH-32: a refused action leaves no mark: no file, no change of what is read. */
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Finding } from "./judgements.ts";
import { archives } from "./model/archives.ts";
import type { Case } from "./model/case.ts";
import { downloads } from "./model/downloads.ts";
import { hasTokenDefect, holdsContent, refusedUploadOf, sentFileOf } from "./model/files.ts";
import { rereads } from "./model/rereads.ts";
import { rule, type Rule } from "./rule.ts";
import { answerOf, nameOf } from "./support/exchanges.ts";

export const refusedActionRules: readonly Rule[] = [
  rule("REFUSE-01", function* (subject) {
    for (const { refusal, exchange, finding } of subject.view(refusedUploads))
      if (!hasTokenDefect(refusal)) yield [exchange, finding];
    for (const { what, between, later, finding } of subject.view(rereads))
      if (what !== "whole list" && between.refused) yield [later, finding];
  }),

  rule("AUTH-32", function* (subject) {
    for (const { refusal, exchange, finding } of subject.view(refusedUploads))
      if (hasTokenDefect(refusal)) yield [exchange, finding];
    for (const { what, between, later, finding } of subject.view(rereads))
      if (what !== "whole list" && between.refusedByToken) yield [later, finding];
  }),
];

interface AskedForRefused {
  /** The exchange that brought the file and was refused. */
  readonly refusal: Exchange;
  /** The one that asks for it. */
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

/** Every request for a file that came with a refused action. */
function* askedForRefused(subject: Case): Iterable<AskedForRefused> {
  for (const { exchange, trace, requested, serves, meaning } of subject.view(downloads)) {
    const refusal = trace && refusedUploadOf(trace, requested)?.exchange;
    if (!refusal || meaning !== "of a refused action") continue;
    const message = `${nameOf(exchange)} serves a file of an action that was refused`;
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
      const message = `${nameOf(exchange)} gives a file of an action that was refused`;
      const finding = given && { message, expected: "files of the trace alone", actual: given, with: [refusal] };
      yield { refusal, exchange, finding };
    }
  }
}

const refusedUploads = (subject: Case): readonly AskedForRefused[] => [...askedForRefused(subject)];
