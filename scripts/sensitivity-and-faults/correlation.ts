/** Seeded faults beside the sensitivity of the requirements that they name. */
import type { SensitivityResult } from "../../reports/index.ts";
import type { TargetOutcome } from "../../suites/matrix/outcome.ts";
import { catchOf } from "../../suites/matrix/summary.ts";

export interface FaultBySensitivity {
  readonly id: string;
  /** Of the requirements that the fault names the one that caught it, or the first. */
  readonly requirement: string;
  /** Defects that this requirement noticed on the honest run. */
  readonly noticed: number;
  readonly verdict: TargetOutcome["verdict"];
  /** Exchanges after the probes until it was caught; absent where it was not. */
  readonly exchanges?: number;
}

/** What the requirements noticed on honest runs: on that of the embedded environment, and on those of others by name. */
export interface Noticed extends Pick<SensitivityResult, "requirements"> {
  readonly elsewhere?: Readonly<Record<string, Pick<SensitivityResult, "requirements">>>;
}

/** The faults that were examined, those first whose requirement noticed least. */
export function faultsBySensitivity(
  { elsewhere = {}, ...embedded }: Noticed,
  targets: readonly TargetOutcome[],
): readonly FaultBySensitivity[] {
  const noticedOn = (environment: string | undefined, requirement: string): number => {
    const { requirements } = (environment === undefined ? undefined : elsewhere[environment]) ?? embedded;
    return requirements.find(({ id }) => id === requirement)?.noticed ?? 0;
  };
  return targets
    .filter(({ kind, verdict, requirements: named }) => kind === "fault" && verdict !== "error" && named.length > 0)
    .map((target) => {
      const sighting = target.verdict === "caught" ? catchOf(target) : undefined;
      const requirement = sighting?.requirement ?? target.requirements[0] ?? "";
      const { id, verdict, environment } = target;
      const until = sighting ? { exchanges: sighting.exchanges } : {};
      return { id, requirement, noticed: noticedOn(environment, requirement), verdict, ...until };
    })
    .toSorted((one, other) => one.noticed - other.noticed || one.id.localeCompare(other.id));
}

/** The faults in groups, by powers of ten of what their requirements noticed. */
export function tiersOf(
  faults: readonly FaultBySensitivity[],
): readonly { readonly name: string; readonly of: readonly FaultBySensitivity[] }[] {
  const tiers: readonly (readonly [name: string, least: number, below: number])[] = [
    ["none", 0, 1],
    ["1 to 9", 1, 10],
    ["10 to 99", 10, 100],
    ["100 and more", 100, Infinity],
  ];
  return tiers.flatMap(([name, least, below]) => {
    const of = faults.filter(({ noticed }) => noticed >= least && noticed < below);
    return of.length === 0 ? [] : [{ name, of }];
  });
}

/** Spearman's, between -1 and 1, over the faults that were caught; 0 where they are all alike. */
export function rankCorrelation(faults: readonly FaultBySensitivity[]): number {
  const caught = faults.flatMap(({ noticed, exchanges }) => (exchanges === undefined ? [] : [{ noticed, exchanges }]));
  const one = ranksOf(caught.map(({ noticed }) => noticed));
  const other = ranksOf(caught.map(({ exchanges }) => exchanges));
  const mean = (one.length + 1) / 2;
  const product = (left: readonly number[], right: readonly number[]): number =>
    left.reduce((sum, rank, at) => sum + (rank - mean) * ((right[at] ?? mean) - mean), 0);
  const spread = Math.sqrt(product(one, one) * product(other, other));
  return spread === 0 ? 0 : product(one, other) / spread;
}

/** From 1; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}
