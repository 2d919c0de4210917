/** Notes which data actions of a workflow take, and searches for their forms. */
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

/**
 * The form of an action is searched for at most so many times; after that, its examples are tried at so many further
 * places.
 */
const [maxSought, maxFurther] = [2, 3];
/** The form of an action is searched for after refusals of at most so many kinds. */
const maxKinds = 3;
/** At most so many forms with other codes are tried at a time. */
const maxOtherCodes = 2;

interface WithOtherCodes {
  readonly action: ActionDescription;
  /** Present only for the same shape as an action with other numbers. */
  readonly end: undefined;
}

export class FormsTried {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  readonly #workflow: number;
  /** By the key of an action: the schema of accepted data. */
  readonly #taken = new Map<string, JsonObject>();
  /** By the key of an action: data found right though the action was refused for something else; not accepted yet. */
  readonly #right = new Map<string, FormTaken>();
  /** Actions that take nothing beyond their only example, as refusals say, and the schema used for them. */
  readonly #closed = new Map<string, { readonly action: ActionDescription; readonly schema: JsonObject }>();
  /** By the key of an action: the places where its form was searched for. */
  readonly #sought = new Map<string, Set<string>>();
  /** By the key of an action: the kinds of refusals after which its form was searched for. */
  readonly #kinds = new Map<string, Set<string>>();
  readonly #sent = new SentData();
  readonly #together: ExamplesTogether;
  /** Keys of actions that were accepted with codes other than those of their examples, and how often that was tried. */
  readonly #otherCodes = new Set<string>();
  readonly #codesTried = new Map<string, number>();
  readonly #brought = new BroughtTo();
  readonly onceEach = new OnceEach();
  /** The key of the action whose form is being searched for. */
  #beingSought: string | undefined;
  readonly #lengths = new LengthsTaken();
  readonly #numbers = new NumbersTaken();
  /** Keys of actions that were accepted once the actions before them sent their examples. */
  readonly #afterExamples = new Set<string>();

  /** What to try where data of a form found are refused. */
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

  /** Notes everything that was answered; returns the exchanges. */
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

  /**
   * The steps with references to what other actions of the trace sent, where forms have such. Steps of a running search
   * stay as they are.
   */
  named(steps: Script["steps"], workflow: WorkflowDescription): Script["steps"] {
    if (steps.some((step) => "op" in step && step.op === "act" && step.action === this.#beingSought)) return steps;
    const workflows: WorkflowDescription[] = [];
    workflows[this.#workflow] = workflow;
    const known = Array.from(workflows, (one) => one ?? { id: "", actions: [] });
    return withReferences({ id: "", title: "", steps }, known, this.#brought.of).steps;
  }

  /** Runs a search during which the action is sent exactly as the search says. */
  async #asTried<Outcome>({ key, examples }: ActionDescription, search: () => Promise<Outcome>): Promise<Outcome> {
    this.#beingSought = examples ? undefined : key;
    const outcome = await search();
    this.#beingSought = undefined;
    return outcome;
  }

  /** Keys of actions that are accepted after the examples of those before them, and were refused elsewhere. */
  get afterExamples(): readonly string[] {
    return [...this.#afterExamples];
  }

  /** Keys of appended actions whose codes must be unique, e.g. the number of a receipt. */
  get ownTexts(): readonly string[] {
    return [...this.#otherCodes];
  }

  /**
   * The action with other codes than those of its examples, which may be used up; none where the examples have no
   * codes, where that was tried often enough, or where the action was accepted and the refusal names none of its codes.
   */
  withOtherCodes(action: ActionDescription, refused: Exchange): readonly WithOtherCodes[] {
    const tried = this.#codesTried.get(action.key) ?? 0;
    const named = this.#taken.has(action.key) ? codesNamed(refused, action) : undefined;
    if (named?.length === 0 || tried >= maxSought || !mayBeForm(refused)) return [];
    const forms = formsOfOtherCodes(action, named).slice(0, maxOtherCodes);
    if (forms.length > 0) this.#codesTried.set(action.key, tried + 1);
    return forms.map((dataSchema) => ({ action: { ...action, dataSchema }, end: undefined }));
  }

  /** The form without a value that both faces refused on this trace; undefined where they did not. */
  withoutValue({ key, dataSchema }: ActionDescription, trace: string, of: OfValue): JsonObject | undefined {
    const refused = (this.#sent.refused.get(key) ?? []).filter(
      ({ intent }) => intent.traceId === trace && sameJson(Object(intent.data)[of.member] ?? null, of.value),
    );
    const isByBoth = faces.every((face) => refused.some((one) => one.face === face));
    const [last] = refused.slice(-1);
    // A value that was accepted on this trace before is right, and may come only once.
    if (last && this.onceEach.cameBefore(last, of.member, of.value)) return undefined;
    const isWrong = isByBoth && last && mayBeForm(last) && isOfValue(last, of.member, of.value);
    return dataSchema && isWrong && this.#taken.has(key) ? withoutValue(dataSchema, of.member, of.value) : undefined;
  }

  /** Notes that the action was accepted in this form. */
  takenWithin(key: string, schema: JsonObject): void {
    this.#taken.set(key, schema);
  }

  /** Notes that the action was accepted with other codes; returns the workflow in which its codes are unique. */
  takenWithOtherCodes(workflow: WorkflowDescription, { key, dataSchema = {} }: ActionDescription): WorkflowDescription {
    this.#taken.set(key, dataSchema);
    this.#otherCodes.add(key);
    return withForm(workflow, key, dataSchema);
  }

  /**
   * The workflow with forms with which the action is accepted on another trace, after the examples of the actions
   * before it; undefined where none are found.
   */
  async elsewhere(workflow: WorkflowDescription, action: ActionDescription, refused: Exchange) {
    const found = mayBeForm(refused) && (await this.#together.seek(workflow, action, refused));
    if (!found) return undefined;
    this.#afterExamples.add(action.key);
    for (const [key, schema] of Object.entries(found)) this.#taken.set(key, schema);
    return Object.entries(found).reduce((changed, [key, schema]) => withForm(changed, key, schema), workflow);
  }

  /** By the key of an action: the form that was found. */
  get found(): Readonly<Record<string, JsonObject>> {
    // An action that was never accepted may take no texts but those of its example.
    const closed = [...this.#closed].map(([key, { action }]) => [key, exactly(action.examples ?? [])] as const);
    const taken = [...this.#taken].map(([key, schema]) => [key, this.#lengths.within(key, schema)] as const);
    return { ...Object.fromEntries(closed), ...Object.fromEntries(taken) };
  }

  /**
   * The form without members beyond the only example, where a refusal names one of those; undefined where that is
   * known, or not the case.
   */
  closed(action: ActionDescription, refusals: readonly Exchange[]): JsonObject | undefined {
    if (this.#closed.has(action.key) || this.#taken.has(action.key)) return undefined;
    const isTold = refusals.some((refused) => mayBeForm(refused) && namesBeside(refused, action));
    const schema = isTold ? withoutOthers(action) : undefined;
    if (schema) this.#closed.set(action.key, { action, schema });
    return schema;
  }

  /**
   * The last refusal on this trace of an example sent unchanged; undefined where there is none, or the form is known.
   */
  refusedAsItStands({ key, examples = [] }: ActionDescription, trace: string): Exchange | undefined {
    if (this.#taken.has(key)) return undefined;
    return this.#sent.refused
      .get(key)
      ?.findLast(({ intent }) => intent.traceId === trace && examples.some((one) => sameJson(one, intent.data)));
  }

  /** Notes that another user was allowed the action with an example unchanged; returns the form of the examples. */
  takenAsItStands({ key, examples = [] }: ActionDescription): JsonObject {
    const schema = exactly(examples);
    this.#taken.set(key, schema);
    return schema;
  }

  /** Notes that the action was accepted with the data that it is sent with now. */
  taken({ key }: ActionDescription): void {
    const closed = this.#closed.get(key);
    if (closed && !this.#taken.has(key)) this.#taken.set(key, closed.schema);
  }

  /** True where trials found what it takes, whole or except for references to its trace. */
  isFound(key: string): boolean {
    return this.#taken.has(key) || this.#right.has(key);
  }

  /** True where its data are right and it is refused for something else. */
  isRight({ key }: ActionDescription): boolean {
    return this.#right.has(key) && !this.#taken.has(key);
  }

  /** True where a refusal asks for members that were not searched for yet. */
  isToBeSought({ key, dataSchema, examples }: ActionDescription, refused: Exchange): boolean {
    const isSought = this.#sought.has(key) && !this.#asksAnew(key, refused);
    const isOpen = !dataSchema && !examples && !this.#taken.has(key) && !isSought;
    return isOpen && mayBeForm(refused) && !isAboutFiles(refused) && asksForMembers(textOf(refused));
  }

  /** True where members are asked for by a new kind of refusal. */
  #asksAnew(key: string, refused: Exchange): boolean {
    const kinds = this.#kinds.get(key) ?? new Set();
    return asksForMembers(textOf(refused)) && kinds.size < maxKinds && !kinds.has(kindOf(refused));
  }

  /**
   * The form with the members that one value of a member requires, which was refused last on this trace; undefined
   * where its refusal does not ask for members, or none are found.
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
   * Searches for what the action takes; also returns data that are right where the action is then refused for something
   * else. Undefined where nothing is found.
   * @param read reads the state of the trace
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
    // A refusal that says nothing about data does not count as a place that was searched.
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
