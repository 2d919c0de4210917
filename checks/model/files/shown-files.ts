/** Downloads of files that links or states showed although nobody sent them: documents that the service makes. */
import { digestsAt } from "../../../spec/readings/digest.ts";
import { outcomeOf, payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange, ZipEntry } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import { isThrottled } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { pageOf } from "../links/links.ts";
import { traceKey } from "../world.ts";

export interface ShownFile {
  readonly digest: string;
  /** Every request for it through this operation by the user who was shown it, in order. */
  readonly asked: readonly Exchange[];
  /** The exchange that showed the digest. */
  readonly shownBy: Exchange;
}

/** Each digest that was shown and asked for, once for each operation. */
export function shownFiles(subject: Case): readonly ShownFile[] {
  const location = subject.observed("digest-location");
  if (!location || location.where === "computed") return [];
  const groups = Map.groupBy(
    subject.exchanges.filter((one) => digestIn(one) !== undefined),
    (exchange) => JSON.stringify([exchange.operationId, senderOf(exchange), traceOf(exchange), digestIn(exchange)]),
  );
  const { where, path, of } = location;
  return [...groups.values()].flatMap(([first, ...more]): readonly ShownFile[] => {
    const digest = first && digestIn(first);
    if (!first || digest === undefined) return [];
    const shows = (exchange: Exchange): boolean =>
      exchange.receivedAtMs <= first.sentAtMs &&
      senderOf(exchange) === senderOf(first) &&
      traceOf(exchange) === traceOf(first) &&
      documentsIn(exchange, where).some((one) => digestsAt(one, path, of).includes(digest));
    const shownBy = subject.exchanges.find(shows);
    return shownBy ? [{ digest, asked: [first, ...more], shownBy }] : [];
  });
}

/** The digests that links or states of a trace showed. */
export function digestsShown(traceId: string, subject: Case): ReadonlySet<string> {
  const location = subject.observed("digest-location");
  if (!location || location.where === "computed") return new Set();
  const { where, path, of } = location;
  const reads = subject.exchanges.filter((one) => traceOf(one) === traceKey(traceId));
  return new Set(reads.flatMap((one) => documentsIn(one, where).flatMap((document) => digestsAt(document, path, of))));
}

/**
 * Whether a shown file is given out. Undefined where unclear: a document may still be in the making, so one refusal is
 * not enough; and the reader may not be allowed to have it.
 */
export function isGivenOut({ asked }: ShownFile): boolean | undefined {
  const last = asked.at(-1);
  if (!last?.response || isThrottled(last)) return undefined;
  if (succeeded(last)) return true;
  const isForbidden = last.response.status === 401 || last.response.status === 403;
  return asked.length < 2 || isForbidden || outcomeOf(last) !== "refused" ? undefined : false;
}

export interface OtherContent {
  readonly single: Exchange;
  /** The archives before and after it, which agree. */
  readonly around: readonly [Exchange, Exchange];
  readonly entry: ZipEntry;
  readonly isOther: boolean;
}

/**
 * Downloads of a shown file, each between two equal archives of that file alone, so that it was not made anew in
 * between.
 */
export function betweenArchives(subject: Case): readonly OtherContent[] {
  const about = (exchange: Exchange) => JSON.stringify([senderOf(exchange), traceOf(exchange), digestIn(exchange)]);
  const given = subject.exchanges.filter((one) => digestIn(one) !== undefined && succeeded(one));
  return [...Map.groupBy(given, about).values()].flatMap((asked) => {
    const entries = asked.map(onlyEntry);
    return asked.flatMap((single, at): readonly OtherContent[] => {
      if (single.intent.kind !== "file") return [];
      const before = entries.findLastIndex((entry, place) => place < at && entry !== undefined);
      const after = entries.findIndex((entry, place) => place > at && entry !== undefined);
      const [first, last, entry] = [asked[before], asked[after], entries[before]];
      if (!first || !last || !entry || entry.sha256 !== entries[after]?.sha256) return [];
      const isOther = single.response?.sha256 !== entry.sha256;
      return [{ single, around: [first, last], entry, isOther }];
    });
  });
}

function onlyEntry({ intent, response }: Exchange): ZipEntry | undefined {
  if (intent.kind !== "files") return undefined;
  const [only, ...others] = response?.zip?.entries.filter(({ directory }) => !directory) ?? [];
  return others.length === 0 ? only : undefined;
}

/** The digest that a request asks for because it was shown, if it asks for that one alone. */
function digestIn({ intent }: Exchange): string | undefined {
  const requested = intent.kind === "file" ? [intent.requested] : intent.kind === "files" ? intent.requested : [];
  const [only, ...others] = requested;
  return others.length === 0 && only?.shown === true ? only.digest : undefined;
}

const traceOf = ({ intent }: Exchange): string | undefined =>
  "traceId" in intent ? traceKey(intent.traceId) : undefined;

function documentsIn(exchange: Exchange, where: OpenPointValues["digest-location"]["where"]) {
  if (where === "links") return exchange.intent.kind === "details" ? (pageOf(exchange)?.links ?? []) : [];
  const state = exchange.intent.kind === "state" ? payloadMember(exchange, "state") : undefined;
  return state === undefined ? [] : [state];
}
