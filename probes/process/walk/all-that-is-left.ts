/**
 * Numbers of which a trace has only so many, as seeds that are taken out or an amount that is paid: what is asked of much too much
 * tells in its refusal how much there is. All of it is taken then, and asked for once more behind that, through both faces.
 */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { numbersIn } from "../forms/offered-values.ts";
import { mayBeForm, textOf } from "../forms/refusal-words.ts";
import type { SeenTrace } from "./deciding.ts";
import { isTaken } from "./doers.ts";
import type { Explorer } from "./explore.ts";
import { withMembers } from "./in-earliest-place.ts";
import { wayBefore } from "./untried-values.ts";

type LeftExplorer = Pick<Explorer, "known" | "repeat" | "sender"> & { stage: Explorer["stage"] };

/** However many actions have numbers: so many are tried, with so many numbers each, and so many that a refusal tells. */
const [maxActions, maxMembers, maxTold] = [4, 2, 2];
/** More than there is of anything, where no form says how much may be asked for. */
const muchTooMuch = 900_000;

export async function takeAllThatIsLeft(explorer: LeftExplorer, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer.known;
  const keys = [...new Set(workflow.actions.filter(({ appends }) => appends).map(({ key }) => key))];
  explorer.stage = "again";
  let tried = 0;
  for (const key of keys) {
    const [action] = explorer.known.actions(key);
    const members = action ? numbersOf(action).slice(0, maxMembers) : [];
    const way = members.length > 0 ? wayBefore(traces, workflow, key) : undefined;
    if (!action || !way || way.length === 0 || tried >= maxActions) continue;
    tried += 1;
    const { traceId, taken } = await explorer.repeat(
      way.map((step) => step.key),
      way,
    );
    if (traceId === undefined || taken.length < way.length) continue;
    for (const { name, most } of members) if (await takesAll(explorer, traceId, action, name, most)) break;
  }
  explorer.stage = "first";
}

/** Whether all that a refusal tells was taken; it is asked for twice more then. */
async function takesAll(
  { sender, known }: LeftExplorer,
  trace: string,
  action: ActionDescription,
  name: string,
  most: number,
): Promise<boolean> {
  const file = known.files.first(action);
  const asking = (number: number): ActionDescription => ({
    ...action,
    dataSchema: withMembers(action.dataSchema ?? {}, { [name]: number }),
  });
  const refused = await sender.act(trace, "v2", asking(most), file);
  if (!refused || isTaken(refused) || !mayBeForm(refused)) return false;
  const told = [...new Set(numbersIn(textOf(refused)))].filter((number) => number > 0 && number < most);
  for (const number of told.slice(0, maxTold)) {
    if (!isTaken(await sender.act(trace, "v2", asking(number), file))) continue;
    for (const face of faces.toReversed()) await sender.act(trace, face, asking(number), file);
    return true;
  }
  return false;
}

/** The members that are numbers, and the most that may be asked for. */
function numbersOf({ dataSchema, examples }: ActionDescription) {
  if (!dataSchema) return [];
  const [example = {}] = examples ?? [];
  return Object.entries(objectAt(dataSchema, "properties")).flatMap(([name, property]) => {
    const { type, maximum, enum: values, const: only } = isJsonObject(property) ? property : ({} as JsonObject);
    const isNumber = ["integer", "number"].includes(String(type)) || typeof (only ?? example[name]) === "number";
    if (!isNumber || values !== undefined) return [];
    return [{ name, most: typeof maximum === "number" && examples === undefined ? maximum : muchTooMuch }];
  });
}
