import type { RequirementId } from "../requirements/index.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import type { OpenPointId, OpenPointValues } from "../vocabulary/profile.ts";

/** Words of the interface, and the heading under which they stand. */
export interface Quote {
  readonly section: string;
  readonly quote: string;
}

/** One thing that the interface leaves open. A choice between its readings is never a failure. */
export interface OpenPoint<Id extends OpenPointId = OpenPointId> {
  readonly id: Id;
  readonly question: string;
  /** Heading of `spec/interface.md` that leaves it open. */
  readonly section: string;
  /** The words that leave it open; empty where the interface is silent without saying so. */
  readonly quotes: readonly Quote[];
  /** The readings we know. A target may follow another, unless the value's type is closed. */
  readonly readings: readonly { readonly name: string; readonly description: string }[];
  /** A value as it would stand in a profile or a pin. */
  readonly example: OpenPointValues[Id];
  /** The configuration entry that settles the point where no probe finds a reading; with the example value. */
  readonly remedy: string;
  /** Requirements that cannot be judged, or are judged otherwise, by the reading. */
  readonly requirementsAffected: readonly RequirementId[];
  /** JSON Schema 2020-12 of the value, by which a pin in a configuration is checked. */
  readonly valueSchema: JsonObject;
}

/** Registers one open point; the remedy follows from the example. */
export function defineOpenPoint<Id extends OpenPointId>(point: Omit<OpenPoint<Id>, "remedy">): OpenPoint<Id> {
  return { ...point, remedy: `openPoints: { ${point.id}: ${JSON.stringify(point.example)} }` };
}
