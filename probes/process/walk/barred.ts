/** Finds out whose earlier action keeps a user of a group from an action that another user of it may do. */
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
  /** False for who was refused through both faces what a colleague was let do in its place. */
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

  /** @param mayDo whether a user is known to act for the group of an action: who is not was kept by that alone */
  constructor(people: () => readonly Person[], mayDo: (account: Account, key: string) => boolean = () => true) {
    [this.#people, this.#mayDo] = [people, mayDo];
  }

  /** By the key of each action from which somebody was kept, what explains all that was seen of it. */
  get found(): Readonly<Record<string, BarredBy>> {
    return Object.fromEntries(
      [...this.#seen.keys()].flatMap((key) => {
        const by = this.#by(key);
        return by ? [[key, by]] : [];
      }),
    );
  }

  /** An action that was taken, or the creation of a trace. */
  taken(traceId: string, key: string, sender: Account): void {
    const done = this.#of(traceId);
    if (done.length > 0) this.#note(key, { done, sender, taken: true });
    this.#done.set(traceId, [...done, { key, sender }]);
  }

  /** Somebody was refused what a colleague was then let do, as the last action of the trace. */
  kept(traceId: string, key: string, sender: Account): void {
    this.#note(key, { done: this.#of(traceId).slice(0, -1), sender, taken: false });
  }

  /** The shortest beginning of a trace, as keys of actions, after which somebody was kept from an action. */
  place(key: string): readonly string[] {
    const places = (this.#seen.get(key) ?? []).filter(({ taken }) => !taken).map(({ done }) => done);
    const [shortest = []] = places.toSorted((left, right) => left.length - right.length);
    return shortest.map((one) => one.key);
  }

  /** What a fresh trace did not show again is not believed. */
  deny(key: string): void {
    this.#denied.add(key);
  }

  /** Who does an action, by what is known so far; undefined where nobody is known to be kept from it. */
  sender(traceId: string, action: ActionDescription): Account | undefined {
    return this.#by(action.key) && this.apart(traceId, action)?.free;
  }

  /** Who is kept from an action on a trace, and who is not; undefined where there are no two such users. */
  apart(traceId: string, action: ActionDescription): { readonly kept: Account; readonly free: Account } | undefined {
    const by = this.#by(action.key);
    const writers = writersFor(this.#people(), action.groupLabel).map(({ account }) => account);
    const isKept = (sender: Account) => by && isBarred(by, this.#of(traceId), { key: action.key, sender });
    const [kept, free] = [writers.find(isKept), writers.find((one) => !isKept(one))];
    return kept !== undefined && free !== undefined ? { kept, free } : undefined;
  }

  /** The colleagues of who was refused, those first who did something on the trace. */
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
    // What keeps somebody was done on each trace on which one was kept.
    const kept = seen.filter(({ taken }) => !taken);
    const [first, ...others] = kept.map(({ done }) => done);
    const always = first?.filter((one) => others.every((done) => done.some((other) => other.key === one.key))) ?? [];
    // What lets somebody do it again was done before they did, where they did.
    const between = seen.filter(({ taken }) => taken).flatMap(({ done }) => done);
    const times = kindsByTimes(kept.map(({ done, sender }) => ({ done, by: { key, sender } })));
    const single = [...kinds, ...kindsByKey(always), ...kindsSince(between, { key }), ...times];
    const explains = (by: BarredBy): boolean =>
      seen.every(({ done, sender, taken }) => isBarred(by, done, { key, sender }) !== taken);
    // Two rules may keep users from it, such as who did it before and who decided what it is about.
    const all = [...kinds, ...kindsByKey(kept.flatMap(({ done }) => done))];
    return single.find(explains) ?? pairsOf(all).find(explains);
  }
}

const pairsOf = (all: readonly BarringKind[]): readonly BarredBy[] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other) => ({ anyOf: [one, other] })));

/** What a fresh trace is tried with. */
interface Trying {
  /** A trace of these actions; undefined where not all are taken. */
  readonly begun: (place: readonly string[]) => Promise<string | undefined>;
  readonly action: (key: string) => ActionDescription | undefined;
  readonly act: (trace: string, face: Face, action: ActionDescription, by: Account) => Promise<Exchange | undefined>;
}

/** Tries on fresh traces who is kept from actions: refused through both faces, where a colleague is not. */
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
