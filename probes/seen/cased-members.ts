/**
 * Finds members whose texts states show in upper or lower case, however they were sent, e.g. codes. It counts only if
 * it is so each time and through both faces; links show what was sent.
 */
import { levelsAbove } from "../../spec/readings/computed-values.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { getOwn, isJsonObject, type Json } from "../../spec/json.ts";
import type { Face } from "../../spec/operations.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { SeenState } from "./states.ts";

/** At least so many different texts must change their case. */
const enough = 3;
const inOtherLetters: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
];

interface Sight {
  readonly face: Face;
  readonly name: string;
  readonly sent: string;
  readonly shown: Json | undefined;
}

/** The names of such members; none where another member is not shown as it was sent. */
export function casedMembers(states: readonly SeenState[], reading: OpenPointValues["state-data"]): readonly string[] {
  if (levelsAbove(reading.fold) > 0) return [];
  const sights = states.flatMap((state) => sightsIn(state, reading));
  const groups = [...Map.groupBy(sights, ({ name }) => name)];
  const found = groups.flatMap(([name, own]) => {
    const changed = own.filter(({ sent, shown }) => sent !== shown);
    const isSeen = new Set(changed.map(({ sent }) => sent)).size >= enough;
    const isOfBoth = new Set(changed.map(({ face }) => face)).size > 1;
    const isCased = inOtherLetters.some((cased) => own.every(({ sent, shown }) => shown === cased(sent)));
    return isSeen && isOfBoth && isCased ? [name] : [];
  });
  const areOthersAsSent = sights.every(({ name, sent, shown }) => found.includes(name) || sent === shown);
  return areOthersAsSent ? found : [];
}

function sightsIn({ face, state, actions }: SeenState, reading: OpenPointValues["state-data"]): readonly Sight[] {
  const [predicted, whole] = [foldState(reading.fold, actions), dataOfState(state, reading)];
  if (!isJsonObject(predicted) || !isJsonObject(whole)) return [];
  return Object.entries(predicted).flatMap(([name, sent]) =>
    typeof sent === "string" ? [{ face, name, sent, shown: getOwn(whole, name) }] : [],
  );
}
