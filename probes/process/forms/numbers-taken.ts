/** How low and how high the numbers were that actions were taken with. */
import { isJsonObject } from "../../../spec/json.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

export interface Ends {
  readonly least: number;
  readonly most: number;
}

export class NumbersTaken {
  /** By the key of an action and the name of a member. */
  readonly #ends = new Map<string, Ends>();

  noted(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      const { intent } = exchange;
      if ((intent.kind !== "act" && intent.kind !== "create") || !isJsonObject(intent.data)) continue;
      if (intent.kind === "act" ? !succeeded(exchange) : createdTraceOf(exchange) === undefined) continue;
      for (const [name, number] of Object.entries(intent.data)) {
        if (typeof number !== "number") continue;
        const place = JSON.stringify([intent.actionKey, name]);
        const { least, most } = this.#ends.get(place) ?? { least: number, most: number };
        this.#ends.set(place, { least: Math.min(least, number), most: Math.max(most, number) });
      }
    }
  }

  /** Undefined where the action never came with a number there. */
  of(key: string, name: string): Ends | undefined {
    return this.#ends.get(JSON.stringify([key, name]));
  }
}
