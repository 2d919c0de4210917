/** Reads states that list what may come next, as each user who may see another list. */
import { listedIn, type ListedAction } from "../../../spec/readings/listed-next.ts";
import type { Json } from "../../../spec/json.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { NextActions, Person } from "../../../spec/vocabulary/target.ts";
import { otherReaders, withAllListed } from "./listing.ts";

/** After so many reads in which nobody saw more than the first reader, only that one reads. */
const enoughAlike = 3;

export class ListsRead {
  /** Where states list what may come next; undefined where no place is known. */
  readonly listing: NextActions | undefined;
  readonly #people: readonly Person[] | undefined;
  #isShownInPart = false;
  #readsAlike = 0;

  constructor(listing: NextActions | undefined, people: readonly Person[] | undefined) {
    this.listing = listing;
    this.#people = people;
  }

  /** For the same users and another place. */
  following(listing: NextActions): ListsRead {
    return new ListsRead(listing, this.#people);
  }

  /** What a state lists; undefined where it has no list. */
  listedIn(state: Json | undefined): readonly ListedAction[] | undefined {
    return this.listing && listedIn(state, this.listing);
  }

  /** True once a user saw an action that the first reader did not. */
  get isShownInPart(): boolean {
    return this.#isShownInPart;
  }

  /** The state as the first reader sees it; where others see other lists, with all that any of them sees. */
  async read(stateFor: (actor?: Account) => Promise<Json | undefined>): Promise<Json | undefined> {
    const state = await stateFor();
    const { listing } = this;
    if (!listing || state === undefined || (!this.#isShownInPart && this.#readsAlike >= enoughAlike)) return state;
    const states = [state];
    for (const account of otherReaders(this.#people)) states.push((await stateFor(account)) ?? null);
    const whole = withAllListed(states, listing);
    if (whole === state) this.#readsAlike += 1;
    else this.#isShownInPart = true;
    return whole;
  }
}
