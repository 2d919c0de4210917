/**
 * Tries values that were not sent yet, and then the actions that were never accepted or listed: they may wait for
 * another decision than the one that all walks sent, or for two equal ones, e.g. two votes.
 */
import { objectAt, resolvedSchema } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { keysOf, type Way } from "../../../spec/readings/process.ts";
import { alternating } from "../../../spec/operations.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { valuesOf } from "../forms/form-of-value.ts";
import { aDecimal, little, toldMost, wholeNumber } from "../forms/told/offered-values.ts";
import { neverTaken, wayOf, type SeenTrace } from "./deciding.ts";
import type { Explorer } from "../walk/explore.ts";
import { tryInTurn } from "./in-turn.ts";
import { propertiesOf } from "../../../spec/data-schemas/properties.ts";

/** At most so many values, and so many of one list. */
const [maxValues, maxOfList] = [5, 3];
/**
 * At most so many more for numbers that are zero, and for numbers far from those that were sent: they may decide by the
 * side of a limit.
 */
const maxFar = 4;
/** At most so many values are sent again, after which not every action was tried. */
const maxSent = 4;
/** At most so many pairs of values for an action that came twice on a trace. */
const maxPairs = 4;
/** A number between zero and one. */
const aTenth = 0.1;
/** At most so many actions that were never accepted are tried after each value. */
const maxNever = 6;

type Actions = Pick<WorkflowDescription, "actions">;
/** A member of an action with a list of values or a flag, and the values to send. */
interface Choice {
  readonly key: string;
  readonly member: string;
  readonly values: readonly Json[];
}

/** Sends each such value once at the earliest place of its action, then the actions that were never accepted. */
export async function tryUntriedValues(
  explorer: Explorer,
  traces: readonly SeenTrace[],
  isListed: boolean,
): Promise<void> {
  const { actions } = explorer.known.workflow;
  const never = neverTaken(traces, { actions });
  // Where every action was accepted, only a list can show that a value leads elsewhere.
  if (never.length === 0 && !isListed) return;
  explorer.stage = "again";
  const choices = actions.flatMap(choicesOf);
  const [noughts, far] = [noughtsOf, farNumbersOf].map((numbersOf) =>
    waysToUntried(traces, choices, actions.flatMap(numbersOf)).slice(0, maxFar),
  );
  const ofChoices = [...waysToUntried(traces, choices, choices), ...(noughts ?? [])].slice(0, maxValues);
  const ofNumbers = never.length > 0 ? [...(noughts ?? []), ...(far ?? [])] : [];
  const untried = [...ofChoices, ...ofNumbers.filter((way) => !ofChoices.includes(way))];
  const passedOver = waysPassedOver(traces, [...choices, ...actions.flatMap(noughtsOf)], never).slice(0, maxSent);
  const inPairs = never.length === 0 ? [] : waysInPairs(traces, { actions }).slice(0, maxPairs);
  for (const way of [...untried, ...passedOver, ...inPairs]) {
    const done = keysOf(way);
    const { traceId, taken: reached } = await explorer.repeat(done, way);
    if (traceId === undefined || reached.length < way.length - 1) continue;
    if (reached.length < way.length && !(await isTakenWithMore(explorer, traceId, way))) continue;
    // An action that was never accepted may require data that no refusal named so far.
    explorer.stage = "further";
    if (isListed) await tryListed(explorer, traceId, done, never);
    else await tryInTurn(explorer, traceId, done, never.slice(0, maxNever));
    explorer.stage = "again";
  }
  explorer.stage = "first";
}

/** Whether the last action of a way, which was refused, is accepted with the members that the value requires. */
async function isTakenWithMore(explorer: Explorer, trace: string, way: Way): Promise<boolean> {
  const last = way.at(-1);
  const [[member, value] = []] = Object.entries(last?.with ?? {});
  if (!last || member === undefined || value === undefined || way.length === 1) return false;
  const isTaken = await explorer.takesWithMore(trace, last.key, { member, value });
  if (!isTaken) explorer.dropRefusedValue(trace, last.key, { member, value });
  return isTaken;
}

/**
 * Does the first of these actions that the state lists and that is accepted, then reads the list again, and so on. The
 * state is read at least once, as the value may change what it lists of other actions.
 */
async function tryListed(explorer: Explorer, trace: string, before: readonly string[], never: readonly string[]) {
  const done = [...before];
  for (let left = maxNever; left > 0;) {
    const open = never.filter((key) => !done.includes(key));
    const listed = (await explorer.listedAfter(trace, [...done], open)).slice(0, left);
    const taken = await firstTaken(explorer, trace, done, listed);
    if (taken === undefined) return;
    left -= listed.indexOf(taken) + 1;
    done.push(taken);
  }
}

async function firstTaken(explorer: Explorer, trace: string, done: readonly string[], keys: readonly string[]) {
  for (const [turn, key] of keys.entries())
    if (await explorer.tryAfter(trace, [...done], key, alternating(turn))) return key;
  return undefined;
}

/** For each action the shortest way to it, ending with a value that was never accepted for it. */
function waysToUntried(
  traces: readonly SeenTrace[],
  choices: readonly Choice[],
  untried: readonly Choice[],
): readonly Way[] {
  return untried.flatMap(({ key, member, values }) => {
    const [shortest] = shortestFirst(traces.map((trace) => upTo(trace, (step) => step.key === key)));
    if (!shortest) return [];
    const before = wayOf({ steps: shortest.slice(0, -1), after: [] }, choices);
    const sent = traces.flatMap(({ steps }) =>
      steps.filter((step) => step.key === key).map(({ data }) => data[member]),
    );
    const others = values.filter((value) => !sent.some((one) => one !== undefined && sameJson(one, value)));
    return others.slice(0, maxOfList).map((value): Way => [...before, { key, with: { [member]: value } }]);
  });
}

/** The shortest way to each value that was sent, where not every one of these actions was tried right after it. */
function waysPassedOver(
  traces: readonly SeenTrace[],
  choices: readonly Choice[],
  never: readonly string[],
): readonly Way[] {
  const ways = choices.flatMap(({ key, member, values }) =>
    values.flatMap((value) => {
      const isSent = (step: Step): boolean => step.key === key && sameJson(step.data[member] ?? null, value);
      const tried = new Set(
        traces.flatMap(({ steps, after }) =>
          steps.flatMap((step, at) => (isSent(step) ? [...(after[at]?.keys() ?? [])] : [])),
        ),
      );
      const [shortest] = shortestFirst(traces.map((trace) => upTo(trace, isSent)));
      return shortest && never.some((one) => !tried.has(one)) ? [wayOf({ steps: shortest, after: [] }, choices)] : [];
    }),
  );
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

/**
 * The shortest way on which an action came twice, with pairs of values that no trace had: both equal, or two different
 * ones.
 */
function waysInPairs(traces: readonly SeenTrace[], { actions }: Actions): readonly Way[] {
  const choices = actions.flatMap(choicesOf);
  return choices.flatMap(({ key, member, values }) => {
    const twice = shortestFirst(traces.map((trace) => upToSecond(trace, key)));
    const [shortest] = twice;
    if (!shortest) return [];
    const sent = new Set(
      twice.map((steps) => pairName(steps.flatMap((step) => (step.key === key ? [step.data[member] ?? null] : [])))),
    );
    const some = values.slice(0, maxOfList);
    const pairs = [...some.map((value) => [value, value]), ...(some.length > 1 ? [some.slice(0, 2)] : [])];
    const unsent = pairs.filter((pair) => !sent.has(pairName(pair)));
    return unsent.map((pair): Way => {
      const left = [...pair];
      // Only this member is set; other choices of the action are as the examples have them.
      return wayOf({ steps: shortest, after: [] }, choices).map((step) =>
        step.key === key ? { key, with: { [member]: left.shift() ?? null } } : step,
      );
    });
  });
}

/**
 * The shortest way to an action, without the action, with the values of its choices; undefined where the action never
 * came.
 */
export function wayBefore(traces: readonly SeenTrace[], { actions }: Actions, key: string): Way | undefined {
  const [shortest] = shortestFirst(traces.map((trace) => upTo(trace, (step) => step.key === key)));
  return shortest && wayOf({ steps: shortest.slice(0, -1), after: [] }, actions.flatMap(choicesOf));
}

/** The steps up to the second time that the action came; none where it came once. */
function upToSecond({ steps }: SeenTrace, key: string): readonly Step[] {
  const [, second = -1] = steps.flatMap((step, at) => (step.key === key ? [at] : []));
  return steps.slice(0, second + 1);
}

/** The same for both orders of two values. */
const pairName = (pair: readonly Json[]): string =>
  pair
    .map((value) => JSON.stringify(value))
    .toSorted()
    .join();

type Step = SeenTrace["steps"][number];

/** The steps up to the first such step. */
function upTo({ steps }: SeenTrace, isEnd: (step: Step) => boolean): readonly Step[] {
  return steps.slice(0, steps.findIndex(isEnd) + 1);
}

function shortestFirst(ways: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  return ways.filter(({ length }) => length > 0).toSorted((left, right) => left.length - right.length);
}

/**
 * Zero for each number of which nobody told a minimum, and the empty list: zero may decide, e.g. no defects were found.
 * Where only a maximum was told and 1 is sent, a fraction as well.
 */
function noughtsOf({ key, dataSchema: schema = {} }: WorkflowDescription["actions"][number]): readonly Choice[] {
  return propertiesOf(resolvedSchema(schema, schema)).flatMap(([member, form]): readonly Choice[] => {
    if ([wholeNumber, aDecimal].some(({ schema: open }) => sameJson(form, open))) return [{ key, member, values: [0] }];
    if (mayBeEmpty(resolvedSchema(form, schema))) return [{ key, member, values: [[]] }];
    return sameJson(form, little.schema) ? [{ key, member, values: [0, aTenth] }] : [];
  });
}

const mayBeEmpty = ({ type, minItems = 0 }: JsonObject): boolean => type === "array" && minItems === 0;

/**
 * For each number of which a maximum was told: the maximum and two numbers below it, if they are above those that are
 * sent.
 */
function farNumbersOf({ key, dataSchema: schema = {} }: WorkflowDescription["actions"][number]): readonly Choice[] {
  return propertiesOf(resolvedSchema(schema, schema)).flatMap(([member, { [toldMost]: most, maximum }]) => {
    if (typeof most !== "number" || typeof maximum !== "number") return [];
    const values = [most / 10, most, Math.sqrt(most)].map(Math.round).filter((value) => value > maximum);
    return [{ key, member, values: [...new Set(values)] }];
  });
}

function choicesOf({ key, dataSchema: schema = {} }: WorkflowDescription["actions"][number]): readonly Choice[] {
  const documents = Array.isArray(schema["enum"]) ? (schema["enum"] as readonly Json[]) : [];
  const members = Object.entries(objectAt(resolvedSchema(schema, schema), "properties"));
  return members.flatMap(([member, property]) => {
    const listed = new Map(
      documents.flatMap((one) =>
        isJsonObject(one) && Object.hasOwn(one, member) ? [[JSON.stringify(one[member]), one[member] ?? null]] : [],
      ),
    );
    if (listed.size > 1) return [{ key, member, values: [...listed.values()] }];
    const form: JsonObject = isJsonObject(property) ? resolvedSchema(property, schema) : {};
    const values = valuesOf(form);
    return values.length > 0 ? [{ key, member, values }] : [];
  });
}
