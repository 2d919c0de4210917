/** Finds actions whose data a state keeps in a list, where it keeps those of other actions by themselves. */
import { partsOf } from "../../spec/open-points/state-folds.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** The reading with the keys of the actions whose data are always in a list, the last at its end. */
export function withListed(reading: Value, states: readonly SeenState[]): Value {
  const { container, rule } = partsOf(reading.fold);
  if (container !== "action" || rule !== "replace") return reading;
  const keys = new Set(states.flatMap(({ actions }) => actions.map(({ actionKey }) => actionKey)));
  const listed = [...keys].filter((key) => {
    const sights = states.flatMap((seen) => {
      const sent = seen.actions.filter(({ actionKey }) => actionKey === key).map(({ data }) => data);
      const shown = dataOfState(seen.state, reading);
      return sent.length === 0 ? [] : [{ sent, shown: isJsonObject(shown) ? shown[key] : undefined }];
    });
    return sights.length > 0 && sights.every(({ sent, shown }) => isListOf(sent, shown));
  });
  // If all are listed, another rule says so.
  return listed.length === 0 || listed.length === keys.size ? reading : { ...reading, listed: listed.toSorted() };
}

const isListOf = (sent: readonly Json[], shown: Json | undefined): boolean =>
  Array.isArray(shown) && sameJson(shown, [...sent]);
