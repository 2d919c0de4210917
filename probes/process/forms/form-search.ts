/**
 * Searches for the members that an action requires: those that refusals name, with values of each type or as refusals
 * offer.
 */
import { type Brought } from "../../../generators/index.ts";
import { getOwn, type JsonObject } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import { isTaken } from "../../../spec/readings/actions.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { actionData } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import {
  aDecimal,
  numbersIn,
  offeredIn,
  otherChoices,
  plainText,
  wantedIn,
  wholeNumber,
  withinAnyBounds,
} from "./told/offered-values.ts";
import {
  aboutFiles,
  aboutMoment,
  asksForMembers,
  isAbout,
  isToldOf,
  kindOf,
  memberWord,
  namesMember,
  namesOwn,
  saysWhat,
  textOf,
  wantsMore,
  type Word,
  wordsIn,
} from "./told/refusal-words.ts";
import { isWithin, schemasOf, valuesOf, withItems } from "./told/places.ts";
import { type Candidate, type Candidates, roomyText } from "./told/candidate.ts";
import {
  type Answer,
  isOfSender,
  isRight,
  refusesOwn,
  type Search,
  type Step,
  type Trials,
  wordsLeft,
} from "./search-step.ts";
import { broughtFirst, toldAndBrought } from "./told/brought-first.ts";
import { usualFor } from "./told/usual-values.ts";
import { orderedBy } from "./told/orders-told.ts";
import { meantBy } from "./meant-member.ts";
import { isUsedElsewhere, toldApart } from "./told/told-apart.ts";
import { summedTo } from "./told/sums-told.ts";
import type { RightSoFar } from "./right-so-far.ts";
import { type ShownReferences, valuesShown } from "./shown-references.ts";

/** At most so many requests for a creation. */
const maxRequests = 60;
/** At most so many members, nested ones included. */
const maxMembers = 20;
/** So many more requests where members are nested, as each is asked for separately. */
const maxWithin = 30;
/** At most so many requests for an appended action. */
const maxOnTrace = 40;
/** If the refusal may be about something else than data, at most so many of its words are tried as members. */
const maxOfOther = 3;
/** Tried where several numbers together are too much. */
const fewest = [0, 1];
/** If 1 is accepted and the usual number is not, whole numbers up to this one are sent. */
const few = 2;
/** At most so many other values are tried for a member that was right before. */
const mostMended = 10;

/** By the name of a member: its schema. */
export type Members = Readonly<Record<string, JsonObject>>;

export class FormSearch {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  /** The trace to append to; absent: the action creates one. */
  readonly #trace: string | undefined;
  /** What earlier actions of this trace sent. */
  readonly #brought: Brought;
  readonly #workflow: number;
  readonly #action: ActionDescription;
  readonly #face: Face;
  #isClosed: boolean;
  /** Members found right before it was known that no others may be sent. */
  #before: Candidates;
  /** The kinds of refusals that were about the data. */
  readonly #kinds: Set<string>;
  readonly #references: ShownReferences | undefined;
  /** The members found right so far. */
  #found: Candidates = {};
  #right: Candidates | undefined;
  #requests = 0;
  /** So many requests more than usual. */
  #more = 0;

  /** @param trace absent: the action creates a trace */
  constructor(
    context: Pick<ProbeContext, "run" | "runId">,
    workflow: number,
    action: ActionDescription,
    { face = "v2", isClosed = false, trace, brought = new Map(), begun, references }: Search = {},
  ) {
    this.#references = references;
    this.#face = face;
    this.#brought = brought;
    this.#trace = trace;
    this.#context = context;
    this.#workflow = workflow;
    this.#action = action;
    this.#isClosed = isClosed || begun?.isClosed === true;
    [this.#before, this.#kinds] = [begun?.members ?? {}, new Set(begun?.kinds)];
  }

  /**
   * The members found right when something else than the data was refused; undefined where the search ended otherwise.
   */
  get right(): RightSoFar | undefined {
    return this.#right && { members: this.#right, isClosed: this.#isClosed, kinds: this.#kinds };
  }

  /** By a text of the form that stands for a value of the state: the path of that value. */
  get shown(): Readonly<Record<string, JsonPath>> {
    const named = Object.values(this.#right ?? this.#found);
    return Object.fromEntries(
      named.flatMap(({ value, shownAt }) => (shownAt ? [[String([value].flat()[0]), shownAt]] : [])),
    );
  }

  /** The data found last. */
  get data(): JsonObject {
    return valuesOf(this.#found);
  }
  get requests(): number {
    return this.#requests;
  }

  /** True where unknown members are refused, so that only those being tried are sent. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * The members with which data are accepted.
   * @param refused the refusal of plain data, or of those that an earlier search found right
   */
  async find(refused: Exchange): Promise<Members | undefined> {
    const first = { taken: false, refusal: textOf(refused), kind: kindOf(refused) };
    this.#kinds.add(first.kind);
    // True where the members found before were sent already, or where the refusal asks for more beside them.
    const before = Object.keys(this.#before);
    const isAskedFor = asksForMembers(first.refusal) && !before.some((name) => isAbout(first.refusal, name));
    const isSent = before.some((name) => this.#before[name]?.isKept === true);
    const isBegun = !this.#isClosed || isSent || (isAskedFor && before.length > 0);
    const found = isBegun ? await this.#grow(first, this.#before) : undefined;
    if (found || !this.#isClosed || isSent || this.#right) return found;
    for (const begun of this.#begunAlone()) {
      const alone = await this.#try(valuesOf(begun));
      if (!alone) return undefined;
      if (alone.taken) return schemasOf(begun);
      if (!Object.keys(begun).some((name) => namesMember(alone.refusal, name))) return this.#grow(alone, begun);
      const mended = await this.#mended(begun, alone.refusal);
      if (mended) this.#found = mended.found;
      if (mended) return mended.taken ? schemasOf(mended.found) : this.#grow(mended, mended.found);
    }
    const bare = await this.#try({});
    if (!bare) return undefined;
    // An action may require no data at all. A creation without any could not be told from others.
    if (bare.taken) return this.#trace === undefined ? undefined : {};
    const isUntold = !wordsIn(bare.refusal).some(({ likely }) => likely);
    const changed = isUntold ? await this.#ofTrace() : undefined;
    return changed ? schemasOf(changed.found) : this.#grow(bare);
  }

  /**
   * Tries members that earlier actions of the trace sent, as the action may change one of them; for refusals that name
   * no member.
   */
  async #ofTrace(found: Candidates = {}): Promise<Step | undefined> {
    const members = [...this.#brought.values()].flatMap((data) => Object.entries(data));
    for (const [name, value] of members.filter(([one]) => !Object.hasOwn(found, one)).slice(0, maxMembers)) {
      const changed = { ...found, [name]: { value, schema: { const: value } } };
      const answer = await this.#try(valuesOf(changed));
      if (!answer) return undefined;
      if (answer.taken) return { found: changed, ...answer };
    }
    return undefined;
  }

  /** The members found before, alone: as longer texts that can hold a mark, and unchanged. */
  #begunAlone(): readonly Candidates[] {
    const before = Object.entries(this.#before);
    if (before.length === 0) return [];
    const roomy = before.map(
      ([name, one]) => [name, one.schema === plainText.schema ? this.#roomy(32, 4) : one] as const,
    );
    return [Object.fromEntries(roomy), this.#before];
  }

  /** Adds or changes one member after another until the data are accepted; undefined where the search ends. */
  async #grow(told: Answer, begun: Candidates = {}): Promise<Members | undefined> {
    let found = begun;
    let answer = told;
    while (Object.keys(found).length < maxMembers) {
      // Some validators complain of unknown members only after all required ones are there.
      const { refusal, kind } = answer;
      if (!this.#isClosed && (namesOwn(refusal) || refusesOwn(this.#context.runId, refusal, found))) {
        this.#isClosed = true;
        this.#before = found;
        this.#kinds.add(kind);
        return undefined;
      }
      if (this.#mayBeSender && isOfSender(kind) && Object.keys(found).length > 0) this.#right = found;
      if (this.#right) return undefined;
      const isOfMoment = aboutMoment.test(refusal) && !asksForMembers(refusal);
      const isOther = !this.#kinds.has(kind) || isOfMoment || (aboutFiles.test(refusal) && !namesOwn(refusal));
      const isNamed = wordsLeft(answer, found, this.#action.key).some(({ likely }) => likely);
      const wantsAny = wantsMore.test(refusal) && !isNamed ? await this.#ofTrace(found) : undefined;
      const step = wantsAny ?? (await this.#mended(found, refusal)) ?? (await this.#next(found, answer, isOther));
      // Where other members are allowed, "right" means something only if at least one was found.
      if (!step && isOther && (this.#isClosed || Object.keys(found).length > 0)) this.#right = found;
      if (!step) return undefined;
      ({ found } = step);
      this.#found = found;
      if (Object.keys(found).some(isWithin)) this.#more = maxWithin;
      if (step.taken) return schemasOf(found);
      this.#kinds.add(kind);
      answer = step;
    }
    return undefined;
  }

  /** Another value for a member that was right but does not fit others, e.g. a date that must be later. */
  async #mended(found: Candidates, told: string): Promise<Step | undefined> {
    const isSaidBy = (says: typeof isToldOf, name: string) =>
      says(told, name) || says(told, found[name]?.toldAs ?? name);
    // A refusal about a missing member may name the value of another one that requires it.
    if (asksForMembers(told) && !Object.keys(found).some((name) => isSaidBy(isAbout, name))) return undefined;
    const summed = await this.#firstOther(summedTo(found, told), told);
    if (summed) return summed;
    const said = Object.keys(found).filter(
      (name) => found[name]?.isKept !== true && (isSaidBy(isToldOf, name) || isUsedElsewhere(found[name], told)),
    );
    const named = said.length > 0 ? said : meantBy(found, told);
    for (const name of named.toSorted((one, other) => told.search(memberWord(one)) - told.search(memberWord(other)))) {
      const { value, toldAs = name } = found[name] ?? { value: null };
      const ofRefusal = offeredIn(told, toldAs, { ...found[name], value, before: "" });
      const shown = await valuesShown(this.#references, name, value, told, ofRefusal);
      const others = [...otherChoices(found[name], told), ...toldApart(found[name], told)];
      const brought = toldAndBrought(this.#brought, { name, toldAs }, found[name] ?? plainText, told);
      const step = await this.#firstRight(found, { name, toldAs, likely: true }, told, {
        open: [...(brought ? [brought] : []), ...shown, ...others, ...ofRefusal],
        most: mostMended,
        isRight: (answer) => isRight(answer, told, [name], Object.keys(found), this.#mayBeSender),
      });
      if (step) return step;
    }
    return this.#leastOf(found, named, told);
  }

  /** The first value of a member that is right. Values that refusals offer on the way come first. */
  async #firstRight(
    found: Candidates,
    { name, toldAs, likely }: Required<Word>,
    told: string,
    { open: all, most, isRight: isIt }: Trials,
  ): Promise<Step | undefined> {
    let open = all;
    const tried = new Set<string>();
    for (let next = open[0]; next && tried.size < most; next = open[0]) {
      const { value } = next;
      tried.add(JSON.stringify(value));
      const answer = await this.#try(valuesOf({ ...found, [name]: next }));
      if (!answer) return undefined;
      const isOwnRefused =
        !this.#isClosed && refusesOwn(this.#context.runId, answer.refusal, { ...found, [name]: next });
      if (isIt(answer) || isOwnRefused) return { found: { ...found, [name]: { ...next, toldAs } }, ...answer };
      // What the latest refusal offers comes first, even if it was said before the member was sent.
      const { refusal } = answer;
      const isNew = likely && refusal !== told;
      const isSaid = isNew || (likely && tried.size === 1 && namesMember(told, toldAs) && saysWhat.test(told));
      const before = isNew ? told : "";
      const offered = isSaid
        ? broughtFirst(this.#brought, name, offeredIn(refusal, toldAs, { value, before, schema: next.schema }))
        : [];
      const shown = await valuesShown(this.#references, name, value, refusal, offered);
      const brought = isSaid ? toldAndBrought(this.#brought, { name, toldAs }, next, refusal) : undefined;
      const vague = isNew && offered.length === 0 ? withinAnyBounds(refusal, toldAs, value) : [];
      open = [...(brought ? [brought] : []), ...shown, ...offered, ...vague, ...open.slice(1)].filter(
        (one) => !tried.has(JSON.stringify(one.value)),
      );
    }
    return undefined;
  }

  /** The first of these data that are not refused in the same words. */
  async #firstOther(others: readonly Candidates[], told: string): Promise<Step | undefined> {
    for (const other of others) {
      const answer = await this.#try(valuesOf(other));
      if (answer && (answer.taken || answer.refusal !== told)) return { found: other, ...answer };
    }
    return undefined;
  }

  /** Tries all numbers that the refusal names as 0, then as 1: together they may exceed what there is. */
  async #leastOf(found: Candidates, named: readonly string[], told: string): Promise<Step | undefined> {
    const ordered = await this.#firstOther(orderedBy(found, told), told);
    if (ordered) return ordered;
    const numbers = named.filter((name) => typeof found[name]?.value === "number");
    if (numbers.length < 2) return undefined;
    for (const value of fewest) {
      const others = numbers.map((name) => [name, { value, schema: { const: value } }] as const);
      const other = { ...found, ...Object.fromEntries(others) };
      const answer = await this.#try(valuesOf(other));
      if (!answer) return undefined;
      if (numbers.every((name) => isRight(answer, told, [name], Object.keys(found))))
        return { found: other, ...answer };
    }
    return undefined;
  }

  /**
   * Adds one member, after which the data are accepted or something else is refused.
   * @param isOther true where the refusal may be about something else than data: then only a few of its words are
   * tried, with one value each
   */
  async #next(found: Candidates, answered: Answer, isOther: boolean): Promise<Step | undefined> {
    const { refusal: told } = answered;
    const unknown = wordsLeft(answered, found, this.#action.key);
    const likeliest = unknown.filter(({ likely }) => likely).slice(0, maxOfOther);
    for (const { name, likely, toldAs = name } of isOther ? likeliest : unknown) {
      // What is said of a missing member may tell what its value must be.
      const all = [...broughtFirst(this.#brought, name, wantedIn(told, toldAs)), ...this.#usual(told, name, likely)];
      const step = await this.#firstRight(found, { name, toldAs, likely }, told, {
        open: isOther ? all.slice(0, 1) : all,
        most: all.length + mostMended,
        isRight: (answer) =>
          isRight(answer, told, [name, toldAs], Object.keys(found), this.#mayBeSender) || this.#isOfAll(answer, found),
      });
      if (step) return this.#bounded(step, name);
    }
    return undefined;
  }

  /**
   * After a whole number was accepted: finds out whether 1 is accepted too, and sets the minimum. Not on a trace, where
   * the action may not come again.
   */
  async #bounded(step: Step, name: string): Promise<Step> {
    const { found, taken, refusal } = step;
    const { value = null, schema } = found[name] ?? {};
    const isOpen = schema === wholeNumber.schema || schema === aDecimal.schema;
    if (!isOpen || (taken && this.#trace !== undefined)) return step;
    const low = await this.#try(valuesOf({ ...found, [name]: { value: 1, schema } }));
    const isSame = low?.refusal === refusal || (low && !low.taken && !namesMember(low.refusal, name));
    if (!low || (taken ? low.taken : isSame)) return step;
    // If 1 is accepted and more is not, there may be little left, so few are sent from now on.
    if (low.taken) return { found: { ...found, [name]: { value: 1, schema: { ...schema, maximum: few } } }, ...low };
    const bound = numbersIn(low.refusal).find((number) => number > 1 && number < 12);
    const minimum = bound === undefined ? 12 : Math.floor(bound) + 1;
    return { ...step, found: { ...found, [name]: { value, schema: { ...schema, minimum } } } };
  }

  /** The values to try for a member, the likeliest first. */
  #usual(told: string, name: string, likely: boolean): readonly Candidate[] {
    const known = getOwn(this.#before, name);
    return usualFor(told, { name, likely, known, mark: this.#isClosed ? this.#mark() : undefined });
  }

  /** A text with a mark of the run; data without other members have no other place for it. */
  #roomy(length: number, minLength: number): Candidate {
    return roomyText(this.#mark(), length, minLength);
  }

  /** A text that is unique within the run. */
  #mark(): string {
    return `Form ${this.#context.runId} ${String(this.#requests)}`;
  }

  /**
   * True where the refusal is now about a combination of members that are right by themselves, e.g. a sum or an order.
   */
  #isOfAll({ refusal, kind }: Answer, found: Candidates): boolean {
    return !this.#kinds.has(kind) && Object.keys(found).some((name) => namesMember(refusal, name));
  }

  /** True while no refusal of data had a status that speaks of the sender. */
  get #mayBeSender(): boolean {
    return ![...this.#kinds].some(isOfSender);
  }

  async #try(members: JsonObject): Promise<Answer | undefined> {
    if (this.#requests >= (this.#trace === undefined ? maxRequests : maxOnTrace) + this.#more) return undefined;
    this.#requests += 1;
    const own = this.#isClosed ? {} : actionData(this.#context.runId, "form", this.#requests);
    const data = { ...own, ...members };
    const input = { face: this.#face, workflow: this.#workflow, action: this.#action.key, data };
    const trace = this.#trace;
    const [exchange] = await this.#context.run("data with members that refusals name", [
      trace === undefined
        ? { op: "create", ...input, candidateFor: "action-forms" }
        : { op: "act", trace, ...input, candidateFor: "action-gating" },
    ]);
    if (!exchange?.response) return undefined;
    return {
      taken: isTaken(exchange),
      refusal: withItems(textOf(exchange), data),
      kind: kindOf(exchange),
    };
  }
}
