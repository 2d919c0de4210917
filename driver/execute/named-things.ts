/**
 * Remembers which of several things in the state of a trace actions named, so that each is named once, and preferably
 * one that looks like those accepted before.
 */
import type { Account } from "../../spec/vocabulary/script.ts";

/** A thing that an action may name. */
export interface Thing {
  readonly name: string;
  /** The values beside its name: things that look alike are usually accepted alike. */
  readonly looks: string;
  /** Who names it, where several users may: each may name others. */
  readonly by?: Account | undefined;
  /** True where there were others, and none that looks like it was ever accepted: another may be the right one. */
  readonly isGuess?: true;
}

/** So many traces are remembered; nothing was sent to older ones for long. */
const mostTraces = 5_000;

export class NamedThings {
  /** By the id of the trace, then by the key of the action: the names that were accepted; the latest trace last. */
  readonly #named = new Map<string, Map<string, Set<string>>>();
  /** By action, looks and user, and by action and looks alone: whether such a thing was ever accepted. */
  readonly #taken = new Map<string, boolean>();

  /**
   * The thing to name next: one not named yet that looks like accepted ones, else one not named yet of unknown looks;
   * else the last suitable one.
   */
  next(traceId: string, actionKey: string, things: readonly Thing[]): Thing | undefined {
    const named = this.#named.get(traceId)?.get(actionKey);
    const rank = (thing: Thing): number => {
      const isNew = named?.has(thing.name) !== true;
      // What another user was refused may be accepted from this one.
      const taken = this.#isTaken(actionKey, thing) ?? (this.#isTaken(actionKey, { looks: thing.looks }) || undefined);
      if (taken === undefined) return isNew ? 3 : 1;
      return taken ? (isNew ? 4 : 2) : 0;
    };
    const best = Math.max(...things.map(rank));
    const fitting = things.filter((thing) => rank(thing) === best);
    const thing = best >= 3 ? fitting[0] : fitting.at(-1);
    const isKnown = things.length < 2 || (thing && this.#isTaken(actionKey, thing) === true);
    return thing && !isKnown ? { ...thing, isGuess: true } : thing;
  }

  #isTaken(actionKey: string, { looks, by }: Pick<Thing, "looks" | "by">): boolean | undefined {
    return this.#taken.get(keyOf(actionKey, looks, by));
  }

  /**
   * The first of these things, or of any, that such an action named successfully on the trace, however it looks now.
   */
  first(traceId: string, actionKey: string, things: readonly Thing[] = []): Thing | undefined {
    const named = [...(this.#named.get(traceId)?.get(actionKey) ?? [])].map((name) => ({ name, looks: "" }));
    return named.flatMap(({ name }) => things.find((thing) => thing.name === name) ?? [])[0] ?? named[0];
  }

  /** Records the answer to an action that named this thing. */
  answered(traceId: string, actionKey: string, { name, looks, by }: Thing, isTaken: boolean): void {
    for (const key of [keyOf(actionKey, looks), keyOf(actionKey, looks, by)])
      this.#taken.set(key, isTaken || this.#taken.get(key) === true);
    if (!isTaken) return;
    const ofTrace = this.#named.get(traceId) ?? new Map<string, Set<string>>();
    ofTrace.set(actionKey, (ofTrace.get(actionKey) ?? new Set<string>()).add(name));
    this.#named.delete(traceId);
    this.#named.set(traceId, ofTrace);
    const oldest = this.#named.size > mostTraces ? this.#named.keys().next().value : undefined;
    if (oldest !== undefined) this.#named.delete(oldest);
  }
}

const keyOf = (actionKey: string, looks: string, by?: Account): string => JSON.stringify([actionKey, looks, by ?? ""]);
