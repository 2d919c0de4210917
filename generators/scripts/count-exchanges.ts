import type { OperationStep, Script, TraceRef } from "../../spec/vocabulary/script.ts";
import { pagesOfWalk } from "../pages/page-walk.ts";
import { traceLabel } from "./references.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";

/** What a script sends, as far as can be said beforehand. */
export interface ExchangeCount {
  /** Requests of the steps; a search that waits is counted once. */
  readonly exchanges: number;
  /** Creations that are meant to succeed. */
  readonly traces: number;
  /** Appends that are meant to succeed. */
  readonly actions: number;
}

function isDefective(step: OperationStep): boolean {
  return step.token !== undefined || step.body !== undefined || ("omit" in step && step.omit !== undefined);
}

/** Counts what a script sends to a service that accepts all of it. */
export function countExchanges(script: Pick<Script, "steps">): ExchangeCount {
  const links = new Map<string, number>();
  let exchanges = 0;
  let traces = 0;
  let actions = 0;
  const appended = (trace: TraceRef) => {
    const label = traceLabel(trace);
    if (label !== undefined) links.set(label, (links.get(label) ?? 0) + 1);
    actions += 1;
  };
  for (const { step } of placedSteps(script)) {
    exchanges += 1;
    if (step.op === "create" && !isDefective(step)) {
      traces += 1;
      if (step.as !== undefined) links.set(step.as, 1);
    }
    if (step.op === "act" && !isDefective(step)) appended(step.trace);
    if (step.op === "walk") {
      if (step.actAfterFirstPage) {
        appended(step.trace);
        exchanges += 1;
      }
      exchanges += pagesOfWalk(links.get(traceLabel(step.trace) ?? "") ?? 1, step.size) - 1;
    }
  }
  return { exchanges, traces, actions };
}
