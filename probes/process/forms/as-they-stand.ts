/**
 * Finds the form of an action with configured examples, where data made from them are refused: sends an example
 * unchanged; if it is accepted, tries another text in place of each of its texts, and then these texts in the other
 * examples.
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

/** At most so many examples are sent. */
const maxExamples = 3;
/** At most so many texts of an example are varied. */
const maxTexts = 4;
/**
 * Lengths of texts that tell which run sent them: with room for all that a run writes there, with less, and with the
 * least.
 */
const shortestMarker = 20;
const lengths = [80, 32, shortestMarker];
/** At most so many patterns of a code are tried. */
const maxPatterns = 4;

/** What an action takes: data of a form, and a file where the example was accepted only with one. */
export interface FormTaken {
  readonly schema: JsonObject;
  readonly withFile?: true;
  /** The data found right, where the action is still refused for something else; the search goes on from there. */
  readonly refusedOtherwise?: RightSoFar;
  /** By a text of the form that stands for a value of the state: the path of that value. */
  readonly shown?: Readonly<Record<string, JsonPath>>;
}

/**
 * The form of a creating action, with free texts where other texts were accepted; undefined where no example is
 * accepted unchanged.
 */
export async function formOfExamples(
  asker: Asker,
  workflow: number,
  action: ActionDescription,
): Promise<JsonObject | undefined> {
  return (await takenToBegin(asker, workflow, action, false))?.schema;
}

/** What a creating action takes; with a file where the refusal of an example asks for one. */
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

/** The first example of a creating action, if it is refused only for its files; else undefined. */
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
 * What an action takes on this trace; undefined where no example is accepted unchanged, with or without a file. Texts
 * are not varied, as the action may come only once.
 * @param refused how data made from the examples were refused there: if the examples themselves are refused in another
 * way, their data are right
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

/** The form that fixes the members named by a refusal to the values of an example; undefined where it names none. */
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
 * The texts of the example that may vary, with the schema of each. Codes come first: the code of the example may be
 * used up, which would hide everything else.
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

/** What may stand in place of a text: any other text, or for a code one of the same pattern. */
function freeFormsOf(text: string): readonly JsonObject[] {
  // Shorter texts than those accepted may be refused.
  const minLength = Math.min(text.length, shortestMarker);
  const ofLengths = lengths.map((maxLength): JsonObject => ({ type: "string", minLength, maxLength }));
  const patterns = isCodeLike(text) ? patternsFor([text]).slice(0, maxPatterns) : [];
  return [...ofLengths, ...patterns.map((pattern): JsonObject => ({ type: "string", pattern }))];
}

/** Unique texts for each of these members. */
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

/** The other examples that are accepted with free texts; none where no text is free. */
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

/** A form around several examples: some members are free, the others keep the combinations of the examples. */
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

/** A form around one example: some members are free, the others are fixed. */
function around(example: JsonObject, free: JsonObject): JsonObject {
  const kept = Object.entries(example).map(([name, value]): [string, Json] => [name, { const: value }]);
  return {
    type: "object",
    required: Object.keys(example),
    properties: { ...Object.fromEntries(kept), ...free },
    additionalProperties: false,
  };
}

/** A free text may be at least so long, however short that of the example is. */
const leastRoom = 32;

/**
 * A form around the only example in which texts of several words are free; the example itself where it has none.
 * Undefined where there are several examples, or none.
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

/** A form that allows nothing but these examples. */
export function exactly(examples: readonly JsonObject[]): JsonObject {
  const names = [...new Set(examples.flatMap((example) => Object.keys(example)))];
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  const required = names.filter((name) => examples.every((example) => Object.hasOwn(example, name)));
  return { type: "object", required, properties, additionalProperties: false, enum: examples };
}

/** Sends these data unchanged through v2. */
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

/**
 * For a form with a single example: the same form with a fixed value for each member, so that one of them can be
 * changed.
 */
export function memberByMember(schema: JsonObject): JsonObject {
  const { enum: examples, ...rest } = schema;
  const [only, ...others] = Array.isArray(examples) ? (examples as readonly Json[]) : [];
  if (!isJsonObject(only) || others.length > 0) return schema;
  return { ...rest, ...around(only, {}) };
}
