/**
 * Finds the form of an action whose examples the configuration gives, where data made like them are refused: an example is
 * sent as it stands, and where that is taken, each of its texts is tried with another, and these with the other examples.
 */
import { fittedFiles } from "../../../generators/index.ts";
import { dataOf, isTaken } from "../../../spec/readings/actions.ts";
import { needsFile } from "../../../spec/readings/file-policy.ts";
import { asTaken } from "../../../spec/data-schemas/as-taken.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { FileSpec } from "../../../spec/vocabulary/script.ts";
import { textFile } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { isCodeLike, patternsFor } from "./code-patterns.ts";
import { isAboutFiles } from "./files/file-types.ts";
import { textMatching } from "./told/patterns-told.ts";
import { isAbout, isAboutData, kindOf, textOf as wordsOf } from "./told/refusal-words.ts";
import { isTurnedDown } from "../observations.ts";
import type { RightSoFar } from "./right-so-far.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

/** However many examples there are: so many are sent as they stand. */
const maxExamples = 3;
/** However many texts an example has: so many are varied. */
const maxTexts = 4;
/** Lengths of texts that tell who sent them: with all that a run may write there, with less, and with no more than it must. */
const shortestMarker = 20;
const lengths = [80, 32, shortestMarker];
/** So many shapes of a code are tried. */
const maxPatterns = 4;

/** What an action takes: data of a form, and `withFile` where the example was refused without a file and taken with one. */
export interface FormTaken {
  readonly schema: JsonObject;
  readonly withFile?: true;
  /** Where such data are no longer refused for themselves, and the action is, for something else: what search goes on with. */
  readonly refusedOtherwise?: RightSoFar;
  /** By the text of a form that stands for what each trace shows at a place of its state: that place. */
  readonly shown?: Readonly<Record<string, JsonPath>>;
}

/** The schema of data that begin a trace; undefined where no example is taken as it stands. Its texts are varied. */
export async function formOfExamples(
  asker: Asker,
  workflow: number,
  action: ActionDescription,
): Promise<JsonObject | undefined> {
  return (await takenToBegin(asker, workflow, action, false))?.schema;
}

/** What an action takes to begin a trace; with a file as well where a refusal of an example as it stands asks for one. */
export async function takenToBegin(
  asker: Asker,
  workflow: number,
  action: ActionDescription,
  isFileTried = true,
): Promise<FormTaken | undefined> {
  for (const example of (action.examples ?? []).slice(0, maxExamples)) {
    const plain = [textFile(`${asker.runId} ${action.key}`, "alpha")];
    const known = needsFile(action.files) ? { files: fittedFiles(action.files, plain) } : {};
    const bare = await sent(asker, workflow, action, example, known);
    const isAsked = !isTaken(bare) && isFileTried && action.files === undefined && bare && isAboutFiles(bare);
    const files = isAsked ? plain : undefined;
    const brought = files ? { files } : known;
    if (!isTaken(files ? await sent(asker, workflow, action, example, brought) : bare)) continue;
    const free = await freeTexts(asker, workflow, action, example, brought);
    const others = await withFreeTexts(asker, workflow, action, { than: example, free, brought });
    const schema =
      Object.keys(free).length > 0 ? aroundAll([example, ...others], free) : exactly(action.examples ?? []);
    return { schema, ...(files ? { withFile: true } : {}) };
  }
  return undefined;
}

/** The first example of a creation that is refused for its files alone, as it stands; undefined where there is none. */
export async function exampleWithoutFiles(
  asker: Asker,
  workflow: number,
  action: ActionDescription,
): Promise<JsonObject | undefined> {
  const [example] = action.examples ?? [];
  const bare = example && action.files === undefined ? await sent(asker, workflow, action, example) : undefined;
  return bare && !isTaken(bare) && isAboutFiles(bare) ? example : undefined;
}

/**
 * What an action takes on a trace; undefined where no example is taken as it stands, nor with a file. Nothing else is tried:
 * the same action need not come once more.
 * @param refused how data made like the examples were refused there: where these are refused for something else, they are right
 */
export async function takenOnTrace(
  asker: Asker,
  workflow: number,
  action: ActionDescription,
  trace: string,
  refused?: Exchange,
): Promise<FormTaken | undefined> {
  const examples = (action.examples ?? []).slice(0, maxExamples);
  const schema = exactly(action.examples ?? []);
  const asTheyStand: (Exchange | undefined)[] = [];
  for (const [number, example] of examples.entries()) {
    const bare = await sent(asker, workflow, action, example, { trace });
    if (isTaken(bare)) return { schema };
    const isWorthTrying = action.files === undefined && (number === 0 || (bare && isAboutFiles(bare)));
    const files = [textFile(`${asker.runId} ${action.key}${String(number)}`, "alpha")];
    if (isWorthTrying && isTaken(await sent(asker, workflow, action, example, { trace, files })))
      return { schema, withFile: true };
    asTheyStand.push(bare);
  }
  const areRight = (kind: string): boolean =>
    asTheyStand.every((one) => one !== undefined && isTurnedDown(one) && kindOf(one) !== kind);
  if (!refused || examples.length === 0 || !isAboutData(wordsOf(refused)) || !areRight(kindOf(refused)))
    return undefined;
  const right = { members: {}, isClosed: true, kinds: new Set([kindOf(refused)]) };
  return { schema: keepingRefused(action, refused) ?? schema, refusedOtherwise: right };
}

/** The form in which the members that a refusal names are as in one of the examples; undefined where it names none. */
function keepingRefused({ dataSchema, examples = [] }: ActionDescription, refused: Exchange): JsonObject | undefined {
  const data = dataOf(refused);
  const named = Object.keys(data).filter((name) => isAbout(wordsOf(refused), name));
  if (!dataSchema || named.length === 0) return undefined;
  return asTaken(
    dataSchema,
    named.map((name) => [name]),
    examples,
  );
}

/**
 * The texts of the example that may be another, with what may stand there. Codes come first, as the same may be taken once
 * alone: with another one nothing else is refused for them.
 */
async function freeTexts(
  asker: Asker,
  workflow: number,
  action: ActionDescription,
  example: JsonObject,
  brought: { readonly files?: readonly FileSpec[] },
): Promise<JsonObject> {
  const texts = Object.entries(example).filter((one): one is [string, string] => typeof one[1] === "string");
  const [codes, others] = [texts.filter(([, text]) => isCodeLike(text)), texts.filter(([, text]) => !isCodeLike(text))];
  let free: JsonObject = {};
  let tried = 0;
  for (const [name, text] of [...codes, ...others].slice(0, maxTexts)) {
    for (const form of freeFormsOf(text)) {
      tried += 1;
      const other = { ...example, ...freshOf(asker, { ...free, [name]: form }, tried) };
      if (!isTaken(await sent(asker, workflow, action, other, brought))) continue;
      free = { ...free, [name]: form };
      break;
    }
  }
  return free;
}

/** What may stand in place of a text: any other, and for a code one of its shape. */
function freeFormsOf(text: string): readonly JsonObject[] {
  // Nothing says that a shorter one than those that were taken would be.
  const minLength = Math.min(text.length, shortestMarker);
  const ofLengths = lengths.map((maxLength): JsonObject => ({ type: "string", minLength, maxLength }));
  const patterns = isCodeLike(text) ? patternsFor([text]).slice(0, maxPatterns) : [];
  return [...ofLengths, ...patterns.map((pattern): JsonObject => ({ type: "string", pattern }))];
}

/** Texts that no other data have, for each of these members. */
const freshOf = (asker: Asker, free: JsonObject, number: number): JsonObject =>
  Object.fromEntries(
    Object.entries(free).map(([name, form]) => {
      const { maxLength, pattern } = Object(form) as { maxLength?: number; pattern?: string };
      const [code] = pattern === undefined ? [] : textMatching(pattern, {}, `${asker.runId} ${name} ${String(number)}`);
      return [name, code?.value ?? textOf(asker, name, maxLength ?? shortestMarker)];
    }),
  );

interface Others {
  readonly than: JsonObject;
  readonly free: JsonObject;
  readonly brought: { readonly files?: readonly FileSpec[] };
}

/** Other examples that are taken with other texts where these are free; none where no text is. */
async function withFreeTexts(
  asker: Asker,
  workflow: number,
  action: ActionDescription,
  { than, free, brought }: Others,
): Promise<readonly JsonObject[]> {
  const taken: JsonObject[] = [];
  if (Object.keys(free).length === 0) return taken;
  const others = (action.examples ?? []).slice(0, maxExamples).filter((one) => one !== than);
  for (const [number, other] of others.entries()) {
    const own = Object.fromEntries(Object.entries(free).filter(([name]) => Object.hasOwn(other, name)));
    const data = { ...other, ...freshOf(asker, own, -number) };
    if (isTaken(await sent(asker, workflow, action, data, brought))) taken.push(other);
  }
  return taken;
}

const textOf = ({ runId }: Asker, name: string, length: number): string =>
  `Form ${runId} ${name}`.padEnd(length, " text").slice(0, length);

/** Data with the members of one of the examples, of which some are free and the others stand together as they do there. */
function aroundAll(examples: readonly JsonObject[], free: JsonObject): JsonObject {
  const [first = {}, ...others] = examples;
  if (others.length === 0) return around(first, free);
  const names = [...new Set(examples.flatMap((example) => Object.keys(example)))];
  const isEverywhere = (name: string): boolean => examples.every((example) => Object.hasOwn(example, name));
  const properties = Object.fromEntries(names.map((name): [string, Json] => [name, free[name] ?? {}]));
  const base = { type: "object", required: names.filter(isEverywhere), properties, additionalProperties: false };
  const kept = names.filter((name) => !Object.hasOwn(free, name)).map((name) => [name]);
  const leftOut = names.filter((name) => Object.hasOwn(free, name) && !isEverywhere(name)).map((name) => [name]);
  return asTaken(base, [...kept, ...leftOut], examples, leftOut) ?? around(first, free);
}

/** Data with these members, of which some are free and the others those of the example. */
function around(example: JsonObject, free: JsonObject): JsonObject {
  const kept = Object.entries(example).map(([name, value]): [string, Json] => [name, { const: value }]);
  return {
    type: "object",
    required: Object.keys(example),
    properties: { ...Object.fromEntries(kept), ...free },
    additionalProperties: false,
  };
}

/** However short a free text of an example is: as much may stand there. */
const leastRoom = 32;

/**
 * Data with the members of the only example, of which texts of several words are free; where it has none, the example
 * itself. Undefined where there is not one example alone.
 */
export function withoutOthers({ examples = [] }: ActionDescription): JsonObject | undefined {
  const [example, ...others] = examples;
  if (!example || others.length > 0) return undefined;
  const free = Object.entries(example).flatMap(([name, value]): [string, JsonObject][] => {
    if (typeof value !== "string" || !/\S\s+\S/.test(value)) return [];
    const maxLength = Math.max(leastRoom, 2 * value.length);
    return [[name, { type: "string", minLength: Math.min(value.length, shortestMarker), maxLength }]];
  });
  return free.length > 0 ? around(example, Object.fromEntries(free)) : exactly(examples);
}

/** Nothing but one of the examples. */
export function exactly(examples: readonly JsonObject[]): JsonObject {
  const names = [...new Set(examples.flatMap((example) => Object.keys(example)))];
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  const required = names.filter((name) => examples.every((example) => Object.hasOwn(example, name)));
  return { type: "object", required, properties, additionalProperties: false, enum: examples };
}

/** How data are answered as they stand, through the v2 face. */
async function sent(
  { run }: Asker,
  workflow: number,
  { key, groupLabel: group }: ActionDescription,
  data: JsonObject,
  { trace, files }: { readonly trace?: string; readonly files?: readonly FileSpec[] } = {},
): Promise<Exchange | undefined> {
  const input = { face: "v2", workflow, action: key, group, data, ...(files ? { files } : {}) } as const;
  const [exchange] = await run("an example as it stands", [
    trace === undefined
      ? { op: "create", ...input, candidateFor: "action-forms" }
      : { op: "act", trace, ...input, candidateFor: "action-gating" },
  ]);
  return exchange;
}

/** The same form, member by member where it is nothing but one example: one of them can be another then. */
export function memberByMember(schema: JsonObject): JsonObject {
  const { enum: examples, ...rest } = schema;
  const [only, ...others] = Array.isArray(examples) ? (examples as readonly Json[]) : [];
  if (!isJsonObject(only) || others.length > 0) return schema;
  return { ...rest, ...around(only, {}) };
}
