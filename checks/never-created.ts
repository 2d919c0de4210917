/** A search for a marker that only this history knows finds no trace that it did not make. */
import { isRoomyCode } from "../spec/data-schemas/pattern-room.ts";
import { isMarker, runOfMarker } from "../spec/readings/marker.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { JsonObject } from "../spec/json.ts";
import type { OpenPointValues } from "../spec/vocabulary/profile.ts";
import type { Case } from "./model/case.ts";
import { filteredSearches, isNameable, workflowOf } from "./model/searches/searches.ts";
import type { ModelAction, ModelTrace, World } from "./model/world.ts";
import { rule, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const neverCreatedRules: readonly Rule[] = [
  rule("SEARCH-10", function* (subject) {
    for (const { exchange, strangers, refusedAs } of subject.view(searchesByMarker)) {
      if (refusedAs) continue;
      yield [
        exchange,
        strangers.length > 0 && {
          message: `${nameOf(exchange)} finds traces that were never created with this value`,
          expected: "traces of this history alone",
          actual: strangers.slice(0, 20),
        },
      ];
    }
  }),

  findsNoRefused("REFUSE-02", (creation) => !isRefusedByToken(creation)),
  findsNoRefused("AUTH-32", isRefusedByToken),
];

/** A refused creation leaves no trace behind. */
function findsNoRefused(requirement: RequirementId, concerns: (creation: ModelAction) => boolean): Rule {
  return rule(requirement, function* (subject) {
    for (const { exchange, strangers, refusedAs } of subject.view(searchesByMarker)) {
      if (!refusedAs || !concerns(refusedAs)) continue;
      const message = `${nameOf(exchange)} finds a trace whose creation was refused`;
      const finding = { message, expected: "no trace", actual: strangers, with: [refusedAs.exchange] };
      yield [exchange, strangers.length > 0 && finding];
    }
  });
}

function isRefusedByToken({ exchange }: ModelAction): boolean {
  return exchange.defects.some(({ where }) => where === "token");
}

/** The searches whose filters name a marker, with the traces found that are none of this history. */
const searchesByMarker = (subject: Case) => {
  const { traces, refusedCreations, indeterminateCreations } = subject.world;
  return subject.view(filteredSearches).flatMap((search) => {
    const { exchange, found, filters, keys } = search;
    const named = markerNamedIn(filters, subject) ?? ownValueIn(filters, keys.text, subject.world);
    const hasMarker = ({ marker }: ModelAction): boolean => marker === named;
    if (named === undefined || workflowOf(search) === undefined || indeterminateCreations.some(hasMarker)) return [];
    // What the state of a trace makes of the marker of another history, which wrote the same again, is found there.
    if (isOfAnotherRun(named, subject.world)) return [];
    const strangers = [...found].filter((id) => !traces.has(id));
    // What was created under an id that no search can name may be what it found.
    const hasValue = ({ marker, data }: ModelAction): boolean =>
      marker === named || JSON.stringify(data).includes(JSON.stringify(named));
    const isUnnamed = (trace: ModelTrace): boolean => trace.actions.some(hasValue) && !isNameable(trace, subject);
    if (strangers.length > 0 && [...traces.values()].some(isUnnamed)) return [];
    // Where a part of a text is enough, another history may well have a marker that this one is a part of.
    if (strangers.length > 0 && (keys.text === "prefix" || keys.text === "substring")) return [];
    return [{ exchange, strangers, refusedAs: refusedCreations.find(hasMarker) }];
  });
};

/** True for a marker of another run than those of the traces of this history, if these tell. */
function isOfAnotherRun(named: string, { traces }: World): boolean {
  const runs = [...traces.values()].flatMap(({ actions }) =>
    actions.flatMap(({ marker }) => (marker !== undefined && isMarker(marker) ? [runOfMarker(marker)] : [])),
  );
  return isMarker(named) && runs.length > 0 && !runs.includes(runOfMarker(named));
}

/** A value in the form of a marker, under any key: data of this history alone may have it, if no write of it is unsettled. */
function ownValueIn(
  filters: JsonObject,
  text: OpenPointValues["search-keys"]["text"],
  { refusedCreations, indeterminateCreations }: World,
): string | undefined {
  if (text !== "exact") return undefined;
  const value = Object.values(filters).find((one): one is string => typeof one === "string" && isMarker(one));
  const unsettled = [...refusedCreations, ...indeterminateCreations];
  const isSent = value !== undefined && unsettled.some(({ data }) => JSON.stringify(data).includes(value));
  return isSent ? undefined : value;
}

/**
 * The marker that the filters name. A member of the target's own may hold other texts as well, which strangers may
 * have; not so a code of which there are so many that nobody comes upon the same by chance.
 */
function markerNamedIn(filters: JsonObject, { world, target }: Case): string | undefined {
  const own = filters["tcMark"];
  if (typeof own === "string") return own;
  const ofMarkers = Object.entries(filters).find(
    ([key, text]) => typeof text === "string" && world.markerKeys.has(key),
  );
  const [key = "", named] = ofMarkers ?? [];
  // What was sent without being chosen as a marker may have been sent before, as it was taken then.
  const isSentAsItWas = (text: string): boolean =>
    [...world.traces.values()].some(({ actions }) =>
      actions.some(({ marker, data }) => marker !== text && JSON.stringify(data).includes(JSON.stringify(text))),
    );
  const isLikeNoOther = (text: string): boolean =>
    isMarker(text) || (isRoomyCode(target.workflows, key.split("."), text) && !isSentAsItWas(text));
  return typeof named === "string" && isLikeNoOther(named) ? named : undefined;
}
