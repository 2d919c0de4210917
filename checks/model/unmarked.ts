/** What an action brings, but for the texts by which it is told from all others. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { isMarker } from "../../spec/readings/marker.ts";
import { without } from "../../spec/readings/path.ts";
import type { ModelAction } from "./world.ts";

export function withoutMarker({ data, markerAt }: Pick<ModelAction, "data" | "markerAt">): Json {
  return unmarked(without(data, [markerAt, ["tcRun"]]));
}

/** Texts of a form may hold the marker as well. */
function unmarked(value: Json): Json {
  if (typeof value === "string") return isMarker(value) ? "" : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unmarked(member)]));
}
