/** What cannot show where a run may write nothing: no gap of the run, but skipped, with what would show it. */
import { operationById, type OperationKind } from "../../spec/operations.ts";
import { skipped } from "../../spec/requirements/at-hand.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { settingName } from "../../spec/vocabulary/setting-name.ts";
import type { Results } from "./model.ts";
import type { Applicability } from "./status.ts";
import { wasAnswered, type RunSeen } from "./unjudged-reason.ts";

/** Traces of others that a run could read, and how many of them hold files. */
export interface ReadableAmount {
  readonly traces: number;
  readonly withFiles: number;
}

interface Written {
  readonly environment: Results["environment"];
  /** True where flags describe the target, and no file. */
  readonly byFlags?: boolean;
  readonly readable?: ReadableAmount;
}

const ofTraces: ReadonlySet<OperationKind> = new Set(["details", "state", "files", "file", "search"]);
const ofFiles: ReadonlySet<OperationKind> = new Set(["files", "file"]);

/**
 * Why a requirement on traces may stay unjudged where none can be written; undefined where the target had the chance to
 * show it and never answered with a success, which is for somebody to look at.
 */
export function unwritten(
  requirement: Requirement,
  seen: RunSeen,
  { environment, byFlags = false, readable }: Written,
): Applicability | undefined {
  if (!readable || seen.partial?.interrupted || seen.partial?.shard || seen.bailed) return undefined;
  const kinds = requirement.operations.map((id) => operationById(id).kind);
  if (!kinds.some((kind) => ofTraces.has(kind))) return undefined;
  const why =
    environment.access === "read-only"
      ? "the environment is read-only"
      : "no action that creates a trace is configured";
  const left = (what: string, remedy: string): Applicability => skipped(`${why}, and ${what}`, remedy);
  const setting = settingName({ name: environment.name, byFlags }, "knownTraces");
  const name = `${byFlags ? "by" : "in"} ${setting}`;
  const onlySearches = kinds.every((kind) => !ofTraces.has(kind) || kind === "search");
  if (readable.traces === 0 && !onlySearches)
    return left("no trace is known that may be read", `name some ${name} to have it judged on them`);
  if (readable.withFiles === 0 && kinds.every((kind) => ofFiles.has(kind)))
    return left("no trace that may be read is known to hold a file", `name one that does ${name}`);
  if (!wasAnswered(requirement, seen)) return undefined;
  return left(`the ${String(readable.traces)} traces that may be read do not show it`, `name others ${name}`);
}
