/** Members by which an action names what an earlier one of its trace brought, such as the number of a permit. */
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { objectAt } from "../../spec/data-schemas/resolve.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import { isMarker } from "../../spec/readings/marker.ts";
import type { ActStep, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import { mapSteps } from "../scripts/steps.ts";
import { withFiltersOf } from "../scripts/filters-of.ts";

/** A shorter text without letters may stand in two examples by chance. */
const leastLength = 4;

/** True for a text with digits, and without spaces. */
const isCode = (text: string): boolean =>
  /\d/.test(text) && !/\s/.test(text) && !date.test(text) && (text.length >= leastLength || /\p{L}/u.test(text));
/** Dates that go together are found by trials. */
const date = /^\d{4}-\d\d-\d\d(T.*)?$/u;

/** What the actions of a trace brought, by their keys; what came last stands last. */
export type Brought = ReadonlyMap<string, JsonObject>;

interface Source {
  readonly key: string;
  readonly member: string;
}

/**
 * The script in which actions name what their trace has, where the examples of the configuration do: a text that stands in each
 * example of an action stands in those of another one, too. Filters that look for what was named before follow.
 * @param brought what is known of traces that the script does not create
 */
export function withReferences(
  script: Script,
  workflows: readonly WorkflowDescription[],
  brought: (trace: string) => Brought | undefined = () => undefined,
): Script {
  if (!workflows.some(hasReferences)) return script;
  const known = new Map<string, Brought>();
  const referring = <Input extends Pick<ActStep, "data" | "workflow" | "action" | "traits" | "markerAt">>(
    input: Input,
    trace: string | undefined,
    isTaken: boolean,
  ): Input => {
    const workflow = workflows[input.workflow ?? 0];
    if (!workflow || input.action === undefined || trace === undefined) return input;
    const earlier = known.get(trace) ?? brought(trace) ?? new Map<string, JsonObject>();
    const referred = withReferencesTo(earlier, input, input.action, workflow);
    const others = [...earlier].filter(([key]) => key !== input.action);
    if (isTaken) known.set(trace, new Map([...others, [input.action, referred.data]]));
    return referred;
  };
  const written = mapSteps(script, (step): OperationStep => {
    if (step.op === "create") return referring(step, step.as === undefined ? undefined : `$${step.as}`, isTaken(step));
    if (!("trace" in step) || typeof step.trace !== "string") return step;
    if (step.op === "act") return referring(step, step.trace, isTaken(step));
    if (step.op !== "walk" || !step.actAfterFirstPage) return step;
    return { ...step, actAfterFirstPage: referring(step.actAfterFirstPage, step.trace, true) };
  });
  return withFiltersOf(script, written);
}

/** True where the target may take what the step brings. */
function isTaken(step: Extract<OperationStep, { readonly op: "create" | "act" }>): boolean {
  return !step.token && !step.body && !step.omit && !step.replace && !isUnfit(step);
}

const unfit: ReadonlySet<string> = new Set(Object.values(unfitTraits));
const isUnfit = ({ traits = [] }: Pick<ActStep, "traits">): boolean => traits.some((trait) => unfit.has(trait));

/** The action with what earlier ones brought, as far as its form lets it; what is wrong on purpose stays so. */
function withReferencesTo<Input extends Pick<ActStep, "data" | "traits" | "markerAt">>(
  earlier: Brought,
  input: Input,
  key: string,
  workflow: WorkflowDescription,
): Input {
  if (isUnfit(input)) return input;
  const schema = workflow.actions.find((one) => one.key === key)?.dataSchema;
  let referred = input;
  for (const { member, sources } of referencesOf(workflow).get(key) ?? []) {
    const [value] = [...earlier]
      .toReversed()
      .flatMap(([other, data]) => sources.filter((one) => one.key === other).map((one) => data[one.member]))
      // What tells another action apart stays with that one.
      .filter((one) => typeof one === "string" && !isMarker(one));
    if (value === undefined || !Object.hasOwn(input.data, member) || input.data[member] === value) continue;
    const data = { ...referred.data, [member]: value };
    const isBeyond = schema && followsSchema(schema, referred.data) && !followsSchema(schema, data);
    if (isBeyond && !isOneOf(schema, member)) continue;
    const { markerAt, ...others } = referred;
    referred = markerAt?.[0] === member ? { ...(others as Input), data } : { ...referred, data };
  }
  return referred;
}

/** True for a member that the form keeps to the texts of its examples: those of another trace are as good. */
function isOneOf(schema: JsonObject, member: string): boolean {
  const own = objectAt(objectAt(schema, "properties"), member);
  return Object.hasOwn(own, "const") || Object.hasOwn(own, "enum");
}

interface Reference {
  readonly member: string;
  readonly sources: readonly Source[];
}

const found = new WeakMap<WorkflowDescription, ReadonlyMap<string, readonly Reference[]>>();

const hasReferences = (workflow: WorkflowDescription): boolean => referencesOf(workflow).size > 0;

/** By the key of an action: its members that name what another one brings. */
function referencesOf(workflow: WorkflowDescription): ReadonlyMap<string, readonly Reference[]> {
  const known = found.get(workflow);
  if (known) return known;
  const references = new Map(
    workflow.actions.flatMap((action): readonly (readonly [string, readonly Reference[]])[] => {
      // Those that the configuration lists before it: what brings a code stands before what names it.
      const before = workflow.actions.slice(
        0,
        workflow.actions.findIndex(({ key }) => key === action.key),
      );
      const others = before.filter(({ examples }) => examples !== undefined);
      const members = Object.keys(action.examples?.[0] ?? {});
      const own = members.flatMap((member) => referenceAt(action, member, others) ?? []);
      return own.length > 0 ? [[action.key, own]] : [];
    }),
  );
  found.set(workflow, references);
  return references;
}

function referenceAt(
  { examples = [] }: ActionDescription,
  member: string,
  others: readonly ActionDescription[],
): Reference | undefined {
  const texts = examples.map((example) => example[member]).filter((text) => typeof text === "string");
  if (texts.length < examples.length || !texts.every(isCode)) return undefined;
  const sources = others.flatMap(({ key, examples: theirs = [] }): readonly Source[] =>
    Object.keys(theirs[0] ?? {})
      .filter((name) =>
        areSame(
          texts,
          theirs.map((example) => example[name]),
        ),
      )
      .map((name) => ({ key, member: name })),
  );
  return sources.length === 0 ? undefined : { member, sources };
}

/** One for one where there are as many of both; else each among the others. */
function areSame(texts: readonly string[], others: readonly (Json | undefined)[]): boolean {
  const isPaired = texts.length === others.length;
  return texts.every((text, place) => (isPaired ? others[place] === text : others.includes(text)));
}
