/** The digests of the files of one trace, as far as the readings give them. */
import { computeDigest, digestsAt } from "../../spec/readings/digest.ts";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { KnownTrace } from "../bench/bench.ts";
import type { ProbeContext } from "../probe.ts";
import { digestDocuments } from "./documents.ts";

export interface TraceDigest {
  readonly digest: string;
  /** Absent where the digest does not follow from the content. */
  readonly file?: SentFile;
}

/** Each digest once, in the order of the files; empty where there is no reading. */
export function traceDigests(context: ProbeContext, trace: KnownTrace): readonly TraceDigest[] {
  const algorithm = context.reading("digest-algorithm");
  const location = context.reading("digest-location");
  const seen = digestDocuments(context).filter(({ traceId }) => traceId === trace.traceId);
  // A trace that could not be read, under an id that may not be its own, has no files to ask for.
  if (seen.length === 0) return [];
  const files = trace.actions.flatMap((action) => action.files);
  const computed = files.flatMap((file): TraceDigest[] => {
    const digest = algorithm && file.bytes && computeDigest(file.bytes, algorithm);
    return digest === undefined ? [] : [{ digest, file }];
  });
  if (computed.length > 0) return computed;
  if (!location || location.where === "computed") return [];
  const documents = seen.filter(({ where }) => where === location.where);
  const digests = documents.flatMap(({ document }) => digestsAt(document, location.path));
  return [...new Set(digests)].map((digest) => ({ digest }));
}
