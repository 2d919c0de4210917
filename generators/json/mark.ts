import type { JsonObject } from "../../spec/vocabulary/json.ts";
import { joined } from "./json-object.ts";

/** What makes a document unique: `run` names the run, `mark` the document among those of all runs. */
export interface Mark {
  readonly run: string;
  readonly mark: string;
}

/** Members that carry the mark; no feature uses these names. */
export const markMembers = { run: "tcRun", mark: "tcMark" } as const;

/**
 * A mark that no other document has, in whatever run of the same seed on the same target. The run stands in the middle,
 * so that it survives in a near miss, which changes an end.
 */
export function markOf(script: string, run: string, label: string): string {
  return `${script}~${run}~${label}`;
}

/** The document with the members `tcRun` and `tcMark`, by which links and traces are told apart. */
export function marked(data: JsonObject, mark: Mark): JsonObject {
  return joined({ [markMembers.run]: mark.run, [markMembers.mark]: mark.mark }, data);
}
