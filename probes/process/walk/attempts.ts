/**
 * Tries one action on a trace in every way that may get it accepted: other face, user, file, data. A single refusal
 * does not say that the action may not come here.
 */
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

/**
 * `first`: the first walks. `further`: walks with data that were seen to lead on. `again`: accepted actions are
 * repeated, and no form is searched for.
 */
export type Stage = "first" | "further" | "again";

/** What attempts ask of the walks that make them. */
export interface OfWalks {
  readonly stage: () => Stage;
  /** True where attempts may search for data that the action takes. */
  readonly mayLearnOf: (action: ActionDescription) => boolean;
  /** True where states are known to list what may come next. */
  readonly isListed: () => boolean;
  /** The state of a trace as this user is shown it. */
  readonly readFor: (account: Account, trace: string) => Promise<Json | undefined>;
}

/** An action to try on a trace, first through this face and with this file. */
interface Attempt {
  readonly trace: string;
  readonly face: Face;
  readonly action: ActionDescription;
  readonly file: Attached;
}

/** The outcome of an attempt, with each refusal. */
interface Answered extends Tried {
  readonly refusals: readonly Exchange[];
  /** True where it is known that neither a file nor other data get it accepted. */
  readonly isOver: boolean;
  /** The exchange that was accepted. */
  readonly by?: Exchange;
}

/** On how many traces texts of the state are tried as data of an action. */
const maxStateTold = 3;

const takenAfterAll: Tried = { taken: true, answered: true, state: undefined };

/** True for data with a member that no example of the action has. */
function hasMore(exchange: Exchange, { examples = [] }: ActionDescription): boolean {
  const names = new Set(examples.flatMap((example) => Object.keys(example)));
  return Object.keys(dataOf(exchange)).some((name) => !names.has(name));
}

export class Attempts {
  readonly #known: Known;
  readonly #sender: WalkSender;
  readonly #walks: OfWalks;
  /** Keys of actions that were refused with members beyond those of their examples. */
  readonly #refusedWithMore = new Set<string>();
  /** By the key of an action: on how many traces texts of the state were tried in place of those of its schema. */
  readonly #stateTold = new Map<string, number>();
  /** Keys of actions that were tried with files of the usual types, though no refusal spoke of files. */
  readonly #typesTried = new Set<string>();

  constructor(known: Known, sender: WalkSender, walks: OfWalks) {
    [this.#known, this.#sender, this.#walks] = [known, sender, walks];
  }

  /** Tries the action as it is known, then in other ways if it is refused. */
  async try(trace: string, face: Face, asked: ActionDescription): Promise<Tried> {
    const { files, forms } = this.#known;
    // Its form may have been found meanwhile, for another of its groups.
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
   * Notes that an action takes no members beyond its examples: it was refused with more and accepted without them, and
   * other actions of the process take no more either. The refusal may have been about the moment, but the action may
   * come too seldom to try again.
   */
  #asItStands(action: ActionDescription, taken: Exchange): void {
    const { forms, workflow } = this.#known;
    const isLikeOthers = workflow.actions.some(
      ({ key, dataSchema }) => forms.isFound(key) && dataSchema?.["additionalProperties"] === false,
    );
    if (!this.#refusedWithMore.has(action.key) || hasMore(taken, action) || !isLikeOthers) return;
    if (!forms.isFound(action.key)) this.#known.takesForm(action.key, forms.takenAsItStands(action));
  }

  /** Tries other ways, the cheap and telling ones first: another user, no extra members, another file, other data. */
  async #tryOtherwise(attempt: Attempt, first: Answered): Promise<Tried> {
    const { doers, forms } = this.#known;
    const { trace, face, action } = attempt;
    const refused = first.answered ? first.refusals.at(-1) : undefined;
    const isOpen = doers.isOpen(action);
    // The right data were found by an attempt that tried everything else too.
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

  /**
   * Sends the action through both faces: one may accept what the other refuses.
   * @param like an exchange whose data are sent again
   */
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

  /**
   * Looks into a refusal before more is sent: searches for members that it asks for, and stops where it speaks of the
   * moment. Undefined where it does neither.
   */
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

  /**
   * Tries the action with a file where it was refused without one, without where it had one, and with files of other
   * types.
   */
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
        // With the same data, so that only the file differs.
        const other = await this.#tryAs(attempt, file, refusals.at(-1));
        if (other.taken) files.takenInstead(action.key, file, isSure);
        if (other.taken) return other;
        const isPast = other.answered && other.refusals.length > 0 && !other.refusals.some(isAboutFiles);
        if (first === false && refusals.every(isAboutFiles) && isPast) files.passes(action.key, file);
        // With the right file, the refusal may now ask for more data.
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

  /**
   * Files of the usual types, once for each action: where the state lists the action and its form is given, a refusal
   * may be about the file without saying so.
   */
  #typesOfListed({ key, dataSchema, examples }: ActionDescription): readonly Attached[] {
    const isGiven = dataSchema !== undefined || examples !== undefined;
    if (!isGiven || !this.#walks.isListed() || this.#typesTried.has(key)) return [];
    this.#typesTried.add(key);
    return typedFiles;
  }

  /**
   * Tries other data, or another user; undefined where no answer came.
   * @param isOpen true where other users were tried already
   */
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
    // Users about whom nothing is known come last, after those known to act for the group.
    return areAsked && !isOpen && this.#takenByAnother(attempt, refused);
  }

  /**
   * Nothing got the action accepted. Actions before it may have brought the wrong data, so their examples are tried on
   * another trace.
   */
  async #refused({ action }: Attempt, first: Answered, refused: Exchange): Promise<Tried> {
    const { files, forms, moment } = this.#known;
    const isTried = this.#walks.mayLearnOf(action) && files.isTried && this.#walks.stage() === "first";
    const elsewhere = isTried ? await forms.elsewhere(this.#known.workflow, action, refused) : undefined;
    if (elsewhere) this.#known.workflow = elsewhere;
    else moment.refused(action.key, first.refusals, this.#known.workflow);
    this.#sender.inputs.refused(action.key);
    // If it was accepted there, the order of actions was not the reason for the refusal.
    return { ...first, answered: !elsewhere };
  }

  /**
   * Tries other users in the same place: another of the group, or one who did nothing on the trace. Where the sender
   * may be the reason, the data that were accepted last are sent first, so that only the user differs.
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

  /**
   * Tries the next value of a choice: each may come once on a trace, e.g. each of the areas that are closed one after
   * the other.
   */
  async #takenWithTheNext(attempt: Attempt, refused: Exchange): Promise<boolean> {
    const form = this.#known.forms.onceEach.withOnceEach(attempt.action, refused);
    return form !== undefined && this.#takenIn(attempt, form);
  }

  /** Tries the action in this form, and keeps the form if it is accepted. */
  async #takenIn({ trace, face, action, file }: Attempt, form: JsonObject): Promise<boolean> {
    if (!isTaken(await this.#sender.act(trace, face, { ...action, dataSchema: form }, file))) return false;
    this.#known.takenIn(action.key, form);
    return true;
  }

  /** Tries a value of the state in place of a text that an example has, e.g. the id of an offer. */
  async #takenAsShown({ trace, face, action, file: first }: Attempt, refused: Exchange): Promise<boolean> {
    const { files, forms, shown } = this.#known;
    let last: Exchange | undefined;
    const again = async (kept: ActionDescription, file = first) => {
      last = await this.#sender.act(trace, face, kept, file, senderOf(refused));
      if (file !== first && last && succeeded(last)) files.takenInstead(action.key, file, true);
      return last;
    };
    const taken = await shown.isTaken(action, refused, () => this.#walks.readFor(senderOf(refused), trace), again);
    // Refused with more members, accepted without: it takes no others.
    if (taken && last && !hasMore(last, action) && this.#refusedWithMore.has(action.key))
      this.#known.takesForm(action.key, forms.takenAsItStands(action));
    return taken;
  }

  /** Searches for the form with members that the refusal names, and keeps it; undefined where no answer came. */
  async #takenInForm(action: ActionDescription, refused: Exchange): Promise<boolean | undefined> {
    const { intent } = refused;
    const { traceId = undefined } = intent.kind === "act" ? intent : {};
    const read = traceId === undefined ? undefined : () => this.#walks.readFor(senderOf(refused), traceId);
    const found = await this.#known.seekForm(action, refused, read);
    if (!found) return false;
    if (!found.refusedOtherwise || refused.intent.kind !== "act") return true;
    // With the right data, a file or another user may be what is missing.
    const { taken, answered } = await this.try(refused.intent.traceId, refused.face, action);
    return answered ? taken : undefined;
  }

  /**
   * Tries other users with the example as it stands: it may have been refused only for its sender, where data made from
   * it were refused for themselves.
   */
  async #takenAsItStands(attempt: Attempt): Promise<boolean> {
    const { action, trace } = attempt;
    const { forms } = this.#known;
    const refused = forms.refusedAsItStands(action, trace);
    if (!refused || !(await this.#takenByAnother(attempt, refused, "example"))) return false;
    this.#known.takesForm(action.key, forms.takenAsItStands(action));
    return true;
  }

  /**
   * Follows a refusal that tells what an earlier action brought, or how long a text may be. If another refusal comes
   * then, e.g. about a value that goes with it, that is followed too.
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

  /** Where the schema leaves a text open, tries texts that the state shows, e.g. the number of an offer. */
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
   * Follows a refusal that says that a code was used before, that a number is out of bounds, or that numbers do not fit
   * each other; else leaves out the value of a choice that may be refused.
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
    // Nothing helped on this trace: earlier actions bring other numbers on the next ones.
    for (const [key, form] of forms.narrowed.withNumbersItFollows(action, refused, this.#known.workflow))
      this.#known.takenIn(key, form);
    return false;
  }

  /** Tries other numbers or other codes, and keeps those that are accepted. */
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
