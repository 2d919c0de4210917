/**
 * Finds out whether a creating action takes each code of its examples only once, e.g. a reference number. If so, new
 * codes of the same pattern are made from then on.
 */
import { withMarker } from "../../../generators/index.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { dataOf, isTaken } from "../../../spec/readings/actions.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Reading } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { chooseActions } from "../../fixture/choose-actions.ts";
import { fitting } from "../../fixture/fixture-data.ts";
import { inOrder } from "../../seen/known-traces.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";
import { memberByMember } from "./as-they-stand.ts";
import { isCodeLike, patternsFor } from "./code-patterns.ts";
import { formsOfListedCodes, withProperty } from "./listed-codes.ts";
import { namesMember, textOf } from "./told/refusal-words.ts";

/** At most so many members with codes are varied. */
const maxMembers = 4;
/**
 * The form with any code of the pattern; undefined where no creation was refused, where the same code is accepted
 * twice, or where both faces do not accept another one.
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
  const listed = formsOfListedCodes(create);
  if (codes.length + listed.length === 0 || !(await trials.isRefusedAgain(sent))) return undefined;
  for (const { name, texts } of codes) {
    for (const pattern of patternsFor(texts)) {
      const form = withProperty(create.dataSchema, name, { type: "string", pattern });
      if (!(await trials.isTaken(form))) continue;
      return {
        value: { [id]: { [create.key]: form } },
        evidence: `Action ${create.key} takes each ${name} once: the same was refused again, and others of its shape were taken through both faces.`,
      };
    }
  }
  for (const form of listed) {
    if (!(await trials.isTaken(form))) continue;
    return {
      value: { [id]: { [create.key]: form } },
      evidence: `Action ${create.key} takes each code in its lists once: the same were refused again, and others of their shape were taken through both faces.`,
    };
  }
  return undefined;
}

/** At most so many forms with other codes are tried after a late refusal of a creation. */
const maxOtherForms = 4;

/**
 * Forms with other codes of the same pattern: one for each member, and those for codes in lists.
 * @param named only these members; absent: all
 */
export function formsOfOtherCodes(create: ActionDescription, named?: readonly string[]): readonly JsonObject[] {
  if (!create.examples || !create.dataSchema) return [];
  const dataSchema = memberByMember(create.dataSchema);
  const codes = codesOf(create).filter(({ name }) => named?.includes(name) !== false);
  // More digits allow more codes; the exact pattern is enough for one trial.
  const alone = (named ? [0, -1] : [0]).flatMap((at) =>
    codes.flatMap(({ name, texts }) => {
      const pattern = patternsFor(texts).at(at);
      return pattern === undefined ? [] : [withProperty(dataSchema, name, { type: "string", pattern })];
    }),
  );
  return [...(named ? [] : formsOfListedCodes(create)), ...alone].slice(0, maxOtherForms);
}

/** The members whose codes a refusal repeats, e.g. `batch OP-014 exists`. */
export function codesNamed(refused: Exchange, action: ActionDescription): readonly string[] {
  const told = textOf(refused);
  const data = dataOf(refused);
  const isNamed = (sent: unknown): boolean => typeof sent === "string" && namesMember(told, sent);
  return codesOf(action).flatMap(({ name }) => (isNamed(data[name]) ? [name] : []));
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

  /**
   * Whether both faces refuse data again that were accepted before, or if none were, refused; only the marker is new.
   */
  async isRefusedAgain(sent: readonly Exchange[]): Promise<boolean> {
    const before = sent.find(isTaken) ?? sent.find(isTurnedDown);
    const { intent } = before ?? {};
    if (intent?.kind !== "create" || !isJsonObject(intent.data)) return false;
    const { markerAt = [], data } = intent;
    const [name = ""] = markerAt;
    const fresh = this.#dataOf(this.#create.dataSchema ?? {});
    const again = { ...data, ...(markerAt.length === 1 ? { [name]: fresh.data[name] ?? null } : {}) };
    const answers = await this.#answers(faces.map(() => ({ ...fresh, data: again })));
    return answers.length === faces.length && answers.every(isTurnedDown);
  }

  /** Whether both faces accept data of this form. */
  async isTaken(form: JsonObject): Promise<boolean> {
    for (const face of faces) {
      const [answer] = await this.#answers([this.#dataOf(form)], face);
      if (!isTaken(answer)) return false;
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
  /** The codes in the examples. */
  readonly texts: readonly string[];
}

/** The members that the form fixes to codes of the examples; those first that differ in each example. */
function codesOf({ examples = [], dataSchema = {} }: ActionDescription): readonly Code[] {
  const properties = objectAt(memberByMember(dataSchema), "properties");
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
