/** Further attempts at scripts that failed, by their ids. */
import type { Script } from "../../../spec/vocabulary/script.ts";

/** A script that failed, to be run again as it stands. */
export const attemptAt = (script: Script, number: number): Script => ({
  ...script,
  id: `${script.id}/again-${String(number)}`,
});

/** The id of the script of which this is a further attempt; undefined for every other one. */
export const attemptOf = ({ id }: Script): string | undefined => /^(.+)\/again-\d+$/.exec(id)?.[1];
