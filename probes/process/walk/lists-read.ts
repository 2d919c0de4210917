/** Reads states that list what may come next by all who may be shown another list. */
import { listedIn, type ListedAction } from "../../../spec/readings/listed-next.ts";
import type { Json } from "../../../spec/json.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { NextActions, Person } from "../../../spec/vocabulary/target.ts";
import { otherReaders, withAllListed } from "./listing.ts";

/** Reads in which nobody was shown more than the first reader, after which that one alone is asked. */
const enoughAlike = 3;

export class ListsRead {
  /** Where states list it; undefined where none is known to. */
  readonly listing: NextActions | undefined;
  readonly #people: readonly Person[] | undefined;
  #isShownInPart = false;
  #readsAlike = 0;

  constructor(listing: NextActions | undefined, people: readonly Person[] | undefined) {
    this.listing = listing;
    this.#people = people;
  }

  /** With the same users, and another list. */
  following(listing: NextActions): ListsRead {
    return new ListsRead(listing, this.#people);
  }

  /** What a state lists; undefined where it does not. */
  listedIn(state: Json | undefined): readonly ListedAction[] | undefined {
    return this.listing && listedIn(state, this.listing);
  }

  /** True once a user was shown something that the first reader was not. */
  get isShownInPart(): boolean {
    return this.#isShownInPart;
  }

  /** The state as the first reader is shown it; where others are shown other lists, with what all of them list. */
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
