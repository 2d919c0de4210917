/** What keeps a script without a failure from showing that nothing is broken. */
import type { ScriptOutcome } from "./script-outcome.ts";

/** Reasons that are told at most. */
const mostReasons = 5;

export interface Gap {
  /** One sentence without its end. */
  readonly what: string;
  /** Why steps were not sent, each once. */
  readonly reasons: readonly string[];
}

/** Undefined where the script was sent and judged. What a longer list or another id would bring is no gap. */
export function gapIn({ seen }: Pick<ScriptOutcome, "seen">): Gap | undefined {
  const unsent = seen?.unsent ?? [];
  const reasons = [...new Set(unsent.map(({ reason }) => reason))].slice(0, mostReasons);
  if (!seen || seen.exchanges === 0) return { what: "no step of the script was sent, so nothing is shown", reasons };
  const { sent, succeeded } = seen.wellFormed;
  if (seen.answered === 0)
    return { what: "the target answered nothing of what was sent, so nothing is shown", reasons };
  if (sent > 0 && succeeded === 0) {
    const requests = sent === 1 ? "the only well-formed request" : `each of the ${String(sent)} well-formed requests`;
    const what = `the target refused or did not answer ${requests}, so nothing is shown of what the script does`;
    return { what, reasons };
  }
  if (seen.judgements === 0) return { what: "nothing that was sent could be judged", reasons };
  const wanting = unsent.filter(({ remedy }) => remedy !== undefined).length;
  return wanting === 0
    ? undefined
    : { what: `${String(wanting)} of its steps were not sent, so less is shown`, reasons };
}
