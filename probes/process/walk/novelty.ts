/** Which actions a walk tries first: those that the configuration lets come, and of them those least tried in such a place. */
import { declaredRules, mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** So many actions are tried on a trace that has ended by what the configuration says, where no state lists what may come. */
const triedAtEnd = 2;

export class Novelty {
  readonly #tries = new Map<string, number>();
  readonly #declared: ProcessRules | undefined;
  readonly #isListed: boolean;

  constructor(workflow: WorkflowDescription, isListed: boolean) {
    this.#declared = declaredRules(workflow);
    this.#isListed = isListed;
  }

  /** The actions that are open: what the configuration says may not come is tried where nothing else is taken. */
  order(open: readonly ActionDescription[], done: readonly string[]): readonly ActionDescription[] {
    const declared = this.#declared;
    if (!declared) return this.#leastTried(open, done);
    const isDue = ({ key }: ActionDescription): boolean => mayFollow(declared, done, key);
    const others = this.#leastTried(
      open.filter((action) => !isDue(action)),
      done,
    );
    const isOver = !this.#isListed && declared.ends?.includes(done.at(-1) ?? "") === true;
    return [...this.#leastTried(open.filter(isDue), done), ...(isOver ? others.slice(0, triedAtEnd) : others)];
  }

  /** The least tried first; among such those that the trace has least often. */
  #leastTried(open: readonly ActionDescription[], done: readonly string[]): readonly ActionDescription[] {
    const seen = (action: ActionDescription): number => done.filter((key) => key === action.key).length;
    return open.toSorted(
      (left, right) => this.#count(done, left.key) - this.#count(done, right.key) || seen(left) - seen(right),
    );
  }

  isNew(done: readonly string[], key: string): boolean {
    return this.#count(done, key) === 0;
  }

  tried(done: readonly string[], key: string): void {
    this.#tries.set(placeOf(done, key), this.#count(done, key) + 1);
  }

  #count(done: readonly string[], key: string): number {
    return this.#tries.get(placeOf(done, key)) ?? 0;
  }
}

/** How a trace was begun may decide, as what came last may. */
const placeOf = (done: readonly string[], key: string): string =>
  JSON.stringify([done[0], done.at(-1), key, done.includes(key)]);
