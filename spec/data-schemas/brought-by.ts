/** Members that name what an earlier action of their trace brought, such as the number of what was ordered. */
import { isJsonObject, type JsonObject } from "../json.ts";
import type { JsonPath } from "../vocabulary/profile.ts";

/** The keyword of the schema of such a member: where on its trace the value was brought, as a list of sources. */
export const broughtBy = "broughtBy";

/** The keyword of the schema of a number that may be less than what was brought, and not more. */
export const notMoreThanBrought = "notMoreThanBrought";

/** A place in what an action brought; in a list, as `["lines", "*", "code"]`, one after the other. */
export type Source = { readonly key: string; readonly path: JsonPath };

/** Where the value of a member was brought, the likeliest first; none where its schema says nothing of that. */
export function sourcesOf(schema: JsonObject): readonly Source[] {
  const listed = schema[broughtBy];
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((one): readonly Source[] => {
    const { key, path } = isJsonObject(one) ? one : {};
    const isPath = Array.isArray(path) && path.every((step) => typeof step === "string");
    return typeof key === "string" && isPath ? [{ key, path }] : [];
  });
}

/** True for the schema of a member that is what was brought, and nothing else. */
export const namesBrought = (schema: JsonObject): boolean =>
  sourcesOf(schema).length > 0 && schema[notMoreThanBrought] !== true;
