/** The files of the model, by the exchange that sent them. */
import type { Exchange, History, RequestedDigest, SentFile } from "../../../spec/vocabulary/history.ts";
import type { ModelAction, ModelTrace, World } from "../world.ts";
import { isAction } from "../../../spec/readings/actions.ts";

/** The file that a requested digest means, if the target accepted it. */
export function sentFileOf(history: History, { file }: RequestedDigest): SentFile | undefined {
  return fileAt(history, file);
}

/** The file whose digest a wrong one was derived from. */
export function resembledFileOf(history: History, { resembles }: RequestedDigest): SentFile | undefined {
  return fileAt(history, resembles);
}

function fileAt(history: History, place: RequestedDigest["file"]): SentFile | undefined {
  const intent = place && history.exchanges[place.exchange]?.intent;
  return isAction(intent) ? intent.files[place?.position ?? 0] : undefined;
}

/** The exchange that uploaded the file. */
export function uploadOf(history: History, { file }: RequestedDigest): Exchange | undefined {
  return file && history.exchanges[file.exchange];
}

/** The trace of this history that holds the file meant by a requested digest. */
export function ownerOf(world: World, { file }: RequestedDigest): ModelTrace | undefined {
  if (!file) return undefined;
  return [...world.traces.values()].find(({ actions }) =>
    actions.some(({ exchange }) => exchange.index === file.exchange),
  );
}

/** The action of this trace that uploaded the file and was refused. */
export function refusedUploadOf(trace: ModelTrace, { file }: RequestedDigest): ModelAction | undefined {
  return trace.refused.find(({ exchange }) => exchange.index === file?.exchange);
}

export function hasTokenDefect({ defects }: Exchange): boolean {
  return defects.some(({ where }) => where === "token");
}

/** True when a file with these bytes is attached to the trace. */
export function holdsContent(trace: ModelTrace, sha256: string): boolean {
  return [...trace.actions, ...trace.indeterminate].some(({ files }) => files.some((file) => file.sha256 === sha256));
}

/** True when the file was uploaded while other requests of the script were under way. */
export function sentInGroup(history: History, requested: RequestedDigest): boolean {
  return uploadOf(history, requested)?.parallel === true;
}
