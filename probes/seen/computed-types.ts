/**
 * Finds types of values that states show otherwise than they were sent: texts masked for a reader, or numbers in
 * another unit under another name. It counts only if every value differs, and in the same way; anything else is an
 * error.
 */
import { levelsAbove, typeOfValue } from "../../spec/readings/computed-values.ts";
import { containsMembers, sameJson } from "../../spec/readings/equal.ts";
import { dataOfLink } from "../../spec/readings/link-data.ts";
import { everyPlace } from "../../spec/readings/path.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Face } from "../../spec/operations.ts";
import { jsonTypes, type ComputedTypes, type JsonType, type OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { valueAt } from "../../spec/json-walks.ts";
import type { KnownTrace } from "./known-traces.ts";
import type { SeenPage } from "./pages.ts";
import type { SeenState } from "./states.ts";

/**
 * At least so many different values of a type must differ, and at least so many actions must be complete in the links
 * of each face.
 */
const enough = 3;
/** At most so many places of a state are looked at. */
const maxPlaces = 500;

interface Sight {
  readonly face: Face;
  readonly where: "members" | "within";
  readonly type: JsonType;
  /** The member with the value that was sent. Equal ones must be shown alike. */
  readonly sent: string;
  readonly shown: Json | undefined;
  readonly intact: boolean;
  /** True where nothing takes the place of the member: neither one of its name nor one that nobody sent. */
  readonly lost: boolean;
}

/** Undefined where values of all types are shown as they were sent, or where some differ only sometimes. */
export function computedTypes(
  states: readonly SeenState[],
  reading: OpenPointValues["state-data"],
): ComputedTypes | undefined {
  const sights = states.flatMap((state) => sightsIn(state, reading));
  if (!sights.some(({ intact, type }) => intact && type !== "object" && type !== "array")) return undefined;
  const of = (where: Sight["where"]): readonly JsonType[] =>
    jsonTypes.filter((type) => deviate(sights.filter((one) => one.where === where && one.type === type)));
  const [members, within] = [of("members"), of("within")];
  if (members.length + within.length === 0) return undefined;
  const types = { ...(members.length > 0 ? { members } : {}), ...(within.length > 0 ? { within } : {}) };
  const unexplained = sights.some(({ intact, where, type }) => !intact && types[where]?.includes(type) !== true);
  return unexplained ? undefined : types;
}

/** True where every value differs, through both faces, and what is shown depends only on what was sent. */
function deviate(sights: readonly Sight[]): boolean {
  const bySent = Map.groupBy(sights, ({ sent }) => sent);
  return (
    bySent.size >= enough &&
    new Set(sights.map(({ face }) => face)).size === 2 &&
    sights.every(({ intact, lost }) => !intact && !lost) &&
    [...bySent.values()].every((same) => same.every(({ shown }) => sameJson(shown, same[0]?.shown)))
  );
}

function sightsIn({ face, state, actions }: SeenState, reading: OpenPointValues["state-data"]): readonly Sight[] {
  const predicted = foldState(reading.fold, actions);
  const whole = dataOfState(state, reading);
  const above = levelsAbove(reading.fold);
  return [...everyPlace(predicted, maxPlaces)].flatMap(({ path, value }): readonly Sight[] => {
    const [predictedHolder, holder] = [valueAt(predicted, path.slice(0, -1)), valueAt(whole, path.slice(0, -1))];
    // The content of a value that is shown otherwise differs with it.
    if (path.length <= above || !isSameShape(predictedHolder, holder)) return [];
    const shown = valueAt(whole, path);
    const type = typeOfValue(value);
    const intact = type === "object" || type === "array" ? isSameShape(value, shown) : sameJson(value, shown);
    const isNew = (name: string): boolean => !isJsonObject(predictedHolder) || !Object.hasOwn(predictedHolder, name);
    const lost = shown === undefined && !(isJsonObject(holder) && Object.keys(holder).some(isNew));
    const where = path.length === above + 1 ? "members" : "within";
    return [{ face, where, type, sent: JSON.stringify([path.at(-1), value]), shown, intact, lost }];
  });
}

function isSameShape(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length;
  return isJsonObject(one) && isJsonObject(other);
}

/** True where the links of both faces show the data of every action as they were sent. */
export function areWholeInLinks(
  pages: readonly SeenPage[],
  traces: ReadonlyMap<string, Pick<KnownTrace, "actions">>,
  reading: OpenPointValues["link-data"] | undefined,
): boolean {
  if (!reading?.path) return false;
  const whole: Record<Face, number> = { v2: 0, legacy: 0 };
  for (const { face, traceId, links } of pages) {
    const actions = traces.get(traceId)?.actions ?? [];
    const shown = links.map((link) => dataOfLink(link, reading));
    const found = shown.filter((data) => actions.some((action) => containsMembers(data, action.data)));
    if (found.length < Math.min(links.length, actions.length)) return false;
    whole[face] += found.length;
  }
  return whole.v2 >= enough && whole.legacy >= enough;
}
