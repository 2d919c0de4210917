/**
 * Finds how much is left of a quantity of which a trace has only so much, e.g. stock or an unpaid amount: asks for far
 * too much, then for what the refusal tells, or for half of it and half of that. What is accepted in the end is sent
 * once more through both faces, when less is left. Then the actions that were never accepted are tried.
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

/**
 * At most so many actions with numbers, so many numbers of each, so many amounts told by a refusal, and so many halves.
 */
const [maxActions, maxMembers, maxTold, maxHalves] = [4, 2, 2, 6];
/** At most so many actions that were never accepted are tried afterwards. */
const maxNever = 4;
/** The whole amount is asked for at most so often until it is refused, on at most so many traces. */
const [maxWhole, maxTraces] = [6, 3];
/** More than there is of anything, where no form bounds the number. */
const muchTooMuch = 900_000;

/**
 * Takes what is left of the numbers of each action.
 * @param declared the workflow as configured: forms found by trials have narrower bounds
 */
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
      // The usual data must be accepted first: after other data the action may not come at all.
      const usual = await explorer.sender.act(trace, "legacy", action, explorer.known.files.first(action));
      if (!usual || !isTaken(usual)) continue;
      for (const { name, most } of members) {
        if (!(await takesAll(explorer, trace, action, { name, most, usual }))) continue;
        // An action may wait until nothing is left.
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
  /** The name of the member. */
  readonly name: string;
  /** The most that may be asked for. */
  readonly most: number;
  /** The exchange in which the same action was accepted before. */
  readonly usual: Exchange;
}

/**
 * Asks for the most, finds an amount that is accepted after a refusal, and sends that through both faces. Returns
 * whether there was such an amount.
 */
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
  // The refusal may tell the bound of the form first, and what is left only for a number within that bound.
  const hear = (answer: Exchange, asked: number): void => {
    const fresh = numbersIn(textOf(answer)).filter((number) => number > 0 && number < asked && !told.includes(number));
    told.push(...fresh.slice(0, maxTold));
  };
  hear(refused, most);
  // The numbers told may be bounds of the form or what is left, so they are tried from the greatest down.
  const tried = new Set<number>();
  while (tried.size < Math.min(told.length, maxTold * maxTold)) {
    const number = Math.max(...told.filter((one) => !tried.has(one)));
    tried.add(number);
    const answer = await send(number);
    // One face may wrongly refuse exactly what is left.
    if (isTaken(answer) || isTaken(await send(number, "legacy"))) return all(number);
    if (answer) hear(answer, number);
  }
  const least = Math.min(most, ...told);
  for (let half = least / 2, times = 0; times < maxHalves && half >= 1; half /= 2, times += 1)
    if (isTaken(await send(Math.floor(half)))) return all(Math.floor(half));
  return false;
}

/** The action with this number; the numbers and choices beside it are those of the earlier exchange. */
function asking(action: ActionDescription, name: string, number: number, like: Exchange): ActionDescription {
  const { dataSchema = {} } = action;
  const isKept = ([member, value]: readonly [string, Json]): boolean =>
    typeof value !== "string" || Array.isArray(objectAt(objectAt(dataSchema, "properties"), member)["enum"]);
  const kept = Object.fromEntries(Object.entries(dataOf(like)).filter(isKept));
  return { ...action, dataSchema: withMembers(dataSchema, { ...kept, [name]: number }) };
}

/** The number members, each with the most that may be asked for. */
function numbersOf({ dataSchema, examples }: ActionDescription, declared: JsonObject | undefined) {
  if (!dataSchema) return [];
  const [example = {}] = examples ?? [];
  return propertiesOf(dataSchema).flatMap(([name, { type, maximum, enum: values, const: only }]) => {
    const isNumber = ["integer", "number"].includes(String(type)) || typeof (only ?? example[name]) === "number";
    if (!isNumber || values !== undefined) return [];
    const { maximum: bound } = objectAt(objectAt(declared ?? {}, "properties"), name);
    // An example says what may be sent, not how much may be asked for.
    const most = examples ? undefined : [bound, maximum].find((one) => typeof one === "number");
    return [{ name, most: most ?? muchTooMuch }];
  });
}
