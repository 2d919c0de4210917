/** Which actions a walk tries first: those that were tried least often in such a place. */
import { declaredRules, mayFollow } from "../../../spec/readings/process.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

export class Novelty {
  readonly #tries = new Map<string, number>();
  /** Keys of actions that were tried anywhere, and of those that could have been. */
  readonly #ever = new Set<string>();
  readonly #open = new Set<string>();

  /**
   * The actions that are open, the least tried first; among such those first that wait for something by what the
   * configuration declares, and need wait no longer, and last those that end a trace, or may not come; then those that
   * were tried nowhere yet, and those that the trace has least often. What is declared may be wrong in part, so nothing is left out for it.
   */
  order(open: readonly ActionDescription[], done: readonly string[]): readonly ActionDescription[] {
    for (const { key } of open) this.#open.add(key);
    const seen = (action: ActionDescription): number => done.filter((key) => key === action.key).length;
    const declared = declaredRules({ actions: open });
    const turn = ({ key, after = [], ends = false }: ActionDescription): number => {
      if (!declared || !mayFollow(declared, done, key)) return declared ? 3 : 0;
      return ends ? 2 : after.length > 0 ? 0 : 1;
    };
    return open.toSorted(
      (left, right) =>
        this.#count(done, left.key) - this.#count(done, right.key) ||
        turn(left) - turn(right) ||
        Number(this.#ever.has(left.key)) - Number(this.#ever.has(right.key)) ||
        seen(left) - seen(right),
    );
  }

  isNew(done: readonly string[], key: string): boolean {
    return this.#count(done, key) === 0;
  }

  /** False where an action was open that was tried nowhere yet. */
  get hasTriedAll(): boolean {
    return this.#open.isSubsetOf(this.#ever);
  }

  tried(done: readonly string[], key: string): void {
    this.#ever.add(key);
    this.#tries.set(placeOf(done, key), this.#count(done, key) + 1);
  }

  #count(done: readonly string[], key: string): number {
    return this.#tries.get(placeOf(done, key)) ?? 0;
  }
}

/** How a trace was begun may decide, as what came last may. */
const placeOf = (done: readonly string[], key: string): string =>
  JSON.stringify([done[0], done.at(-1), key, done.includes(key)]);
