/**
 * Sends an action with chosen values at the earliest place where it was accepted, on traces that are built for it, and
 * adds accepted values to its form.
 */
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { SeenTrace } from "./deciding.ts";
import { memberByMember } from "../forms/as-they-stand.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";
import type { WayStep } from "./gone-again.ts";
import { wayBefore } from "./untried-values.ts";
import { withProperties } from "../../../spec/data-schemas/properties.ts";
import { isTaken } from "../../../spec/readings/actions.ts";

/** At most so many requests for one action. */
const maxRequests = 12;

export type PlaceExplorer = Pick<Explorer, "known" | "repeat" | "sender"> & { stage: Explorer["stage"] };

/** Sends the action with these values of some members; undefined where it could not be sent. */
export type Sends = (kept: JsonObject) => Promise<Exchange | undefined>;

const withMore = (step: WayStep, bringing: ReadonlyMap<string, JsonObject>): WayStep => {
  const more = bringing.get(step.key);
  return more ? { ...step, with: { ...step.with, ...more } } : step;
};

/**
 * Returns a function that sends the action at its earliest place, on the same trace until it is accepted there.
 * @param bringing by the key of an action before it, the values that that one sends
 * @param stays true where the same trace is used even after the action was accepted
 */
export function senderOf(
  explorer: PlaceExplorer,
  traces: readonly SeenTrace[],
  key: string,
  bringing: ReadonlyMap<string, JsonObject> = new Map(),
  stays = false,
): Sends {
  const { known, sender } = explorer;
  const most = sender.requests + maxRequests;
  const begins = known.actions(key).some(({ appends }) => !appends);
  const way = begins ? [] : wayBefore(traces, known.workflow, key)?.map((step) => withMore(step, bringing));
  let trace: string | undefined;
  return async (kept) => {
    const [action] = known.actions(key);
    if (!action?.dataSchema || !way || sender.requests >= most) return undefined;
    const changed = { ...action, dataSchema: withMembers(action.dataSchema, kept) };
    if (begins) return sender.begin("v2", changed, known.files.wants(action));
    trace ??= await builtUpTo(explorer, way);
    if (trace === undefined) return undefined;
    const answer = await sender.act(trace, "v2", changed, known.files.first(action));
    if (isTaken(answer) && !stays) trace = undefined;
    return answer;
  };
}

/** From now on this member is sent with any of these values. */
export function takesAnyOf({ known }: PlaceExplorer, key: string, member: string, values: readonly Json[]): void {
  const [action] = known.actions(key);
  if (action?.dataSchema)
    known.takenIn(key, withProperties(memberByMember(action.dataSchema), { [member]: { enum: [...values] } }));
}

/** The schema with fixed values for some of its members. */
export const withMembers = (schema: JsonObject, kept: JsonObject): JsonObject =>
  withProperties(
    memberByMember(schema),
    Object.fromEntries(Object.entries(kept).map(([member, value]) => [member, { const: value }])),
  );
