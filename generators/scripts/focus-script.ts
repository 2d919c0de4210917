/** The first guesses at what of a failing script is needed: what failed, what that refers to, and what was written before. */
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { pruneScript } from "./prune-script.ts";
import { referencesOf } from "./references.ts";

/**
 * Smaller scripts that keep the steps at these places, the boldest first: with the actions on their own traces alone, with
 * all that writes before them, with all before them.
 */
export function* focusedScripts(script: Script, places: readonly string[]): Generator<Script, undefined> {
  const placed = placedSteps(script);
  const named = new Set(places);
  const last = placed.findLastIndex(({ place }) => named.has(place));
  if (last < 0) return;
  const until = new Set(placed.slice(0, last + 1).map(({ place }) => place));
  const labels = labelsBehind(
    placed.filter(({ place }) => named.has(place)).map(({ step }) => step),
    placed.map(({ step }) => step),
  );
  const isOwn = (step: OperationStep): boolean =>
    (step.as !== undefined && labels.has(step.as)) ||
    (step.op === "act" && referencesOf(step).every(({ label }) => labels.has(label)));
  const isWrite = ({ op }: OperationStep): boolean => op === "create" || op === "act" || op === "login";
  const kept: readonly ((step: OperationStep) => boolean)[] = [
    isOwn,
    (step) => isWrite(step) || isOwn(step),
    () => true,
  ];
  for (const keep of kept)
    yield pruneScript(script, (step, place) => named.has(place) || (until.has(place) && keep(step)));
}

/** The labels to which these steps refer, and those to which the steps behind them do. */
function labelsBehind(steps: readonly OperationStep[], all: readonly OperationStep[]): ReadonlySet<string> {
  const labels = new Set<string>();
  const open = [...steps];
  for (let step = open.pop(); step; step = open.pop())
    for (const { label } of referencesOf(step)) {
      if (labels.has(label)) continue;
      labels.add(label);
      open.push(...all.filter(({ as }) => as === label));
    }
  return labels;
}
