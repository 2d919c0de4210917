/**
 * Sends valid data at their limits: empty lists, dates long past or far ahead, highest or lowest numbers, the opposite
 * flags. A rule beyond the form may refuse them, without leaving a mark.
 */
import { fitData } from "../../../../generators/index.ts";
import { getOwn, isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";
import { daysLater } from "../../../../spec/days-later.ts";
import { objectAt } from "../../../../spec/data-schemas/resolve.ts";
import { sameJson } from "../../../../spec/readings/equal.ts";
import { beginnings, followers, processOf } from "../../../../spec/readings/process.ts";
import { alternating, type Face, otherFace } from "../../../../spec/operations.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import { propertiesOf } from "../../../../spec/data-schemas/properties.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { reads } from "../steps.ts";
import { waysOfMany } from "../processes/again-and-again.ts";
import { begun } from "../processes/begun.ts";
import type { Gated } from "../processes/gated.ts";
import { wayTo } from "../processes/ways.ts";

/** By how much a known number is multiplied, where no maximum is known. */
const farAbove = 1_000;

/** How many days before or after a known date. */
const farOffDays = 1_000;

/** Extremes that are likelier refused come first: after an accepted one the action may not come again. */
const ends: readonly ((value: Json, schema: JsonObject) => Json)[] = [
  (value, { minItems }) => (Array.isArray(value) ? value.slice(0, typeof minItems === "number" ? minItems : 0) : value),
  (value) => onAnotherDay(value, -farOffDays),
  beyond,
  (value, { maximum }) => (typeof value === "number" ? (maximum ?? value * 2) : value),
  (value) => onAnotherDay(value, farOffDays),
  (value, { minimum = 0 }) => (typeof value === "number" ? minimum : value),
  (value) => (typeof value === "boolean" ? !value : value),
];

/** At most so many numbers are multiplied one at a time, by these factors. */
const mostAlone = 2;
const [timesHigher, timesOfSeveral] = [
  [100, 10],
  [10, 2],
];

/**
 * Far beyond the form nothing else is checked, but a rule about an earlier number looks at moderate values. Only one
 * number is changed at a time, as a form may refuse the others first.
 */
function eachAlone(data: JsonObject): readonly JsonObject[] {
  const numbers = Object.entries(data).filter((one): one is [string, number] => typeof one[1] === "number");
  const times = numbers.length > 1 ? timesOfSeveral : timesHigher;
  return numbers
    .slice(0, mostAlone)
    .flatMap(([name, value]) => times.map((by) => ({ ...data, [name]: plainProduct(value, by) })));
}

/** The product without floating-point noise. */
const plainProduct = (value: number, times: number): number => Number((value * times).toPrecision(12));

function beyond(value: Json, { maximum }: JsonObject): Json {
  return typeof value === "number" ? farBeyond(value, maximum) : value;
}

/** A known maximum may only be that of some examples. */
function farBeyond(value: number, maximum: Json = value): number {
  return plainProduct(typeof maximum === "number" ? maximum : value, farAbove);
}

const onAnotherDay = (value: Json, days: number): Json => (typeof value === "string" ? daysLater(value, days) : value);

/** The data at each limit where they change. */
export function extremesOf({ dataSchema = {} }: ActionDescription, data: JsonObject): readonly JsonObject[] {
  const properties = objectAt(dataSchema, "properties");
  const all = ends.map((end): JsonObject => {
    const members = Object.entries(data).map(([name, value]) => {
      const schema = getOwn(properties, name);
      return [name, end(value, isJsonObject(schema) ? schema : {})] as const;
    });
    return Object.fromEntries(members);
  });
  const far = ends.indexOf(beyond) + 1;
  const inTurn = [...all.slice(0, far), ...eachAlone(data), ...all.slice(far)];
  return inTurn.filter((one, at) => [data, ...inTurn.slice(0, at)].every((other) => !sameJson(one, other)));
}

/** Such data for each action of a process, after as many other actions as possible, whose data may decide. */
export function extremeData(context: SuiteContext, script: MakeScript) {
  const { target, profile } = context;
  const gated = target.workflows.flatMap((workflow, index) => {
    const rules = processOf(profile, workflow);
    return rules ? [{ index, workflow, rules }] : [];
  });
  const places = gated.flatMap(({ index, workflow, rules }) => {
    const begun = beginnings(rules, workflow).toSorted((one, other) => new Set(other).size - new Set(one).size);
    return [...new Map(workflow.actions.map((action) => [action.key, action])).values()].flatMap((action) => {
      const isNext = (done: readonly string[]): boolean =>
        followers(rules, workflow, done).some(({ key }) => key === action.key);
      const isKnown = action.appends && action.dataSchema !== undefined;
      const done = isKnown ? (begun.find(isNext) ?? wayTo(context, index, action.key)) : undefined;
      return done ? [{ workflow: index, action, done }] : [];
    });
  });
  const title = "Data at their ends are refused without a mark, or taken";
  const ofEach = places
    .toSorted((left, right) => numbersOf(right) - numbersOf(left) || right.done.length - left.done.length)
    .slice(0, byDepth(context, { quick: 0, standard: mostActions, deep: 12 }));
  const comingAgain = placesComingAgain(context, gated).slice(0, byDepth(context, { quick: 0, standard: 4, deep: 12 }));
  const distinct = new Map([...ofEach, ...comingAgain].map((place) => [placeId(place), place]));
  return [...distinct.values()]
    .map(({ workflow, action, done }, at) =>
      script(context, `extreme-data-${String(at)}`, title, (draft) => {
        const { data, markerAt } = fitData(action, { data: draft.doc({ extreme: at }) });
        const act = (face: Face, extreme: JsonObject): OperationStep => ({
          ...{ op: "act", face, trace: "$t", workflow, action: action.key, data: extreme, outOfOrder: true },
          ...(markerAt ? { markerAt } : {}),
          traits: [unfitTraits.extreme],
        });
        return [
          ...begun(draft, workflow, done, alternating(at)),
          ...reads("$t"),
          ...extremesOf(action, data).flatMap((extreme, turn) => {
            const face = alternating(turn + at);
            return [face, otherFace(face)].flatMap((through): readonly OperationStep[] => [
              act(through, extreme),
              { op: "details", face: through, trace: "$t" },
              { op: "state", face: otherFace(through), trace: "$t" },
            ]);
          }),
        ];
      }),
    )
    .filter(({ steps }) => steps.some((step) => "traits" in step));
}

interface Place {
  /** The index of the workflow. */
  readonly workflow: number;
  readonly action: ActionDescription;
  readonly done: readonly string[];
}

const placeId = ({ workflow, action, done }: Place): string => JSON.stringify([workflow, action.key, done]);

/**
 * Places where an action with numbers was repeated many times: their sum may have a limit, which each face may compute
 * itself.
 */
function placesComingAgain(context: SuiteContext, gated: readonly Gated[]): readonly Place[] {
  return waysOfMany(context, gated).flatMap(({ index, way }): readonly Place[] => {
    const action = context.target.workflows[index]?.actions.find(({ key }) => key === way.at(-1));
    const place = action && { workflow: index, action, done: way.slice(0, -1) };
    return place && numbersOf(place) > 0 ? [place] : [];
  });
}

/** At most so many actions: those with numbers, and those that come latest, which depend on most earlier data. */
const mostActions = 9;

/** 1 for an action with a number in its form or examples, else 0. */
function numbersOf({ action: { dataSchema = {}, examples = [] } }: { readonly action: ActionDescription }): number {
  const typed = propertiesOf(dataSchema).some(([, { type }]) => type === "number" || type === "integer");
  return typed || examples.some((one) => Object.values(one).some((value) => typeof value === "number")) ? 1 : 0;
}
