import type { JsonObject } from "../../spec/vocabulary/json.ts";
import { type DataFeature, membersOf } from "./data-feature.ts";
import { jsonObject } from "./json-object.ts";
import { type Mark, marked } from "./mark.ts";

/** Action data, with what is unusual in it. */
export interface GeneratedDocument {
  readonly data: JsonObject;
  /** The features that a target may refuse, as a step lists them; empty for a plain document. */
  readonly features: readonly string[];
}

/** One document that carries these features, each in a member of its own, and the mark. */
export function documentOf(features: readonly DataFeature[], mark: Mark): GeneratedDocument {
  return {
    data: marked(jsonObject(features.flatMap(membersOf)), mark),
    features: features.filter(({ plain }) => !plain).map(({ feature }) => feature),
  };
}
