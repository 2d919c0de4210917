/**
 * Flags and single words of an only example, which say nothing of what else may stand there: whether the action takes the other
 * value of a flag, and others of a list that its refusal of none of them tells. What may come next may follow from these.
 */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { offeredIn } from "../forms/offered-values.ts";
import { mayBeForm, namesMember, textOf } from "../forms/refusal-words.ts";
import type { SeenTrace } from "./deciding.ts";
import { isTaken } from "./doers.ts";
import type { Explorer } from "./explore.ts";
import type { WayStep } from "./gone-again.ts";
import { wayBefore } from "./untried-values.ts";

/** However many actions have one example each: so many are tried, with so many requests for each, and so many values of a list. */
const [maxActions, maxRequests, maxOfList] = [8, 12, 3];

export type Walker = Pick<Explorer, "known" | "repeat" | "sender"> & { stage: Explorer["stage"] };

/** Sends them in the earliest place of each action; what is taken is sent as well from now on. */
export async function tryOtherChoices(explorer: Walker, traces: readonly SeenTrace[]): Promise<void> {
  const { forms, workflow } = explorer.known;
  const keys = [...new Set(workflow.actions.filter(hasOneExample).map(({ key }) => key))];
  explorer.stage = "again";
  for (const key of keys.filter((one) => choicesOf(explorer.known.actions(one)[0]).length > 0).slice(0, maxActions)) {
    const sends = senderOf(explorer, traces, key);
    for (const { member, value } of choicesOf(explorer.known.actions(key)[0])) {
      const taken: Json[] = [];
      for (const other of typeof value === "boolean" ? [!value] : await listedFor(sends, member, String(value)))
        if (isTaken(await sends({ [member]: other }))) taken.push(other);
      const [action] = explorer.known.actions(key);
      if (taken.length === 0 || !action?.dataSchema) continue;
      const widened = withMember(action.dataSchema, member, { enum: [value, ...taken] });
      forms.takenWithin(key, widened);
      explorer.known.takesForm(key, widened);
    }
  }
  explorer.stage = "first";
}

interface Choice {
  readonly member: string;
  readonly value: string | boolean;
}

const hasOneExample = ({ examples = [] }: ActionDescription): boolean => examples.length === 1;

/** A word in lower or upper case, and no code. */
const aWord = /^\p{L}[\p{L}_-]{0,19}$/u;

/** The flags and words that its form keeps as its only example has them. */
function choicesOf(action: ActionDescription | undefined): readonly Choice[] {
  if (!action?.dataSchema || !hasOneExample(action)) return [];
  return Object.entries(objectAt(action.dataSchema, "properties")).flatMap(([member, property]): readonly Choice[] => {
    const value = (property as JsonObject)["const"];
    const isChoice = typeof value === "boolean" || (typeof value === "string" && aWord.test(value));
    return isChoice ? [{ member, value }] : [];
  });
}

type Sends = (kept: JsonObject) => Promise<Exchange | undefined>;

const besides = (step: WayStep, bringing: ReadonlyMap<string, JsonObject>): WayStep => {
  const more = bringing.get(step.key);
  return more ? { ...step, with: { ...step.with, ...more } } : step;
};

/**
 * Sends the action with these values, each time in its earliest place: on the same trace until it is taken there.
 * @param bringing by the key of an action before it, what that brings
 */
export function senderOf(
  explorer: Walker,
  traces: readonly SeenTrace[],
  key: string,
  bringing: ReadonlyMap<string, JsonObject> = new Map(),
): Sends {
  const { known, sender } = explorer;
  const most = sender.requests + maxRequests;
  const begins = known.actions(key).some(({ appends }) => !appends);
  const way = begins ? [] : wayBefore(traces, known.workflow, key)?.map((step) => besides(step, bringing));
  let trace: string | undefined;
  return async (kept) => {
    const [action] = known.actions(key);
    if (!action?.dataSchema || !way || sender.requests >= most) return undefined;
    const changed = { ...action, dataSchema: withMembers(action.dataSchema, kept) };
    if (begins) return sender.begin("v2", changed, known.files.wants(action));
    if (trace === undefined) {
      const done = way.map((step) => step.key);
      const { traceId, taken } = await explorer.repeat(done, way);
      trace = taken.length === way.length ? traceId : undefined;
    }
    if (trace === undefined) return undefined;
    const answer = await sender.act(trace, "v2", changed, known.files.first(action));
    if (isTaken(answer)) trace = undefined;
    return answer;
  };
}

/** The values that a refusal of none of them tells, without the one of the example. */
async function listedFor(sends: Sends, member: string, value: string): Promise<readonly Json[]> {
  const none = `${value}x`;
  const refused = await sends({ [member]: none });
  if (!refused || isTaken(refused) || !mayBeForm(refused)) return [];
  const told = textOf(refused);
  if (!namesMember(told, member)) return [];
  const offered = offeredIn(told, member, { value: none, before: "" });
  const listed = offered.flatMap(({ schema }) => (Array.isArray(schema["enum"]) ? (schema["enum"] as Json[]) : []));
  return listed.includes(value) ? listed.filter((one) => one !== value).slice(0, maxOfList) : [];
}

/** The schema with this one for a member. */
export const withMember = (schema: JsonObject, member: string, property: JsonObject): JsonObject => ({
  ...schema,
  properties: { ...objectAt(schema, "properties"), [member]: property },
});

const withMembers = (schema: JsonObject, kept: JsonObject): JsonObject =>
  Object.entries(kept).reduce((changed, [member, value]) => withMember(changed, member, { const: value }), schema);
