import type { Json, JsonObject } from "../../spec/json.ts";

/** One kind of JSON content, under a stable name. */
export interface DataTrait {
  /** Stable, such as `data.nul`; stands in profiles and results. */
  readonly trait: string;
  /** True for what every target must accept; of all other traits a target may refuse any. */
  readonly plain: boolean;
  /** The member of a document that carries it, short and telling. */
  readonly member: string;
  /** A hand-picked value. */
  readonly value: Json;
  /** True where `value` is an object whose members stand at the top of the document themselves. */
  readonly top?: boolean;
}

/** The traits of one family. Keys are the trait without `data.`; the member is the key in camel case. */
export function traits(values: Readonly<Record<string, Json>>, plain = false): readonly DataTrait[] {
  return Object.entries(values).map(([name, value]) => ({
    trait: `data.${name}`,
    plain,
    member: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  }));
}

/** Traits whose members stand at the top of the document. */
export function topTraits(objects: Readonly<Record<string, JsonObject>>): readonly DataTrait[] {
  return traits(objects).map((trait) => ({ ...trait, top: true }));
}

/** The members that a trait adds to a document. */
export function membersOf(trait: DataTrait): readonly (readonly [string, Json])[] {
  if (trait.top) return Object.entries(trait.value as JsonObject);
  return [[trait.member, trait.value]];
}
