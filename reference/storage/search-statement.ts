import { setOwn } from "../core/json.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { SearchQuery } from "../core/records.ts";
import type { Parameter } from "./database.ts";

/**
 * The statement of a search. Each condition says two things about each of its paths: containment (`@>`), which the GIN
 * index answers, and equality at the path, because containment alone would also accept an object with more members
 * or an array with more items.
 */
export function searchStatement(schema: string, query: SearchQuery): { sql: string; parameters: Parameter[] } {
  const parameters: Parameter[] = [query.organization, query.workflowId];
  const bind = (value: Parameter): string => `$${String(parameters.push(value))}`;
  const conditions = query.conditions.map(({ paths, value }) => {
    const alternatives = paths.map((path) => {
      const containing = bind(JSON.stringify(wrap(path, value)));
      const at = bind([...path]);
      const exact = bind(JSON.stringify(value));
      return `(search_document @> ${containing}::jsonb AND search_document #> ${at}::text[] = ${exact}::jsonb)`;
    });
    return `AND (${alternatives.join(" OR ")})`;
  });
  const sql = `SELECT trace_id FROM ${schema}.traces WHERE organization = $1 AND workflow_id = $2
    AND search_document IS NOT NULL ${conditions.join(" ")} ORDER BY ordinal`;
  return { sql, parameters };
}

function wrap(path: readonly string[], value: Json): JsonObject {
  const [key = "", ...rest] = path;
  const outer: JsonObject = {};
  setOwn(outer, key, rest.length === 0 ? value : wrap(rest, value));
  return outer;
}
