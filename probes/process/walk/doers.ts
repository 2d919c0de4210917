/**
 * Notes which user may do which action. For users whose groups are not told this is found by trials: where one is
 * refused, the others are tried in the same place, and who is allowed acts for that group from then on.
 */
import { isAction, isTaken, traceOf } from "../../../spec/readings/actions.ts";
import { actsFor, senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account, Script } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, Person, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { mayBeForm } from "../forms/told/refusal-words.ts";
import { isTurnedDown } from "../observations.ts";
import { Barred } from "./barred.ts";
import type { DoneBy } from "./done-by.ts";
import { maxColleagues, maxInPlace, maxTries, maxTriesBeside } from "./bounds.ts";

/** An action that was done on a trace, and the exchange that did it. */
export interface DoneStep {
  readonly action: ActionDescription;
  readonly exchange: Exchange;
}

interface Group {
  readonly taken: Set<Account>;
  /** Users who were refused what another was allowed in the same place. */
  readonly passedOver: Set<Account>;
  /** Those of them for whom a fresh trace confirmed it, with equal data. */
  readonly forSure: Set<Account>;
  /** The shortest trace that ends with an action of the group. */
  path: readonly DoneStep[];
}

/** A refused action: on a trace, or as the creation of one. */
interface Refusal {
  readonly action: ActionDescription;
  readonly refused: Exchange;
  readonly trace?: string;
}

export class Doers {
  /** Who is barred from actions that another user of the group may do. */
  readonly barred: Barred;
  readonly #people: readonly Person[];
  readonly #untold: ReadonlySet<Account>;
  /** By the label of the group. */
  readonly #groups = new Map<string, Group>();
  /** By the key of an action. */
  readonly #labels = new Map<string, Set<string>>();
  /** By the id of the trace. */
  readonly #done = new Map<string, readonly DoneStep[]>();
  /** By label, key and users: how often a user about whom nothing is known was tried in place of another. */
  readonly #beside = new Map<string, number>();
  #tries = 0;
  /** The refusal, in words about the form, that a user got who was tried in place of another. */
  #told: Exchange | undefined;
  #inPlace: Account | undefined;

  constructor(people: readonly Person[] = []) {
    this.#people = people;
    const untold = people.filter(({ groups, may }) => !groups && may.includes("write"));
    this.#untold = new Set(untold.map(({ account }) => account));
    this.barred = new Barred(
      () => this.people,
      (account, key) => this.#mayDo(account, key),
    );
  }

  /** True where several users have no groups told, so that any of them may be the one for an action. */
  get areAsked(): boolean {
    return this.#untold.size > 1;
  }

  /** True where no user is known yet to act for the group of the action. */
  isOpen({ groupLabel }: ActionDescription): boolean {
    return this.areAsked && !this.#hasKnown(groupLabel);
  }

  /** The users with the groups that this run saw them act for; where it saw none, as the profile has them. */
  get people(): readonly Person[] {
    const known = [...this.#groups].filter(([, { taken }]) => taken.size > 0);
    if (!this.areAsked || known.length === 0) return this.#people;
    return this.#people.map((one): Person => {
      if (!this.#untold.has(one.account)) return one;
      const before = Object.entries(one.seenIn ?? {}).filter(([label]) => !known.some(([seen]) => seen === label));
      const seen = known.flatMap(([label, { taken, passedOver }]) =>
        taken.has(one.account) || passedOver.has(one.account) ? [[label, taken.has(one.account)] as const] : [],
      );
      return { ...one, seenIn: Object.fromEntries([...before, ...seen]) };
    });
  }

  /** Who acts for each group, by its label, as the walks assume. */
  get assumed(): DoneBy {
    const { people } = this;
    const labels = [...new Set(people.flatMap(({ seenIn = {} }) => Object.keys(seenIn)))];
    return Object.fromEntries(
      labels.flatMap((label) => {
        const of = (is: boolean) => people.filter((one) => one.seenIn && actsFor(one, label) === is);
        return of(true).length > 0 && of(false).length > 0 ? [[label, of(true).map(({ account }) => account)]] : [];
      }),
    );
  }

  /** Who acts for each group, by its label, where it is confirmed that others do not. */
  get found(): DoneBy {
    const sure = [...this.#groups].filter(([, { forSure }]) => forSure.size > 0);
    return Object.fromEntries(
      sure.map(([label]) => [label, this.membersOf(label).filter((one) => this.#untold.has(one))]),
    );
  }

  /** Notes all accepted actions; returns the exchanges. */
  seen(exchanges: readonly Exchange[], { actions }: WorkflowDescription): readonly Exchange[] {
    for (const exchange of exchanges) {
      const { intent } = exchange;
      if (!isAction(intent) || !isTaken(exchange)) continue;
      const { actionKey, groupLabel } = intent;
      const action = actions.find((one) => one.key === actionKey && one.groupLabel === groupLabel);
      const trace = traceOf(exchange);
      if (action && trace !== undefined) this.#taken(trace, action, exchange);
    }
    return exchanges;
  }

  /**
   * Tries other users in the place of a refused one; returns the exchange that was accepted, undefined where none was.
   * @param send sends the action as this user
   */
  async instead(
    { action, refused, trace }: Refusal,
    send: (by: Account) => Promise<Exchange | undefined>,
  ): Promise<Exchange | undefined> {
    const sender = senderOf(refused);
    const passedOver = [sender];
    this.#told = undefined;
    const others = this.barred.colleagues(trace ?? "", action, sender).map(({ account }) => account);
    for (const account of others.slice(0, this.areAsked ? maxInPlace : maxColleagues)) {
      if (!this.#mayTry(action, account, sender)) continue;
      const exchange = await send(account);
      if (!exchange) return undefined;
      if (isTurnedDown(exchange)) passedOver.push(account);
      if (isTurnedDown(exchange) && mayBeForm(exchange) && !mayBeForm(refused)) this.#told ??= exchange;
      if (!isTaken(exchange)) continue;
      if (trace !== undefined) this.barred.kept(trace, action.key, sender);
      if (this.areAsked) this.passOver(action.groupLabel, passedOver);
      return exchange;
    }
    return undefined;
  }

  /**
   * Whether the form of an action was found by the refusal that another user got, after the first user was refused for
   * who that is.
   * @param seek searches for the form, without naming a user
   */
  async takenAsTold({ action, refused, trace }: Refusal, seek: (told: Exchange) => Promise<unknown>): Promise<boolean> {
    const told = this.#told;
    if (!told || trace === undefined) return false;
    this.#inPlace = senderOf(told);
    const isFound = (await seek(told).finally(() => (this.#inPlace = undefined))) === true;
    if (isFound) this.barred.kept(trace, action.key, senderOf(refused));
    return isFound;
  }

  /** The steps with actions sent by the user whose refusal is being followed. */
  asTold(steps: Script["steps"]): Script["steps"] {
    const actor = this.#inPlace;
    return actor === undefined
      ? steps
      : steps.map((step) => ("op" in step && step.op === "act" ? { actor, ...step } : step));
  }

  /**
   * The groups with users in doubt, and a trace for each to try them on, the shortest first; none where no user was
   * refused what another was allowed.
   */
  get unsure(): readonly { readonly label: string; readonly path: readonly DoneStep[] }[] {
    if (![...this.#groups.values()].some(({ passedOver }) => passedOver.size > 0)) return [];
    const open = [...this.#groups].filter(([label, { path }]) => path.length > 0 && this.doubtful(label).length > 0);
    return open
      .map(([label, { path }]) => ({ label, path }))
      .toSorted((left, right) => left.path.length - right.path.length);
  }

  /** The users of whom it is not confirmed whether they act for a group. */
  doubtful(label: string): readonly Account[] {
    const { taken, forSure } = this.#of(label);
    return [...this.#untold].filter((one) => !taken.has(one) && !forSure.has(one)).slice(0, maxInPlace);
  }

  /** The users who were allowed to act for a group. */
  membersOf(label: string): readonly Account[] {
    const { taken } = this.#of(label);
    return this.#people.map(({ account }) => account).filter((one) => taken.has(one));
  }

  /** Notes that these users were refused what another was allowed. */
  passOver(label: string, accounts: readonly Account[], isSure = false): void {
    const { taken, passedOver, forSure } = this.#of(label);
    for (const account of accounts) {
      if (taken.has(account) || !this.#untold.has(account)) continue;
      passedOver.add(account);
      if (isSure) forSure.add(account);
    }
  }

  /**
   * Whether another trial with this user is within bounds, which counts it. A user not known to act for the group is
   * tried only a few times beside one who does.
   */
  #mayTry({ key, groupLabel: label }: ActionDescription, account: Account, sender: Account): boolean {
    const person = this.people.find((one) => one.account === account);
    if (!this.areAsked || !person || actsFor(person, label) === true) return true;
    const name = JSON.stringify([label, key, account, sender]);
    const times = this.#beside.get(name) ?? 0;
    if (this.#tries >= maxTries || (this.#hasKnown(label) && times >= maxTriesBeside)) return false;
    this.#beside.set(name, times + 1);
    this.#tries += 1;
    return true;
  }

  #hasKnown(label: string): boolean {
    return this.#of(label).taken.size > 0;
  }

  #taken(trace: string, action: ActionDescription, exchange: Exchange): void {
    const sender = senderOf(exchange);
    this.barred.taken(trace, action.key, sender);
    if (!this.areAsked) return;
    const path = [...(this.#done.get(trace) ?? []), { action, exchange }];
    this.#done.set(trace, path);
    this.#labels.set(action.key, (this.#labels.get(action.key) ?? new Set<string>()).add(action.groupLabel));
    const group = this.#of(action.groupLabel);
    group.taken.add(sender);
    for (const refused of [group.passedOver, group.forSure]) refused.delete(sender);
    if (group.path.length === 0 || path.length < group.path.length) group.path = path;
  }

  #mayDo(account: Account, key: string): boolean {
    const labels = [...(this.#labels.get(key) ?? [])];
    return !this.#untold.has(account) || !this.areAsked || labels.some((one) => this.#of(one).taken.has(account));
  }

  #of(label: string): Group {
    const known = this.#groups.get(label);
    if (known) return known;
    const group = { taken: new Set<Account>(), passedOver: new Set<Account>(), forSure: new Set<Account>(), path: [] };
    this.#groups.set(label, group);
    return group;
  }
}
