import { everyCondition, sameJson } from "../core/conditions.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { SearchQuery } from "../core/records.ts";
import type { Hooks } from "./hooks.ts";
import { inScope } from "./rewrite.ts";
import type { Scope } from "./rewrite.ts";

/** Answers searches in another way. @param search gets the query, and how it is answered otherwise */
export function searchOtherwise(
  hooks: Hooks,
  search: (query: SearchQuery, inner: (query: SearchQuery) => Promise<string[]>) => Promise<string[]>,
  scope: Scope = {},
): void {
  hooks.around(
    "search",
    (inner) => (call, query) =>
      inScope(call, scope) ? search(query, (changed) => inner(call, changed)) : inner(call, query),
  );
}

/** Answers searches by looking at every document of the workflow, for comparisons that the index does not know. */
export function searchByScan(
  hooks: Hooks,
  matches: (document: JsonObject, query: SearchQuery) => boolean,
  scope: Scope = {},
): void {
  const search = async (query: SearchQuery): Promise<string[]> => {
    const documents = await hooks.store.documents(query);
    return documents.filter(({ document }) => matches(document, query)).map(({ traceId }) => traceId);
  };
  searchOtherwise(hooks, search, scope);
}

/** Answers searches by another equality of values. */
export function searchByComparing(hooks: Hooks, same: (found: Json, wanted: Json) => boolean, scope?: Scope): void {
  searchByScan(hooks, everyCondition(same), scope);
}

/** Answers searches by another equality of texts. */
export function searchTexts(hooks: Hooks, same: (found: string, wanted: string) => boolean, scope?: Scope): void {
  const alike = (found: Json, wanted: Json): boolean =>
    typeof found === "string" && typeof wanted === "string" ? same(found, wanted) : sameJson(found, wanted);
  searchByComparing(hooks, alike, scope);
}
