/**
 * Gives a script that runs again new markers, because the target still holds the traces of its earlier run, which
 * searches would otherwise find.
 */
import {
  fitData,
  mapSteps,
  markerMembers,
  ownTextsIn,
  seedFrom,
  withFiltersOf,
  withOwnTexts,
  withReferences,
  type Brought,
} from "../../../generators/index.ts";
import { markerIn, shortRun } from "../../../spec/readings/marker.ts";
import { broughtTo } from "../../../spec/data-schemas/as-taken.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { workflowsWithForms } from "../../../spec/readings/forms.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { ActStep, CreateStep, Script } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { isJoined, isSmaller } from "./script-kinds.ts";
import { flatten } from "./selection.ts";

/**
 * The script with the run that its documents name replaced by `run`, wherever it stands: in markers, in filters that
 * look for them, in near misses of them that change the case. A script without markers stays as it is.
 * @param workflows of which some actions may have to bring texts of their own: these are other ones then
 * @param isSent whether another script of the run brought a text already
 */
export function restamp(
  script: Script,
  run: string,
  workflows: readonly WorkflowDescription[] = [],
  isSent?: TextsSent["isSent"],
): Script {
  const runs = runsNamedIn(script).filter((name) => name !== run && name !== shortRun(run));
  let text = JSON.stringify(script.steps);
  for (const from of runs) {
    const to = shortRun(from) === from && shortRun(run) !== run ? shortRun(run) : run;
    text = text.replaceAll(from, to).replaceAll(upper(from), upper(to));
  }
  if (runs.length === 0) return script;
  return withOwn({ ...script, steps: JSON.parse(text) as Script["steps"] }, workflows, isSent);
}

/** Texts of their own that what was sent in a run brought: where a pattern has room for few, two would be the same by chance. */
export class TextsSent {
  readonly #texts = new Set<string>();

  readonly isSent = (text: string): boolean => this.#texts.has(text);

  /** Keeps the texts of a script, which no other one is given from now on. */
  note(script: Script, workflows: readonly WorkflowDescription[]): void {
    if (!areTextsOwn(workflows)) return;
    for (const step of script.steps.flatMap(flatten)) {
      if (step.op !== "create" && step.op !== "act") continue;
      const action = workflows[step.workflow ?? 0]?.actions.find(({ key }) => key === step.action);
      for (const text of ownTextsIn(action, step.data, step.markerAt)) this.#texts.add(text);
    }
  }
}

function noted(sent: TextsSent | undefined, script: Script, workflows: readonly WorkflowDescription[]): Script {
  sent?.note(script, workflows);
  return script;
}

const areTextsOwn = (workflows: readonly WorkflowDescription[]): boolean =>
  workflows.some(({ actions }) => actions.some(({ ownTexts }) => ownTexts));

/** With other texts in what must bring its own, for each script its own, and in the filters that look for them. */
function withOwn(script: Script, workflows: readonly WorkflowDescription[], isSent?: TextsSent["isSent"]): Script {
  if (!areTextsOwn(workflows)) return script;
  return withData(script, workflows, (action, { data, markerAt }) =>
    withOwnTexts(action, data, markerAt, `${script.id} ${JSON.stringify(data)}`, isSent),
  );
}

/**
 * With data that follow the forms as they are known now, where they followed those that are configured: a script may have
 * been made before it was seen that the service takes less. What probes did on one trace stays as they sent it: some of it
 * tried what was not known yet, and was taken.
 */
export function inKnownForms(
  script: Script,
  configured: readonly WorkflowDescription[],
  known: readonly WorkflowDescription[],
): Script {
  if (known === configured || isJoined(script)) return script;
  return withData(script, known, (action, { data, workflow, traits = [] }) => {
    const actions = configured[workflow ?? 0]?.actions ?? [];
    const before = actions.find(({ key }) => key === action?.key)?.dataSchema;
    const isNarrower = before !== undefined && action?.dataSchema !== undefined && action.dataSchema !== before;
    if (!isNarrower || traits.length > 0 || !followsSchema(before, data)) return data;
    const turn = seedFrom(script.id, JSON.stringify(data));
    const brought = broughtTo(action.dataSchema, data, turn);
    return followsSchema(action.dataSchema, brought) ? brought : drawnAround(action, data, turn);
  });
}

/** Data that follow the form of the action, with all of the members of others that it takes. */
function drawnAround(action: ActionDescription, data: JsonObject, turn: number): JsonObject {
  const { dataSchema = {} } = action;
  return Object.entries(data).reduce(
    (made, [name, value]) => {
      const next = { ...made, [name]: value };
      return followsSchema(dataSchema, next) ? next : made;
    },
    fitData(action, { data: { turn } }).data,
  );
}

/** With other data, and in filters the values that stand there now. */
export function withData(
  script: Script,
  workflows: readonly WorkflowDescription[],
  dataOf: (action: ActionDescription | undefined, step: CreateStep | ActStep) => JsonObject,
): Script {
  const written = mapSteps(script, (step) => {
    if (step.op !== "create" && step.op !== "act") return step;
    const action = workflows[step.workflow ?? 0]?.actions.find(({ key }) => key === step.action);
    const data = dataOf(action, step);
    return data === step.data ? step : { ...step, data: { ...data, ...step.asTaken } };
  });
  return withFiltersOf(script, written);
}

/** What a session knows of its target. */
interface Known {
  readonly environment: { readonly workflows: readonly WorkflowDescription[] };
  readonly profile: Profile;
  readonly plan: { readonly runId: string };
  readonly textsSent?: TextsSent;
}

/**
 * A script once more, with texts of its own where the target was seen to ask for them, and with what its actions name then.
 * @param run by default that of the session
 */
export function restampFor({ environment, profile, plan, textsSent }: Known, script: Script, run = plan.runId): Script {
  const known = workflowsWithForms(environment.workflows, profile);
  // Evidence can be made again only where what stands in a planned script follows from the seed alone.
  const isSent = isSmaller(script) ? textsSent?.isSent : undefined;
  const own = inKnownForms(restamp(script, run, known, isSent), environment.workflows, known);
  return noted(textsSent, withReferences(own, known), known);
}

/** Scripts of earlier runs, each with marks of its own: one may be a smaller form of another, whose traces it would find. */
export const restampEach = (known: Known, scripts: readonly Script[]): readonly Script[] =>
  scripts.map((script, at) => restampFor(known, script, `${known.plan.runId}c${at.toString(36)}`));

/**
 * A script of a look that is taken late, with texts of its own, and with what its actions name.
 * @param brought what traces have that the script names by their ids
 */
export function withTextsOfItsOwn(
  { environment, profile, textsSent }: Omit<Known, "plan">,
  script: Script,
  brought: (trace: string) => Brought | undefined,
): Script {
  const known = workflowsWithForms(environment.workflows, profile);
  return noted(textsSent, withReferences(withOwn(script, known), known, brought), known);
}

/** The script with data that follow the forms as the session knows them now. */
export function asKnown(
  { environment: { workflows }, profile, textsSent }: Omit<Known, "plan">,
  script: Script,
): Script {
  const known = workflowsWithForms(workflows, profile);
  return noted(textsSent, withReferences(inKnownForms(script, workflows, known), known), known);
}

/** The runs that the documents of a script name, each once; that of a short marker, which a longer one holds, comes later. */
export function runsNamedIn(script: Script): readonly string[] {
  const named = script.steps.flatMap(flatten).map((step) => ("data" in step ? runIn(step) : undefined));
  const runs = new Set(named.filter((name) => typeof name === "string" && name.length > 5).map(String));
  return [...runs].toSorted((left, right) => right.length - left.length);
}

function upper(text: string): string {
  return text.toUpperCase();
}

/** The run that a document names: in a member of its own, or in the middle of its marker. */
function runIn({ data, markerAt }: CreateStep | ActStep): Json | undefined {
  return markerAt ? markerIn(data, markerAt)?.split("~")[1] : data[markerMembers.run];
}
