/** The archives of a case: what each request asked for, what came, and how the two differ. */
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, RequestedDigest, SentFile, ZipEntry, ZipListing } from "../../../spec/vocabulary/history.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { isColleague } from "../readers/colleagues.ts";
import { hasTokenDefect, ownerOf, sentFileOf, uploadOf } from "./files.ts";
import type { ModelTrace } from "../world.ts";

export interface Archive {
  readonly exchange: Exchange;
  readonly requested: readonly RequestedDigest[];
  /** The trace it was asked of, when the history created it. */
  readonly trace: ModelTrace | undefined;
  /** True where the list names a file of another trace. */
  readonly asksForForeign: boolean;
  readonly succeeded: boolean;
  /** The content of a successful answer; absent where it is no zip archive. */
  readonly zip: ZipListing | undefined;
  /** Its entries, without folders. */
  readonly entries: readonly ZipEntry[];
}

/** Every archive that the owner of the traces asked for with a valid token. */
export function archives(subject: Case): readonly Archive[] {
  const { world } = subject;
  return subject.exchanges.flatMap((exchange): readonly Archive[] => {
    if (exchange.intent.kind !== "files" || hasTokenDefect(exchange)) return [];
    // A colleague may be refused, but what a colleague gets must be right.
    if (exchange.actor !== "first" && !(isColleague(exchange) && succeeded(exchange))) return [];
    const { requested } = exchange.intent;
    const trace = subject.traceOf(exchange);
    const good = succeeded(exchange);
    const zip = good ? exchange.response?.zip : undefined;
    const owners = trace ? requested.flatMap((digest) => ownerOf(world, digest) ?? []) : [];
    return [
      {
        exchange,
        requested,
        trace,
        asksForForeign: owners.some((owner) => owner !== trace),
        succeeded: good,
        zip,
        entries: zip?.entries.filter(({ directory }) => !directory) ?? [],
      },
    ];
  });
}

/** A readable archive of files that all belong to its trace, compared with what was attached. */
export interface Delivery extends Archive {
  readonly trace: ModelTrace;
  /** The requested files, as they were attached. */
  readonly files: readonly SentFile[];
  readonly missing: readonly SentFile[];
  /** Entries whose bytes are those of no requested file. */
  readonly strange: readonly ZipEntry[];
  /** As many unknown entries as missing files: the files came, but with other bytes. */
  readonly changed: boolean;
  /** True where files are missing and no unknown entry takes their place. */
  readonly lost: boolean;
  /** The exchanges that brought the files. */
  readonly uploads: readonly (Exchange | undefined)[];
  /** The first missing file in words. */
  readonly label: string;
  /** What was requested, what came, and the uploads, for a finding. */
  readonly evidence: {
    readonly expected: unknown;
    readonly actual: unknown;
    readonly with: readonly (Exchange | undefined)[];
  };
}

export function deliveries(subject: Case): readonly Delivery[] {
  return subject.view(archives).flatMap((archive) => deliveryOf(archive, subject) ?? []);
}

function deliveryOf(archive: Archive, { history }: Case): Delivery | undefined {
  const { requested, trace, zip } = archive;
  if (!zip || zip.error !== undefined || !trace || requested.length === 0) return undefined;
  // The interface does not say how a list with a digest of another trace is answered.
  const own = ({ file }: RequestedDigest) => trace.actions.some(({ exchange }) => exchange.index === file?.exchange);
  if (!requested.every(own)) return undefined;
  const files = requested.flatMap((digest) => sentFileOf(history, digest) ?? []);
  if (files.length < requested.length) return undefined;
  const contents = new Set(files.map(({ sha256 }) => sha256));
  // A table of contents is not an attached file.
  const entries = archive.entries.filter(({ listsOthers, sha256 }) => listsOthers !== true || contents.has(sha256));
  const missing = files.filter(({ sha256 }) => !entries.some((entry) => entry.sha256 === sha256));
  const strange = entries.filter(({ sha256 }) => !contents.has(sha256));
  const changed = missing.length > 0 && missing.length === strange.length;
  const uploads = [...new Set(requested.map((digest) => uploadOf(history, digest)))];
  const [first] = missing;
  const describedAs = (name: string, { size, sha256 }: { readonly size: number; readonly sha256: string }) =>
    `${name}: ${size} bytes, sha256 ${sha256.slice(0, 12)}…`;
  return {
    ...archive,
    entries,
    trace,
    files,
    missing,
    strange,
    changed,
    lost: missing.length > 0 && !changed,
    uploads,
    label: first ? `${JSON.stringify(first.fileName)} (${first.size} bytes)` : "",
    evidence: {
      expected: files.map((file) => describedAs(file.fileName ?? "(no name)", file)),
      actual: entries.map((entry) => describedAs(entry.name, entry)),
      with: uploads,
    },
  };
}

/** A finding about a delivery. */
export function about({ exchange, evidence }: Delivery, message: string) {
  return { message: `${nameOf(exchange)} ${message}`, ...evidence };
}
