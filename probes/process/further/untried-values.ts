/**
 * What may come after a value that was not sent yet, or after which not all was tried: what was never taken, or listed, may be
 * behind another decision than the one that all walks brought. It may also be behind two that agree, as of two who vote.
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

/** However many values were not sent: so many are, and of a list to choose from so many. */
const [maxValues, maxOfList] = [5, 3];
/** So many more are sent of numbers that are nought, and of such as are far from those that were sent: on which side of a limit they are may decide. */
const maxFar = 4;
/** So many more are sent again, where not all was tried after them. */
const maxSent = 4;
/** Of an action that came twice on a trace, so many pairs of values are sent. */
const maxPairs = 4;
/** Less than one, for numbers that are none. */
const aTenth = 0.1;
/** However many actions were never taken: so many are tried after each value. */
const maxNever = 6;

type Actions = Pick<WorkflowDescription, "actions">;
/** A member of the data of an action that is a flag, or one of a list of values, and those that are sent. */
interface Choice {
  readonly key: string;
  readonly member: string;
  readonly values: readonly Json[];
}

/** Sends each such value once, in the earliest place of its action, and what was never taken after it. */
export async function tryUntriedValues(
  explorer: Explorer,
  traces: readonly SeenTrace[],
  isListed: boolean,
): Promise<void> {
  const { actions } = explorer.known.workflow;
  const never = neverTaken(traces, { actions });
  // Where all were taken, a list shows by itself whether another one may come after such a value.
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
    // What was never taken may want data that no refusal named so far.
    explorer.stage = "further";
    if (isListed) await tryListed(explorer, traceId, done, never);
    else await tryInTurn(explorer, traceId, done, never.slice(0, maxNever));
    explorer.stage = "again";
  }
  explorer.stage = "first";
}

/** Whether the last action of a way, which was refused, is taken with what the value wants beside it. */
async function isTakenWithMore(explorer: Explorer, trace: string, way: Way): Promise<boolean> {
  const last = way.at(-1);
  const [[member, value] = []] = Object.entries(last?.with ?? {});
  if (!last || member === undefined || value === undefined || way.length === 1) return false;
  const isTaken = await explorer.takesWithMore(trace, last.key, { member, value });
  if (!isTaken) explorer.dropRefusedValue(trace, last.key, { member, value });
  return isTaken;
}

/**
 * The first of these that the state lists and is taken; then, of what was never taken, what the state lists after it. It is
 * read once at least: what it lists of the others may follow from the value as well.
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

/** The shortest way to each action, with a value at its end that it was not taken with. */
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

/** The shortest way to each value that was sent, and not followed at once by a trial of each of these actions. */
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

/** The shortest way on which an action came twice, with the same value both times, and with two, where no trace had these. */
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
      // What else decides in this action is as its examples have it beside the value.
      return wayOf({ steps: shortest, after: [] }, choices).map((step) =>
        step.key === key ? { key, with: { [member]: left.shift() ?? null } } : step,
      );
    });
  });
}

/** What was done before an action on the shortest way to it, with the values of its choices; undefined where it never came. */
export function wayBefore(traces: readonly SeenTrace[], { actions }: Actions, key: string): Way | undefined {
  const [shortest] = shortestFirst(traces.map((trace) => upTo(trace, (step) => step.key === key)));
  return shortest && wayOf({ steps: shortest.slice(0, -1), after: [] }, actions.flatMap(choicesOf));
}

/** What was done until an action came for the second time; nothing where it came once. */
function upToSecond({ steps }: SeenTrace, key: string): readonly Step[] {
  const [, second = -1] = steps.flatMap((step, at) => (step.key === key ? [at] : []));
  return steps.slice(0, second + 1);
}

/** Equal for the same two values, whichever came first. */
const pairName = (pair: readonly Json[]): string =>
  pair
    .map((value) => JSON.stringify(value))
    .toSorted()
    .join();

type Step = SeenTrace["steps"][number];

/** What was done up to the first such step. */
function upTo({ steps }: SeenTrace, isEnd: (step: Step) => boolean): readonly Step[] {
  return steps.slice(0, steps.findIndex(isEnd) + 1);
}

function shortestFirst(ways: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  return ways.filter(({ length }) => length > 0).toSorted((left, right) => left.length - right.length);
}

/**
 * Nought for each number of which nobody said from where on it is taken, and a list of nothing: that there is none may decide, as
 * where nothing was found wanting. Where only its upper end was told, of which one is little, less of it as well.
 */
function noughtsOf({ key, dataSchema: schema = {} }: WorkflowDescription["actions"][number]): readonly Choice[] {
  return propertiesOf(resolvedSchema(schema, schema)).flatMap(([member, form]): readonly Choice[] => {
    if ([wholeNumber, aDecimal].some(({ schema: open }) => sameJson(form, open))) return [{ key, member, values: [0] }];
    if (mayBeEmpty(resolvedSchema(form, schema))) return [{ key, member, values: [[]] }];
    return sameJson(form, little.schema) ? [{ key, member, values: [0, aTenth] }] : [];
  });
}

const mayBeEmpty = ({ type, minItems = 0 }: JsonObject): boolean => type === "array" && minItems === 0;

/** For each number of which was told up to where it is taken: far above those that are sent, at its end, and between. */
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
