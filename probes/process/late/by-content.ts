/**
 * Finds out whether a late refusal was about the data or files of the action, or about data of earlier actions: both
 * faces refuse the same again on a trace that is built again, and accept the action there with other content, or after
 * earlier actions with other data.
 */
import { listingOf } from "../../../spec/readings/listed-next.ts";
import { contentDeciding, mayRefuse, processOf } from "../../../spec/readings/process.ts";
import { withNumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type OpenPointValues, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { ActStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting, textFile } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { offeredIn } from "../forms/told/offered-values.ts";
import { isAbout, textOf } from "../forms/told/refusal-words.ts";
import { unlistedWords } from "./gate-words.ts";
import { isTurnedDown } from "../observations.ts";
import { rebuilt, withOwnMarker, type Rebuilt, type Write } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;
type Deciding = NonNullable<NonNullable<OpenPointValues["action-gating"]["byContent"]>[string]>[string];

/** That the content of an action decides whether it is accepted. */
export interface DecidingContent {
  readonly key: string;
  readonly deciding: Deciding;
  /** How actions that the list does not name are refused; the action itself was refused in other words. */
  readonly words: readonly string[];
  readonly evidence: string;
}

/** Undefined where the workflow is no process, or something else explains the refusal. */
export async function contentDecides(
  asker: Asker,
  profile: Profile,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<DecidingContent | undefined> {
  const { intent, response } = refused;
  if (intent.kind !== "act" || typeof intent.actionKey !== "string") return undefined;
  const key = intent.actionKey;
  if (!isTurnedDown(refused) || response?.status === 403) return undefined;
  if (!processOf(profile, workflow) && !listingOf(profile, workflow)) return undefined;
  if (mayRefuse(contentDeciding(readingOf(profile, "action-gating"), workflow.id, key), intent.files.length))
    return undefined;
  const again = rebuilt(asker.runId, workflow, history, refused);
  const action = workflow.actions.find((one) => one.key === key);
  if (!again || !action) return undefined;
  return new Trial(asker, workflow, action, again, textOf(refused), listingOf(profile, workflow)).found();
}

/** Content to try in place of the refused one. */
interface Other {
  readonly step: ActStep;
  /** The value of the reading if this content is accepted. */
  readonly deciding: Deciding;
  readonly told: string;
}

/** At most so many values that a refusal offers for a member are tried. */
const maxOffered = 3;
/** At most so many examples of the action are tried. */
const maxExamples = 4;

interface Answers {
  /** The state after both faces refused the action. */
  readonly read: Exchange;
  readonly refusal: Exchange;
  readonly toOthers: readonly Exchange[];
}

class Trial {
  readonly #asker: Asker;
  readonly #workflow: WorkflowDescription;
  readonly #action: ActionDescription;
  readonly #again: Rebuilt;
  /** The text of the first refusal. */
  readonly #refusal: string;
  readonly #listing: NextActions | undefined;
  #marked = 0;

  constructor(
    asker: Asker,
    workflow: WorkflowDescription,
    action: ActionDescription,
    again: Rebuilt,
    refusal: string,
    listing: NextActions | undefined,
  ) {
    this.#asker = asker;
    this.#refusal = refusal;
    this.#listing = listing;
    this.#workflow = workflow;
    this.#action = action;
    this.#again = again;
  }

  async found(): Promise<DecidingContent | undefined> {
    const { key } = this.#action;
    const others = this.#others();
    const answers = await this.#answers(
      this.#again.steps,
      others.map(({ step }) => step),
    );
    if (!answers) return undefined;
    const { read, refusal, toOthers } = answers;
    const at = toOthers.findIndex(succeeded);
    const other = others[at];
    // If the listed action is refused like those that are not listed, the list contradicts the refusal: that is a
    // fault, not a matter of content.
    const { refused: step } = this.#again;
    const asUnlisted = {
      workflow: this.#workflow,
      listing: this.#listing,
      action: this.#action,
      step,
      read,
      refusal,
      before: this.#again.steps,
    };
    const { isSame, words } = await unlistedWords(this.#asker, asUnlisted);
    if (isSame) return undefined;
    const twice = `${key} was refused as it was, on a fresh trace with the same actions and through both faces`;
    if (other) return { key, deciding: other.deciding, words, evidence: `${twice}; ${other.told} it was taken there.` };
    for (const earlier of this.#earlier()) {
      const taken = await this.#takenAfter(earlier);
      if (taken)
        return {
          key,
          deciding: "data",
          words,
          evidence: `${twice}; it was taken where earlier actions had other data.`,
        };
    }
    return undefined;
  }

  /** The answers to other contents, after both faces refused this one; undefined where they did not. */
  async #answers(before: readonly Write[], others: readonly ActStep[]): Promise<Answers | undefined> {
    const { refused } = this.#again;
    const same = faces.map((face): ActStep => ({ ...this.#with(refused), face }));
    const read: OperationStep = { op: "state", face: "v2", trace: "$again", ...actorOf(refused) };
    const steps = [...before, ...same, read, ...others];
    const exchanges = await this.#asker.run("the same once more, then something else", steps);
    if (exchanges.length < steps.length || !exchanges.slice(0, before.length).every(succeeded)) return undefined;
    const refusals = exchanges.slice(before.length, before.length + same.length);
    const [shown, ...toOthers] = exchanges.slice(before.length + same.length);
    const [refusal] = refusals;
    return shown && refusal && refusals.every(isTurnedDown) ? { read: shown, refusal, toOthers } : undefined;
  }

  async #takenAfter(before: readonly Write[]): Promise<boolean> {
    const steps = [...before, this.#with(this.#again.refused)];
    const exchanges = await this.#asker.run("the same after others", steps);
    return exchanges.length === steps.length && exchanges.every(succeeded);
  }

  #others(): readonly Other[] {
    const { refused } = this.#again;
    const { files: sent = [], ...without } = refused;
    const files: Other =
      sent.length > 0
        ? { step: this.#with(without), deciding: "with-files", told: "without files" }
        : {
            step: { ...this.#with(refused), files: [textFile(this.#asker.runId, "alpha")] },
            deciding: "without-files",
            told: "with a file",
          };
    const given = (this.#action.examples ?? []).slice(0, maxExamples).map((data) => ({ data }));
    const numbered = (["low", "high"] as const).map((size) => this.#numbered(refused.data, size));
    const data = [...this.#offered(refused.data), ...numbered, ...this.#needed(), ...this.#fresh(), ...given]
      .filter((one) => one !== undefined)
      .flatMap((one): readonly Other[] => {
        const step = { ...this.#with(refused), ...one };
        const { files: _, ...bare } = step;
        const told = "with other data";
        return [{ step: bare, deciding: "data", told }];
      });
    return [files, ...data];
  }

  /** The data with values that the refusal offers for a member, e.g. a bound that follows from earlier actions. */
  #offered(data: JsonObject): readonly { readonly data: JsonObject }[] {
    return Object.entries(data)
      .filter(([name]) => isAbout(this.#refusal, name))
      .slice(0, 1)
      .flatMap(([name, value]) =>
        offeredIn(this.#refusal, name, { value, before: "" })
          .slice(0, maxOffered)
          .map((one) => ({ data: { ...data, [name]: one.value } })),
      );
  }

  /** The earlier actions with low numbers for this action and high ones for others, and the other way round. */
  #earlier(): readonly (readonly Write[])[] {
    const { steps } = this.#again;
    const numbered = (own: Size, others: Size): readonly Write[] =>
      steps.map((step) => {
        const changed = this.#numbered(step.data, step.action === this.#action.key ? own : others, step.action);
        return this.#with(changed ? { ...step, ...changed } : step);
      });
    return [numbered("low", "high"), numbered("high", "low")];
  }

  /** The data without optional members, one of which may be wrong. */
  #needed(): readonly Pick<ActStep, "data" | "markerAt">[] {
    const { dataSchema } = this.#action;
    const needed = dataSchema && withNumbersFrom(dataSchema, "needed");
    if (!needed || needed === dataSchema) return [];
    return [fitting({ ...this.#action, dataSchema: needed }, actionData(this.#asker.runId, "needed", 0))];
  }

  #fresh(): readonly Pick<ActStep, "data" | "markerAt">[] {
    return [1, 2].map((number) => fitting(this.#action, actionData(this.#asker.runId, "other", number)));
  }

  /** The data with all numbers as low or as high as the form allows; undefined where nothing changes. */
  #numbered(data: JsonObject, size: Size, key: string = this.#action.key): { readonly data: JsonObject } | undefined {
    const schema = this.#workflow.actions.find((one) => one.key === key)?.dataSchema;
    const changed = renumbered(data, schema ?? {}, size);
    const fits = isJsonObject(changed) && (!schema || followsSchema(schema, changed));
    return fits && JSON.stringify(changed) !== JSON.stringify(data) ? { data: changed } : undefined;
  }

  #with<Step extends Write>(step: Step): Step {
    this.#marked += 1;
    const action = this.#workflow.actions.find(({ key }) => key === step.action);
    return withOwnMarker(this.#asker.runId, action, step, `content${String(this.#marked)}-`);
  }
}

type Size = "low" | "high";

function renumbered(value: Json, schema: Json, size: Size): Json {
  const bounds = isJsonObject(schema) ? schema : {};
  if (typeof value === "number") {
    const bound = bounds[size === "low" ? "minimum" : "maximum"];
    return typeof bound === "number" ? bound : size === "low" ? Math.min(value, 1) : Math.max(value, 1) * 1_000;
  }
  if (!isJsonObject(value)) return value;
  const named = isJsonObject(bounds["properties"]) ? bounds["properties"] : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, renumbered(member, named[name] ?? {}, size)]),
  );
}

const actorOf = ({ actor }: Write): Pick<Write, "actor"> => (actor === undefined ? {} : { actor });
