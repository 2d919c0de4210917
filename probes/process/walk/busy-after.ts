/** Finds actions after which a trace is busy for a while: its state lists nothing until it is free again. */
import { listedIn } from "../../../spec/readings/listed-next.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { NextActions } from "../../../spec/vocabulary/target.ts";

export class BusyAfter {
  readonly #listing: NextActions | undefined;
  /** By the key of an action after which nothing was listed: whether the trace was busy. */
  readonly #isBusy = new Map<string, boolean>();

  constructor(listing: NextActions | undefined) {
    this.#listing = listing;
  }

  get keys(): readonly string[] {
    return [...this.#isBusy].flatMap(([key, isBusy]) => (isBusy ? [key] : []));
  }

  /**
   * The state once the trace is free, for a state that lists nothing: an action is tried, and where the answer asks to
   * come again later, the state is read anew. Any other answer means that the trace has ended, and the state is
   * returned as it is.
   * @param last the key of the last action
   * @param tries sends an action
   * @param reads reads the state anew
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
