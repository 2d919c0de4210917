/** What the probes of a run exchanged, handed out again to whoever asks the same. */
import type { History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { sameAsSaved } from "./same.ts";

export class SavedAnswers {
  readonly #open: Map<string, History>;
  readonly #unknown: string[] = [];

  constructor(histories: readonly History[]) {
    this.#open = new Map(histories.map((history) => [history.script.id, history]));
  }

  /** What was saved of the script, once; an empty history, which is a problem, where nothing was. */
  take(script: Script): History {
    const history = this.#find(script);
    if (history) this.#open.delete(history.script.id);
    else this.#unknown.push(script.id);
    return history ?? { script, exchanges: [], unsent: [] };
  }

  #find(script: Script): History | undefined {
    const byId = this.#open.get(script.id);
    if (byId && sameAsSaved(byId.script, script)) return byId;
    // Where an answer was lost and asked for again, the numbers are given in another order.
    const { title, steps } = script;
    return [...this.#open.values()].find(({ script: saved }) =>
      sameAsSaved([saved.title, saved.steps], [title, steps]),
    );
  }

  get problems(): readonly string[] {
    return unlikeSaved("probes", { unknown: this.#unknown, unasked: [...this.#open.keys()] });
  }
}

/**
 * What would have been asked and is not there, and what is there and nobody asked for.
 * @param who asks
 */
export function unlikeSaved(
  who: string,
  { unknown, unasked }: { readonly unknown: readonly string[]; readonly unasked: readonly string[] },
): readonly string[] {
  return [
    ...some(unknown, `would have been asked by the ${who}, and is not among the histories`),
    ...some(unasked, `is among the histories, and none of the ${who} asks it after these answers`),
  ];
}

function some(ids: readonly string[], what: string): readonly string[] {
  const [first] = ids;
  return first === undefined ? [] : [`${first}${ids.length > 1 ? ` (and ${ids.length - 1} more)` : ""} ${what}`];
}
