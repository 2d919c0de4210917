/** What was seen of the data that actions of a workflow take: members that refusals name, and forms that take no others. */
import { withReferences } from "../../../generators/index.ts";
import { namesAt } from "../../../spec/data-schemas/resolve.ts";
import { faces } from "../../../spec/operations.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account, Script } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import { BroughtTo } from "../../seen/brought.ts";
import { NarrowedForms } from "./narrowed-forms.ts";
import { SentData } from "./sent-data.ts";
import { exactly, takenOnTrace, withoutOthers, type FormTaken } from "./as-they-stand.ts";
import { isOfValue, withoutValue } from "./choices-tried.ts";
import { codesNamed, formsOfOtherCodes } from "./codes-once.ts";
import { ExamplesTogether } from "./examples-together.ts";
import { formOfRefused, withForm } from "./form.ts";
import { asksForOthers, formOfValue, type OfValue } from "./form-of-value.ts";
import { isAboutFiles } from "./files/file-types.ts";
import { LengthsTaken } from "./lengths-taken.ts";
import { NumbersTaken } from "./numbers-taken.ts";
import { OnceEach } from "./once-each.ts";
import {
  aboutMoment,
  asksForMembers,
  isAboutData,
  kindOf,
  mayBeForm,
  namesBeside,
  textOf,
} from "./told/refusal-words.ts";

/** So often the form of one action is looked for at most, and at so many further places its examples are tried as they stand. */
const [maxSought, maxFurther] = [2, 3];
/** For refusals of so many kinds the form of one action is looked for. */
const maxKinds = 3;
/** So many forms with other codes are tried each time. */
const maxOtherCodes = 2;

interface WithOtherCodes {
  readonly action: ActionDescription;
  /** As of an action with other numbers: these stay as they are. */
  readonly end: undefined;
}

export class FormsTried {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  readonly #workflow: number;
  /** Schemas of data that were taken, by the key of the action. */
  readonly #taken = new Map<string, JsonObject>();
  /** By the key of the action, what was right where something else than its data was refused: it was not taken yet. */
  readonly #right = new Map<string, FormTaken>();
  /** Actions that take nothing beside what their only example has, as refusals say, and what is sent with them then. */
  readonly #closed = new Map<string, { readonly action: ActionDescription; readonly schema: JsonObject }>();
  /** By the key of the action, the places where: where it may not come, none is found. */
  readonly #sought = new Map<string, Set<string>>();
  /** By the key of the action, of which kinds the refusals were for which its form was looked for. */
  readonly #kinds = new Map<string, Set<string>>();
  readonly #sent = new SentData();
  readonly #together: ExamplesTogether;
  /** Keys of actions that were taken once the codes of their examples were others, and how often that was tried. */
  readonly #otherCodes = new Set<string>();
  readonly #codesTried = new Map<string, number>();
  readonly #brought = new BroughtTo();
  readonly onceEach = new OnceEach();
  /** The key of the action whose form is looked for just now. */
  #beingSought: string | undefined;
  readonly #lengths = new LengthsTaken();
  readonly #numbers = new NumbersTaken();
  /** Keys of actions that were taken once those before them brought their examples. */
  readonly #afterExamples = new Set<string>();

  /** What is tried where a form was found, and data of it are refused. */
  readonly narrowed = new NarrowedForms({
    sent: this.#sent,
    brought: this.#brought,
    numbers: this.#numbers,
    isTaken: (key) => this.#taken.has(key),
    isFound: (key) => this.isFound(key),
    isOfKind: (key, refused) => this.#kinds.get(key)?.has(kindOf(refused)) === true,
  });

  constructor(context: Pick<ProbeContext, "run" | "runId">, workflow: number) {
    this.#context = context;
    this.#workflow = workflow;
    this.#together = new ExamplesTogether(context, workflow);
  }

  /** Told of everything that was answered; gives it back. */
  seen(exchanges: readonly Exchange[]): readonly Exchange[] {
    this.#lengths.noted(exchanges);
    this.#numbers.noted(exchanges);
    for (const exchange of exchanges) this.#note(exchange);
    return this.#together.seen(this.#brought.noted({ exchanges }).exchanges);
  }

  #note(exchange: Exchange): void {
    const { intent } = exchange;
    const trace = this.#sent.note(exchange);
    if (!isAction(intent) || !succeeded(exchange)) return;
    if (trace !== undefined && isJsonObject(intent.data)) this.onceEach.note(trace, intent.actionKey, intent.data);
    const right = this.#right.get(String(intent.actionKey))?.schema;
    const hasAll = right && namesAt(right, "required").every((name) => Object.hasOwn(Object(intent.data), name));
    if (hasAll && !this.#taken.has(String(intent.actionKey))) this.#taken.set(String(intent.actionKey), right);
  }

  /** The steps, in which actions name what others of their trace brought, where their forms were found so. */
  named(steps: Script["steps"], workflow: WorkflowDescription): Script["steps"] {
    if (steps.some((step) => "op" in step && step.op === "act" && step.action === this.#beingSought)) return steps;
    const workflows: WorkflowDescription[] = [];
    workflows[this.#workflow] = workflow;
    const known = Array.from(workflows, (one) => one ?? { id: "", actions: [] });
    return withReferences({ id: "", title: "", steps }, known, this.#brought.of).steps;
  }

  /** The outcome of a search for a form, while which the action is sent with what is tried alone: what it names is part of that. */
  async #asTried<Outcome>({ key, examples }: ActionDescription, search: () => Promise<Outcome>): Promise<Outcome> {
    this.#beingSought = examples ? undefined : key;
    const outcome = await search();
    this.#beingSought = undefined;
    return outcome;
  }

  /** Keys of actions that are taken where those before them bring their examples, and were refused elsewhere. */
  get afterExamples(): readonly string[] {
    return [...this.#afterExamples];
  }

  /** Keys of appended actions that must bring codes of their own, such as the number of a receipt. */
  get ownTexts(): readonly string[] {
    return [...this.#otherCodes];
  }

  /**
   * The action with codes that are others of the shape of those in its examples, which may have come once already; none where
   * its examples have no codes, where that was tried often enough, or where it was taken and no code of it is what is refused.
   */
  withOtherCodes(action: ActionDescription, refused: Exchange): readonly WithOtherCodes[] {
    const tried = this.#codesTried.get(action.key) ?? 0;
    const named = this.#taken.has(action.key) ? codesNamed(refused, action) : undefined;
    if (named?.length === 0 || tried >= maxSought || !mayBeForm(refused)) return [];
    const forms = formsOfOtherCodes(action, named).slice(0, maxOtherCodes);
    if (forms.length > 0) this.#codesTried.set(action.key, tried + 1);
    return forms.map((dataSchema) => ({ action: { ...action, dataSchema }, end: undefined }));
  }

  /** The form that was found without a value that both faces refused on this trace for itself; undefined where they did not. */
  withoutValue({ key, dataSchema }: ActionDescription, trace: string, of: OfValue): JsonObject | undefined {
    const refused = (this.#sent.refused.get(key) ?? []).filter(
      ({ intent }) => intent.traceId === trace && sameJson(Object(intent.data)[of.member] ?? null, of.value),
    );
    const isByBoth = faces.every((face) => refused.some((one) => one.face === face));
    const [last] = refused.slice(-1);
    // What came on the trace before is right, and comes once.
    if (last && this.onceEach.cameBefore(last, of.member, of.value)) return undefined;
    const isWrong = isByBoth && last && mayBeForm(last) && isOfValue(last, of.member, of.value);
    return dataSchema && isWrong && this.#taken.has(key) ? withoutValue(dataSchema, of.member, of.value) : undefined;
  }

  /** Told that the action was taken in this form. */
  takenWithin(key: string, schema: JsonObject): void {
    this.#taken.set(key, schema);
  }

  /** Told that the action was taken with such codes; the workflow in which each brings others. */
  takenWithOtherCodes(workflow: WorkflowDescription, { key, dataSchema = {} }: ActionDescription): WorkflowDescription {
    this.#taken.set(key, dataSchema);
    this.#otherCodes.add(key);
    return withForm(workflow, key, dataSchema);
  }

  /**
   * The workflow with the forms with which the action is taken on another trace, where those before it bring their examples
   * as well; undefined where none are found.
   */
  async elsewhere(workflow: WorkflowDescription, action: ActionDescription, refused: Exchange) {
    const found = mayBeForm(refused) && (await this.#together.seek(workflow, action, refused));
    if (!found) return undefined;
    this.#afterExamples.add(action.key);
    for (const [key, schema] of Object.entries(found)) this.#taken.set(key, schema);
    return Object.entries(found).reduce((changed, [key, schema]) => withForm(changed, key, schema), workflow);
  }

  /**
   * Schemas of actions, by key: of those that were taken once they had members that their refusals named, or none but
   * those of their example.
   */
  get found(): Readonly<Record<string, JsonObject>> {
    // What was never taken need not take other texts than its example has.
    const closed = [...this.#closed].map(([key, { action }]) => [key, exactly(action.examples ?? [])] as const);
    const taken = [...this.#taken].map(([key, schema]) => [key, this.#lengths.within(key, schema)] as const);
    return { ...Object.fromEntries(closed), ...Object.fromEntries(taken) };
  }

  /**
   * The schema of data with nothing beside what the only example has, where refusals name what stood beside it; undefined
   * where that is known, or where they do not.
   */
  closed(action: ActionDescription, refusals: readonly Exchange[]): JsonObject | undefined {
    if (this.#closed.has(action.key) || this.#taken.has(action.key)) return undefined;
    const isTold = refusals.some((refused) => mayBeForm(refused) && namesBeside(refused, action));
    const schema = isTold ? withoutOthers(action) : undefined;
    if (schema) this.#closed.set(action.key, { action, schema });
    return schema;
  }

  /** How an example of the action was refused as it stands, last on this trace; undefined where none was, or it is taken. */
  refusedAsItStands({ key, examples = [] }: ActionDescription, trace: string): Exchange | undefined {
    if (this.#taken.has(key)) return undefined;
    return this.#sent.refused
      .get(key)
      ?.findLast(({ intent }) => intent.traceId === trace && examples.some((one) => sameJson(one, intent.data)));
  }

  /** Told that somebody else was let do the action with an example as it stands; the form of these. */
  takenAsItStands({ key, examples = [] }: ActionDescription): JsonObject {
    const schema = exactly(examples);
    this.#taken.set(key, schema);
    return schema;
  }

  /** Told that the action was taken with the data that it is sent with now. */
  taken({ key }: ActionDescription): void {
    const closed = this.#closed.get(key);
    if (closed && !this.#taken.has(key)) this.#taken.set(key, closed.schema);
  }

  /** True where trials found what it takes, in whole or but for what its trace tells. */
  isFound(key: string): boolean {
    return this.#taken.has(key) || this.#right.has(key);
  }

  /** True where it is refused for something else than its data, in whatever way it was tried. */
  isRight({ key }: ActionDescription): boolean {
    return this.#right.has(key) && !this.#taken.has(key);
  }

  /** True where members are what is refused, and which are wanted was not looked for yet: nothing else tells as much. */
  isToBeSought({ key, dataSchema, examples }: ActionDescription, refused: Exchange): boolean {
    const isSought = this.#sought.has(key) && !this.#asksAnew(key, refused);
    const isOpen = !dataSchema && !examples && !this.#taken.has(key) && !isSought;
    return isOpen && mayBeForm(refused) && !isAboutFiles(refused) && asksForMembers(textOf(refused));
  }

  /** True where members are asked for, and what was looked into so far were refusals of other kinds: of the order, perhaps. */
  #asksAnew(key: string, refused: Exchange): boolean {
    const kinds = this.#kinds.get(key) ?? new Set();
    return asksForMembers(textOf(refused)) && kinds.size < maxKinds && !kinds.has(kindOf(refused));
  }

  /**
   * The form of an action, found before, with what one value of a member wants beside it, which was refused last on this trace;
   * undefined where that is not what its refusal asks for, or nothing is found.
   */
  async seekOfValue(
    action: ActionDescription,
    trace: string,
    of: OfValue,
    readFor: (account: Account) => Promise<Json | undefined>,
  ) {
    const refused = this.#sent.refused.get(action.key)?.findLast(({ intent }) => intent.traceId === trace);
    if (!refused || !this.#taken.has(action.key) || !mayBeForm(refused) || !asksForOthers(refused, of.member))
      return undefined;
    const onTrace = { brought: this.#brought.of(trace), read: () => readFor(senderOf(refused)) };
    const found = await this.#asTried(action, () =>
      formOfValue(this.#context, this.#workflow, action, refused, of, onTrace),
    );
    if (found) this.#taken.set(action.key, found.schema);
    return found;
  }

  /**
   * With what the action was taken after what its refusal names was tried, or with what it was refused for something else than
   * its data; undefined where nothing is found.
   * @param read the state of the trace on which it was refused
   */
  async seek(
    known: ActionDescription,
    refused: Exchange,
    read?: () => Promise<Json | undefined>,
  ): Promise<FormTaken | undefined> {
    const begun = this.#right.get(known.key)?.refusedOtherwise;
    if (begun && !begun.kinds.has(kindOf(refused)) && !asksForMembers(textOf(refused))) return undefined;
    const action = begun && !known.examples ? { ...known, dataSchema: undefined } : known;
    const sought = this.#sought.get(action.key) ?? new Set<string>();
    if (this.#taken.has(action.key) || sought.size >= maxSought + maxFurther) return undefined;
    const { intent } = refused;
    const trace = intent.kind === "act" ? intent.traceId : undefined;
    const place = [...(this.#sent.done.get(trace ?? "") ?? [])].sort().join(" ");
    // What says nothing of the data is no place where they were sought.
    const told = textOf(refused);
    const isOfMoment = aboutMoment.test(told) && !asksForMembers(told);
    if (!known.examples && (isOfMoment || !isAboutData(told))) return undefined;
    const isFurther = sought.size >= maxSought && !this.#asksAnew(action.key, refused);
    if (isFurther && (trace === undefined || !action.examples || sought.has(place))) return undefined;
    this.#kinds.set(action.key, (this.#kinds.get(action.key) ?? new Set()).add(kindOf(refused)));
    this.#sought.set(action.key, sought.add(isFurther ? place : `${place} ${String(sought.size)}`));
    const found = isFurther
      ? await takenOnTrace(this.#context, this.#workflow, action, trace ?? "", refused)
      : await this.#asTried(action, () =>
          formOfRefused(this.#context, this.#workflow, action, refused, this.#brought.of, { begun, read }),
        );
    if (found?.refusedOtherwise) this.#right.set(action.key, found);
    else if (found) this.#taken.set(action.key, found.schema);
    return found;
  }
}
