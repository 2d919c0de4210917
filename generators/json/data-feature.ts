import type { Json, JsonObject } from "../../spec/vocabulary/json.ts";

/** One kind of JSON content, under a stable name. */
export interface DataFeature {
  /** Stable, such as `data.nul`; stands in profiles and results. */
  readonly feature: string;
  /** True for what every target must accept; of all other features a target may refuse any. */
  readonly plain: boolean;
  /** The member of a document that carries it, short and telling. */
  readonly member: string;
  /** A hand-picked value. */
  readonly value: Json;
  /** True where `value` is an object whose members stand at the top of the document themselves. */
  readonly top?: boolean;
}

/** The features of one family. Keys are the feature without `data.`; the member is the key in camel case. */
export function features(values: Readonly<Record<string, Json>>, plain = false): readonly DataFeature[] {
  return Object.entries(values).map(([name, value]) => ({
    feature: `data.${name}`,
    plain,
    member: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  }));
}

/** Features whose members stand at the top of the document. */
export function topFeatures(objects: Readonly<Record<string, JsonObject>>): readonly DataFeature[] {
  return features(objects).map((feature) => ({ ...feature, top: true }));
}

/** The members that a feature adds to a document. */
export function membersOf(feature: DataFeature): readonly (readonly [string, Json])[] {
  if (feature.top) return Object.entries(feature.value as JsonObject);
  return [[feature.member, feature.value]];
}
