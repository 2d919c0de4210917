/** What walks have met: which actions were tried at which places, and to which places they led. */
import { type ListedAction } from "../../../spec/readings/listed-next.ts";
import { declaredRules, mayFollow } from "../../../spec/readings/process.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

/** Where a trace is. */
export interface Place {
  /** Keys of the actions of the trace, in their order, that of the creation first. */
  readonly done: readonly string[];
  /** What its state lists as next; undefined where nothing is listed. */
  readonly listed: readonly ListedAction[] | undefined;
}

/** One key may be open to several groups, each of which may have to do it. */
type Named = Pick<ActionDescription, "key" | "groupLabel">;

interface Known {
  /** By the names of the actions that could be sent there, how often each was. */
  readonly tries: Map<string, number>;
  /** By the names of those that were taken: the place to which each led last. */
  readonly ways: Map<string, string>;
}

/** So often an action that leads back to where it came from is done there, before a trace is ended. */
const oftenEnough = 5;

/** The use of an action that leads back to where it came from, and may have to come again. */
const comesAgain = 1;

/** From here on the use of an action is that nothing else is left. */
const nothingNew = 3;

/** So many actions of a walk may lead to nothing new: what was refused may be taken with other data. */
const mostIdle = 3;

/** An action that was refused so often is hoped for only where it was never tried right behind what came last. */
const hopesFor = 3;

export class WalkMap {
  readonly #places = new Map<string, Known>();
  /** How often each was tried, and those that were taken. */
  readonly #tries = new Map<string, number>();
  readonly #taken = new Set<string>();
  /** By the key of what came last, the names of those that were tried right behind it. */
  readonly #triedBehind = new Map<string, Set<string>>();
  /** By their names, whether nothing could follow each time they were taken. */
  readonly #endings = new Map<string, boolean>();
  /** By their names, whether everything was refused each time they were taken, listed or not. */
  readonly #over = new Map<string, boolean>();
  /** Names of actions that are known to end a trace from walks of an earlier map. */
  readonly #ends = new Set<string>();
  /** Names of those that showed nothing new at the place where a walk is. */
  #leadsNowhere: ReadonlySet<string> = new Set();
  /** How many of them were taken on the walk that goes on. */
  #idle = 0;

  /** A map on which nothing was tried yet, and which knows what was taken, and what ended traces. */
  anew(): WalkMap {
    const map = new WalkMap();
    for (const [name, isOver] of [...this.#endings, ...this.#over]) if (isOver) map.#ends.add(name);
    for (const name of map.#ends) map.#endings.set(name, true);
    for (const name of this.#taken) map.#taken.add(name);
    return map;
  }

  /**
   * True where a walk shows no more behind an action that was taken: it ended traces on walks of an earlier map, so that what
   * follows it was tried often enough, or no action of the last few led to anything new.
   */
  isDone({ done }: Place, action: Named): boolean {
    const isIdle = this.#leadsNowhere.has(nameOf(action));
    if (done.length === 1 || !isIdle) this.#idle = 0;
    if (isIdle) this.#idle += 1;
    return this.#ends.has(nameOf(action)) || this.#idle >= mostIdle;
  }

  /**
   * The actions that are open, in the order in which a walk tries them: those that are new at such a place, those that
   * lead to a place where something is new, the nearest first, those that end the trace, and the others. Among such those
   * first that wait for something by what the configuration declares and need wait no longer, and last those that may not
   * come yet, or end a trace; then those that were never taken and are hoped for, those that were tried nowhere, of those
   * that lead back the one that came last, as two approvals that another action in between would clear, and those that the trace has least often. What is
   * declared may be wrong in part, so nothing is left out for it.
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

  isNew(place: Place, action: Named): boolean {
    return (this.#places.get(nameOfPlace(place))?.tries.get(nameOf(action)) ?? 0) === 0;
  }

  /** False where an action was open that was tried nowhere yet. */
  get hasTriedAll(): boolean {
    return [...this.#places.values()].every(({ tries }) => [...tries.keys()].every((name) => this.#tries.has(name)));
  }

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

  /** An action was taken and led to a place. @param open what can be sent there */
  led(place: Place, action: Named, to: Place, open: readonly ActionDescription[]): void {
    const name = nameOf(action);
    this.#at(to, open);
    this.#at(place, []).ways.set(name, nameOfPlace(to));
    this.#taken.add(name);
    if (!this.#ends.has(name)) this.#endings.set(name, open.length === 0 && this.#endings.get(name) !== false);
  }

  /** Something was taken at a place to which an action had led. */
  goesOn(action: Named): void {
    this.#over.set(nameOf(action), false);
  }

  /** Nothing was taken at a place to which an action had led. */
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
   * How little an action shows that is not known: 0 where it is new here, below 1 on the way to what is new, 1 where it may
   * have to come again, then more.
   */
  #use(known: Known, name: string): number {
    if (this.#endings.get(name) === true) return (known.tries.get(name) ?? 0) === 0 ? 2 : 4;
    const tries = known.tries.get(name) ?? 0;
    if (tries === 0) return 0;
    const to = known.ways.get(name);
    const far = to === undefined ? undefined : this.#farFromNews(to);
    if (far !== undefined) return 1 - 1 / (far + 2);
    // Where as many as it takes must do it, such as two who open the bids, nothing shows until the last of them has.
    return to !== undefined && this.#places.get(to) === known && tries < oftenEnough ? comesAgain : nothingNew;
  }

  /** How many actions lie between a place and the nearest one where something is new; undefined where none is known. */
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

/** Done more often in a row, an action leads nowhere else. */
const longestRow = 3;

/**
 * How a trace was begun may decide what may come, and what is listed; where nothing is, what came last, how often in a row,
 * and what came at all: what waits for each of a few things may come behind the last of them.
 */
function nameOfPlace({ done, listed }: Place): string {
  if (!listed)
    return JSON.stringify([done[0], done.at(-1), Math.min(rowOf(done), longestRow), [...new Set(done)].sort()]);
  return JSON.stringify([done[0], listed.map(({ key, group = "" }) => [group, key]).toSorted(byText)]);
}

/** How often what came last came in a row. */
const rowOf = (done: readonly string[]): number => done.length - 1 - done.findLastIndex((key) => key !== done.at(-1));

const isInARow = ({ done }: Place, { key }: Named): boolean => done.at(-1) === key && rowOf(done) < longestRow;

const byText = (left: readonly string[], right: readonly string[]): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

function compare(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((rank, place) => rank !== right[place]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
