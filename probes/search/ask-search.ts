/** Sends searches and says whether they found a trace. */
import { traceIdsOf } from "../fixture/find-fixture.ts";
import type { Face } from "../../spec/operations.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { OpenPointId } from "../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../probe.ts";
import { keysOf, type FilterStyle, type SearchKeys } from "./filter-styles.ts";

export type WorkflowKey = "id" | "name";

export interface SearchToAsk {
  readonly face: Face;
  readonly key: WorkflowKey;
  readonly style: FilterStyle;
  readonly filters: JsonObject;
  readonly inner?: SearchKeys["inner"];
  /** Absent for the workflow of the fixture. */
  readonly workflow?: number;
}

export type SearchOutcome = "found" | "not-found" | "refused" | "unanswered";

export interface Answer<Asked extends SearchToAsk = SearchToAsk> {
  readonly search: Asked;
  readonly outcome: SearchOutcome;
  readonly exchange: Exchange | undefined;
}

/** All at the same time; `traceId` is what they should find. */
export async function askSearches<Asked extends SearchToAsk>(
  { ask, fixture }: ProbeContext,
  point: OpenPointId,
  traceId: string,
  searches: readonly Asked[],
): Promise<readonly Answer<Asked>[]> {
  const exchanges = await ask(
    "a search",
    searches.map(({ face, key, style, filters, inner, workflow = fixture.workflow }) => ({
      step: { op: "search", face, workflow, filters, candidateFor: point },
      candidate: { "search-workflow-key": { v2: key, legacy: key }, "search-keys": keysOf(style, inner) },
    })),
  );
  return searches.map((search, index): Answer<Asked> => {
    const exchange = exchanges[index];
    return { search, exchange, outcome: outcomeOf(exchange, traceId) };
  });
}

function outcomeOf(exchange: Exchange | undefined, traceId: string): SearchOutcome {
  if (!exchange?.response) return "unanswered";
  if (!succeeded(exchange)) return "refused";
  const found = traceIdsOf(exchange).some((id) => id.toLowerCase() === traceId.toLowerCase());
  return found ? "found" : "not-found";
}
