/** Members by which an action names what an earlier one of its trace brought, such as the number of a permit. */
import { notMoreThanBrought, type Source, sourcesOf } from "../../spec/data-schemas/brought-by.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { objectAt } from "../../spec/data-schemas/resolve.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import { isMarker } from "../../spec/readings/marker.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ActStep, OperationStep, Script, Step } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import { propertiesOf } from "../../spec/data-schemas/properties.ts";
import { parallelStepOf } from "../../spec/vocabulary/placed-steps.ts";
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

/**
 * The script in which actions name what their trace has, where the examples of the configuration do: a text that stands in each
 * example of an action stands in those of another one, too. So do members of a form that was found with such a text. Filters that look for what was named before follow.
 * @param knownOf what is known of traces that the script does not create
 */
export function withReferences(
  script: Script,
  workflows: readonly WorkflowDescription[],
  knownOf: (trace: string) => Brought | undefined = () => undefined,
): Script {
  if (!workflows.some(hasReferences)) return script;
  const known = new Map<string, Brought>();
  /** Actions in their places: what is tried where they may not come says nothing beside them. */
  const placed = new Set<string>();
  /** What these brought: it is named by another one that comes once more where it may not, and has named the rest already. */
  const beside = new Map<string, Brought>();
  /** By a parallel step, a trace and an action: what this one brought before it. */
  const lastAt = new Map<string, JsonObject>();
  const referring = <
    Input extends Pick<ActStep, "data" | "asTaken" | "workflow" | "action" | "traits" | "markerAt" | "outOfOrder">,
  >(
    input: Input,
    trace: string | undefined,
    isTaken: boolean,
    place = "",
  ): Input => {
    const workflow = workflows[input.workflow ?? 0];
    if (!workflow || input.action === undefined || trace === undefined) return input;
    const earlier = known.get(trace) ?? knownOf(trace) ?? new Map<string, JsonObject>();
    const id = `${trace} ${input.action}`;
    const isBeside = input.outOfOrder === true && placed.has(id);
    const brought = beside.get(trace) ?? new Map<string, JsonObject>();
    const from = isBeside ? new Map([...earlier, ...brought]) : earlier;
    // Of a list those at the same time name the same.
    const group = parallelStepOf(place);
    const turn = group === undefined ? undefined : `${group} ${id}`;
    const last = (turn === undefined ? undefined : lastAt.get(turn)) ?? from.get(input.action) ?? {};
    if (turn !== undefined) lastAt.set(turn, last);
    const referred = withReferencesTo(from, last, input, input.action, workflow);
    if (!isTaken) return referred;
    if (!input.outOfOrder) placed.add(id);
    const [all, own] = isBeside ? [beside, brought] : [known, earlier];
    all.set(trace, new Map([...[...own].filter(([key]) => key !== input.action), [input.action, referred.data]]));
    return referred;
  };
  const written = mapSteps(withOneCode(script, workflows), (step, place): OperationStep => {
    if (step.op === "create") return referring(step, step.as === undefined ? undefined : `$${step.as}`, isTaken(step));
    if (!("trace" in step) || typeof step.trace !== "string") return step;
    if (step.op === "act") return referring(step, step.trace, isTaken(step), place);
    if (step.op !== "walk" || !step.actAfterFirstPage) return step;
    return { ...step, actAfterFirstPage: referring(step.actAfterFirstPage, step.trace, true) };
  });
  return withFiltersOf(script, written);
}

/**
 * Of actions at the same time one alone may be taken, and none knows which: what later ones name is the same in all. So it
 * tells none of them apart.
 */
function withOneCode(script: Script, workflows: readonly WorkflowDescription[]): Script {
  const steps = script.steps.map((step): Step => {
    if (!("parallel" in step)) return step;
    const firsts = new Map<string, JsonObject>();
    const idOf = ({ trace, action = "" }: ActStep): string => `${trace} ${action}`;
    const acts = step.parallel.flat().filter((one) => one.op === "act");
    const parallel = step.parallel.map((branch) =>
      branch.map((one): OperationStep => {
        const workflow = one.op === "act" ? workflows[one.workflow ?? 0] : undefined;
        if (one.op !== "act" || !workflow || one.action === undefined || isUnfit(one)) return one;
        const id = idOf(one);
        const first = firsts.get(id) ?? one.data;
        firsts.set(id, first);
        const isAlone = acts.filter((other) => idOf(other) === id && !isUnfit(other)).length < 2;
        // Where none may bring what another one did, only others can all be taken.
        const bringsItsOwn = workflow.actions.some(({ key, ownTexts }) => key === one.action && ownTexts === true);
        return isAlone || bringsItsOwn ? one : withSame(one, first, membersNamed(workflow, one.action));
      }),
    );
    return { ...step, parallel };
  });
  return { ...script, steps };
}

/** The members of an action that others name. */
const membersNamed = (workflow: WorkflowDescription, action: string): readonly string[] =>
  [...referencesOf(workflow).values()]
    .flat()
    .flatMap(({ sources }) => sources.flatMap(({ key, path }) => (key === action ? path.slice(0, 1) : [])));

function withSame(step: ActStep, first: JsonObject, members: readonly string[]): ActStep {
  const same = members.filter((member) => Object.hasOwn(first, member) && Object.hasOwn(step.data, member));
  if (same.length === 0) return step;
  const { markerAt, ...others } = step;
  const data = { ...step.data, ...Object.fromEntries(same.map((member) => [member, first[member] ?? null])) };
  const isApart = markerAt !== undefined && !same.includes(String(markerAt[0]));
  return { ...others, data, ...(isApart ? { markerAt } : {}) };
}

/** True where the target may take what the step brings. */
function isTaken(step: Extract<OperationStep, { readonly op: "create" | "act" }>): boolean {
  return !step.token && !step.body && !step.omit && !step.replace && !isUnfit(step);
}

const unfit: ReadonlySet<string> = new Set(Object.values(unfitTraits));
const isUnfit = ({ traits = [] }: Pick<ActStep, "traits">): boolean => traits.some((trait) => unfit.has(trait));

/** The action with what earlier ones brought, as far as its form lets it; what is wrong on purpose stays so, and what was taken so before. */
function withReferencesTo<Input extends Pick<ActStep, "data" | "asTaken" | "traits" | "markerAt">>(
  earlier: Brought,
  last: JsonObject,
  input: Input,
  key: string,
  workflow: WorkflowDescription,
): Input {
  if (isUnfit(input)) return input;
  const schema = workflow.actions.find((one) => one.key === key)?.dataSchema;
  let referred = input;
  const next = nextOfLists(last);
  for (const { member, sources, isUpTo } of referencesOf(workflow).get(key) ?? []) {
    if (Object.hasOwn(input.asTaken ?? {}, member)) continue;
    const [value] = [...earlier]
      .toReversed()
      .flatMap(([other, data]) =>
        sources.filter((one) => one.key === other).map(({ path }) => next(member, other, path, data)),
      )
      // What tells another action apart stays with that one.
      .filter(
        (one) =>
          typeof one === typeof input.data[member] &&
          (typeof one === "number" || isName(one) || areLists(one, input.data[member])),
      );
    if (value === undefined || !Object.hasOwn(input.data, member) || input.data[member] === value) continue;
    if (isUpTo === true && Number(input.data[member]) < Number(value)) continue;
    const data = { ...referred.data, [member]: value };
    const isBeyond = schema && followsSchema(schema, referred.data) && !followsSchema(schema, data);
    if (isBeyond && !isOneOf(schema, member)) continue;
    const { markerAt, ...others } = referred;
    referred = markerAt?.[0] === member ? { ...(others as Input), data } : { ...referred, data };
  }
  return referred;
}

/**
 * What stands at a path of what an action brought: in a list the entry behind the one that was named last, then the first again,
 * and of one entry all that is named at once. What is to be done for each of a list is not done for one of them alone.
 * @param last what the action that names it brought the last time
 */
function nextOfLists(last: JsonObject) {
  const chosen = new Map<string, number>();
  return (member: string, key: string, path: JsonPath, data: JsonObject): Json | undefined => {
    const list = path.indexOf("*");
    if (list < 0) return valuesAt(data, path)[0];
    const entries = valuesAt(data, path.slice(0, list + 1));
    const inEntry = path.slice(list + 1);
    const id = JSON.stringify([key, path.slice(0, list)]);
    const named = last[member];
    const before = isName(named) ? entries.findIndex((entry) => valuesAt(entry, inEntry)[0] === named) : -1;
    const place = chosen.get(id) ?? (before + 1) % Math.max(1, entries.length);
    if (isName(named)) chosen.set(id, place);
    const entry = entries[place];
    return entry === undefined ? undefined : valuesAt(entry, inEntry)[0];
  };
}

const areLists = (one: Json | undefined, other: Json | undefined): boolean =>
  Array.isArray(one) && Array.isArray(other);
const isName = (value: Json | undefined): boolean => typeof value === "string" && !isMarker(value);

/** True for a member that the form keeps to the texts of its examples: those of another trace are as good. */
function isOneOf(schema: JsonObject, member: string): boolean {
  // Where it lists whole examples it keeps all members.
  if (Object.hasOwn(schema, "enum")) return true;
  const own = objectAt(objectAt(schema, "properties"), member);
  return Object.hasOwn(own, "const") || Object.hasOwn(own, "enum");
}

interface Reference {
  readonly member: string;
  readonly sources: readonly Source[];
  /** True where less than what was brought is as good. */
  readonly isUpTo?: boolean;
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
      // What the service makes is read from each trace, and none that another action named, which may be used up.
      const isMade = (value: Json): boolean =>
        typeof value === "string" && workflow.shownTexts?.includes(value) === true;
      const members = Object.entries(action.examples?.[0] ?? {}).flatMap(([name, value]) =>
        isMade(value) ? [] : [name],
      );
      const own = [
        ...members.flatMap((member) => referenceAt(action, member, others) ?? []),
        ...referencesOfForm(action.dataSchema),
      ];
      return own.length > 0 ? [[action.key, own]] : [];
    }),
  );
  found.set(workflow, references);
  return references;
}

function referencesOfForm(schema: JsonObject = {}): readonly Reference[] {
  return propertiesOf(schema).flatMap(([member, own]) => {
    const sources = sourcesOf(own);
    return sources.length > 0 ? [{ member, sources, isUpTo: own[notMoreThanBrought] === true }] : [];
  });
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
      .map((name) => ({ key, path: [name] })),
  );
  return sources.length === 0 ? undefined : { member, sources };
}

/** One for one where there are as many of both; else each among the others. */
function areSame(texts: readonly string[], others: readonly (Json | undefined)[]): boolean {
  const isPaired = texts.length === others.length;
  return texts.every((text, place) => (isPaired ? others[place] === text : others.includes(text)));
}
