import type { JsonObject } from "../../spec/vocabulary/json.ts";
import { joined } from "./json-object.ts";

/** What makes a document unique: `run` over all runs, `mark` within the run. */
export interface Mark {
  readonly run: string;
  readonly mark: string;
}

/** Members that carry the mark; no feature uses these names. */
export const markMembers = { run: "tcRun", mark: "tcMark" } as const;

/** The document with the members `tcRun` and `tcMark`, by which links and traces are told apart. */
export function marked(data: JsonObject, mark: Mark): JsonObject {
  return joined({ [markMembers.run]: mark.run, [markMembers.mark]: mark.mark }, data);
}
