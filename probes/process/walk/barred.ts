/**
 * Finds out which earlier action bars a user from an action that a colleague of the same group may do, e.g. who
 * submitted may not approve.
 */
import {
  isBarred,
  kindsByKey,
  kindsByTimes,
  kindsSince,
  writersFor,
  type BarredBy,
  type BarringKind,
  type Done,
} from "../../../spec/readings/people.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, Person } from "../../../spec/vocabulary/target.ts";
import { isTurnedDown } from "../observations.ts";
import { maxBarred } from "./bounds.ts";

const kinds: readonly BarringKind[] = ["creator", "last", "same"];

interface Seen {
  readonly done: readonly Done[];
  readonly sender: Account;
  /** False where both faces refused this user what a colleague was then allowed. */
  readonly taken: boolean;
}

export class Barred {
  readonly #people: () => readonly Person[];
  readonly #mayDo: (account: Account, key: string) => boolean;
  /** By the id of the trace. */
  readonly #done = new Map<string, readonly Done[]>();
  /** By the key of the action. */
  readonly #seen = new Map<string, readonly Seen[]>();
  readonly #denied = new Set<string>();

  /**
   * @param mayDo whether a user is known to act for the group of an action: for others, not being in the group explains
   * a refusal
   */
  constructor(people: () => readonly Person[], mayDo: (account: Account, key: string) => boolean = () => true) {
    [this.#people, this.#mayDo] = [people, mayDo];
  }

  /** By the key of each action from which somebody was barred: the rule that explains all that was seen. */
  get found(): Readonly<Record<string, BarredBy>> {
    return Object.fromEntries(
      [...this.#seen.keys()].flatMap((key) => {
        const by = this.#by(key);
        return by ? [[key, by]] : [];
      }),
    );
  }

  /** Notes an accepted action, or the creation of a trace. */
  taken(traceId: string, key: string, sender: Account): void {
    const done = this.#of(traceId);
    if (done.length > 0) this.#note(key, { done, sender, taken: true });
    this.#done.set(traceId, [...done, { key, sender }]);
  }

  /** Notes that this user was refused the last action of the trace, which a colleague was then allowed. */
  kept(traceId: string, key: string, sender: Account): void {
    this.#note(key, { done: this.#of(traceId).slice(0, -1), sender, taken: false });
  }

  /** The shortest trace, as keys of actions, on which somebody was barred from an action. */
  place(key: string): readonly string[] {
    const places = (this.#seen.get(key) ?? []).filter(({ taken }) => !taken).map(({ done }) => done);
    const [shortest = []] = places.toSorted((left, right) => left.length - right.length);
    return shortest.map((one) => one.key);
  }

  /** Drops the rule of an action, as a fresh trace did not confirm it. */
  deny(key: string): void {
    this.#denied.add(key);
  }

  /** A user who is not barred from an action by the rule known so far; undefined where no rule is known. */
  sender(traceId: string, action: ActionDescription): Account | undefined {
    return this.#by(action.key) && this.apart(traceId, action)?.free;
  }

  /**
   * A user who is barred from an action on a trace, and one who is not; undefined where there are no two such users.
   */
  apart(traceId: string, action: ActionDescription): { readonly kept: Account; readonly free: Account } | undefined {
    const by = this.#by(action.key);
    const writers = writersFor(this.#people(), action.groupLabel).map(({ account }) => account);
    const isKept = (sender: Account) => by && isBarred(by, this.#of(traceId), { key: action.key, sender });
    const [kept, free] = [writers.find(isKept), writers.find((one) => !isKept(one))];
    return kept !== undefined && free !== undefined ? { kept, free } : undefined;
  }

  /** The colleagues of the refused user, those first who did something on the trace. */
  colleagues(traceId: string, action: ActionDescription, refused: Account): readonly Person[] {
    const others = writersFor(this.#people(), action.groupLabel).filter(({ account }) => account !== refused);
    const isPartOf = ({ account }: Person): boolean => this.#of(traceId).some(({ sender }) => sender === account);
    return [...others.filter(isPartOf), ...others.filter((one) => !isPartOf(one))];
  }

  #of(traceId: string): readonly Done[] {
    return this.#done.get(traceId) ?? [];
  }

  #note(key: string, seen: Seen): void {
    if (this.#people().length > 1) this.#seen.set(key, [...(this.#seen.get(key) ?? []), seen]);
  }

  #by(key: string): BarredBy | undefined {
    const seen = (this.#seen.get(key) ?? []).filter(({ sender, taken }) => taken || this.#mayDo(sender, key));
    if (this.#denied.has(key) || seen.every(({ taken }) => taken)) return undefined;
    // The action that bars somebody is on each trace on which somebody was barred.
    const kept = seen.filter(({ taken }) => !taken);
    const [first, ...others] = kept.map(({ done }) => done);
    const always = first?.filter((one) => others.every((done) => done.some((other) => other.key === one.key))) ?? [];
    // An action that lifts the bar came before the user was allowed the action again.
    const between = seen.filter(({ taken }) => taken).flatMap(({ done }) => done);
    const times = kindsByTimes(kept.map(({ done, sender }) => ({ done, by: { key, sender } })));
    const single = [...kinds, ...kindsByKey(always), ...kindsSince(between, { key }), ...times];
    const explains = (by: BarredBy): boolean =>
      seen.every(({ done, sender, taken }) => isBarred(by, done, { key, sender }) !== taken);
    // Two rules may hold at once, e.g. neither who did it before nor who made the decision may do it.
    const all = [...kinds, ...kindsByKey(kept.flatMap(({ done }) => done))];
    return single.find(explains) ?? pairsOf(all).find(explains);
  }
}

const pairsOf = (all: readonly BarringKind[]): readonly BarredBy[] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other) => ({ anyOf: [one, other] })));

/** How a rule is tried on a fresh trace. */
interface Trying {
  /** Builds a trace of these actions; undefined where one was refused. */
  readonly begun: (place: readonly string[]) => Promise<string | undefined>;
  readonly action: (key: string) => ActionDescription | undefined;
  readonly act: (trace: string, face: Face, action: ActionDescription, by: Account) => Promise<Exchange | undefined>;
}

/** Confirms each rule on a fresh trace: both faces refuse the barred user, and a colleague is allowed. */
export async function confirmBarred(barred: Barred, { begun, action: actionOf, act }: Trying): Promise<void> {
  for (const key of Object.keys(barred.found).slice(0, maxBarred)) {
    const action = actionOf(key);
    const traceId = await begun(barred.place(key));
    if (!action || traceId === undefined) continue;
    const apart = barred.apart(traceId, action);
    if (!apart) continue;
    const answers: (Exchange | undefined)[] = [];
    for (const face of faces) answers.push(await act(traceId, face, action, apart.kept));
    const last = await act(traceId, "legacy", action, apart.free);
    if (!last || !succeeded(last) || !answers.every((one) => one && isTurnedDown(one))) barred.deny(key);
  }
}
