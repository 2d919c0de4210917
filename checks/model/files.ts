/** The files of the model, by the exchange that sent them. */
import type { Exchange, History, RequestedDigest, SentFile } from "../../spec/vocabulary/history.ts";
import type { ActionRecord, TraceRecord, World } from "./world.ts";

/** The file that a requested digest means, when the script knew whose it is and the target accepted it. */
export function sentFileOf(history: History, { file }: RequestedDigest): SentFile | undefined {
  return fileAt(history, file);
}

/** The file whose digest a requested one resembles without being it. */
export function resembledFileOf(history: History, { resembles }: RequestedDigest): SentFile | undefined {
  return fileAt(history, resembles);
}

function fileAt(history: History, place: RequestedDigest["file"]): SentFile | undefined {
  const source = place && history.exchanges[place.exchange];
  if (!source) return undefined;
  const { intent } = source;
  return intent.kind === "create" || intent.kind === "act" ? intent.files[place.position] : undefined;
}

/** The trace of this history that holds the file meant by a requested digest. */
export function ownerOf(world: World, requested: RequestedDigest): TraceRecord | undefined {
  const source = requested.file?.exchange;
  if (source === undefined) return undefined;
  return [...world.traces.values()].find(({ actions }) => actions.some(({ exchange }) => exchange.index === source));
}

/** The action of this trace that brought the file meant, where the target refused it. */
export function refusedUploadOf(trace: TraceRecord, requested: RequestedDigest): ActionRecord | undefined {
  return trace.refused.find(({ exchange }) => exchange.index === requested.file?.exchange);
}

/** True when a file with these bytes is attached to the trace. */
export function holdsContent(trace: TraceRecord, sha256: string): boolean {
  return [...trace.actions, ...trace.doubtful].some(({ files }) => files.some((file) => file.sha256 === sha256));
}

/** True when the file's upload, or the trace's creation, stood in a parallel group. */
export function sentInGroup(history: History, requested: RequestedDigest): boolean {
  const source: Exchange | undefined = requested.file && history.exchanges[requested.file.exchange];
  return source?.step.includes(".") ?? false;
}
