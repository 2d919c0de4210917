/**
 * Finds the form of the action that creates traces, where plain data are refused and nothing tells what is wanted:
 * members that the refusals name are added one by one, with values of each type, until the data are taken.
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

/** The forms, and what creations ask of their files that were refused for these alone once their data were right. */
type FormReading = Reading<"action-forms"> & { readonly files?: CreationFiles };

/** The reading; undefined where there is no sign that the data were what was refused. */
export async function formReading(context: ProbeContext): Promise<FormReading | undefined> {
  const { workflow, create } = chooseActions(context.target);
  const { id } = context.target.workflows[workflow] ?? {};
  // What was taken on trial, as with values of an example, says nothing of plain data.
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
  // A refusal that says nothing of the data is no sign of a form: then creations are what does not work.
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

/** The same, by which creations bring such files. */
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

/** The form of a creation, of which other numbers, other values of its choices and longer lists were tried. @param taken data of it */
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

/** What a creation with these data is answered. */
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

/** Numbers that were kept at one, as a refusal told how many there may be at most, are tried with these, all at once. */
const numbersOfSome = [3, 2];

/** The form, with more than one where a number was kept at one and more are taken: what is done for each of them then differs. */
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

/** The form, in which numbers that fit each other stay as they were taken: with another one among them the data are refused. */
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

/** True for a refusal that names a member that is a number, or holds some, or speaks of a sum. */
function speaksOfNumbers(refused: Exchange, taken: JsonObject): boolean {
  const told = textOf(refused);
  const named = Object.entries(taken).filter(([name]) => namesMember(told, name));
  return named.length > 0 ? named.some(([, value]) => numbersIn(value) > 0) : aboutSums.test(told);
}

/** However many actions begin a trace: the forms of so many are looked for beside the one whose data were refused. */
const maxOthers = 3;

/** Forms by key: a service that holds one beginning against its form holds the others against theirs. */
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

/**
 * What an action takes on its trace, or as its beginning: one of its examples as it stands, or data with the members that its
 * refusal names; undefined where none is found.
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

/**
 * The refusal, or how the other face refuses the same, where that names something and this does
 * not: one of them may tell no more than that the data are wrong.
 */
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
