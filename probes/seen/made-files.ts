/**
 * Finds files that nobody sent: links or states show more digests than files were sent, e.g. as an action makes a
 * document.
 */
import { computeDigest, digestsAt } from "../../spec/readings/digest.ts";
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import { knownTraces, type KnownTrace } from "./known-traces.ts";
import { pageIn } from "./pages.ts";

export interface MadeFiles {
  readonly traceId: string;
  /** The user who was shown the digests. */
  readonly reader: Account;
  /** Where they were shown. */
  readonly where: "details" | "state";
  readonly digests: readonly string[];
  /** The key of the last action of the trace. */
  readonly lastAction: string;
}

/** For each trace, what its last read shows. */
export function madeFiles({ exchanges }: History, profile: Profile): readonly MadeFiles[] {
  const location = readingOf(profile, "digest-location");
  if (!location || location.where === "computed") return [];
  const where = location.where === "links" ? "details" : "state";
  const reads = new Map<string, MadeFiles>();
  let traces: Map<string, KnownTrace> | undefined;
  for (const exchange of exchanges) {
    const { intent } = exchange;
    if (intent.kind !== where || !succeeded(exchange)) continue;
    const texts = shownIn(exchange).flatMap((one) => digestsAt(one, location.path, location.of));
    const shown = new Set(texts.filter((text) => mayBeDigest(text, profile)));
    if (shown.size === 0) continue;
    const trace = (traces ??= knownTraces(exchanges)).get(intent.traceId);
    const files = sentTo(intent.traceId, exchanges);
    if (!trace || shown.size <= new Set(files.map(({ sha256 }) => sha256)).size) continue;
    const digests = [...shown].filter((digest) => !isOf(digest, files, profile));
    const lastAction = trace.actions.at(-1)?.actionKey ?? "";
    reads.set(intent.traceId, { traceId: intent.traceId, reader: senderOf(exchange), where, digests, lastAction });
  }
  return [...reads.values()];
}

function shownIn(exchange: Exchange): readonly Json[] {
  const state = exchange.intent.kind === "state" ? payloadMember(exchange, "state") : undefined;
  return state === undefined ? (pageIn(exchange)?.links ?? []) : [state];
}

/** Counts files of unanswered actions too, as these may have been accepted. */
function sentTo(traceId: string, exchanges: readonly Exchange[]) {
  return exchanges.flatMap((exchange) => {
    const { intent } = exchange;
    const isCreation =
      intent.kind === "create" && JSON.stringify(exchange.response?.json?.value ?? "").includes(traceId);
    return isCreation || (intent.kind === "act" && intent.traceId === traceId) ? intent.files : [];
  });
}

/** Other texts, such as names, may stand at the same place, so the length must be that of a digest. */
function mayBeDigest(text: string, profile: Profile): boolean {
  const algorithm = readingOf(profile, "digest-algorithm");
  const usual = algorithm && computeDigest(Buffer.alloc(0), algorithm);
  return usual === undefined || text.length === usual.length;
}

function isOf(digest: string, files: ReturnType<typeof sentTo>, profile: Profile): boolean {
  const algorithm = readingOf(profile, "digest-algorithm");
  return files.some(({ bytes }) => bytes && algorithm && computeDigest(bytes, algorithm) === digest);
}
