/**
 * Numbers of which a trace has only so many, as seeds that are taken out or an amount that is paid. Of much too much the refusal
 * may tell how much there is, or else half of it is asked for, and half of that. What is taken in the end is asked for once more
 * behind that, through both faces: there is less left. What was never taken is tried behind it.
 */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { type Json, type JsonObject } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { numbersIn } from "../forms/told/offered-values.ts";
import { mayBeForm, textOf } from "../forms/told/refusal-words.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";
import { withMembers } from "./in-earliest-place.ts";
import { tryInTurn } from "./in-turn.ts";
import { wayBefore } from "./untried-values.ts";
import { propertiesOf } from "../../../spec/data-schemas/properties.ts";
import { dataOf, isTaken } from "../../../spec/readings/actions.ts";
import { appendingKeys, keysOf } from "../../../spec/readings/process.ts";

type LeftExplorer = Pick<Explorer, "known" | "repeat" | "sender" | "tryAfter"> & { stage: Explorer["stage"] };

/** However many actions have numbers: so many are tried, with so many numbers each, so many that a refusal tells, and so many halves. */
const [maxActions, maxMembers, maxTold, maxHalves] = [4, 2, 2, 6];
/** However many actions were never taken: so many are tried behind it. */
const maxNever = 4;
/** So often at most as much as may be is asked for, until it is refused, on one of so many traces. */
const [maxWhole, maxTraces] = [6, 3];
/** More than there is of anything, where no form says how much may be asked for. */
const muchTooMuch = 900_000;

/** @param declared the workflow as it is configured: forms of trials have narrower bounds */
export async function takeAllThatIsLeft(
  explorer: LeftExplorer,
  traces: readonly SeenTrace[],
  declared: WorkflowDescription,
): Promise<void> {
  const { workflow } = explorer.known;
  const keys = appendingKeys(workflow);
  explorer.stage = "again";
  let tried = 0;
  for (const key of keys) {
    const [action] = explorer.known.actions(key);
    const form = declared.actions.find((one) => one.key === key)?.dataSchema;
    const members = action ? numbersOf(action, form).slice(0, maxMembers) : [];
    const way = members.length > 0 ? wayBefore(traces, workflow, key) : undefined;
    if (!action || !way || way.length === 0 || tried >= maxActions) continue;
    tried += 1;
    for (let time = 0; time < maxTraces; time += 1) {
      const trace = await builtUpTo(explorer, way);
      if (trace === undefined) continue;
      // With other data before it, it may not come at all.
      const usual = await explorer.sender.act(trace, "legacy", action, explorer.known.files.first(action));
      if (!usual || !isTaken(usual)) continue;
      for (const { name, most } of members) {
        if (!(await takesAll(explorer, trace, action, { name, most, usual }))) continue;
        // What waits until nothing is left may come now.
        explorer.stage = "further";
        const never = neverTaken(traces, workflow).slice(0, maxNever);
        await tryInTurn(explorer, trace, [...keysOf(way), key, key], never);
        explorer.stage = "again";
        break;
      }
      break;
    }
  }
  explorer.stage = "first";
}

interface Asked {
  /** Of the member. */
  readonly name: string;
  readonly most: number;
  /** The same action as it was taken there before. */
  readonly usual: Exchange;
}

/** Whether it was refused in the end, and as much as is left was taken; it is asked for twice more then. */
async function takesAll(
  { sender, known }: LeftExplorer,
  trace: string,
  action: ActionDescription,
  { name, most, usual }: Asked,
): Promise<boolean> {
  const file = known.files.first(action);
  const send = (number: number, face: Face = "v2") =>
    sender.act(trace, face, asking(action, name, number, usual), file);
  const all = async (number: number): Promise<boolean> => {
    for (const face of faces.toReversed()) await send(number, face);
    return true;
  };
  let refused = await send(most);
  for (let times = 1; times < maxWhole && isTaken(refused); times += 1) refused = await send(most);
  if (!refused || isTaken(refused) || !mayBeForm(refused)) return false;
  const told: number[] = [];
  // A form may have a bound of its own, and only what is within it is refused for what is left.
  const hear = (answer: Exchange, asked: number): void => {
    const fresh = numbersIn(textOf(answer)).filter((number) => number > 0 && number < asked && !told.includes(number));
    told.push(...fresh.slice(0, maxTold));
  };
  hear(refused, most);
  // A refusal may tell the bounds of a form, or how much there is: what is greatest of all that is told and not tried comes first.
  const tried = new Set<number>();
  while (tried.size < Math.min(told.length, maxTold * maxTold)) {
    const number = Math.max(...told.filter((one) => !tried.has(one)));
    tried.add(number);
    const answer = await send(number);
    // What is told to be left one face may refuse by itself.
    if (isTaken(answer) || isTaken(await send(number, "legacy"))) return all(number);
    if (answer) hear(answer, number);
  }
  const least = Math.min(most, ...told);
  for (let half = least / 2, times = 0; times < maxHalves && half >= 1; half /= 2, times += 1)
    if (isTaken(await send(Math.floor(half)))) return all(Math.floor(half));
  return false;
}

/** The action with so many, and with the numbers and choices beside it that were sent before. */
function asking(action: ActionDescription, name: string, number: number, like: Exchange): ActionDescription {
  const { dataSchema = {} } = action;
  const isKept = ([member, value]: readonly [string, Json]): boolean =>
    typeof value !== "string" || Array.isArray(objectAt(objectAt(dataSchema, "properties"), member)["enum"]);
  const kept = Object.fromEntries(Object.entries(dataOf(like)).filter(isKept));
  return { ...action, dataSchema: withMembers(dataSchema, { ...kept, [name]: number }) };
}

/** The members that are numbers, and the most that may be asked for. */
function numbersOf({ dataSchema, examples }: ActionDescription, declared: JsonObject | undefined) {
  if (!dataSchema) return [];
  const [example = {}] = examples ?? [];
  return propertiesOf(dataSchema).flatMap(([name, { type, maximum, enum: values, const: only }]) => {
    const isNumber = ["integer", "number"].includes(String(type)) || typeof (only ?? example[name]) === "number";
    if (!isNumber || values !== undefined) return [];
    const { maximum: bound } = objectAt(objectAt(declared ?? {}, "properties"), name);
    // Examples say what is sent, and not how much may be asked for.
    const most = examples ? undefined : [bound, maximum].find((one) => typeof one === "number");
    return [{ name, most: most ?? muchTooMuch }];
  });
}
