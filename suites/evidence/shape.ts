/** What stays of a document from run to run: its members and their types. */
import { isJsonObject, type Json } from "../../spec/json.ts";

/** Names of members that hold ids would differ each time. */
const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{40,}/gi;
const maxDepth = 5;

/** Such as `{error: null, data: {state: {…}}}`; of a list, the kinds of elements that it has. */
export function shapeOf(value: Json, depth = 0): string {
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.map((element) => shapeOf(element, depth + 1)))].sort();
    return `[${kinds.join(" | ")}]`;
  }
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  if (depth >= maxDepth) return "{…}";
  const members = Object.entries(value).map(
    ([name, member]) => `${name.replaceAll(id, "…")}: ${shapeOf(member, depth + 1)}`,
  );
  return `{${[...new Set(members)].sort().join(", ")}}`;
}
