/** FILE: one file: byte for byte what was attached, in its own trace alone. */
import { computeDigest, digestAlgorithms, digestEncodings, digestsAt, hashText } from "../spec/readings/digest.ts";
import { succeeded } from "../spec/readings/outcome.ts";
import { senderOf } from "../spec/readings/people.ts";
import { bytesValues } from "../spec/vocabulary/bytes-window.ts";
import type { Exchange, SentFile } from "../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../spec/vocabulary/profile.ts";
import type { Finding } from "./judgements.ts";
import type { Case } from "./model/case.ts";
import { downloads, ownDownloads, type Download } from "./model/files/downloads.ts";
import { resembledFileOf, sentInGroup } from "./model/files/files.ts";
import { listings } from "./model/pages/listings.ts";
import { placedLinks, type Placed } from "./model/pages/placed-links.ts";
import { betweenArchives, isGivenOut, shownFiles } from "./model/files/shown-files.ts";
import type { ModelAction } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { answerOf, givesPayload, nameOf } from "./support/exchanges.ts";

export const fileRules: readonly Rule[] = [
  rule("FILE-01", (subject) => subject.view(ownDownloads).map(asAttached)),

  rule("FILE-02", function* (subject) {
    for (const { exchange, meaning, upload, serves } of subject.view(downloads)) {
      if (meaning !== "another trace's") continue;
      const message = `${nameOf(exchange)} serves a file that is attached to another trace`;
      yield [exchange, serves && { message, expected: "no file", actual: answerOf(exchange), with: [upload] }];
    }
  }),

  rule("FILE-03", function* (subject) {
    for (const { exchange, meaning, requested, trace } of subject.view(downloads)) {
      const unknown = exchange.defects.some(({ where }) => where === "path");
      if (meaning !== "none" || !trace || !unknown || requested.digest.trim() === "") continue;
      const resembled = resembledFileOf(subject.history, requested);
      // Where digests are short, such as numbers, another one may well name another file.
      const gives = resembled ? exchange.response?.sha256 === resembled.sha256 : givesPayload(exchange);
      const message = `${nameOf(exchange)} serves a file for a digest that names none`;
      yield [exchange, gives && { message, expected: "no file", actual: answerOf(exchange) }];
    }
  }),

  rule("FILE-04", function* (subject) {
    for (const { exchange, isRight } of subject.view(ownDownloads)) if (isRight) yield [exchange];
    yield* digestsInLinks(subject);
    yield* filesThatWereShown(subject);
  }),

  rule("FILE-05", (subject) =>
    subject
      .view(ownDownloads)
      .filter(({ file }) => file?.size === 0)
      .map(asAttached),
  ),

  rule("FILE-06", function* (subject) {
    const latest = new Map<string, Exchange>();
    for (const { exchange, requested, traceId } of subject.view(downloads)) {
      if (!succeeded(exchange) || exchange.defects.length > 0) continue;
      const key = `${traceId} ${requested.digest}`;
      const earlier = latest.get(key);
      latest.set(key, exchange);
      if (!earlier || !(requested.file || [earlier, exchange].some((one) => isHashOf(requested.digest, one)))) continue;
      const same = earlier.response?.sha256 === exchange.response?.sha256;
      const message = `${nameOf(exchange)} serves other bytes than at the download before`;
      yield [exchange, !same && { message, ...contents(contentOf(earlier), exchange), with: [earlier] }];
    }
  }),

  rule("CONC-03", (subject) =>
    subject
      .view(ownDownloads)
      .filter(({ requested }) => sentInGroup(subject.history, requested))
      .map(asAttached),
  ),
];

/** False for what is named otherwise than by a hash of its content: such a document may be written anew for each download. */
function isHashOf(digest: string, { response }: Exchange): boolean {
  const { body, sha256 } = response ?? {};
  if (sha256 !== undefined && digest.toLowerCase().includes(sha256)) return true;
  return (
    body !== undefined &&
    digestAlgorithms.some((algorithm) =>
      digestEncodings.some((encoding) => digest.includes(hashText(body, algorithm, encoding))),
    )
  );
}

/** A file of the trace is served, with the bytes that were attached. */
function asAttached({ exchange, file, upload, isRight }: Download): Observed {
  if (isRight || !file) return [exchange];
  const serves = succeeded(exchange)
    ? "serves other bytes than were attached"
    : `does not serve (${answerOf(exchange)}) what was attached`;
  const message = `${nameOf(exchange)} ${serves} as ${JSON.stringify(file.fileName)}`;
  return [exchange, { message, ...contents(file, exchange), with: [upload] }];
}

/** What a link or a state names by a digest is a file of the trace, whoever made it. */
function* filesThatWereShown(subject: Case): Iterable<Observed> {
  for (const shown of subject.view(shownFiles)) {
    const last = shown.asked.at(-1);
    const isGiven = isGivenOut(shown);
    if (!last || isGiven === undefined) continue;
    const message = `${nameOf(last)} does not give out a file that ${nameOf(shown.shownBy)} names by this digest`;
    const finding = { message, expected: "the file", actual: answerOf(last), with: [shown.shownBy] };
    yield [last, !isGiven && finding];
  }
  for (const { single, around, entry, isOther } of subject.view(betweenArchives)) {
    const message = `${nameOf(single)} serves other bytes than the archives before and after it hold for the same digest`;
    yield [single, isOther && { message, ...contents(entry, single), with: around }];
  }
}

/** A content of which size, digest and perhaps the bytes are known. */
type Content = Pick<SentFile, "size" | "sha256"> & { readonly bytes?: Uint8Array | undefined };

/** The bytes around the first difference, when both are at hand; else sizes and digests. */
function contents(wanted: Content, exchange: Exchange): Pick<Finding, "expected" | "actual"> {
  if (!succeeded(exchange)) return { expected: summaryOf(wanted), actual: answerOf(exchange) };
  const got = contentOf(exchange);
  if (!wanted.bytes || !got.bytes) return { expected: summaryOf(wanted), actual: summaryOf(got) };
  const [expected, actual] = bytesValues(wanted.bytes, got.bytes);
  return { expected, actual };
}

function contentOf({ response }: Exchange): Content {
  return { size: response?.bytes ?? 0, sha256: response?.sha256 ?? "", bytes: response?.body };
}

function summaryOf({ size, sha256 }: Content): string {
  return `${size} bytes, sha256 ${sha256}`;
}

/** Where digests stand in links, every file of an action has its own there. */
function* digestsInLinks(subject: Case): Iterable<Observed> {
  const location = subject.observed("digest-location");
  const algorithm = subject.observed("digest-algorithm");
  if (location?.where !== "links" || !algorithm) return;
  for (const listing of subject.view(listings)) {
    const { read: exchange, page, actions } = listing;
    if (exchange.actor !== "first") continue;
    const placed = placedLinks(listing, subject);
    for (const [at, link] of page.links.entries()) {
      const own = actions[at] ?? ownAsSent(placed[at], exchange);
      const action = own ?? (placed[at]?.difference === undefined ? placed[at]?.action : undefined);
      if (!action || action.files.length === 0) continue;
      const shown = digestsAt(link, location.path, location.of);
      const files = [...new Map(action.files.map((file) => [file.sha256, file])).values()];
      // The digests of others' files may be kept from a reader, or masked.
      if (!own && !areDigestsOf(files, shown, algorithm)) continue;
      const unnamed = files.find((file) => {
        const digest = file.bytes && computeDigest(file.bytes, algorithm);
        return digest !== undefined && !shown.includes(digest);
      });
      const message =
        shown.length < files.length
          ? `${nameOf(exchange)} shows ${shown.length} digests in the link of an action with ${files.length} different files`
          : unnamed &&
            `${nameOf(exchange)} does not show the ${algorithm.algorithm} digest of the file ${JSON.stringify(unnamed.fileName)}`;
      const expected = `a digest for each of ${files.length} files`;
      yield [exchange, message !== undefined && { message, expected, actual: shown, with: [action.exchange] }];
    }
  }
}

/** True where as many texts are shown as there are files, each of the shape of their digests. */
function areDigestsOf(
  files: readonly SentFile[],
  shown: readonly string[],
  algorithm: OpenPointValues["digest-algorithm"],
): boolean {
  const [digest] = files.flatMap(({ bytes }) => (bytes ? [computeDigest(bytes, algorithm)] : []));
  return shown.length >= files.length && shown.every((one) => one.length === digest?.length);
}

/** The reader's own action, by its place. A link that shows other data than were sent may keep its files to itself as well. */
function ownAsSent(placed: Placed | undefined, read: Exchange): ModelAction | undefined {
  if (!placed || placed.difference !== undefined) return undefined;
  return senderOf(placed.action.exchange) === senderOf(read) ? placed.action : undefined;
}
