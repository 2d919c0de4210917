import type { JsonObject } from "../../spec/json.ts";
import { type DataTrait, membersOf } from "./data-trait.ts";
import { jsonObject } from "./json-object.ts";
import { type Marker, withMarker } from "./marker.ts";

/** Action data, with what is unusual in it. */
export interface GeneratedDocument {
  readonly data: JsonObject;
  /** The traits that a target may refuse, as a step lists them; empty for a plain document. */
  readonly traits: readonly string[];
}

/** One document that carries these traits, each in a member of its own, and the marker. */
export function documentOf(traits: readonly DataTrait[], marker: Marker): GeneratedDocument {
  return {
    data: withMarker(jsonObject(traits.flatMap(membersOf)), marker),
    traits: traits.filter(({ plain }) => !plain).map(({ trait }) => trait),
  };
}
