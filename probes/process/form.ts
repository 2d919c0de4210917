/**
 * Finds the form of the action that creates traces, where plain data are refused and nothing tells what is wanted:
 * members that the refusals name are added one by one, with values of each type, until the data are taken.
 */
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { createdTraceOf, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Reading } from "../../spec/vocabulary/profile.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { markerMembers } from "../../generators/index.ts";
import { formOfExamples } from "./as-they-stand.ts";
import { chooseActions } from "../fixture/choose-actions.ts";
import { actionData } from "../fixture/fixture-data.ts";
import { inOrder } from "../seen/known-traces.ts";
import { countText } from "../lib/wording.ts";
import { unknown, type ProbeContext } from "../probe.ts";

/** So many requests are sent at most to find what a form wants. */
const maxRequests = 60;
/** However many words a refusal has: so many are tried as members. */
const maxWords = 12;
const maxMembers = 8;

/** A value of each type, the likeliest first, and the schema of its like. */
const kinds: readonly { readonly value: Json; readonly schema: JsonObject }[] = [
  { value: "Text", schema: { type: "string", pattern: "^[A-Z][a-z]{3,11}$" } },
  { value: 12, schema: { type: "integer", minimum: 1, maximum: 12 } },
  { value: 3, schema: { const: 3 } },
  { value: true, schema: { type: "boolean" } },
  { value: "2026-03-14", schema: { const: "2026-03-14" } },
  { value: "2026-03-14T09:26:53Z", schema: { const: "2026-03-14T09:26:53Z" } },
  { value: "someone@example.com", schema: { const: "someone@example.com" } },
  { value: ["Text"], schema: { const: ["Text"] } },
  { value: {}, schema: { const: {} } },
];

/** A text that tells who sent it finds room in it: in data of a closed form it stands in no member of its own. */
const roomyText: JsonObject = { type: "string", minLength: 1, maxLength: 80 };

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
    const schema = await formOfExamples(context, workflow, create);
    const told = `Action ${create.key} takes an example as it stands, and not all data like it.`;
    return schema && { value: { [id]: { [create.key]: schema } }, evidence: told };
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
  const closed: JsonObject = search.isClosed ? { additionalProperties: false } : {};
  const schema: JsonObject = { type: "object", required: Object.keys(found), properties: found, ...closed };
  return {
    value: { [id]: { [create.key]: schema } },
    evidence: `Action ${create.key} wants ${wanted.join(", ")}${search.isClosed ? " and takes no other members" : ""}: plain data without were refused; ${tried}.`,
  };
}

type Members = Readonly<Record<string, JsonObject>>;

/** So many requests at most go to what an action wants that is appended. */
const maxOnTrace = 25;

/** The schema of data that an action takes on this trace, from members that its refusal names; undefined where none is found. */
export async function formOnTrace(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  action: ActionDescription,
  refused: Exchange,
): Promise<JsonObject | undefined> {
  if (refused.intent.kind !== "act") return undefined;
  if (action.examples) return formOfExamples(context, workflow, action, refused.intent.traceId);
  if (action.dataSchema) return undefined;
  if (!mayBeForm(refused) || !aboutData.test(textOf(refused))) return undefined;
  const search = new FormSearch(context, workflow, action, { trace: refused.intent.traceId });
  const found = await search.find(textOf(refused));
  return found && { type: "object", required: Object.keys(found), properties: found };
}

/** The workflow with this schema for the data of an action. */
export function withForm(workflow: WorkflowDescription, key: string, dataSchema: JsonObject): WorkflowDescription {
  const actions = workflow.actions.map((one) => (one.key === key ? { ...one, dataSchema } : one));
  return { ...workflow, actions };
}

class FormSearch {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  /** The trace that the action is appended to; absent: it creates one. */
  readonly #trace: string | undefined;
  readonly #workflow: number;
  readonly #action: ActionDescription;
  /** True where members that no form knows are refused: then none are sent but those that are tried. */
  readonly isClosed: boolean;
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
    this.isClosed = isClosed;
  }

  get requests(): number {
    return this.#requests;
  }

  /** The members with which data are taken. @param told what the refusal of plain data says */
  async find(told: string): Promise<Members | undefined> {
    let values: JsonObject = {};
    let members: Members = {};
    let refusal = told;
    if (this.isClosed) {
      const bare = await this.#try({});
      if (!bare || bare.taken) return undefined;
      refusal = bare.refusal;
    }
    while (Object.keys(members).length < maxMembers) {
      const step = await this.#next(values, refusal);
      if (!step) return undefined;
      values = { ...values, [step.name]: step.value };
      members = { ...members, [step.name]: step.schema };
      if (step.taken) return members;
      refusal = step.refusal;
    }
    return undefined;
  }

  /** One more member, after which the data are taken or something else is refused. */
  async #next(values: JsonObject, told: string) {
    for (const { name, likely } of wordsIn(told).filter((word) => !Object.hasOwn(values, word.name))) {
      // Of a word that only stands in the refusal one value shows whether it names a member.
      const roomy = this.isClosed ? [{ value: this.#mark(), schema: roomyText }] : [];
      const usual = likely ? [...kinds, ...listedIn(told, name)] : kinds.slice(0, 1);
      for (const { value, schema } of [...roomy, ...usual]) {
        const answer = await this.#try({ ...values, [name]: value });
        if (!answer) return undefined;
        // What is refused now is another member: this one is right.
        const isRight = answer.taken || (answer.refusal !== told && !namesMember(answer.refusal, name));
        if (isRight) return { name, value, schema, ...answer };
      }
    }
    return undefined;
  }

  /** A text of which the run has no other. */
  #mark(): string {
    return `Form ${this.#context.runId} ${String(this.#requests)}`;
  }

  async #try(members: JsonObject): Promise<{ readonly taken: boolean; readonly refusal: string } | undefined> {
    if (this.#requests >= (this.#trace === undefined ? maxRequests : maxOnTrace)) return undefined;
    this.#requests += 1;
    const own = this.isClosed ? {} : actionData(this.#context.runId, "form", this.#requests);
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

/** The values of a refusal: texts and numbers, without the names under which they stand. */
function textOf(exchange: Exchange | undefined): string {
  const words = (value: Json): string => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(words).join(" ");
    if (isJsonObject(value)) return Object.values(value).map(words).join(" ");
    return typeof value === "string" ? value : "";
  };
  return words(exchange?.response?.json?.value ?? "").slice(0, 2_000);
}

/** Words by which a refusal says that the data are what it refuses, or a name in quotes. */
const aboutData =
  /\b(?:data|input|fields?|members?|propert(?:y|ies)|keys?|schema|forms?|values?|attributes?|payload|required|mandatory|missing|validation|out of range|needs?|must|should|has to)\b|["'`][A-Za-z_][A-Za-z0-9_-]{0,63}["'`]/i;

const aName = /[A-Za-z_][A-Za-z0-9_-]{0,63}/g;

interface Word {
  readonly name: string;
  /** True where it stands in quotes, or before "is required" and its like. */
  readonly likely: boolean;
}

/** Words that may name a member, the likely ones first. */
function wordsIn(told: string): readonly Word[] {
  const quoted = [...told.matchAll(/["'`/]([A-Za-z_][A-Za-z0-9_-]{0,63})/g)];
  const wanted = [...told.matchAll(/([A-Za-z_][A-Za-z0-9_-]{0,63})["'`]? (?:is|must|has|should|cannot)/g)];
  // Behind the name of the whole, as in `data.object`, even a usual word names a member.
  const within = [...told.matchAll(/(?:\bdata|\btraceInput|\$)[./]([A-Za-z_][A-Za-z0-9_-]{0,63})/g)];
  const placed = new Set(within.map(([, name = ""]) => name));
  const likely = new Set([...placed, ...[...quoted, ...wanted].map(([, name = ""]) => name)]);
  return [...new Set([...likely, ...(told.match(aName) ?? [])])]
    .filter((word) => placed.has(word) || !common.has(word.toLowerCase()))
    .slice(0, maxWords)
    .map((name) => ({ name, likely: likely.has(name) }));
}

/** Words of any refusal. */
const common = new Set(
  "a an and any are as at be been body by cannot code data error errors field for form has have in input invalid is it json key member message missing must no not null object of or property request required should status string the this to type undefined valid validation value was with".split(
    " ",
  ),
);

/** True for a refusal that names members which the run adds to all data, and no form can want. */
const namesOwn = (told: string): boolean => Object.values(markerMembers).some((name) => namesMember(told, name));

function namesMember(told: string, name: string): boolean {
  return (told.match(aName) ?? ([] as readonly string[])).includes(name);
}

/** The words of a refusal as values: it may list those that a member may have. */
function listedIn(told: string, name: string): readonly { readonly value: Json; readonly schema: JsonObject }[] {
  return wordsIn(told)
    .filter((word) => word.name !== name)
    .map((word) => ({ value: word.name, schema: { const: word.name } }));
}
