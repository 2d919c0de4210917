/**
 * Whether a creation of which examples are given takes each code once, such as a reference number: codes are kept as the
 * examples have them, and where others of their shape are taken, these are drawn from then on.
 */
import { withMarker } from "../../../generators/index.ts";
import { patternRoom } from "../../../spec/data-schemas/pattern-room.ts";
import { objectAt, schemasAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Reading } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { chooseActions } from "../../fixture/choose-actions.ts";
import { fitting } from "../../fixture/fixture-data.ts";
import { inOrder } from "../../seen/known-traces.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";

/** However many members are codes: so many are varied, one after the other. */
const maxMembers = 4;
/** With fewer digits than this a run would soon have used up all numbers. */
const enoughDigits = 6;

/**
 * The form in which a code may be any of its shape; undefined where no creation was refused, or where the same is taken
 * twice, and where no other code is taken in its place, through both faces.
 */
export async function formOfCodes(context: ProbeContext): Promise<Reading<"action-forms"> | undefined> {
  const { workflow, create } = chooseActions(context.target);
  const id = context.target.workflows[workflow]?.id;
  if (!create?.examples || !create.dataSchema || id === undefined) return undefined;
  const sent = inOrder(context.histories()).filter(
    ({ intent }) => intent.kind === "create" && intent.workflow === workflow && intent.actionKey === create.key,
  );
  if (!sent.some(isTurnedDown)) return undefined;
  const trials = new Trials(context, workflow, create);
  const codes = codesOf(create).slice(0, maxMembers);
  if (codes.length === 0 || !(await trials.isRefusedAgain(sent))) return undefined;
  for (const { name, texts } of codes) {
    for (const pattern of patternsFor(texts)) {
      const form = withPattern(create.dataSchema, name, pattern);
      if (!(await trials.isTaken(form))) continue;
      return {
        value: { [id]: { [create.key]: form } },
        evidence: `Action ${create.key} takes each ${name} once: the same was refused again, and others of its shape were taken through both faces.`,
      };
    }
  }
  return undefined;
}

class Trials {
  readonly #context: ProbeContext;
  readonly #workflow: number;
  readonly #create: ActionDescription;
  #sent = 0;

  constructor(context: ProbeContext, workflow: number, create: ActionDescription) {
    this.#context = context;
    this.#workflow = workflow;
    this.#create = create;
  }

  /** Whether both faces refuse what was taken before, or where nothing was what was refused, with all but the marker as it was. */
  async isRefusedAgain(sent: readonly Exchange[]): Promise<boolean> {
    const before = sent.find((one) => createdTraceOf(one) !== undefined) ?? sent.find(isTurnedDown);
    const { intent } = before ?? {};
    if (intent?.kind !== "create" || !isJsonObject(intent.data)) return false;
    const { markerAt = [], data } = intent;
    const [name = ""] = markerAt;
    const fresh = this.#dataOf(this.#create.dataSchema ?? {});
    const again = { ...data, ...(markerAt.length === 1 ? { [name]: fresh.data[name] ?? null } : {}) };
    const answers = await this.#answers(faces.map(() => ({ ...fresh, data: again })));
    return answers.length === faces.length && answers.every(isTurnedDown);
  }

  /** Whether both faces take data of the form, each its own. */
  async isTaken(form: JsonObject): Promise<boolean> {
    for (const face of faces) {
      const [answer] = await this.#answers([this.#dataOf(form)], face);
      if (!answer || createdTraceOf(answer) === undefined) return false;
    }
    return true;
  }

  #dataOf(dataSchema: JsonObject): ReturnType<typeof fitting> {
    this.#sent += 1;
    const { runId } = this.#context;
    return fitting(
      { ...this.#create, dataSchema },
      withMarker({}, { run: runId, marker: `codes${String(this.#sent)}` }),
    );
  }

  #answers(all: readonly ReturnType<typeof fitting>[], first: Face = "v2"): Promise<readonly Exchange[]> {
    const steps = all.map((data, at): OperationStep => ({
      op: "create",
      face: at === 0 ? first : (faces[at] ?? first),
      workflow: this.#workflow,
      action: this.#create.key,
      ...data,
      candidateFor: "action-forms",
    }));
    return this.#context.run("the same code again, or another", steps);
  }
}

interface Code {
  readonly name: string;
  /** As the examples have it. */
  readonly texts: readonly string[];
}

/** The members that the form keeps as codes of the examples, those that differ in each of them first. */
function codesOf({ examples = [], dataSchema = {} }: ActionDescription): readonly Code[] {
  const properties = objectAt(dataSchema, "properties");
  const codes = Object.entries(properties).flatMap(([name, property]): Code[] => {
    const isKept = isJsonObject(property) && (Array.isArray(property["enum"]) || "const" in property);
    const values = examples.flatMap((example) => (Object.hasOwn(example, name) ? [example[name]] : []));
    const texts = values.filter((value) => typeof value === "string");
    const isCode = texts.length > 0 && texts.length === values.length && texts.every(isCodeLike);
    return isKept && isCode ? [{ name, texts }] : [];
  });
  const isOwn = ({ texts }: Code): boolean => new Set(texts).size === texts.length;
  return [...codes.filter(isOwn), ...codes.filter((code) => !isOwn(code))];
}

/** Digits beside other characters, and no date. */
const isCodeLike = (text: string): boolean => /\d/.test(text) && !/\s/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text);

/**
 * Patterns of such codes: with other digits where the examples differ, and more of them; with all digits and then letters
 * others as well. Those with room for more come first.
 */
function patternsFor(texts: readonly string[]): readonly string[] {
  const [first = "", ...others] = texts.map((text) => text.match(/\d+|[A-Z]+|[a-z]+|[^\dA-Za-z]+/g) ?? []);
  const parts = [...first];
  const differs = (at: number): boolean =>
    others.some((other) => other.length !== parts.length || other[at] !== parts[at]);
  const digits = parts.flatMap((part, at) => (/\d/.test(part) ? [at] : []));
  const differing = digits.filter(differs);
  // Of one code alone the last number counts on.
  const counting = differing.length > 0 && differing.length < digits.length ? differing : digits.slice(-1);
  const written = (free: readonly number[], longer = false, withLetters = false): string =>
    `^${parts
      .map((part, at) => {
        if (free.includes(at)) return `[0-9]{${String(longer ? Math.max(enoughDigits, part.length) : part.length)}}`;
        if (withLetters && /^[A-Z]+$/.test(part)) return `[A-Z]{${String(part.length)}}`;
        if (withLetters && /^[a-z]+$/.test(part)) return `[a-z]{${String(part.length)}}`;
        return part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
      })
      .join("")}$`;
  const all = [written(counting, true), written(counting), written(digits), written(digits, false, true)];
  return [...new Set(all)].toSorted((left, right) => roomOf(right) - roomOf(left));
}

/** Of those with room for a run the narrowest comes first. */
function roomOf(pattern: string): number {
  const room = patternRoom(pattern.replaceAll(/\\(.)/g, "_"));
  const enough = 10 ** enoughDigits;
  return room >= enough ? enough + 1 / room : room;
}

/** The form in which the member may be any of the pattern, whatever stands beside it. */
function withPattern(schema: JsonObject, name: string, pattern: string): JsonObject {
  const properties = { ...objectAt(schema, "properties"), [name]: { type: "string", pattern } };
  const ways = schemasAt(schema, "anyOf").map((way) => {
    const { [name]: _, ...kept } = objectAt(way, "properties");
    return { ...way, properties: kept };
  });
  const { enum: _all, ...others } = schema;
  return { ...others, properties, ...(ways.length > 0 ? { anyOf: ways } : {}) };
}
