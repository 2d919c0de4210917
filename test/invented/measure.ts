/** How much of the invented faults the suite catches, and how many of the variants it lets pass. */
import { complaint } from "../../suites/matrix/markdown.ts";
import { goodVerdicts, type TargetOutcome } from "../../suites/matrix/outcome.ts";
import { examineAll } from "../../suites/matrix/pool.ts";
import type { MatrixTarget } from "../../suites/matrix/target.ts";
import { requirementById } from "../../spec/requirements/index.ts";
import { inventedServices, choiceOf } from "./index.ts";

export interface Measured {
  /** The shares, and a line for each that did not turn out well. */
  readonly text: string;
  /** Ids of faults that were not caught though nothing speaks for them, and of variants that were called wrong. */
  readonly unexpected: readonly string[];
}

/** A variant that grants thirty requests a second takes four minutes. */
const patienceMs = 600_000;

export async function measure(
  targets: readonly MatrixTarget[],
  onOutcome: (outcome: TargetOutcome) => void = () => undefined,
): Promise<Measured> {
  const examine = (chosen: readonly MatrixTarget[], seed: number): Promise<readonly TargetOutcome[]> =>
    examineAll(chosen, { workers: 2, services: inventedServices, patienceMs, depth: "standard", seed, onOutcome });
  const first = await examine(targets, 1);
  // What only a chance meeting of inputs shows is given a second chance.
  const missed = first.filter(({ id, verdict }) => verdict === "survived" && choiceOf(id) === undefined);
  const second = new Map((await examine(missed, 7)).map((outcome) => [outcome.id, outcome]));
  const outcomes = first.map((outcome) => (outcome.kind === "fault" && second.get(outcome.id)) || outcome);
  const bad = outcomes.filter(({ verdict }) => !goodVerdicts.includes(verdict));
  const lines = bad.map((outcome) => {
    const choice = choiceOf(outcome.id);
    return `- ${complaint(outcome)}${choice === undefined ? "" : ` A choice: ${choice}`}`;
  });
  const open = outcomes.filter(({ inconclusive }) => inconclusive.length > 0);
  const warned = outcomes.filter((outcome) => outcome.verdict === "caught" && !isByMust(outcome));
  return {
    text: [
      `${shareOf(outcomes, "fault")}, ${shareOf(outcomes, "variant")}; ${String(missed.length)} examined with a second seed.`,
      ...lines,
      ...warned.map(({ id, run }) => `- by a SHOULD alone: ${id}; the run ends ${run ?? "unknown"}`),
      ...open.map(({ id, inconclusive }) => `- left open: ${id}: ${inconclusive.join(", ")}`),
    ].join("\n"),
    unexpected: bad.map(({ id }) => id).filter((id) => choiceOf(id) === undefined),
  };
}

function shareOf(outcomes: readonly TargetOutcome[], kind: TargetOutcome["kind"]): string {
  const all = outcomes.filter((outcome) => outcome.kind === kind);
  const good = all.filter(({ verdict }) => goodVerdicts.includes(verdict));
  const share = `${String(good.length)} of ${String(all.length)} invented ${kind}s`;
  if (kind === "variant") return `${share} conformant`;
  const byMust = good.filter(isByMust);
  return `${share} caught (${String(good.length - byMust.length)} by a SHOULD alone)`;
}

const isByMust = ({ sightings }: TargetOutcome): boolean =>
  sightings.some(({ requirement }) => requirementById(requirement).level === "MUST");
