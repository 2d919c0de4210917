/** The order in which groups are started: what a run that is cut short should have sent comes first. */
import { countExchanges } from "../../../generators/index.ts";
import { isParallel, placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import { scriptOrder } from "../../scripts/order.ts";
import { showingMost } from "../../scripts/showing-most.ts";

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
const completing: readonly string[] = [
  "scenarios/isolation/by-v2",
  "scenarios/files/selections",
  "scenarios/pages/growing",
];

const isSmoke = (id: string): boolean => id.startsWith("scenarios/smoke/");
const generated = scriptOrder.findIndex((id) => id.startsWith("properties/"));
const usual = scriptOrder.toSpliced(
  generated < 0 ? scriptOrder.length : generated,
  0,
  ...completing.filter((id) => !scriptOrder.includes(id)),
);
/** Where traces are dear: behind the smoke scripts those come first that show what no script before them has shown. */
const sparing = [...new Set([...usual.filter(isSmoke), ...showingMost, ...usual])];

function placesIn(order: readonly string[]): (group: Group) => number {
  const places = new Map(order.map((id, place) => [id, place]));
  const familyPlaces = new Map(order.map((id, place) => [familyOf(id), place] as const).toReversed());
  return ({ id }) => places.get(id) ?? familyPlaces.get(familyOf(id)) ?? order.length;
}

const [usualPlace, sparingPlace] = [placesIn(usual), placesIn(sparing)];

/** Milliseconds of a rest that are worth a request: about what one takes. */
const restOfARequestMs = 40;

/** Requests of the longest script of a group that are sent one after another, or could be while it rests. */
function lengthOf({ scripts }: Group): number {
  return Math.max(0, ...scripts.map((script) => inARow(script) + restOf(script) / restOfARequestMs));
}

function restOf(script: Script): number {
  return placedSteps(script).reduce((sum, { step }) => sum + (step.restMs ?? 0), 0);
}

function inARow(script: Script): number {
  const besides = script.steps.filter(isParallel).map(({ parallel }) => {
    const branches = parallel.map((steps) => countExchanges({ steps }).exchanges);
    return branches.reduce((sum, count) => sum + count, 0) - Math.max(0, ...branches);
  });
  return countExchanges(script).exchanges - besides.reduce((sum, count) => sum + count, 0);
}

const requestsOf = ({ scripts }: Group): number =>
  scripts.reduce((sum, script) => sum + countExchanges(script).exchanges, 0);

/** Requests that are under way at once where the configuration says nothing else. */
const usualAtOnce = 32;

/**
 * The groups by recorded value. What no record names comes behind them, the longest first; what runs alone comes last.
 * Behind those that are started at once anyway, a script goes ahead as soon as all that is left would take no longer than
 * it takes by itself: the run would wait for its end.
 * @param isSparing true where the target may let nobody create as many traces as all groups ask for
 */
export function byValue<Ordered extends Group>(groups: readonly Ordered[], isSparing = false): readonly Ordered[] {
  const placeOf = isSparing ? sparingPlace : usualPlace;
  const isAlone = ({ scripts }: Group): boolean => scripts.some(({ exclusive }) => exclusive === true);
  const waiting = groups
    .filter((group) => !isAlone(group))
    .map((group) => ({ group, place: placeOf(group), length: lengthOf(group), requests: requestsOf(group) }))
    .toSorted((a, b) => a.place - b.place || b.length - a.length);
  let left = waiting.reduce((sum, { requests }) => sum + requests, 0);
  const ordered: Ordered[] = [];
  while (waiting.length > 0) {
    const longest = waiting.reduce((most, one, index) => (one.length > (waiting[most]?.length ?? 0) ? index : most), 0);
    const isDue = ordered.length >= usualAtOnce && (waiting[longest]?.length ?? 0) * usualAtOnce >= left;
    for (const { group, requests } of waiting.splice(isDue ? longest : 0, 1)) {
      ordered.push(group);
      left -= requests;
    }
  }
  return [...ordered, ...groups.filter(isAlone)];
}
