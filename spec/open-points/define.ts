import type { ValueSchema } from "./value-schemas.ts";

/** Words of the interface, and the heading under which they stand. */
export interface Quote {
  readonly section: string;
  readonly quote: string;
}

/** The record of one thing that the interface leaves open. A choice between its readings is never a failure. */
export interface OpenPointShape<Value> {
  readonly question: string;
  /** Heading of `spec/interface.md` that leaves it open. */
  readonly section: string;
  /** The words that leave it open; empty where the interface is silent without saying so. */
  readonly quotes: readonly Quote[];
  /** The readings we know. A target may follow another, unless the value's type is closed. */
  readonly readings: readonly { readonly name: string; readonly description: string }[];
  /** A value as it would stand in a profile or a pin. */
  readonly example: NoInfer<Value>;
  /** JSON Schema 2020-12 of the value, by which a pin in a configuration is checked; it gives the value its type, too. */
  readonly valueSchema: ValueSchema<Value>;
  /** True where the reading is a measurement, another on every run: a change of it is no drift. */
  readonly measured?: true;
}

/** Registers the points of one area, by their ids. */
export function defineOpenPoints<Values>(points: { readonly [Id in keyof Values]: OpenPointShape<Values[Id]> }): {
  readonly [Id in keyof Values]: OpenPointShape<Values[Id]>;
} {
  return points;
}
