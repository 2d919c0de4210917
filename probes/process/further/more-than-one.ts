/** Numbers that were kept at one, as a refusal told how many there may be at most: whether two are taken, so that more than one is left. */
import { isTaken } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { little } from "../forms/told/offered-values.ts";
import type { SeenTrace } from "./deciding.ts";
import { type PlaceExplorer, senderOf, takesAnyOf } from "./in-earliest-place.ts";

/** However many actions bring such numbers: so many are tried. */
const maxActions = 6;

/** Sends two in the earliest place of each action; where that is taken either is sent from now on. */
export async function tryMoreThanOne(explorer: PlaceExplorer, traces: readonly SeenTrace[]): Promise<void> {
  const { forms } = explorer.known;
  explorer.stage = "again";
  const found = Object.entries(forms.found).flatMap(([key, form]) => {
    const members = Object.entries(objectAt(form, "properties"));
    const kept = members.find(([, property]) => sameJson(property, little.schema))?.[0];
    return kept === undefined ? [] : [{ key, member: kept }];
  });
  // What comes behind may want no more than an earlier one brought.
  const bringing = new Map<string, JsonObject>();
  for (const { key, member } of found.slice(0, maxActions)) {
    if (!isTaken(await senderOf(explorer, traces, key, bringing)({ [member]: 2 }))) continue;
    bringing.set(key, { [member]: 2 });
    takesAnyOf(explorer, key, member, [1, 2]);
  }
  explorer.stage = "first";
}
