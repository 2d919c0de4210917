/** Makes a failing script smaller, so that a reader sees what breaks the requirement and not the case that found it. */
import { reduceScript } from "../../generators/scripts/reduce-script.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import type { ScriptOutcome } from "./results/script-outcome.ts";

export interface ReductionOptions {
  /** The workflows of the target: smaller data still follow the schemas of its actions. */
  readonly workflows?: readonly WorkflowDescription[];
  readonly run: (script: Script) => Promise<ScriptOutcome>;
  /** True once no more tries are wanted. */
  readonly stopped: () => boolean;
  readonly tries: number;
  readonly timeMs: number;
  /**
   * Smaller scripts run at the same time; the smallest that still fails is kept. Saves time where the target is slow.
   */
  readonly atOnce: number;
}

interface Reduced {
  readonly outcome: ScriptOutcome;
  /** Smaller scripts that were run, and how often one of them still failed. */
  readonly tried: number;
  readonly steps: number;
}

/** The smallest script found that breaks the same requirement as the given outcome. */
export async function reduceFailure(
  first: ScriptOutcome,
  requirement: RequirementId,
  options: ReductionOptions,
): Promise<Reduced> {
  const deadlineMs = performance.now() + options.timeMs;
  const over = (): boolean => options.stopped() || tried >= options.tries || performance.now() > deadlineMs;
  const seen = new Set<string>();
  let smallest = first;
  let tried = 0;
  let steps = 0;
  for (let progress = true; progress && !over();) {
    progress = false;
    const candidates = reduceScript(smallest.script, options.workflows, placesIn(smallest, requirement));
    while (!over()) {
      const batch = nextBatch(candidates, seen, Math.min(options.atOnce, options.tries - tried));
      if (batch.length === 0) break;
      const outcomes = await Promise.all(
        batch.map((script, place) =>
          options.run({ ...script, id: smallerId(first.script, tried + place + 1), title: ofPart(script.title) }),
        ),
      );
      tried += batch.length;
      const failing = outcomes.find((outcome) => breaks(outcome, requirement));
      if (!failing) continue;
      smallest = failing;
      steps += 1;
      progress = true;
      break;
    }
  }
  return { outcome: smallest, tried, steps };
}

const smallerId = ({ id }: Script, number: number): string => `${id}/smaller-${String(number)}`;

/** What is left of a script does not do all that its title says. */
function ofPart(title: string): string {
  return title.startsWith(partOf) ? title : `${partOf}${title}`;
}

const partOf = "A part of: ";

export function breaks(outcome: ScriptOutcome, requirement: RequirementId): boolean {
  return outcome.failures.some((failure) => failure.requirement === requirement);
}

/** The steps that show the first of the failures. */
function placesIn({ failures }: ScriptOutcome, requirement: RequirementId): readonly string[] {
  return failures.find((failure) => failure.requirement === requirement)?.places ?? [];
}

/** The next scripts that were not tried before. */
function nextBatch(candidates: Iterator<Script>, seen: Set<string>, count: number): Script[] {
  const batch: Script[] = [];
  while (batch.length < count) {
    const next = candidates.next();
    if (next.done) break;
    const key = JSON.stringify(next.value.steps);
    if (seen.has(key)) continue;
    seen.add(key);
    batch.push(next.value);
  }
  return batch;
}
