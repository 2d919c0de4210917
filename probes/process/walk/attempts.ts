/** Tries one action on a trace in every way that may get it taken: a refusal alone says not that the action may not come. */
import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import { dataOf, isTaken } from "../../../spec/readings/actions.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { isAboutFiles } from "../forms/files/file-types.ts";
import { type Attached, insteadOf, otherFiles, typedFiles } from "../forms/files/files-tried.ts";
import { aboutMoment, asksForMembers, mayBeForm, textOf } from "../forms/told/refusal-words.ts";
import { mayBeNumbers } from "../forms/numbers-tried.ts";
import { ShownReferences, valuesShown } from "../forms/shown-references.ts";
import { isTurnedDown, type Tried } from "../observations.ts";
import type { Known } from "./known.ts";
import type { Like } from "./walk-inputs.ts";
import { startingWith, type WalkSender } from "./walk-sender.ts";
import { withProperties } from "../../../spec/data-schemas/properties.ts";

/** `further`: walks with data that lead on. `again`: what was taken is tried again, and no form is sought. */
export type Stage = "first" | "further" | "again";

/** What attempts need to know of the walks on which they are made. */
export interface OfWalks {
  readonly stage: () => Stage;
  /** True where it may be sought with which data the action is taken. */
  readonly mayLearnOf: (action: ActionDescription) => boolean;
  /** True where states are known to list what may come. */
  readonly isListed: () => boolean;
  /** The state of a trace as this user is shown it. */
  readonly readFor: (account: Account, trace: string) => Promise<Json | undefined>;
}

/** An action that is tried on a trace, and with what it is sent at first: through this face, then through the other. */
interface Attempt {
  readonly trace: string;
  readonly face: Face;
  readonly action: ActionDescription;
  readonly file: Attached;
}

/** How it was answered, and each refusal. */
interface Answered extends Tried {
  readonly refusals: readonly Exchange[];
  /** True where it is known already that neither a file nor other data get it taken. */
  readonly isOver: boolean;
  /** What was taken. */
  readonly by?: Exchange;
}

/** On so many traces texts that the state shows are tried for an action. */
const maxStateTold = 3;

const takenAfterAll: Tried = { taken: true, answered: true, state: undefined };

/** True for data with members that no example of the action has. */
function hasMore(exchange: Exchange, { examples = [] }: ActionDescription): boolean {
  const names = new Set(examples.flatMap((example) => Object.keys(example)));
  return Object.keys(dataOf(exchange)).some((name) => !names.has(name));
}

export class Attempts {
  readonly #known: Known;
  readonly #sender: WalkSender;
  readonly #walks: OfWalks;
  /** Keys of actions that were refused with members beside those of their examples. */
  readonly #refusedWithMore = new Set<string>();
  /** By the key of an action, on how many traces texts that the state shows were tried in place of those of its schema. */
  readonly #stateTold = new Map<string, number>();
  /** Keys of actions that were tried with files of the usual types, though no refusal spoke of files. */
  readonly #typesTried = new Set<string>();

  constructor(known: Known, sender: WalkSender, walks: OfWalks) {
    [this.#known, this.#sender, this.#walks] = [known, sender, walks];
  }

  /** Tries the action: as it is known at first, and in other ways once it is refused. */
  async try(trace: string, face: Face, asked: ActionDescription): Promise<Tried> {
    const { files, forms } = this.#known;
    // Its form may have been found since, for another of its groups.
    const ofKey = this.#known.actions(asked.key);
    const action = ofKey.find(({ groupLabel }) => groupLabel === asked.groupLabel) ?? asked;
    const attempt = { trace, face, action, file: files.first(action) };
    const first = await this.#tryAs(attempt, attempt.file);
    if (!first.taken) return this.#tryOtherwise(attempt, first);
    forms.taken(action);
    files.taken(action.key, attempt.file);
    if (first.by) this.#asItStands(action, first.by);
    return first;
  }

  /**
   * What was refused with other members, be it for the moment, and then taken without them takes none where other actions of the
   * process do not: it may come too seldom to be tried once more.
   */
  #asItStands(action: ActionDescription, taken: Exchange): void {
    const { forms, workflow } = this.#known;
    const isLikeOthers = workflow.actions.some(
      ({ key, dataSchema }) => forms.isFound(key) && dataSchema?.["additionalProperties"] === false,
    );
    if (!this.#refusedWithMore.has(action.key) || hasMore(taken, action) || !isLikeOthers) return;
    if (!forms.isFound(action.key)) this.#known.takesForm(action.key, forms.takenAsItStands(action));
  }

  /** What is cheap and tells much comes first: who sends it, then what it may not bring, the file, and other data. */
  async #tryOtherwise(attempt: Attempt, first: Answered): Promise<Tried> {
    const { doers, forms } = this.#known;
    const { trace, face, action } = attempt;
    const refused = first.answered ? first.refusals.at(-1) : undefined;
    const isOpen = doers.isOpen(action);
    // Everything was tried with the right data when these were found.
    if (first.isOver && forms.isRight(action)) return first;
    if (refused && isOpen && (await this.#takenByAnother(attempt, refused))) return takenAfterAll;
    if (first.isOver) return first;
    const closed = forms.closed(action, first.refusals);
    if (closed) {
      this.#known.takesForm(action.key, closed);
      return this.try(trace, face, action);
    }
    if (!refused) return first;
    const withOtherFile = await this.#takenWithOtherFile(attempt, first.refusals);
    if (withOtherFile) return withOtherFile;
    const isTakenNow = await this.#takenWithOtherData(attempt, refused, isOpen);
    this.#known.keepShown();
    if (isTakenNow === undefined) return { ...first, answered: false };
    return isTakenNow ? takenAfterAll : this.#refused(attempt, first, refused);
  }

  /** What one face refuses the other may take; then nothing says that the action may not come. @param like whose data are sent again */
  async #tryAs(attempt: Attempt, file: Attached, like?: Exchange): Promise<Answered> {
    const { trace, face, action } = attempt;
    const refusals: Exchange[] = [];
    let answered = true;
    for (const through of startingWith(face)) {
      const exchange = await this.#sender.act(trace, through, action, file, undefined, like);
      if (exchange && succeeded(exchange))
        return { ...takenAfterAll, state: payloadMember(exchange, "state"), refusals, isOver: false, by: exchange };
      answered &&= exchange !== undefined && isTurnedDown(exchange);
      if (exchange) refusals.push(exchange);
      if (exchange && hasMore(exchange, action)) this.#refusedWithMore.add(action.key);
      if (!exchange || !answered || like) continue;
      if (await this.#takenWithTheNext({ trace, face, action, file }, exchange))
        return { ...takenAfterAll, refusals, isOver: false };
      const told = await this.#lookInto(action, exchange);
      if (told) return { ...told, refusals };
    }
    return { taken: false, answered, state: undefined, refusals, isOver: false };
  }

  /** Before more is sent: which members the refusal asks for, or that it speaks of the moment; undefined where it does neither. */
  async #lookInto(action: ActionDescription, refused: Exchange): Promise<Omit<Answered, "refusals"> | undefined> {
    const { forms, moment } = this.#known;
    const over = { taken: false, answered: true, state: undefined, isOver: true };
    if (this.#walks.mayLearnOf(action) && forms.isToBeSought(action, refused)) {
      const isTakenSo = await this.#takenInForm(action, refused);
      if (isTakenSo) return { ...takenAfterAll, isOver: false };
      if (isTakenSo === undefined) return { ...over, answered: false };
      if (forms.isRight(action)) return over;
    }
    return moment.isPassedOver(action.key, refused, this.#known.workflow) ? over : undefined;
  }

  /** What is refused without a file may be taken with one, the other way round, or with one of another kind. */
  async #takenWithOtherFile(attempt: Attempt, refusals: readonly Exchange[]): Promise<Tried | undefined> {
    const { action, file: first } = attempt;
    const { files, forms } = this.#known;
    const isTold = refusals.some(isAboutFiles);
    if (!files.isWorthTrying(action, !first, isTold)) return undefined;
    const isSure = isTold || !this.#walks.isListed();
    const instead = [...insteadOf(first, isTold ? refusals : []), ...(isTold ? [] : this.#typesOfListed(action))];
    const [all, others]: [Exchange[], Attached[]] = [[...refusals], instead];
    return this.#sender.beside(async () => {
      for (const [turn, file] of others.entries()) {
        // With the same data, so that the file alone tells the two apart.
        const other = await this.#tryAs(attempt, file, refusals.at(-1));
        if (other.taken) files.takenInstead(action.key, file, isSure);
        if (other.taken) return other;
        const isPast = other.answered && other.refusals.length > 0 && !other.refusals.some(isAboutFiles);
        if (first === false && refusals.every(isAboutFiles) && isPast) files.passes(action.key, file);
        // Behind the file more may be asked for.
        const last = isPast ? other.refusals.at(-1) : undefined;
        const isMore = last && forms.isRight(action) && asksForMembers(textOf(last));
        if (isMore && this.#walks.mayLearnOf(action) && (await this.#takenInForm(action, last))) return takenAfterAll;
        all.push(...other.refusals);
        const further = isTold && turn === 0 ? otherFiles(all, file) : [];
        others.push(...further.filter((one) => !others.some((known) => isDeepStrictEqual(known, one))));
      }
      return undefined;
    });
  }

  /** What the state lists, with data of a form that was given, may want a file of a type of which no refusal speaks: once for each. */
  #typesOfListed({ key, dataSchema, examples }: ActionDescription): readonly Attached[] {
    const isGiven = dataSchema !== undefined || examples !== undefined;
    if (!isGiven || !this.#walks.isListed() || this.#typesTried.has(key)) return [];
    this.#typesTried.add(key);
    return typedFiles;
  }

  /** With other data, or by another user; undefined where no answer came. @param isOpen true where others were asked already */
  async #takenWithOtherData(attempt: Attempt, refused: Exchange, isOpen: boolean): Promise<boolean | undefined> {
    const { action } = attempt;
    const { areAsked } = this.#known.doers;
    if (!areAsked && (await this.#takenByAnother(attempt, refused))) return true;
    if (await this.#takenAsShown(attempt, refused)) return true;
    if (!this.#walks.mayLearnOf(action)) {
      const file = this.#known.files.first(action);
      const isTakenNow = await this.#takenAsTold({ ...attempt, file }, refused);
      if (isTakenNow !== false) return isTakenNow;
      if (await this.#takenAsStateTells({ ...attempt, file }, refused)) return true;
      if (await this.#takenWithOthersTold({ ...attempt, file }, refused)) return true;
    } else {
      const isTakenNow = (await this.#takenAsTold(attempt, refused)) || (await this.#takenInForm(action, refused));
      if (isTakenNow !== false) return isTakenNow;
      if (await this.#takenAsStateTells({ ...attempt, file: this.#known.files.first(action) }, refused)) return true;
      if (await this.#takenAsItStands(attempt)) return true;
      if (await this.#takenWithOthers(attempt, refused)) return true;
    }
    // Of whom nothing is known is tried last, beside others who act for the group.
    return areAsked && !isOpen && this.#takenByAnother(attempt, refused);
  }

  /** Nothing got it taken: the examples of what comes before it may, on another trace. */
  async #refused({ action }: Attempt, first: Answered, refused: Exchange): Promise<Tried> {
    const { files, forms, moment } = this.#known;
    const isTried = this.#walks.mayLearnOf(action) && files.isTried && this.#walks.stage() === "first";
    const elsewhere = isTried ? await forms.elsewhere(this.#known.workflow, action, refused) : undefined;
    if (elsewhere) this.#known.workflow = elsewhere;
    else moment.refused(action.key, first.refusals, this.#known.workflow);
    this.#sender.inputs.refused(action.key);
    // What is taken elsewhere was not refused for the order of actions.
    return { ...first, answered: !elsewhere };
  }

  /**
   * Another user may be let do it in the same place, be it as one of the group, or as who did nothing on the trace. Where
   * who sends it may be what was refused, first with what the action was taken with before, so that nothing else is new.
   */
  async #takenByAnother(attempt: Attempt, refused: Exchange, asItStands?: Like): Promise<boolean> {
    const { action } = attempt;
    const { doers, files, takenLast } = this.#known;
    const like = doers.areAsked ? "example" : asItStands;
    const isOfData = mayBeForm(refused) && !aboutMoment.test(textOf(refused));
    const last = like === undefined && !isOfData ? takenLast.get(action.key) : undefined;
    const hadFiles = last !== undefined && "files" in last.intent && last.intent.files.length > 0;
    if (last && (await this.#takenBySome(attempt, refused, hadFiles && files.wants(action), last))) return true;
    return this.#takenBySome(attempt, refused, files.first(action), like);
  }

  async #takenBySome({ trace, face, action }: Attempt, refused: Exchange, file: Attached, like?: Like) {
    const { doers } = this.#known;
    const send = (by: Account) => this.#sender.act(trace, face, action, file, by, like);
    const trial = () => doers.instead({ action, refused, trace }, send);
    const taken = await (doers.areAsked ? this.#sender.beside(trial) : trial());
    if (taken) return true;
    if (this.#walks.stage() === "again") return false;
    return doers.takenAsTold({ action, refused, trace }, (told) => this.#takenInForm(action, told));
  }

  /** Of a choice each value may come once on a trace, as each of the areas that are closed one after the other. */
  async #takenWithTheNext(attempt: Attempt, refused: Exchange): Promise<boolean> {
    const form = this.#known.forms.onceEach.withOnceEach(attempt.action, refused);
    return form !== undefined && this.#takenIn(attempt, form);
  }

  /** Whether the action is taken in this form, which goes with it from then on. */
  async #takenIn({ trace, face, action, file }: Attempt, form: JsonObject): Promise<boolean> {
    if (!isTaken(await this.#sender.act(trace, face, { ...action, dataSchema: form }, file))) return false;
    this.#known.takenIn(action.key, form);
    return true;
  }

  /** What the state shows may be what is wanted where an example has a text of its own. */
  async #takenAsShown({ trace, face, action, file: first }: Attempt, refused: Exchange): Promise<boolean> {
    const { files, forms, shown } = this.#known;
    let last: Exchange | undefined;
    const again = async (kept: ActionDescription, file = first) => {
      last = await this.#sender.act(trace, face, kept, file, senderOf(refused));
      if (file !== first && last && succeeded(last)) files.takenInstead(action.key, file, true);
      return last;
    };
    const taken = await shown.isTaken(action, refused, () => this.#walks.readFor(senderOf(refused), trace), again);
    // What was refused with other members beside it, and is taken without, takes none.
    if (taken && last && !hasMore(last, action) && this.#refusedWithMore.has(action.key))
      this.#known.takesForm(action.key, forms.takenAsItStands(action));
    return taken;
  }

  /** The refusal may name members that the form wants, which go with it from then on; undefined where no answer came. */
  async #takenInForm(action: ActionDescription, refused: Exchange): Promise<boolean | undefined> {
    const { intent } = refused;
    const { traceId = undefined } = intent.kind === "act" ? intent : {};
    const read = traceId === undefined ? undefined : () => this.#walks.readFor(senderOf(refused), traceId);
    const found = await this.#known.seekForm(action, refused, read);
    if (!found) return false;
    if (!found.refusedOtherwise || refused.intent.kind !== "act") return true;
    // With these data a file may be what is wanted, or another user.
    const { taken, answered } = await this.try(refused.intent.traceId, refused.face, action);
    return answered ? taken : undefined;
  }

  /** An example may be refused for who sends it alone, where data made like it are refused for themselves. */
  async #takenAsItStands(attempt: Attempt): Promise<boolean> {
    const { action, trace } = attempt;
    const { forms } = this.#known;
    const refused = forms.refusedAsItStands(action, trace);
    if (!refused || !(await this.#takenByAnother(attempt, refused, "example"))) return false;
    this.#known.takesForm(action.key, forms.takenAsItStands(action));
    return true;
  }

  /**
   * The refusal may tell what an earlier action brought, or how long a text may be; something else may be refused then, as a
   * value that goes with it.
   */
  async #takenAsTold({ trace, face, action, file }: Attempt, refused: Exchange): Promise<boolean | undefined> {
    const { forms } = this.#known;
    const form = forms.narrowed.withBrought(action, refused) ?? forms.narrowed.withShorterTexts(action, refused);
    if (!form) return false;
    const before = this.#known.workflow;
    this.#known.takesForm(action.key, form.schema);
    const sent = await this.#sender.act(trace, face, { ...action, dataSchema: form.schema }, file);
    const isOther = sent !== undefined && isTurnedDown(sent) && !form.isStillRefused(sent);
    if (!isTaken(sent) && !isOther) {
      this.#known.workflow = before;
      return false;
    }
    if (isTaken(sent)) forms.takenWithin(action.key, form.schema);
    const again = isOther ? await this.try(trace, face, action) : takenAfterAll;
    return again.answered ? again.taken : undefined;
  }

  /** Where a schema leaves a text open, the refusal may want one that the state shows, as the number of an offer that was made. */
  async #takenAsStateTells(attempt: Attempt, refused: Exchange): Promise<boolean> {
    const { dataSchema, examples, key } = attempt.action;
    const tried = this.#stateTold.get(key) ?? 0;
    const isFound = this.#known.forms.isFound(key);
    if (!dataSchema || examples || isFound || tried >= maxStateTold || !mayBeForm(refused)) return false;
    const references = new ShownReferences(() => this.#walks.readFor(senderOf(refused), attempt.trace));
    for (const [name, value] of Object.entries(dataOf(refused))) {
      for (const { value: shown, schema, shownAt } of await valuesShown(references, name, value, textOf(refused), [])) {
        const form = withProperties(dataSchema, { [name]: schema });
        if (shownAt) this.#known.shown.add({ [String([shown].flat()[0])]: shownAt });
        this.#stateTold.set(key, tried + 1);
        if (await this.#takenIn(attempt, form)) return true;
      }
    }
    return false;
  }

  /**
   * The refusal may tell that a code came before, or the bound that a number is beyond, numbers must fit each other as they did
   * once, or a value of a choice is what is refused.
   */
  async #takenWithOthersTold(attempt: Attempt, refused: Exchange): Promise<boolean> {
    const { trace, face, action, file } = attempt;
    const { forms } = this.#known;
    for (const { action: other } of forms.isFound(action.key) ? forms.withOtherCodes(action, refused) : []) {
      if (!isTaken(await this.#sender.act(trace, face, other, file))) continue;
      this.#known.workflow = forms.takenWithOtherCodes(this.#known.workflow, other);
      return true;
    }
    for (const form of [
      forms.narrowed.withBoundsTold(action, refused),
      forms.narrowed.withNumbersKept(action, refused),
      forms.narrowed.withoutValuesRefused(action, refused),
    ])
      if (form && (await this.#takenIn(attempt, form))) return true;
    for (const form of forms.narrowed.withOtherValues(action, refused))
      if (isTaken(await this.#sender.act(trace, face, { ...action, dataSchema: form }, file))) return true;
    // The next traces have them so.
    for (const [key, form] of forms.narrowed.withNumbersItFollows(action, refused, this.#known.workflow))
      this.#known.takenIn(key, form);
    return false;
  }

  /** Other numbers may be taken where these were refused, or other codes; they go with the action from then on. */
  async #takenWithOthers({ trace, face, action }: Attempt, refused: Exchange): Promise<boolean> {
    const { files, forms, numbers } = this.#known;
    const isTakenSo = () => this.#takenWithOthersTold({ trace, face, action, file: files.first(action) }, refused);
    if (!files.isTried || !mayBeNumbers(refused)) return isTakenSo();
    const others = [...numbers.others(action, trace), ...forms.withOtherCodes(action, refused)];
    for (const { action: other, end } of others) {
      const exchange = await this.#sender.act(trace, face, other, files.first(action));
      if (!isTaken(exchange)) continue;
      const now = this.#known.workflow;
      this.#known.workflow = end ? numbers.taken(now, action.key, end) : forms.takenWithOtherCodes(now, other);
      return true;
    }
    return isTakenSo();
  }
}
