import { canonicalJson, getOwn, isJsonObject } from "../core/json.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { SearchCondition, SearchQuery } from "../core/records.ts";
import type { Hooks } from "../core/seams.ts";
import type { TraceStore } from "../storage/trace-store.ts";

/** Answers searches by looking at every document of the workflow, for comparisons that the index does not know. */
export function searchByScan(hooks: Hooks, matches: (document: JsonObject, query: SearchQuery) => boolean): void {
  hooks.around("search", () => async (_call, query) => {
    const documents = await documentsOf(hooks.store, query);
    return documents.filter(({ document }) => matches(document, query)).map(({ traceId }) => traceId);
  });
}

/** What search sees of each trace of a workflow, oldest first. */
export async function documentsOf(
  { database, schema }: TraceStore,
  { organization, workflowId }: Pick<SearchQuery, "organization" | "workflowId">,
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
  return (document: JsonObject, query: SearchQuery): boolean =>
    query.conditions.every((condition) => valuesAt(document, condition).some((value) => same(value, condition.value)));
}

/** Equality of JSON values, whatever the order of members. */
export function sameJson(left: Json, right: Json): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
