/** The search for the members that an action wants: those that refusals name, with values of each type or as refusals offer. */
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

/** So many requests are sent at most to find what a form wants. */
const maxRequests = 60;
/** So many members are looked for, those within others among them. */
const maxMembers = 20;
/** So many more requests go to members within others, which are asked for one by one as well. */
const maxWithin = 30;
/** So many requests at most go to what an action wants that is appended. */
const maxOnTrace = 40;
/** Where the refusal is about something else than those before, so many of its words are tried as members. */
const maxOfOther = 3;
/** Tried where numbers are too many together. */
const fewest = [0, 1];
/** Whole numbers up to this one are sent where 1 is taken, and many are not. */
const few = 2;
/** So many values at most are tried of a member that was right before. */
const mostMended = 10;

/** Schemas by the names of members. */
export type Members = Readonly<Record<string, JsonObject>>;

export class FormSearch {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  /** The trace that the action is appended to; absent: it creates one. */
  readonly #trace: string | undefined;
  /** What actions of this trace brought. */
  readonly #brought: Brought;
  readonly #workflow: number;
  readonly #action: ActionDescription;
  readonly #face: Face;
  #isClosed: boolean;
  /** What was right before it was known that no others may stand beside it, by the names of the members. */
  #before: Candidates;
  /** The kinds of the refusals that were about the data. */
  readonly #kinds: Set<string>;
  readonly #references: ShownReferences | undefined;
  /** What is right of the members that were found last. */
  #found: Candidates = {};
  #right: Candidates | undefined;
  #requests = 0;
  /** So many more than usually may be sent. */
  #more = 0;

  /** @param trace where an action of this trace is tried, and no creation */
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

  /** What was right when something else than the data was refused; undefined where the search ended otherwise. */
  get right(): RightSoFar | undefined {
    return this.#right && { members: this.#right, isClosed: this.#isClosed, kinds: this.#kinds };
  }

  /** By the text of a member that stands for what each trace shows at a place of its state: that place. */
  get shown(): Readonly<Record<string, JsonPath>> {
    const named = Object.values(this.#right ?? this.#found);
    return Object.fromEntries(
      named.flatMap(({ value, shownAt }) => (shownAt ? [[String([value].flat()[0]), shownAt]] : [])),
    );
  }

  /** The members that were found last. */
  get data(): JsonObject {
    return valuesOf(this.#found);
  }
  get requests(): number {
    return this.#requests;
  }

  /** True where members that no form knows are refused: then none are sent but those that are tried. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The members with which data are taken. @param refused how plain data were, or those that an earlier search found right */
  async find(refused: Exchange): Promise<Members | undefined> {
    const first = { taken: false, refusal: textOf(refused), kind: kindOf(refused) };
    this.#kinds.add(first.kind);
    // What was right before was sent by then, or it is asked for something beside it.
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
    // An action may want no data at all; a trace that holds none cannot be told from others.
    if (bare.taken) return this.#trace === undefined ? undefined : {};
    const isUntold = !wordsIn(bare.refusal).some(({ likely }) => likely);
    const changed = isUntold ? await this.#ofTrace() : undefined;
    return changed ? schemasOf(changed.found) : this.#grow(bare);
  }

  /** Where nothing tells a member: one that an earlier action of the trace brought, which this one may change. */
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

  /** What was right before, alone: with room in its texts, and as it was. */
  #begunAlone(): readonly Candidates[] {
    const before = Object.entries(this.#before);
    if (before.length === 0) return [];
    const roomy = before.map(
      ([name, one]) => [name, one.schema === plainText.schema ? this.#roomy(32, 4) : one] as const,
    );
    return [Object.fromEntries(roomy), this.#before];
  }

  async #grow(told: Answer, begun: Candidates = {}): Promise<Members | undefined> {
    let found = begun;
    let answer = told;
    while (Object.keys(found).length < maxMembers) {
      // A validator may complain of members that it does not know only after all that it wants are there.
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
      // Only of a form that takes no others no member at all is known to be right.
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

  /** Another value for a member that was right, and does not go with others: a date must be after another one. */
  async #mended(found: Candidates, told: string): Promise<Step | undefined> {
    const isSaidBy = (says: typeof isToldOf, name: string) =>
      says(told, name) || says(told, found[name]?.toldAs ?? name);
    // Of a member that is missing may be said with which value of another it is wanted.
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

  /** The first value of a member that is right; what refusals offer on the way comes before the others. */
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
      // What a refusal offers comes before all that was thought of, be it said of a member that is not there as well.
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

  /** All the numbers that a refusal names at once: they may be more than there is. */
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
   * One more member, after which the data are taken or something else is refused.
   * @param isOther true where the refusal need not be about the data: then a few of its words are tried, with a value each
   */
  async #next(found: Candidates, answered: Answer, isOther: boolean): Promise<Step | undefined> {
    const { refusal: told } = answered;
    const unknown = wordsLeft(answered, found, this.#action.key);
    const likeliest = unknown.filter(({ likely }) => likely).slice(0, maxOfOther);
    for (const { name, likely, toldAs = name } of isOther ? likeliest : unknown) {
      // What is said of a member that is missing may tell what it must be.
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

  /** Whole numbers from which one was taken: whether the least of them is. On a trace nothing may come once more. */
  async #bounded(step: Step, name: string): Promise<Step> {
    const { found, taken, refusal } = step;
    const { value = null, schema } = found[name] ?? {};
    const isOpen = schema === wholeNumber.schema || schema === aDecimal.schema;
    if (!isOpen || (taken && this.#trace !== undefined)) return step;
    const low = await this.#try(valuesOf({ ...found, [name]: { value: 1, schema } }));
    const isSame = low?.refusal === refusal || (low && !low.taken && !namesMember(low.refusal, name));
    if (!low || (taken ? low.taken : isSame)) return step;
    // Where so few are taken and more are not, as of what is left, no more are sent.
    if (low.taken) return { found: { ...found, [name]: { value: 1, schema: { ...schema, maximum: few } } }, ...low };
    const bound = numbersIn(low.refusal).find((number) => number > 1 && number < 12);
    const minimum = bound === undefined ? 12 : Math.floor(bound) + 1;
    return { ...step, found: { ...found, [name]: { value, schema: { ...schema, minimum } } } };
  }

  /** What is tried for a member, the likeliest first. */
  #usual(told: string, name: string, likely: boolean): readonly Candidate[] {
    const known = getOwn(this.#before, name);
    return usualFor(told, { name, likely, known, mark: this.#isClosed ? this.#mark() : undefined });
  }

  /** In data of a closed form who sent it stands in no member of its own. */
  #roomy(length: number, minLength: number): Candidate {
    return roomyText(this.#mark(), length, minLength);
  }

  /** A text of which the run has no other. */
  #mark(): string {
    return `Form ${this.#context.runId} ${String(this.#requests)}`;
  }

  /** True where what is refused now is how members go together that are right by themselves: a sum, or an order. */
  #isOfAll({ refusal, kind }: Answer, found: Candidates): boolean {
    return !this.#kinds.has(kind) && Object.keys(found).some((name) => namesMember(refusal, name));
  }

  /** True where no data were refused so before. */
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
