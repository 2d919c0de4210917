/** Notes how long texts were that actions accepted and refused, as a form found by trials does not tell it. */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { membersSent, placeOf } from "./members-sent.ts";

interface Lengths {
  /** The length of the longest text that was accepted, and of the longest that was refused. */
  taken: number;
  refused: number;
}

export class LengthsTaken {
  /** By the key of an action and the name of a member. */
  readonly #seen = new Map<string, Lengths>();

  noted(exchanges: readonly Exchange[]): void {
    for (const { place, value, isTaken } of membersSent(exchanges)) {
      if (typeof value !== "string") continue;
      const known = this.#seen.get(place) ?? { taken: 0, refused: 0 };
      const kind = isTaken ? "taken" : "refused";
      known[kind] = Math.max(known[kind], [...value].length);
      this.#seen.set(place, known);
    }
  }

  /** The form with texts no longer than those accepted, where longer ones were refused. */
  within(key: string, form: JsonObject): JsonObject {
    const properties = Object.entries(objectAt(form, "properties")).map(([name, property]) => {
      const { taken, refused } = this.#seen.get(placeOf(key, name)) ?? { taken: 0, refused: 0 };
      const most = isJsonObject(property) ? property["maxLength"] : undefined;
      const isNarrower =
        isJsonObject(property) && typeof most === "number" && taken > 0 && taken < most && refused > taken;
      return [name, isNarrower ? { ...property, maxLength: taken } : property] as const;
    });
    return { ...form, properties: Object.fromEntries(properties) };
  }
}
