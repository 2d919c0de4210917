/** Which of several things that the state of a trace shows its actions named: each once, and such as were taken before. */
import type { Account } from "../../spec/vocabulary/script.ts";

/** One of the things, as an action may name it. */
export interface Thing {
  readonly name: string;
  /** What stands beside its name: things that look alike are taken alike. */
  readonly looks: string;
  /** Who names it, where several may: each may name others. */
  readonly by?: Account | undefined;
  /** True where others were there, and none that looked so was ever taken: another one may be wanted. */
  readonly isGuess?: true;
}

/** Traces that are remembered; to the others nothing was sent for long. */
const mostTraces = 5_000;

export class NamedThings {
  /** By the id of the trace, then by the key of the action: what was named and taken; the latest trace last. */
  readonly #named = new Map<string, Map<string, Set<string>>>();
  /** By the key of the action and the looks of a thing, of anybody and of who named it: whether one of these was ever taken. */
  readonly #taken = new Map<string, boolean>();

  /** Of several things each is named once by an action of a kind, first those that look as what was taken; then the last that does. */
  next(traceId: string, actionKey: string, things: readonly Thing[]): Thing | undefined {
    const named = this.#named.get(traceId)?.get(actionKey);
    const rank = (thing: Thing): number => {
      const isNew = named?.has(thing.name) !== true;
      // What another one was refused may be this user's.
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

  /** The first of these things, or of any, that such an action named on the trace and was taken, however it looks now. */
  first(traceId: string, actionKey: string, things: readonly Thing[] = []): Thing | undefined {
    const named = [...(this.#named.get(traceId)?.get(actionKey) ?? [])].map((name) => ({ name, looks: "" }));
    return named.flatMap(({ name }) => things.find((thing) => thing.name === name) ?? [])[0] ?? named[0];
  }

  /** The action was answered that named this. */
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
