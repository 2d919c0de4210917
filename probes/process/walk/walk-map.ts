/** Remembers what walks met: which actions were tried at which places, and to which places they led. */
import { type ListedAction } from "../../../spec/readings/listed-next.ts";
import { declaredRules, mayFollow } from "../../../spec/readings/process.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

/** Where a trace stands. */
export interface Place {
  /** The keys of its actions in order, the creation first. */
  readonly done: readonly string[];
  /** What its state lists as next; undefined where no list is known. */
  readonly listed: readonly ListedAction[] | undefined;
}

/** One key may be up to several groups: each is an action of its own here. */
type Named = Pick<ActionDescription, "key" | "groupLabel">;

interface Known {
  /** How often each action that is open there was tried. */
  readonly tries: Map<string, number>;
  /** For each action that was accepted there: the place to which it led last. */
  readonly ways: Map<string, string>;
}

/**
 * An action that leads back to its own place is repeated so often before the walk turns to actions that end the trace.
 */
const oftenEnough = 5;

/** The use of an action that leads back to its own place and may have to be repeated. */
const comesAgain = 1;

/** From this use on an action shows nothing new. */
const nothingNew = 3;

/** A walk may have so many actions in a row that show nothing new: other data may get accepted what was refused. */
const mostIdle = 3;

/**
 * An action never accepted in so many tries is only preferred where it was not tried yet right after the last action.
 */
const hopesFor = 3;

export class WalkMap {
  readonly #places = new Map<string, Known>();
  /** How often each action was tried, and which were accepted. */
  readonly #tries = new Map<string, number>();
  readonly #taken = new Set<string>();
  /** By the key of the last action: those that were tried right after it. */
  readonly #triedBehind = new Map<string, Set<string>>();
  /** Whether nothing was open each time after this action was accepted. */
  readonly #endings = new Map<string, boolean>();
  /** Whether everything was refused each time after this action was accepted. */
  readonly #over = new Map<string, boolean>();
  /** Actions that ended traces according to an earlier map. */
  readonly #ends = new Set<string>();
  /** Actions that show nothing new at the place where the walk stands. */
  #leadsNowhere: ReadonlySet<string> = new Set();
  /** How many such actions in a row the current walk has. */
  #idle = 0;

  /** A map without places that still knows which actions were accepted and which ended traces. */
  anew(): WalkMap {
    const map = new WalkMap();
    for (const [name, isOver] of [...this.#endings, ...this.#over]) if (isOver) map.#ends.add(name);
    for (const name of map.#ends) map.#endings.set(name, true);
    for (const name of this.#taken) map.#taken.add(name);
    return map;
  }

  /**
   * True where the walk should stop after an accepted action: the action ended traces on an earlier map, or the last
   * few actions led to nothing new.
   */
  isDone({ done }: Place, action: Named): boolean {
    const isIdle = this.#leadsNowhere.has(nameOf(action));
    if (done.length === 1 || !isIdle) this.#idle = 0;
    if (isIdle) this.#idle += 1;
    return this.#ends.has(nameOf(action)) || this.#idle >= mostIdle;
  }

  /**
   * Sorts the open actions as a walk tries them. First by use: new at this place, then leading to a place with
   * something new (the nearest first), then ending the trace, then the others. Among equals, by these in turn:
   * 1. the declared order: an action that waited for another and may come now, any other that may come, one that ends
   * the trace, one that may not come yet (nothing is left out, as the declaration may be partly wrong);
   * 2. never accepted, unless tried several times;
   * 3. never tried anywhere;
   * 4. repeats the last action, e.g. two approvals that an action in between would reset;
   * 5. done least often on this trace.
   */
  order(place: Place, open: readonly ActionDescription[]): readonly ActionDescription[] {
    const known = this.#at(place, open);
    const declared = declaredRules({ actions: open });
    const turn = ({ key, after = [], ends = false }: ActionDescription): number => {
      if (!declared || !mayFollow(declared, place.done, key)) return declared ? 3 : 0;
      return ends ? 2 : after.length > 0 ? 0 : 1;
    };
    this.#leadsNowhere = new Set(open.map(nameOf).filter((name) => this.#use(known, name) >= nothingNew));
    const ranked = open.map((action) => {
      const name = nameOf(action);
      const tries = this.#tries.get(name) ?? 0;
      const use = this.#use(known, name);
      return {
        action,
        ranks: [
          use,
          turn(action),
          Number(this.#taken.has(name) || (tries >= hopesFor && this.#behind(place).has(name))),
          Number(tries > 0),
          Number(use !== comesAgain || !isInARow(place, action)),
          place.done.filter((key) => key === action.key).length,
        ],
      };
    });
    return ranked.toSorted((left, right) => compare(left.ranks, right.ranks)).map(({ action }) => action);
  }

  /** True where this action was never tried at such a place. */
  isNew(place: Place, action: Named): boolean {
    return (this.#places.get(nameOfPlace(place))?.tries.get(nameOf(action)) ?? 0) === 0;
  }

  /** True where every action that was open somewhere was tried somewhere. */
  get hasTriedAll(): boolean {
    return [...this.#places.values()].every(({ tries }) => [...tries.keys()].every((name) => this.#tries.has(name)));
  }

  /** Notes that an action was tried at a place. */
  tried(place: Place, action: Named): void {
    const name = nameOf(action);
    const { tries } = this.#at(place, []);
    tries.set(name, (tries.get(name) ?? 0) + 1);
    this.#tries.set(name, (this.#tries.get(name) ?? 0) + 1);
    this.#behind(place).add(name);
  }

  #behind({ done }: Place): Set<string> {
    const last = done.at(-1) ?? "";
    const behind = this.#triedBehind.get(last) ?? new Set();
    this.#triedBehind.set(last, behind);
    return behind;
  }

  /** Notes that an accepted action led to a place. @param open the actions that are open there */
  led(place: Place, action: Named, to: Place, open: readonly ActionDescription[]): void {
    const name = nameOf(action);
    this.#at(to, open);
    this.#at(place, []).ways.set(name, nameOfPlace(to));
    this.#taken.add(name);
    if (!this.#ends.has(name)) this.#endings.set(name, open.length === 0 && this.#endings.get(name) !== false);
  }

  /** Notes that an action was accepted after this one. */
  goesOn(action: Named): void {
    this.#over.set(nameOf(action), false);
  }

  /** Notes that every action was refused after this one. */
  isOver(action: Named): void {
    const name = nameOf(action);
    if (this.#over.get(name) !== false) this.#over.set(name, true);
    if (!this.#endings.has(name)) this.#endings.set(name, true);
  }

  #at(place: Place, open: readonly ActionDescription[]): Known {
    const name = nameOfPlace(place);
    const known = this.#places.get(name) ?? { tries: new Map<string, number>(), ways: new Map<string, string>() };
    this.#places.set(name, known);
    for (const action of open) known.tries.set(nameOf(action), known.tries.get(nameOf(action)) ?? 0);
    return known;
  }

  /**
   * How little new an action shows: 0 where it is new here, below 1 on the way to something new, 1 where it may have to
   * be repeated, then more.
   */
  #use(known: Known, name: string): number {
    if (this.#endings.get(name) === true) return (known.tries.get(name) ?? 0) === 0 ? 2 : 4;
    const tries = known.tries.get(name) ?? 0;
    if (tries === 0) return 0;
    const to = known.ways.get(name);
    const far = to === undefined ? undefined : this.#farFromNews(to);
    if (far !== undefined) return 1 - 1 / (far + 2);
    // Where several must do it, e.g. two who open the bids, nothing changes until the last of them has.
    return to !== undefined && this.#places.get(to) === known && tries < oftenEnough ? comesAgain : nothingNew;
  }

  /** How many actions lie between a place and the nearest one with something new; undefined where none is known. */
  #farFromNews(from: string): number | undefined {
    const seen = new Set([from]);
    let edge = [from];
    for (let far = 0; edge.length > 0; far += 1) {
      if (edge.some((name) => this.#hasNews(name))) return far;
      edge = edge.flatMap((name) => [...(this.#places.get(name)?.ways.values() ?? [])].filter((to) => !seen.has(to)));
      for (const name of edge) seen.add(name);
    }
    return undefined;
  }

  #hasNews(name: string): boolean {
    const tries = this.#places.get(name)?.tries ?? new Map<string, number>();
    return [...tries].some(([action, times]) => times === 0 && this.#endings.get(action) !== true);
  }
}

const nameOf = ({ key, groupLabel }: Named): string => JSON.stringify([key, groupLabel]);

/** From so many repetitions on, one more makes no new place. */
const longestRow = 3;

/**
 * Places with the same name count as one. With a list: the creating action and the list. Without: the creating action,
 * the last action and how often it was repeated, and the set of all actions, as one may wait for each of several
 * others.
 */
function nameOfPlace({ done, listed }: Place): string {
  if (!listed)
    return JSON.stringify([done[0], done.at(-1), Math.min(rowOf(done), longestRow), [...new Set(done)].sort()]);
  return JSON.stringify([done[0], listed.map(({ key, group = "" }) => [group, key]).toSorted(byText)]);
}

/** How many times the last action came in a row. */
const rowOf = (done: readonly string[]): number => done.length - 1 - done.findLastIndex((key) => key !== done.at(-1));

const isInARow = ({ done }: Place, { key }: Named): boolean => done.at(-1) === key && rowOf(done) < longestRow;

const byText = (left: readonly string[], right: readonly string[]): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

function compare(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((rank, place) => rank !== right[place]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
