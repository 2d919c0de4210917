/** The downloads of single files in a case: which file each digest means, and what was answered. */
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, RequestedDigest, SentFile } from "../../../spec/vocabulary/history.ts";
import { isThrottled } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { hasTokenDefect, holdsContent, ownerOf, refusedUploadOf, sentFileOf, uploadOf } from "./files.ts";
import { isSealed } from "./sealed-files.ts";
import type { ModelTrace } from "../world.ts";

export interface Download {
  readonly exchange: Exchange;
  readonly traceId: string;
  readonly requested: RequestedDigest;
  /** The trace it was asked of, when the history created it. */
  readonly trace: ModelTrace | undefined;
  /** The file that the digest means, as it was attached. */
  readonly file: SentFile | undefined;
  /** The exchange that brought the file. */
  readonly upload: Exchange | undefined;
  /** Whose file the digest means: of no known one, of this trace, only of another trace, or of a refused action. */
  readonly meaning: "none" | "own" | "another trace's" | "of a refused action";
  /** True where the answer has the bytes of the file, and the file is not empty. */
  readonly serves: boolean;
  /** True where the answer has the bytes of the file. */
  readonly isRight: boolean;
}

/** Every answered download by the owner of the traces with a valid token. */
export function downloads(subject: Case): readonly Download[] {
  const { history, world } = subject;
  return subject.exchanges.flatMap((exchange): readonly Download[] => {
    const { intent, response } = exchange;
    if (intent.kind !== "file" || !response || exchange.actor !== "first" || hasTokenDefect(exchange)) return [];
    const { requested, traceId } = intent;
    const trace = subject.traceOf(exchange);
    const file = sentFileOf(history, requested);
    const owner = ownerOf(world, requested);
    const strange = file && trace && !holdsContent(trace, file.sha256);
    const meaning = !file
      ? "none"
      : strange && owner && owner !== trace
        ? "another trace's"
        : strange && refusedUploadOf(trace, requested)
          ? "of a refused action"
          : "own";
    const isRight = file !== undefined && succeeded(exchange) && response.sha256 === file.sha256;
    const serves = isRight && file.size > 0;
    return [
      { exchange, traceId, requested, trace, file, upload: uploadOf(history, requested), meaning, serves, isRight },
    ];
  });
}

/** The well-formed downloads of a trace's own files. */
export function ownDownloads(subject: Case): readonly Download[] {
  return subject
    .view(downloads)
    .filter(
      ({ exchange, meaning, requested, trace, file }) =>
        meaning === "own" &&
        trace !== undefined &&
        holdsContent(trace, file?.sha256 ?? "") &&
        ownerOf(subject.world, requested) === trace &&
        !isThrottled(exchange) &&
        !isSealed(exchange, subject) &&
        exchange.defects.length === 0,
    );
}
