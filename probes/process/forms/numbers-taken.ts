/** Notes the lowest and the highest numbers that actions accepted. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Ends } from "./told/bounds-told.ts";
import { membersSent, placeOf } from "./members-sent.ts";

export class NumbersTaken {
  /** By the key of an action and the name of a member. */
  readonly #ends = new Map<string, Ends>();

  noted(exchanges: readonly Exchange[]): void {
    for (const { place, value, isTaken } of membersSent(exchanges)) {
      if (!isTaken || typeof value !== "number") continue;
      const { least, most } = this.#ends.get(place) ?? { least: value, most: value };
      this.#ends.set(place, { least: Math.min(least, value), most: Math.max(most, value) });
    }
  }

  /** The lowest and highest number of a member; undefined where none was accepted. */
  of(key: string, name: string): Ends | undefined {
    return this.#ends.get(placeOf(key, name));
  }
}
