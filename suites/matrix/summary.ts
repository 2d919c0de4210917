/** The matrix in numbers. */
import type { Matrix, TargetOutcome, MatrixVerdict } from "./outcome.ts";
import { goodVerdicts } from "./outcome.ts";

export interface MatrixSummary {
  readonly verdicts: Readonly<Record<MatrixVerdict, number>>;
  /** Exchanges after the probes until a fault was caught by a requirement that it names; absent when none was. */
  readonly exchangesToCatch?: { readonly median: number; readonly p90: number; readonly most: number };
  /** Of the faults that were examined to the end, those of which the report names what they name first. */
  readonly namedFirst?: { readonly first: number; readonly of: number };
}

export function summaryOf({ targets }: Pick<Matrix, "targets">): MatrixSummary {
  const count = (verdict: MatrixVerdict): number => targets.filter((target) => target.verdict === verdict).length;
  const verdicts = {
    caught: count("caught"),
    "caught-by-another": count("caught-by-another"),
    survived: count("survived"),
    passed: count("passed"),
    "false-alarm": count("false-alarm"),
    error: count("error"),
  };
  const exchanges = targets.flatMap((target) => catchOf(target)?.exchanges ?? []).toSorted((a, b) => a - b);
  const at = (share: number): number => exchanges[Math.ceil(share * exchanges.length) - 1] ?? 0;
  const places = targets.flatMap(({ place }) => place ?? []);
  const first = places.filter((place) => place === 1).length;
  return {
    verdicts,
    ...(exchanges.length === 0 ? {} : { exchangesToCatch: { median: at(0.5), p90: at(0.9), most: at(1) } }),
    ...(places.length === 0 ? {} : { namedFirst: { first, of: places.length } }),
  };
}

/** The sighting that counts: of a requirement that the fault names, or the first where it names none. */
export function catchOf({
  kind,
  sightings,
  requirements,
}: TargetOutcome): TargetOutcome["sightings"][number] | undefined {
  if (kind === "fault" && requirements.length === 0) return sightings[0];
  return sightings.find(({ requirement }) => requirements.includes(requirement));
}

/** True when every fault was caught by a requirement that it names and every variant passed, and none is missing. */
export function isGreen({ targets, interrupted }: Matrix): boolean {
  return !interrupted && targets.every(({ verdict }) => goodVerdicts.includes(verdict));
}
