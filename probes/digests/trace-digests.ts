/** The digests of the files of one trace, as far as the readings give them. */
import { computeDigest, digestsAt } from "../../spec/readings/digest.ts";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import type { ProbeContext } from "../probe.ts";
import { digestDocuments } from "./documents.ts";

interface TraceDigest {
  readonly digest: string;
  /** Absent where the digest does not follow from the content. */
  readonly file?: SentFile;
  /** True where who reads was shown it: others may be kept from that user, and their files. */
  readonly isShown?: true;
}

/** Each digest once, in the order of the files; empty where there is no reading. */
export function traceDigests(context: ProbeContext, trace: KnownTrace): readonly TraceDigest[] {
  const algorithm = context.reading("digest-algorithm");
  const location = context.reading("digest-location");
  const documents = digestDocuments(context).filter(({ traceId }) => traceId === trace.traceId);
  // A trace that could not be read, under an id that may not be its own, has no files to ask for.
  if (!location || documents.length === 0) return [];
  const computed = (from: KnownTrace) =>
    from.actions
      .flatMap((action) => action.files)
      .flatMap((file): TraceDigest[] => {
        const digest = algorithm && file.bytes && computeDigest(file.bytes, algorithm);
        return digest === undefined ? [] : [{ digest, file }];
      });
  if (location.where === "computed") return computed(trace);
  const places = documents.filter(({ where }) => where === location.where);
  const shown = new Set(places.flatMap(({ document }) => digestsAt(document, location.path, location.of)));
  const known = new Map(context.fixture.traces.flatMap(computed).map((one) => [one.digest, one]));
  const found = [...shown].map((digest): TraceDigest => ({ ...(known.get(digest) ?? { digest }), isShown: true }));
  // Where not every link was seen, or not every one shows its files, the content tells the others.
  const others = computed(trace).filter(({ digest }) => !shown.has(digest));
  return found.length < computed(trace).length ? [...found, ...others] : found;
}
