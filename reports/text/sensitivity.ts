/** What the sensitivity of a run says, in words. */
import type { Results, SensitivityResult } from "../results/model.ts";
import { counted, grouped } from "./numbers.ts";

/**
 * What is told of a run unasked. Of a part of a run nothing is: defects in answers of which it judged little say nothing
 * of the suite; nor is anything where no defect could be tried.
 */
export function toldSensitivity({ sensitivity, partial }: Pick<Results, "sensitivity" | "partial">) {
  return sensitivity && !partial && sensitivity.mutants > 0 ? sensitivity : undefined;
}

/** A share of fewer would say 100 % of what a run hardly judged. */
export const leastForShare = 50;

/** One sentence: how many defects would have been noticed. */
export function sensitivitySentence({ extent, mutants, noticed }: SensitivityResult): string {
  if (mutants === 0) return "No defect could be put into these answers, so nothing tells what would have been noticed.";
  if (mutants < leastForShare) {
    // Of a sample there may be many more.
    const some = counted(mutants, "defect");
    const told =
      extent === "full" ? `${some} could be put into these answers` : `a sample of ${some} was put into these answers`;
    return `Only ${told}, and ${grouped(noticed)} would have been noticed: too few to tell a share.`;
  }
  return `Had any of ${counted(mutants, "defect")} been in these answers, ${grouped(noticed)} (${percent(noticed, mutants)}) would have been noticed.`;
}

/** Per cent with one place; 100 % stands for all of them alone. */
export function percent(noticed: number, mutants: number): string {
  const exact = (100 * noticed) / Math.max(1, mutants);
  const shown = noticed < mutants ? Math.min(exact, 99.9) : exact;
  return `${shown.toFixed(shown === 100 ? 0 : 1)} %`;
}

/** The sentence, and what was not noticed: by kind of defect, by requirement, and one by one. */
export function sensitivityText(sensitivity: SensitivityResult): string {
  const { operators, weak, unnoticed } = sensitivity;
  const pale = operators.filter(({ mutants, noticed }) => noticed < mutants);
  return [
    sensitivitySentence(sensitivity),
    ...(pale.length > 0 ? ["", "Not always noticed:"] : []),
    ...pale.map(({ id, title, mutants, noticed }) => `  ${grouped(noticed)} of ${grouped(mutants)}  ${id}: ${title}`),
    ...(unnoticed.length > 0 ? ["", "What was not noticed, at most 100 of them:"] : []),
    ...unnoticed.map(
      ({ operation, what, script, exchange, operator }) =>
        `  ${operation}: ${what} (${operator}; script ${script}, exchange ${String(exchange)})`,
    ),
    ...(weak.length > 0
      ? ["", `${counted(weak.length, "requirement")} passed and noticed none of these defects:`, `  ${weak.join(" ")}`]
      : []),
    "",
  ].join("\n");
}
