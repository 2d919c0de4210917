/** The order in which groups are started: what a run that is cut short should have sent comes first. */
import { countExchanges } from "../../../generators/index.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import { scriptOrder } from "../../scripts/order.ts";

interface Group {
  readonly id: string;
  readonly scripts: readonly Script[];
}

/** Which face a script goes through follows from the seed; the order was measured with one of them. */
const familyOf = (id: string): string => id.replace(/-(?:v2|legacy)(?=-|$)/, "");

/**
 * Scripts that catch little which others do not, but show requirements that few others show. They come before generated
 * scripts: a target that lets somebody create so many traces a day is then judged on all requirements.
 */
export const completing: readonly string[] = [
  "scenarios/isolation/by-v2",
  "scenarios/files/selections",
  "scenarios/pages/growing",
];

const generated = scriptOrder.findIndex((id) => id.startsWith("properties/"));
const order = scriptOrder.toSpliced(generated < 0 ? scriptOrder.length : generated, 0, ...completing);

const places = new Map(order.map((id, place) => [id, place]));
const familyPlaces = new Map(order.map((id, place) => [familyOf(id), place] as const).toReversed());

function placeOf({ id }: Group): number {
  return places.get(id) ?? familyPlaces.get(familyOf(id)) ?? order.length;
}

/** Requests of the longest script of a group, which are sent one after another. */
function lengthOf({ scripts }: Group): number {
  return Math.max(0, ...scripts.map((script) => countExchanges(script).exchanges));
}

/**
 * The groups by recorded value. What no record names comes behind them, the longest first, as the run waits for its end;
 * what runs alone comes last.
 */
export function byValue<Ordered extends Group>(groups: readonly Ordered[]): readonly Ordered[] {
  const isAlone = ({ scripts }: Group): boolean => scripts.some(({ exclusive }) => exclusive === true);
  const placed = groups.map((group) => ({
    group,
    place: isAlone(group) ? Infinity : placeOf(group),
    length: lengthOf(group),
  }));
  return placed
    .toSorted((a, b) => (a.place === b.place ? b.length - a.length : a.place - b.place))
    .map(({ group }) => group);
}
