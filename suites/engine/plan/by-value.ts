/** The order in which groups are started: what a run that is cut short should have sent comes first. */
import type { Script } from "../../../spec/vocabulary/script.ts";
import { scriptOrder } from "../../scripts/order.ts";

interface Group {
  readonly id: string;
  readonly scripts: readonly Script[];
}

/** Which face a script goes through follows from the seed; the order was measured with one of them. */
const familyOf = (id: string): string => id.replace(/-(?:v2|legacy)(?=-|$)/, "");

const places = new Map(scriptOrder.map((id, place) => [id, place]));
const familyPlaces = new Map(scriptOrder.map((id, place) => [familyOf(id), place] as const).toReversed());

function placeOf({ id }: Group): number {
  return places.get(id) ?? familyPlaces.get(familyOf(id)) ?? scriptOrder.length;
}

/** The groups by recorded value; what no record names keeps its place behind them, and what runs alone comes last. */
export function byValue<Ordered extends Group>(groups: readonly Ordered[]): readonly Ordered[] {
  const isAlone = ({ scripts }: Group): boolean => scripts.some(({ exclusive }) => exclusive === true);
  return groups.toSorted((a, b) => Number(isAlone(a)) - Number(isAlone(b)) || placeOf(a) - placeOf(b));
}
