/**
 * Finds out whether an action is accepted if the actions before it send their examples too: e.g. the example of an
 * offer fits only the date in the example of the enquiry. Tries which members of the earlier actions must be as in the
 * example, few first.
 */
import { schemaLeaves } from "../../../generators/index.ts";
import { asTaken } from "../../../spec/data-schemas/as-taken.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { FileSpec, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting, textFile } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { exactly, withoutOthers } from "./as-they-stand.ts";
import { isAboutFiles } from "./files/file-types.ts";
import { choicesIn } from "./members-to-choose.ts";
import { isDate } from "./plainer-data.ts";

/** At most so many sets of examples are tried: the first of each action, then the second. */
const maxTogether = 2;
/** If one set is accepted, at most so many further examples of the action are tried. */
const maxExamples = 3;
/** At most so many times for one action: if it may not come, no example is accepted. */
const maxTries = 2;
/** At most so many earlier actions, the last ones, are tried with their other examples. */
const mostVaried = 4;
/** A longer trace is not built again. */
const longest = 8;

/** Which members stay as in the example, while others are free. */
const isNumber = (value: Json | undefined): boolean => typeof value === "number";
const keeping: readonly ((value: Json | undefined) => boolean)[] = [
  isDate,
  (value) => isDate(value) || isNumber(value),
];

/** By the key of an action: its form. */
type Forms = Readonly<Record<string, JsonObject>>;

export class ExamplesTogether {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  readonly #workflow: number;
  /** By the id of a trace: what was accepted there, the creation first. */
  readonly #done = new Map<string, readonly Exchange[]>();
  readonly #tries = new Map<string, number>();
  /** Keys of actions that were refused in words about files and accepted with a file. */
  readonly #withFile = new Set<string>();
  #sent = 0;

  constructor(context: Pick<ProbeContext, "run" | "runId">, workflow: number) {
    this.#context = context;
    this.#workflow = workflow;
  }

  /** Notes everything that was accepted; returns the exchanges. */
  seen(exchanges: readonly Exchange[]): readonly Exchange[] {
    for (const one of exchanges) {
      const { intent } = one;
      const created = createdTraceOf(one);
      if (created !== undefined) this.#done.set(created, [one]);
      else if (intent.kind === "act" && succeeded(one))
        this.#done.set(intent.traceId, [...(this.#done.get(intent.traceId) ?? []), one]);
    }
    return exchanges;
  }

  /**
   * Forms of the action and of earlier ones with which it is accepted; empty where it only depends on choices of
   * earlier actions. Undefined where none are found.
   */
  async seek(workflow: WorkflowDescription, action: ActionDescription, refused: Exchange): Promise<Forms | undefined> {
    const { key, examples = [] } = action;
    const done = (refused.intent.kind === "act" && this.#done.get(refused.intent.traceId)) || [];
    const earlier = done.map((one) => ({ one, action: actionOf(workflow, one) }));
    const [first] = earlier;
    const tries = this.#tries.get(key) ?? 0;
    if (!first?.action?.examples || examples.length === 0 || done.length > longest || tries >= maxTries)
      return undefined;
    this.#tries.set(key, tries + 1);
    const most = Math.max(first.action.examples.length, examples.length);
    for (let number = 0; number < Math.min(most, maxTogether); number += 1) {
      const isTaken = async (forms: Forms, data: JsonObject, face: Face = "v2") =>
        this.#isTaken(earlier, forms, { refused, key, data }, face);
      const own = examples[number] ?? examples[0] ?? {};
      const asGiven = formsOf(earlier, number, (example) => exactly([example]));
      if (!(await isTaken(asGiven, own))) continue;
      if (await this.#isUpToChoices(earlier, number, action, isTaken)) return {};
      const forms = (await this.#loosest(earlier, number, async (tried, face) => isTaken(tried, own, face))) ?? asGiven;
      const taken = [own];
      for (const other of examples.slice(0, maxExamples))
        if (other !== own && (await isTaken(forms, other))) taken.push(other);
      const others = await this.#withOthers(earlier, number, forms, async (tried) => isTaken(tried, own));
      // An action that is repeated may have been accepted with these before.
      const before = examples.filter(
        (one) => !taken.includes(one) && earlier.some((each) => isDoneWith(each, key, one)),
      );
      return { ...others, [key]: exactly([...taken, ...before]) };
    }
    return undefined;
  }

  /**
   * True where the action is accepted with any data once the earlier actions make the choices of the example. Then
   * these choices decide what may come next, and other choices may lead elsewhere.
   */
  async #isUpToChoices(
    earlier: readonly Earlier[],
    number: number,
    action: ActionDescription,
    isTaken: (forms: Forms, data: JsonObject, face: Face) => Promise<boolean>,
  ): Promise<boolean> {
    const forms = formsOf(
      earlier,
      number,
      (example, { dataSchema }) => dataSchema && formChoosing(dataSchema, example),
    );
    if (Object.keys(forms).length === 0) return false;
    for (const face of faces) {
      this.#sent += 1;
      const { data } = fitting(action, actionData(this.#context.runId, "chosen", this.#sent));
      if (!(await isTaken(forms, data, face))) return false;
    }
    return true;
  }

  /**
   * Adds to forms that are a single example the other examples that are accepted too, and those that differ from it in
   * one decision only: a decision tells what may come next, and refers to nothing in earlier actions.
   */
  async #withOthers(
    earlier: readonly Earlier[],
    number: number,
    forms: Forms,
    isTaken: (forms: Forms) => Promise<boolean>,
  ): Promise<Forms> {
    const added: Record<string, readonly JsonObject[]> = {};
    for (const { key, examples = [] } of earlier.flatMap(({ action }) => action ?? []).slice(-mostVaried)) {
      const own = examples[number] ?? examples[0];
      if (!own || !sameJson(forms[key] ?? null, exactly([own]))) continue;
      const all = [own];
      for (const [place, other] of examples.entries()) {
        if (other === own) continue;
        const isTried = place < maxExamples && !differInDecision(own, other);
        if (isTried ? await isTaken({ ...forms, [key]: exactly([other]) }) : differInDecision(own, other))
          all.push(other);
      }
      added[key] = all;
    }
    const allOf = (examplesOf: (all: readonly JsonObject[]) => readonly JsonObject[]): Forms => ({
      ...forms,
      ...Object.fromEntries(Object.entries(added).map(([key, all]) => [key, exactly(examplesOf(all))])),
    });
    // Examples accepted one by one may be refused in combination.
    const several = Object.values(added).filter(({ length }) => length > 1).length > 1;
    return several && !(await isTaken(allOf((all) => all.slice(-1)))) ? forms : allOf((all) => all);
  }

  /**
   * The forms that keep the fewest members of the examples and are accepted through both faces; undefined where none
   * are.
   */
  async #loosest(
    earlier: readonly Earlier[],
    number: number,
    isTaken: (forms: Forms, face: Face) => Promise<boolean>,
  ): Promise<Forms | undefined> {
    const ways: ((example: JsonObject, action: ActionDescription) => JsonObject | undefined)[] = [
      ...keeping.map((kept) => (example: JsonObject, action: ActionDescription) => formKeeping(action, example, kept)),
      (example, action) => withoutOthers({ ...action, examples: [example] }),
    ];
    for (const way of ways) {
      const forms = formsOf(earlier, number, way);
      if ((await isTaken(forms, "v2")) && (await isTaken(forms, "legacy"))) return forms;
    }
    return undefined;
  }

  /** Whether an action is accepted with these data on a new trace, after earlier actions with data of these forms. */
  async #isTaken(
    earlier: readonly Earlier[],
    forms: Forms,
    { refused, key, data }: { readonly refused: Exchange; readonly key: string; readonly data: JsonObject },
    face: Face,
  ): Promise<boolean> {
    const through = face === "v2" ? faces : faces.toReversed();
    const steps = earlier.map(({ one, action }, turn): OperationStep => {
      this.#sent += 1;
      const form = action && forms[action.key];
      const wanted = actionData(this.#context.runId, "together", this.#sent);
      const fitted = fitting(action && { ...action, ...(form ? { dataSchema: form } : {}) }, wanted);
      const common = { face: through[turn % 2] ?? face, workflow: this.#workflow, action: action?.key ?? "" } as const;
      const input = { ...common, ...this.#as(one), ...fitted };
      return turn === 0
        ? { op: "create", as: "together", ...input, candidateFor: "action-forms" }
        : { op: "act", trace: "$together", ...input, candidateFor: "action-gating" };
    });
    const last = { face, workflow: this.#workflow, action: key, data, ...this.#as(refused, this.#withFile.has(key)) };
    const run = async (sent: readonly OperationStep[]) => this.#context.run("examples that follow one another", sent);
    const exchanges = await run([...steps, { op: "act", trace: "$together", ...last, candidateFor: "action-gating" }]);
    const [begun, answer] = [exchanges[0], exchanges[steps.length]];
    if (!begun || !answer || !exchanges.slice(0, -1).every(succeeded)) return false;
    const trace = createdTraceOf(begun);
    // If only a file is missing, it is sent with one.
    const isWanting = !succeeded(answer) && isAboutFiles(answer) && !this.#withFile.has(key);
    if (!isWanting || trace === undefined) return succeeded(answer);
    const own = { ...last, ...this.#as(refused, true) };
    const isTaken = (await run([{ op: "act", trace, ...own, candidateFor: "action-gating" }])).some(succeeded);
    if (isTaken) this.#withFile.add(key);
    return isTaken;
  }

  /** The same user and group as in this exchange, and a file where one was sent. */
  #as(one: Exchange, withFile?: boolean) {
    const { intent } = one;
    const group = isAction(intent) ? intent.groupLabel : undefined;
    const hadFile = isAction(intent) && intent.files.length > 0;
    this.#sent += 1;
    const files: readonly FileSpec[] = [textFile(`${this.#context.runId} together${String(this.#sent)}`, "alpha")];
    return {
      actor: senderOf(one),
      ...(typeof group === "string" ? { group } : {}),
      ...((withFile ?? hadFile) ? { files } : {}),
    };
  }
}

interface Earlier {
  readonly one: Exchange;
  readonly action: ActionDescription | undefined;
}

const isDoneWith = ({ one: { intent } }: Earlier, key: string, data: JsonObject): boolean =>
  isAction(intent) && intent.actionKey === key && sameJson(intent.data, data);

function actionOf({ actions }: WorkflowDescription, { intent }: Exchange): ActionDescription | undefined {
  if (!isAction(intent)) return undefined;
  const alike = actions.filter(({ key }) => key === intent.actionKey);
  return alike.find(({ groupLabel }) => groupLabel === intent.groupLabel) ?? alike[0];
}

/** For each earlier action the form made from one of its examples; actions without one keep theirs. */
function formsOf(
  earlier: readonly Earlier[],
  number: number,
  made: (example: JsonObject, action: ActionDescription) => JsonObject | undefined,
): Forms {
  return Object.fromEntries(
    earlier.flatMap(({ action }): [string, JsonObject][] => {
      const example = action?.examples?.[number] ?? action?.examples?.[0];
      const form = action && example && made(example, action);
      return form ? [[action.key, form]] : [];
    }),
  );
}

/** A short word without digits may be a decision. */
const longestWord = 30;

/** True where the examples differ in one flag or word only. */
function differInDecision(one: JsonObject, other: JsonObject): boolean {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const differing = names.filter((name) => !sameJson(one[name] ?? null, other[name] ?? null));
  const isWord = (value: Json | undefined): boolean =>
    typeof value === "string" && value.length <= longestWord && !/\d/.test(value);
  return (
    differing.length === 1 &&
    differing.every((name) => {
      const values = [one[name], other[name]];
      return values.every((value) => typeof value === "boolean") || values.every(isWord);
    })
  );
}

/** The form with choices fixed to those of the example; undefined where it has none. */
function formChoosing(schema: JsonObject, example: JsonObject): JsonObject | undefined {
  const paths = choicesIn(schema).map((name) => [name]);
  return paths.length > 0 && followsSchema(schema, example) ? asTaken(schema, paths, [example]) : undefined;
}

/** The form with the members of some kind fixed to those of the example; undefined where there are none. */
function formKeeping(
  { dataSchema }: ActionDescription,
  example: JsonObject,
  isKept: (value: Json | undefined) => boolean,
): JsonObject | undefined {
  if (!dataSchema || !followsSchema(dataSchema, example)) return undefined;
  const paths = schemaLeaves(dataSchema)
    .map(({ path }) => path)
    .filter((path) => isKept(valuesAt(example, path)[0]));
  return paths.length === 0 ? undefined : asTaken(dataSchema, paths, [example]);
}
