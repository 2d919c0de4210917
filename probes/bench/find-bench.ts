/** Finds traces to look at on a target that may only be read. */
import { payloadOf } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { SearchStep } from "../../spec/vocabulary/script.ts";
import { tryOf, type ProbeContext, type Question } from "../probe.ts";
import type { Bench, KnownTrace } from "./bench.ts";

/** So many traces are looked at. */
const maxTraces = 6;

/** Known traces of the environment first, then those that a search without filters gives. */
export async function findBench(
  finder: Pick<ProbeContext, "target" | "ask">,
  known: readonly string[],
): Promise<Bench> {
  const workflows = finder.target.workflows.slice(0, 2).map((_, index) => index);
  const answers = known.length >= maxTraces ? [] : await finder.ask("any traces", workflows.flatMap(searches));
  const found = answers.flatMap(traceIdsOf);
  const traces = [...new Set([...known, ...found])]
    .slice(0, maxTraces)
    .map((traceId): KnownTrace => ({ traceId, workflow: 0, actions: [], createdAtMs: 0 }));
  const [long, other] = traces;
  return { found: true, traces, workflow: 0, ...(long ? { long } : {}), ...(other ? { other } : {}) };
}

/** A search without filters through each face, by id and by name. */
export function searches(workflow: number): readonly Question[] {
  const step = (face: "v2" | "legacy"): SearchStep => ({
    op: "search",
    face,
    workflow,
    filters: {},
    features: tryOf("search-workflow-key"),
  });
  return (["id", "name"] as const).flatMap((key) =>
    (["v2", "legacy"] as const).map((face) => ({
      step: step(face),
      candidate: { "search-workflow-key": { v2: key, legacy: key } },
    })),
  );
}

export function traceIdsOf(exchange: Exchange | undefined): readonly string[] {
  const payload = exchange && payloadOf(exchange);
  return Array.isArray(payload) ? payload.filter((id) => typeof id === "string") : [];
}
