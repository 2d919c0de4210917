/**
 * Finds the form of the creating action where plain data are refused and the configuration tells nothing: adds members
 * that the refusals name one by one, with values of each type, until the data are accepted.
 */
import { type Brought, fitData, fittedFiles } from "../../../generators/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isAction, isTaken } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { numbersIn, withAnotherNumber, withNumbersKept } from "../../../spec/data-schemas/numbers-kept.ts";
import type { Reading } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription, FilesWanted, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { type CreationFiles, filesBesideData } from "./files/creation-files.ts";
import { exampleWithoutFiles, formOfExamples, takenOnTrace, takenToBegin, type FormTaken } from "./as-they-stand.ts";
import { beyondForm } from "./beyond-form.ts";
import { withChoicesTried } from "./choices-tried.ts";
import { chooseActions } from "../../fixture/choose-actions.ts";
import { actionData, textFile } from "../../fixture/fixture-data.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { countText } from "../../lib/wording.ts";
import { unknown, type ProbeContext } from "../../probe.ts";
import { withLongerLists } from "./longer-lists.ts";
import { little } from "./told/offered-values.ts";
import { FormSearch, type Members } from "./form-search.ts";
import { schemasOf, valuesOf } from "./told/places.ts";
import { isAboutData, mayBeForm, namesMember, namesOwn, textOf, wordsIn } from "./told/refusal-words.ts";
import type { RightSoFar } from "./right-so-far.ts";
import { ShownReferences } from "./shown-references.ts";
import { withProperties } from "../../../spec/data-schemas/properties.ts";

/** The reading of forms; with the files of creations that were refused only for these once their data were right. */
type FormReading = Reading<"action-forms"> & { readonly files?: CreationFiles };

/** The reading; undefined where nothing says that the data are the reason for the refusal. */
export async function formReading(context: ProbeContext): Promise<FormReading | undefined> {
  const { workflow, create } = chooseActions(context.target);
  const { id } = context.target.workflows[workflow] ?? {};
  // Creations of other trials, e.g. with values of an example, say nothing about plain data.
  const refusals = inOrder(context.histories()).filter(
    ({ intent, candidateFor }) => intent.kind === "create" && candidateFor === undefined,
  );
  if (!create || id === undefined || refusals.length === 0 || !refusals.every(mayBeForm)) return undefined;
  if (create.examples) {
    const { forms, files } = await formsOfExamples(context, workflow, create, refusals);
    const keys = Object.keys(forms);
    const told = `Action ${keys.join(" and ")} takes an example, and not all data like it.`;
    return keys.length > 0 ? { value: { [id]: forms }, evidence: told, ...(files ? { files } : {}) } : undefined;
  }
  if (create.dataSchema) return undefined;
  // If no refusal speaks of data, creating itself does not work.
  if (!refusals.some((refusal) => isAboutData(textOf(refusal)))) return undefined;
  const told = textOf(refusals[0]);
  const search = new FormSearch(context, workflow, create, { isClosed: namesOwn(told) });
  const found = refusals[0] && (await search.find(refusals[0]));
  const tried = `${countText(search.requests, "request")} tried members that the refusals name`;
  const { right } = search;
  const files = right && !found ? await filesBesideData(context, workflow, create, valuesOf(right.members)) : undefined;
  if (right && files) {
    const bringing = withFilesBrought(context, files[id]?.[create.key]);
    const taken = schemaOf(schemasOf(right.members), right.isClosed);
    const form = await withOthersTried(bringing, workflow, create, taken, valuesOf(right.members));
    const wanted = Object.keys(right.members).join(", ");
    const evidence = `Action ${create.key} wants ${wanted}, and a file: plain data without were refused; ${tried}.`;
    return { value: { [id]: { [create.key]: form } }, evidence, files };
  }
  if (!found) {
    return unknown(
      `Plain data were refused (${told.slice(0, 200).replaceAll("\n", "; ")}), and ${tried}, without finding data that are taken; give \`examples:\` or a schema (\`data:\`) for action ${create.key}.`,
    );
  }
  const wanted = Object.entries(found).map(([name, schema]) => `${name} (${String(schema["type"] ?? "as tried")})`);
  const form = await withOthersTried(context, workflow, create, schemaOf(found, search.isClosed), search.data);
  return {
    value: { [id]: { [create.key]: form } },
    evidence: `Action ${create.key} wants ${wanted.join(", ")}${search.isClosed ? " and takes no other members" : ""}: plain data without were refused; ${tried}.`,
  };
}

/** The same context, whose creations have such files. */
function withFilesBrought<Asker extends Pick<ProbeContext, "run" | "runId">>(
  context: Asker,
  wanted: FilesWanted | undefined,
): Asker {
  const files = fittedFiles(wanted, [textFile(`${context.runId} form`, "alpha")]);
  const run: ProbeContext["run"] = (title, steps) =>
    context.run(
      title,
      steps.map((step) => ("op" in step && step.op === "create" ? { ...step, files } : step)),
    );
  return { ...context, run };
}

/**
 * The form after other numbers, other values of choices and longer lists were tried.
 * @param taken data that were accepted
 */
async function withOthersTried(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  create: ActionDescription,
  form: JsonObject,
  taken: JsonObject,
): Promise<JsonObject> {
  const wider = await withMoreThanOne(context, workflow, create, form, taken);
  const steady = await withSteadyNumbers(context, workflow, create, wider, taken);
  const chosen = await withChoicesTried(context, workflow, create, steady, taken);
  let number = 0;
  return withLongerLists(chosen, async (dataSchema) => {
    const { data } = fitData({ ...create, dataSchema }, { data: actionData(context.runId, "lists", number++) });
    return isTaken(await created(context, "data with longer lists", workflow, create, data));
  });
}

/** The answer to a creation with these data. */
async function created(
  { run }: Pick<ProbeContext, "run">,
  title: string,
  workflow: number,
  { key: action }: ActionDescription,
  data: JsonObject,
): Promise<Exchange | undefined> {
  const [exchange] = await run(title, [
    { op: "create", face: "v2", workflow, action, data, candidateFor: "action-forms" },
  ]);
  return exchange;
}

/** Numbers kept at 1, because a refusal told a maximum, are tried with these values, all at once. */
const numbersOfSome = [3, 2];

/**
 * The form with a range up to 3 or 2 for numbers that were kept at 1, if that is accepted: with several, a service may
 * act differently.
 */
async function withMoreThanOne(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  create: ActionDescription,
  form: JsonObject,
  taken: JsonObject,
): Promise<JsonObject> {
  const properties = objectAt(form, "properties");
  const kept = Object.keys(properties).filter((name) => sameJson(properties[name] ?? null, little.schema));
  if (kept.length === 0) return form;
  for (const maximum of numbersOfSome) {
    const own = form["additionalProperties"] === false ? {} : actionData(context.runId, "some", maximum);
    const data = { ...own, ...taken, ...Object.fromEntries(kept.map((name) => [name, maximum])) };
    const title = "data with more than one of what was kept at one";
    if (!isTaken(await created(context, title, workflow, create, data))) continue;
    const wider = kept.map((name) => [name, { type: "integer", minimum: 1, maximum }] as const);
    return withProperties(form, Object.fromEntries(wider));
  }
  return form;
}

/**
 * The form with numbers fixed to accepted ones, if the data are refused with another number among them, e.g. for a
 * wrong sum.
 */
async function withSteadyNumbers(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  create: ActionDescription,
  form: JsonObject,
  taken: JsonObject,
): Promise<JsonObject> {
  const other = withAnotherNumber(form, taken);
  if (!other) return form;
  const own = form["additionalProperties"] === false ? {} : actionData(context.runId, "numbers", 0);
  const exchange = await created(context, "data of which one number is another", workflow, create, {
    ...own,
    ...other,
  });
  return exchange && mayBeForm(exchange) && speaksOfNumbers(exchange, taken) ? withNumbersKept(form, taken) : form;
}

const aboutSums = /\b(?:sums?|totals?|equals?|together|add(?:s|ed)? up|match(?:es)?|differs?)\b/i;

/** True for a refusal that names a number or a member with numbers, or speaks of a sum. */
function speaksOfNumbers(refused: Exchange, taken: JsonObject): boolean {
  const told = textOf(refused);
  const named = Object.entries(taken).filter(([name]) => namesMember(told, name));
  return named.length > 0 ? named.some(([, value]) => numbersIn(value) > 0) : aboutSums.test(told);
}

/** For at most so many other creating actions the form is searched for as well. */
const maxOthers = 3;

/** Forms by the key of the action. If one creating action checks its data, the others are tried as well. */
async function formsOfExamples(
  context: ProbeContext,
  workflow: number,
  refused: ActionDescription,
  refusals: readonly Exchange[],
): Promise<{ readonly forms: Members; readonly files?: CreationFiles }> {
  const actions = context.target.workflows[workflow]?.actions ?? [];
  const others = actions.filter((one) => one.creates && one.examples && one.key !== refused.key).slice(0, maxOthers);
  const forms: [string, JsonObject][] = [];
  for (const action of [refused, ...others]) {
    const refusal = refusals.find(({ intent }) => intent.kind === "create" && intent.actionKey === action.key);
    const beyond = refusal && (await formBeyondExamples(context, workflow, action, refusal));
    const schema = beyond ?? (await formOfExamples(context, workflow, action));
    if (schema) forms.push([action.key, schema]);
  }
  const found = Object.fromEntries(forms);
  const bare = Object.hasOwn(found, refused.key) ? undefined : await exampleWithoutFiles(context, workflow, refused);
  const files = bare && (await filesBesideData(context, workflow, refused, bare));
  const wanted = Object.values(files ?? {})[0]?.[refused.key];
  const form = wanted && (await formOfExamples(context, workflow, { ...refused, files: wanted }));
  return form && files ? { forms: { ...found, [refused.key]: form }, files } : { forms: found };
}

/**
 * The form of a creating action that keeps combinations of members as in accepted data, where data mixed from several
 * examples are refused; undefined where that is not the reason.
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

/**
 * What an action takes on its trace, or as a creation: an example unchanged, or data with the members that its refusal
 * names; undefined where nothing is found.
 */
export async function formOfRefused(
  context: Pick<ProbeContext, "run" | "runId">,
  workflow: number,
  action: ActionDescription,
  refused: Exchange,
  brought: (trace: string) => Brought | undefined = () => undefined,
  { begun, read }: { readonly begun?: RightSoFar | undefined; readonly read?: () => Promise<Json | undefined> } = {},
): Promise<FormTaken | undefined> {
  const trace = refused.intent.kind === "act" ? refused.intent.traceId : undefined;
  if (action.examples) {
    const beyond = await formBeyondExamples(context, workflow, action, refused);
    if (beyond) return inForm(beyond);
    return trace === undefined
      ? takenToBegin(context, workflow, action)
      : takenOnTrace(context, workflow, action, trace, refused);
  }
  if (action.dataSchema) return undefined;
  if (!mayBeForm(refused) || !isAboutData(textOf(refused))) return undefined;
  const most = begun ? refused : await mostTold(context, workflow, action, refused);
  const search = new FormSearch(context, workflow, action, {
    face: most.face,
    isClosed: namesOwn(textOf(most)),
    begun,
    ...(trace === undefined ? {} : { trace, brought: brought(trace), references: read && new ShownReferences(read) }),
  });
  const found = await search.find(most);
  const { right, shown } = search;
  const schema = found && schemaOf(found, search.isClosed);
  if (schema && trace === undefined)
    return { schema: await withOthersTried(context, workflow, action, schema, search.data), shown };
  if (schema || !right || trace === undefined) return schema && { schema, shown };
  return { schema: schemaOf(schemasOf(right.members), search.isClosed), refusedOtherwise: right, shown };
}

/** The refusal, or that of the other face for the same data if only that one names a member. */
async function mostTold(
  { run }: Pick<ProbeContext, "run">,
  workflow: number,
  { key: action }: ActionDescription,
  refused: Exchange,
): Promise<Exchange> {
  const { intent, face } = refused;
  const namesAny = (one: Exchange): boolean => wordsIn(textOf(one)).some(({ likely }) => likely);
  if (namesAny(refused) || !isAction(intent)) return refused;
  const other = faces.find((one) => one !== face) ?? face;
  const input = { face: other, workflow, action, data: isJsonObject(intent.data) ? intent.data : {} };
  const [exchange] = await run("data that one face refused without a word, through the other", [
    intent.kind === "create"
      ? { op: "create", ...input, candidateFor: "action-forms" }
      : { op: "act", trace: intent.traceId, ...input, candidateFor: "action-gating" },
  ]);
  return exchange && mayBeForm(exchange) && namesAny(exchange) ? exchange : refused;
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
