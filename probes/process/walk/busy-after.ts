/** Actions after which a trace is busy for a while, and lists nothing until it is free again. */
import { listedIn } from "../../../spec/readings/listed-next.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { NextActions } from "../../../spec/vocabulary/target.ts";

export class BusyAfter {
  readonly #listing: NextActions | undefined;
  /** By the key of an action after which nothing was listed: whether the trace was busy then. */
  readonly #isBusy = new Map<string, boolean>();

  constructor(listing: NextActions | undefined) {
    this.#listing = listing;
  }

  get keys(): readonly string[] {
    return [...this.#isBusy].flatMap(([key, isBusy]) => (isBusy ? [key] : []));
  }

  /**
   * The state of a trace that lists nothing, once nobody is told to come again; where nobody was, nothing may come.
   * @param last what was done last
   * @param tries whether an action is taken
   * @param reads the state anew
   */
  async onceFree(
    last: string,
    state: Json | undefined,
    tries: () => Promise<Exchange | undefined>,
    reads: () => Promise<Json | undefined>,
  ): Promise<Json | undefined> {
    const listing = this.#listing;
    if (!listing || listedIn(state, listing)?.length !== 0 || this.#isBusy.get(last) === false) return state;
    const exchange = await tries();
    if (exchange?.busy === undefined || succeeded(exchange)) {
      this.#isBusy.set(last, this.#isBusy.get(last) ?? false);
      return state;
    }
    const free = await reads();
    if ((listedIn(free, listing) ?? []).length > 0) this.#isBusy.set(last, true);
    return free;
  }
}
