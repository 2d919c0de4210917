/**
 * Finds the form of the action that creates traces, where plain data are refused and nothing tells what is wanted:
 * members that the refusals name are added one by one, with values of each type, until the data are taken.
 */
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Reading } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { formOfExamples, takenOnTrace, type FormTaken } from "./as-they-stand.ts";
import { beyondForm } from "./beyond-form.ts";
import { chooseActions } from "../../fixture/choose-actions.ts";
import { actionData } from "../../fixture/fixture-data.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { countText } from "../../lib/wording.ts";
import { unknown, type ProbeContext } from "../../probe.ts";
import {
  aboutData,
  type Candidate,
  kinds,
  listedIn,
  namesMember,
  namesOwn,
  numbersIn,
  offeredIn,
  plainText,
  saysUnknown,
  textOf,
  wholeNumber,
  withinAnyBounds,
  wordsIn,
} from "./refusal-words.ts";

/** So many requests are sent at most to find what a form wants. */
const maxRequests = 60;
const maxMembers = 8;

/** Lengths of texts that tell who sent them, and the least of one where no shorter one is known to be taken. */
const roomyLengths = [80, 32, 20];
const leastOfRoomy = 20;

type FormReading = Reading<"action-forms">;

/** True for a refusal that may be about the data: by its status, neither the user nor the address is what is wrong. */
export const mayBeForm = ({ response }: Exchange): boolean => [400, 409, 412, 422].includes(response?.status ?? 0);

/** The reading; undefined where there is no sign that the data were what was refused. */
export async function formReading(context: ProbeContext): Promise<FormReading | undefined> {
  const { workflow, create } = chooseActions(context.target);
  const { id } = context.target.workflows[workflow] ?? {};
  const refusals = inOrder(context.histories()).filter(({ intent }) => intent.kind === "create");
  if (!create || id === undefined || refusals.length === 0 || !refusals.every(mayBeForm)) return undefined;
  if (create.examples) {
    const forms = await formsOfExamples(context, workflow, create, refusals);
    const keys = Object.keys(forms);
    const told = `Action ${keys.join(" and ")} takes an example, and not all data like it.`;
    return keys.length > 0 ? { value: { [id]: forms }, evidence: told } : undefined;
  }
  if (create.dataSchema) return undefined;
  // A refusal that says nothing of the data is no sign of a form: then creations are what does not work.
  if (!refusals.some((refusal) => aboutData.test(textOf(refusal)))) return undefined;
  const told = textOf(refusals[0]);
  const search = new FormSearch(context, workflow, create, { isClosed: namesOwn(told) });
  const found = await search.find(told);
  const tried = `${countText(search.requests, "request")} tried members that the refusals name`;
  if (!found) {
    return unknown(
      `Plain data were refused (${told.slice(0, 200)}), and ${tried}, without finding data that are taken; give \`examples:\` or a schema (\`data:\`) for action ${create.key}.`,
    );
  }
  const wanted = Object.entries(found).map(([name, schema]) => `${name} (${String(schema["type"] ?? "as tried")})`);
  return {
    value: { [id]: { [create.key]: schemaOf(found, search.isClosed) } },
    evidence: `Action ${create.key} wants ${wanted.join(", ")}${search.isClosed ? " and takes no other members" : ""}: plain data without were refused; ${tried}.`,
  };
}

type Members = Readonly<Record<string, JsonObject>>;

/** However many actions begin a trace: the forms of so many are looked for beside the one whose data were refused. */
const maxOthers = 3;

/** By key: a service that holds one beginning against its form holds the others against theirs. */
async function formsOfExamples(
  context: ProbeContext,
  workflow: number,
  refused: ActionDescription,
  refusals: readonly Exchange[],
): Promise<Members> {
  const actions = context.target.workflows[workflow]?.actions ?? [];
  const others = actions.filter((one) => one.creates && one.examples && one.key !== refused.key).slice(0, maxOthers);
  const forms: [string, JsonObject][] = [];
  for (const action of [refused, ...others]) {
    const refusal = refusals.find(({ intent }) => intent.kind === "create" && intent.actionKey === action.key);
    const beyond = refusal && (await formBeyondExamples(context, workflow, action, refusal));
    const schema = beyond ?? (await formOfExamples(context, workflow, action));
    if (schema) forms.push([action.key, schema]);
  }
  return Object.fromEntries(forms);
}

/**
 * The form of a creation with members that stand together as in data that were taken, where the configuration gives several
 * examples and mixing them is what was refused; undefined where nothing like it shows.
 */
async function formBeyondExamples(
  asker: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  action: ActionDescription,
  { intent }: Exchange,
): Promise<JsonObject | undefined> {
  const { examples = [] } = action;
  if (examples.length < 2 || intent.kind !== "create" || !isJsonObject(intent.data)) return undefined;
  const markerAt = intent.markerAt ? { markerAt: intent.markerAt } : {};
  const refused = { data: intent.data, ...markerAt };
  const taken = examples.map((data) => ({ data, ...markerAt }));
  const found = await beyondForm(asker, {
    workflow,
    actions: [action],
    action,
    deciding: [],
    refused,
    before: [],
    taken,
  });
  return found?.form;
}

/** So many requests at most go to what an action wants that is appended. */
const maxOnTrace = 40;

/**
 * What an action takes on its trace, or as its beginning: one of its examples as it stands, or data with the members that its
 * refusal names; undefined where none is found.
 */
export async function formOfRefused(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  action: ActionDescription,
  refused: Exchange,
): Promise<FormTaken | undefined> {
  const trace = refused.intent.kind === "act" ? refused.intent.traceId : undefined;
  if (action.examples) {
    const beyond = await formBeyondExamples(context, workflow, action, refused);
    if (beyond) return inForm(beyond);
    return trace === undefined
      ? inForm(await formOfExamples(context, workflow, action))
      : takenOnTrace(context, workflow, action, trace);
  }
  if (action.dataSchema) return undefined;
  if (!mayBeForm(refused) || !aboutData.test(textOf(refused))) return undefined;
  const told = textOf(refused);
  const search = new FormSearch(context, workflow, action, {
    isClosed: namesOwn(told),
    ...(trace === undefined ? {} : { trace }),
  });
  const found = await search.find(told);
  return inForm(found && schemaOf(found, search.isClosed));
}

const inForm = (schema: JsonObject | undefined): FormTaken | undefined => schema && { schema };

function schemaOf(members: Members, isClosed: boolean): JsonObject {
  const closed: JsonObject = isClosed ? { additionalProperties: false } : {};
  return { type: "object", required: Object.keys(members), properties: members, ...closed };
}

/** The workflow with this schema for the data of an action. */
export function withForm(workflow: WorkflowDescription, key: string, dataSchema: JsonObject): WorkflowDescription {
  const actions = workflow.actions.map((one) => (one.key === key ? { ...one, dataSchema } : one));
  return { ...workflow, actions };
}

type Candidates = Readonly<Record<string, Candidate>>;

const valuesOf = (candidates: Candidates): JsonObject =>
  Object.fromEntries(Object.entries(candidates).map(([name, { value }]) => [name, value]));

const schemasOf = (candidates: Candidates): Members =>
  Object.fromEntries(Object.entries(candidates).map(([name, { schema }]) => [name, schema]));

interface Answer {
  readonly taken: boolean;
  readonly refusal: string;
}

/** What is right by now, and how it was answered. */
interface Step extends Answer {
  readonly found: Candidates;
}

/** True where what is refused now, if anything, is another member. */
const isRight = ({ taken, refusal }: Answer, told: string, name: string): boolean =>
  taken || (refusal !== told && !namesMember(refusal, name));

const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w-])${name}(?![\\w-])`);

class FormSearch {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  /** The trace that the action is appended to; absent: it creates one. */
  readonly #trace: string | undefined;
  readonly #workflow: number;
  readonly #action: ActionDescription;
  #isClosed: boolean;
  /** What was right before it was known that no others may stand beside it, by the names of the members. */
  #before: Candidates = {};
  #requests = 0;

  /** @param trace where an action of this trace is tried, and no creation */
  constructor(
    context: Pick<ProbeContext, "run" | "runId">,
    workflow: number,
    action: ActionDescription,
    { isClosed = false, trace }: { readonly isClosed?: boolean; readonly trace?: string } = {},
  ) {
    this.#trace = trace;
    this.#context = context;
    this.#workflow = workflow;
    this.#action = action;
    this.#isClosed = isClosed;
  }

  get requests(): number {
    return this.#requests;
  }

  /** True where members that no form knows are refused: then none are sent but those that are tried. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The members with which data are taken. @param told what the refusal of plain data says */
  async find(told: string): Promise<Members | undefined> {
    const found = this.#isClosed ? undefined : await this.#grow(told);
    if (found || !this.#isClosed) return found;
    for (const begun of this.#begunAlone()) {
      const alone = await this.#try(valuesOf(begun));
      if (!alone) return undefined;
      if (alone.taken) return schemasOf(begun);
      if (!Object.keys(begun).some((name) => namesMember(alone.refusal, name))) return this.#grow(alone.refusal, begun);
      const mended = await this.#mended(begun, alone.refusal);
      if (mended) return mended.taken ? schemasOf(mended.found) : this.#grow(mended.refusal, mended.found);
    }
    const bare = await this.#try({});
    if (!bare) return undefined;
    // An action may want no data at all; a trace that holds none cannot be told from others.
    if (bare.taken) return this.#trace === undefined ? undefined : {};
    return this.#grow(bare.refusal);
  }

  /** What was right before, without anything else: with room in its texts, and as it was. */
  #begunAlone(): readonly Candidates[] {
    const before = Object.entries(this.#before);
    if (before.length === 0) return [];
    const roomy = before.map(
      ([name, one]) => [name, one.schema === plainText.schema ? this.#roomy(32, 4) : one] as const,
    );
    return [Object.fromEntries(roomy), this.#before];
  }

  async #grow(told: string, begun: Candidates = {}): Promise<Members | undefined> {
    let found = begun;
    let refusal = told;
    while (Object.keys(found).length < maxMembers) {
      // A validator may complain of members that it does not know only after all that it wants are there.
      if (!this.#isClosed && (namesOwn(refusal) || this.#refusesOwn(refusal, found))) {
        this.#isClosed = true;
        this.#before = found;
        return undefined;
      }
      const step = (await this.#mended(found, refusal)) ?? (await this.#next(found, refusal));
      if (!step) return undefined;
      ({ found } = step);
      if (step.taken) return schemasOf(found);
      refusal = step.refusal;
    }
    return undefined;
  }

  /** Another value for a member that was right, and does not go with others: a date must be after another one. */
  async #mended(found: Candidates, told: string): Promise<Step | undefined> {
    const named = Object.keys(found).filter((name) => namesMember(told, name));
    for (const name of named.toSorted((one, other) => told.search(wordOf(one)) - told.search(wordOf(other)))) {
      const value = found[name]?.value ?? null;
      for (const offered of offeredIn(told, name, { value, before: "" })) {
        const other = { ...found, [name]: offered };
        const answer = await this.#try(valuesOf(other));
        if (!answer) return undefined;
        if (isRight(answer, told, name)) return { found: other, ...answer };
      }
    }
    return undefined;
  }

  /** One more member, after which the data are taken or something else is refused. */
  async #next(found: Candidates, told: string): Promise<Step | undefined> {
    const values = valuesOf(found);
    for (const { name, likely } of wordsIn(told).filter((word) => !Object.hasOwn(values, word.name))) {
      let open: readonly Candidate[] = this.#candidates(told, name, likely);
      const tried = new Set<string>();
      for (let next = open[0]; next; next = open[0]) {
        const { value, schema } = next;
        tried.add(JSON.stringify(value));
        const answer = await this.#try({ ...values, [name]: value });
        if (!answer) return undefined;
        if (isRight(answer, told, name)) {
          const bounded = await this.#bounded({ ...values, [name]: 1 }, name, schema, answer);
          return { found: { ...found, [name]: { value, schema: bounded } }, ...answer };
        }
        // What a refusal offers comes before all that was thought of.
        const { refusal } = answer;
        const isNew = likely && refusal !== told;
        const offered = isNew ? offeredIn(refusal, name, { value, before: told }) : [];
        const vague = isNew && offered.length === 0 ? withinAnyBounds(refusal, name) : [];
        open = [...offered, ...open.slice(1), ...vague].filter((one) => !tried.has(JSON.stringify(one.value)));
      }
    }
    return undefined;
  }

  /** Whole numbers from which one was taken: whether the least of them is. On a trace nothing may come once more. */
  async #bounded(least: JsonObject, name: string, schema: JsonObject, { taken, refusal }: Answer): Promise<JsonObject> {
    if (schema !== wholeNumber.schema || (taken && this.#trace !== undefined)) return schema;
    const low = await this.#try(least);
    const isSame = low?.refusal === refusal || (low && !low.taken && !namesMember(low.refusal, name));
    if (!low || (taken ? low.taken : isSame)) return schema;
    const bound = numbersIn(low.refusal).find((number) => number > 1 && number < 12);
    return { ...schema, minimum: bound === undefined ? 12 : Math.floor(bound) + 1 };
  }

  /** What is tried for a member, the likeliest first. */
  #candidates(told: string, name: string, likely: boolean): readonly Candidate[] {
    // Of a word that only stands in the refusal one value shows whether it names a member.
    const usual = likely ? [...kinds, ...listedIn(told, name)] : kinds.slice(0, 1);
    const known = Object.hasOwn(this.#before, name) ? this.#before[name] : undefined;
    const again = known ? [known] : [];
    const isText = known === undefined || known.schema === plainText.schema;
    const least = known ? 4 : leastOfRoomy;
    const lengths = likely ? roomyLengths : roomyLengths.slice(1, 2);
    const roomy = this.#isClosed && isText ? lengths.map((length) => this.#roomy(length, least)) : [];
    return [...roomy, ...again, ...usual.filter(({ schema }) => schema !== known?.schema)];
  }

  /** A text in which who sent it finds room: in data of a closed form that stands in no member of its own. */
  #roomy(length: number, minLength: number): Candidate {
    const value = this.#mark().padEnd(length, " text").slice(0, length);
    return { value, schema: { type: "string", minLength, maxLength: length } };
  }

  /** A text of which the run has no other. */
  #mark(): string {
    return `Form ${this.#context.runId} ${String(this.#requests)}`;
  }

  /** True where the data that go with all that is tried are what no form knows. */
  #refusesOwn(refusal: string, found: Candidates): boolean {
    const own = Object.keys(actionData(this.#context.runId, "form", this.#requests));
    const others = own.filter((name) => !Object.hasOwn(found, name));
    return saysUnknown(refusal) && others.some((name) => namesMember(refusal, name));
  }

  async #try(members: JsonObject): Promise<Answer | undefined> {
    if (this.#requests >= (this.#trace === undefined ? maxRequests : maxOnTrace)) return undefined;
    this.#requests += 1;
    const own = this.#isClosed ? {} : actionData(this.#context.runId, "form", this.#requests);
    const data = { ...own, ...members };
    const input = { face: "v2", workflow: this.#workflow, action: this.#action.key, data } as const;
    const trace = this.#trace;
    const [exchange] = await this.#context.run("data with members that refusals name", [
      trace === undefined
        ? { op: "create", ...input, candidateFor: "action-forms" }
        : { op: "act", trace, ...input, candidateFor: "action-gating" },
    ]);
    if (!exchange?.response) return undefined;
    return {
      taken: this.#trace === undefined ? createdTraceOf(exchange) !== undefined : succeeded(exchange),
      refusal: textOf(exchange),
    };
  }
}
