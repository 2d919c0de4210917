/**
 * Finds out whether 2 is accepted for numbers that were kept at 1 because a refusal told a maximum: then more than one
 * may be left later.
 */
import { isTaken } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { little } from "../forms/told/offered-values.ts";
import type { SeenTrace } from "./deciding.ts";
import { type PlaceExplorer, senderOf, takesAnyOf } from "./in-earliest-place.ts";

/** At most so many actions. */
const maxActions = 6;

/** Sends 2 at the earliest place of each action; if accepted, both numbers are sent from now on. */
export async function tryMoreThanOne(explorer: PlaceExplorer, traces: readonly SeenTrace[]): Promise<void> {
  const { forms } = explorer.known;
  explorer.stage = "again";
  const found = Object.entries(forms.found).flatMap(([key, form]) => {
    const members = Object.entries(objectAt(form, "properties"));
    const kept = members.find(([, property]) => sameJson(property, little.schema))?.[0];
    return kept === undefined ? [] : [{ key, member: kept }];
  });
  // A later action may not exceed what an earlier one sent, so that one sends 2 as well.
  const bringing = new Map<string, JsonObject>();
  for (const { key, member } of found.slice(0, maxActions)) {
    if (!isTaken(await senderOf(explorer, traces, key, bringing)({ [member]: 2 }))) continue;
    bringing.set(key, { [member]: 2 });
    takesAnyOf(explorer, key, member, [1, 2]);
  }
  explorer.stage = "first";
}
