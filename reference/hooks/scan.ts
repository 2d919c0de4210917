import { canonicalJson, getOwn, isJsonObject } from "../core/json.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { SearchCondition, SearchQuery } from "../core/records.ts";
import type { TraceStore } from "../storage/trace-store.ts";
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
    const documents = await documentsOf(hooks.store, query);
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

/** What search sees of each trace of a workflow, oldest first. */
async function documentsOf(
  { database, schema }: TraceStore,
  { organization, workflowId }: SearchQuery,
): Promise<{ traceId: string; document: JsonObject }[]> {
  const rows = await database.query(
    `SELECT trace_id, search_document FROM ${schema}.traces
      WHERE organization = $1 AND workflow_id = $2 AND search_document IS NOT NULL ORDER BY ordinal`,
    [organization, workflowId],
  );
  return rows.map((row) => ({ traceId: String(row["trace_id"]), document: row["search_document"] as JsonObject }));
}

/** The values that a document has at the paths of a condition. */
export function valuesAt(document: JsonObject, { paths }: SearchCondition): Json[] {
  return paths.flatMap((path) => {
    let value: Json | undefined = document;
    for (const key of path) value = isJsonObject(value) ? getOwn(value, key) : undefined;
    return value === undefined ? [] : [value];
  });
}

/** A rule under which all conditions must hold, each by `same`. */
export function everyCondition(same: (found: Json, wanted: Json) => boolean) {
  return (document: JsonObject, query: Pick<SearchQuery, "conditions">): boolean =>
    query.conditions.every((condition) => valuesAt(document, condition).some((value) => same(value, condition.value)));
}

/** Equality of JSON values, whatever the order of members. */
export function sameJson(left: Json, right: Json): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
