/** Operations that were slower than the owner's own budget. */
import { isOver } from "../results/latency.ts";
import type { OperationResult, Results } from "../results/model.ts";
import { counted, latency } from "./numbers.ts";

const maxNamed = 4;

interface OverBudget extends OperationResult {
  readonly p95BudgetMs: number;
}

/** The operations above their budget, the furthest above first. */
export function overBudget({ operations }: Pick<Results, "operations">): readonly OverBudget[] {
  const excess = ({ latencyMs, p95BudgetMs }: OverBudget): number => latencyMs.p95 / p95BudgetMs;
  return operations
    .filter((operation): operation is OverBudget => isOver(operation))
    .sort((a, b) => excess(b) - excess(a));
}

/** What is told of them, and what follows from it; undefined where none is. */
export function budgetSentence(results: Pick<Results, "operations" | "failOn">): string | undefined {
  const over = overBudget(results);
  if (over.length === 0) return undefined;
  const named = over
    .slice(0, maxNamed)
    .map(
      ({ operationId, latencyMs, p95BudgetMs }) =>
        `${operationId} ${latency(latencyMs.p95)} of ${latency(p95BudgetMs)}`,
    );
  const more = over.length > named.length ? ` and ${String(over.length - named.length)} more` : "";
  const red = results.failOn === "latency" ? ", and --fail-on latency makes the run red" : "";
  return `Slower than your own latency budget (95th percentile)${red}: ${counted(over.length, "operation")}: ${named.join(", ")}${more}.`;
}
