/** Finds constants that links show where actions left a member out: the service fills in the defaults of a form. */
import { containsMembers, sameJson } from "../../spec/readings/equal.ts";
import { membersBeside } from "../../spec/readings/filled-members.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Face } from "../../spec/operations.ts";
import type { KnownAction } from "./known-traces.ts";

/** At least so many actions must be shown with the same constant. */
const enough = 2;

/** The data that a link shows, with the actions of its trace. */
interface ShownData {
  readonly face: Face;
  readonly value: Json | undefined;
  readonly actions: readonly KnownAction[];
}

interface Sight {
  readonly face: Face;
  readonly name: string;
  readonly value: Json;
  readonly action: KnownAction;
}

/**
 * The members with their constants; undefined where there are none. The same value must stand in the links of several
 * actions, through both faces, beside everything that was sent.
 */
export function filledMembers(shown: readonly ShownData[]): Readonly<Record<string, Json>> | undefined {
  const sights = shown.flatMap(({ face, value, actions }): readonly Sight[] => {
    const action = actionIn(value, actions);
    if (!action || value === undefined) return [];
    const beside = Object.entries(membersBeside(value, action.data));
    return beside.map(([name, constant]) => ({ face, name, value: constant, action }));
  });
  const filled = [...Map.groupBy(sights, ({ name }) => name)].flatMap(([name, own]): readonly [string, Json][] => {
    const [first] = own;
    if (!first || !own.every(({ value }) => sameJson(value, first.value))) return [];
    const isSeen = new Set(own.map(({ action }) => action)).size >= enough;
    return isSeen && new Set(own.map(({ face }) => face)).size === 2 ? [[name, first.value]] : [];
  });
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** The action whose data are all shown; of several the one with most members. */
function actionIn(value: Json | undefined, actions: readonly KnownAction[]): KnownAction | undefined {
  const size = ({ data }: KnownAction): number => (isJsonObject(data) ? Object.keys(data).length : 0);
  return actions
    .filter((action) => size(action) > 0 && containsMembers(value, action.data))
    .toSorted((left, right) => size(right) - size(left))[0];
}
