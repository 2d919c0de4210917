/** What the scripts beside those of the suite are for, by their ids. */
import type { Script } from "../../../spec/vocabulary/script.ts";

/** True for what a run asks beside its scripts. */
export const isProbe = ({ id }: Script): boolean => id.startsWith("probes/");

/** Before the name of a late look. */
export const lateScripts = "probes/late-";

export const isLate = ({ id }: Script): boolean => id.startsWith(lateScripts);

/** Before the number of a history that tells what several probes did on one trace. */
export const joinedScripts = "probes/trace/";

export const isJoined = ({ id }: Script): boolean => id.startsWith(joinedScripts);

/** Before the number of a script that ends traces which are done with. */
export const endingScripts = "probes/endings/";

export const isEnding = ({ id }: Script): boolean => id.startsWith(endingScripts);

/** True for what was asked before the scripts of the suite. */
export const isOfProbes = (script: Script): boolean => isProbe(script) && !isLate(script) && !isEnding(script);

/** True for a script that was made smaller to show one requirement: others it may break by steps that it lost. */
export const isSmaller = ({ id }: Pick<Script, "id">): boolean => /\/smaller-\d+$/.test(id);
