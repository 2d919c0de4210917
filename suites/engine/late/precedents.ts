/** How each action of each workflow was taken in this run: what is refused later is held against it. */
import { acceptedBefore, takenData, type Sent } from "../../../probes/index.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";

/** A trace with more actions before it is no precedent, as it would be built again. */
const mostBefore = 12;
/** However often an action was taken: the data of so many are kept. */
const mostData = 24;

export class Precedents {
  readonly #taken = new Map<string, readonly Exchange[]>();
  readonly #data = new Map<string, readonly Sent[]>();

  /** Keeps the first trace on which each action was taken, and data with which it was. */
  note({ exchanges }: History): void {
    for (const { workflow, key, sent } of takenData(exchanges)) {
      const place = placeOf(workflow, key);
      this.#data.set(place, [...(this.#data.get(place) ?? []), sent].slice(-mostData));
    }
    for (const one of exchanges) {
      const { intent } = one;
      if (intent.kind !== "act" || one.parallel === true || one.defects.length > 0 || !succeeded(one)) continue;
      const place = placeOf(intent.workflow, intent.actionKey);
      if (this.#taken.has(place)) continue;
      const before = acceptedBefore(exchanges, one);
      if (before.length > 0 && before.length <= mostBefore) this.#taken.set(place, [...before, one]);
    }
  }

  /**
   * The creation of a trace and its actions until this one was taken, the last of them; none where none was seen.
   * @param workflow its number in the configuration
   */
  readonly of = (workflow: number | undefined, key: string): readonly Exchange[] =>
    this.#taken.get(placeOf(workflow, key)) ?? [];

  /** Data with which the action was taken lately. */
  readonly dataOf = (workflow: number | undefined, key: string): readonly Sent[] =>
    this.#data.get(placeOf(workflow, key)) ?? [];
}

const placeOf = (workflow: number | undefined, key: unknown): string => JSON.stringify([workflow, key]);
