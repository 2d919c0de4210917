/** Workflows whose states show the data in several places, as in sections, and whose filters name each member below its own. */
import { sameJson } from "../../spec/readings/equal.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { everyPlace } from "../../spec/readings/path.ts";
import { ofWorkflow } from "../../spec/readings/state-data.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import { isUsual, seenStates } from "../seen/states.ts";
import type { FilterStyle } from "./filter-styles.ts";
import { placeThatFinds, rested } from "./other-places.ts";

/** So many places of one workflow are tried, in so many workflows. */
const [mostPlaces, mostWorkflows] = [4, 4];

/** A member that was sent, and the place within the state at which it was seen, again and again. */
interface Placed {
  readonly name: string;
  readonly traceId: string;
  readonly value: Json;
  readonly above: JsonPath;
}

export type MemberPlaces = Readonly<Record<string, Readonly<Record<string, JsonPath>>>>;

/**
 * By the id of a workflow: the place of each member of its data, as far as traces are found by what stands there.
 * @param places where filters of some workflows name one place for all
 */
export async function memberPlaces(
  context: ProbeContext,
  style: FilterStyle,
  places: Readonly<Record<string, JsonPath>>,
): Promise<MemberPlaces> {
  const { target } = context;
  const found: Record<string, Readonly<Record<string, JsonPath>>> = {};
  let isRested = false;
  for (const [workflow, { id }] of target.workflows.slice(0, mostWorkflows).entries()) {
    if (ofWorkflow(context.reading("state-data"), target.workflows[workflow])?.path !== null) continue;
    const usual = Object.hasOwn(places, id) ? (places[id] ?? []) : style.path;
    const members = membersShown(context, workflow);
    const byPlace = [...Map.groupBy(members, ({ above }) => JSON.stringify(above)).values()];
    const others = byPlace.filter(([one]) => one && !sameJson([...one.above], [...usual]));
    if (others.length === 0 || byPlace.length < 2) continue;
    if (!isRested) await rested(context);
    isRested = true;
    let reached: readonly Placed[] = byPlace.filter((all) => !others.includes(all)).flat();
    for (const all of others.slice(0, mostPlaces)) {
      const one = mostTelling(all);
      if (!one) continue;
      const at = await placeThatFinds(context, { ...one, workflow, member: one, style }, [usual, one.above]);
      // Filters that find it by its name alone reach what they like.
      if (at === usual) {
        reached = [];
        break;
      }
      if (at) reached = [...reached, ...all];
    }
    if (new Set(reached.map(({ above }) => JSON.stringify(above))).size < 2) continue;
    found[id] = Object.fromEntries(reached.map(({ name, above }) => [name, above]));
  }
  return found;
}

/** The members that the last states of traces show in one and the same place each, however often they were sent. */
function membersShown({ histories }: ProbeContext, workflow: number): readonly Placed[] {
  const exchanges = inOrder(histories());
  const traces = knownTraces(exchanges);
  const states = seenStates(exchanges.filter(succeeded)).filter(
    (seen) => isUsual(seen) && traces.get(seen.traceId)?.workflow === workflow,
  );
  const last = new Map(states.map((seen) => [seen.traceId, seen]));
  const shown = [...last.values()].flatMap(({ traceId, state, actions }) =>
    actions.flatMap(({ data }) =>
      Object.entries(isJsonObject(data) ? data : {}).flatMap(([name, value]): readonly Placed[] =>
        [...everyPlace(state, undefined, { intoLists: false })].flatMap((place) =>
          place.path.at(-1) === name && sameJson(place.value, value)
            ? [{ name, traceId, value, above: place.path.slice(0, -1) }]
            : [],
        ),
      ),
    ),
  );
  return [...Map.groupBy(shown, ({ name }) => name).values()].flatMap((own) => {
    const [one] = own;
    const isOne = own.every(({ above }) => sameJson([...above], [...(one?.above ?? [])]));
    return isOne ? own : [];
  });
}

/** The longest text, or else a number. */
const mostTelling = (members: readonly Placed[]): Placed | undefined =>
  members
    .filter(({ value }) => (typeof value === "string" && value !== "") || typeof value === "number")
    .toSorted((one, other) => tellingOf(other.value) - tellingOf(one.value))[0];

const tellingOf = (value: Json): number => (typeof value === "string" ? value.length : 0);
