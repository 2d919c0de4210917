/** What a probe is, and what it may use. */
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import type { OpenPointId, OpenPointValues, Profile, Reading } from "../spec/vocabulary/profile.ts";
import type { OperationStep, ParallelStep } from "../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../spec/vocabulary/target.ts";
import type { Fixture } from "./fixture/fixture.ts";

/** Readings to try out: they stand in the profile under which a script runs. */
export type Candidate = { readonly [Id in OpenPointId]?: OpenPointValues[Id] };

/** What probes found, by open point. A probe may leave out a point that it cannot see on this target. */
export type Readings = { readonly [Id in OpenPointId]?: Reading<Id> };

export interface Probe {
  /** Kebab-case, the file's name. */
  readonly id: string;
  /** The open points that it settles; it brings a reading, with or without a value, for each of them. */
  readonly openPoints: readonly OpenPointId[];
  /** Ids of the probes that must have ended before. */
  readonly needs: readonly string[];
  /** True for a probe that sends writes; it is left out under read-only access. */
  readonly writes: boolean;
  run(context: ProbeContext): Promise<Readings>;
}

/**
 * A probe of one open point, whose id it has.
 * @param frame.needs ids of the probes that must have ended before
 * @param frame.writes true for a probe that sends writes; most send none
 * @param findReading undefined leaves the point out, as one that cannot be seen on this target
 */
export function onePoint<Id extends OpenPointId>(
  id: Id,
  { needs, writes = false }: { readonly needs: readonly string[]; readonly writes?: boolean },
  findReading: (context: ProbeContext) => Reading<Id> | undefined | Promise<Reading<Id> | undefined>,
): Probe {
  return {
    id,
    openPoints: [id],
    needs,
    writes,
    async run(context) {
      const reading = await findReading(context);
      return reading ? { [id]: reading } : {};
    },
  };
}

/** One step to be sent alone, with the candidate readings under which it is sent. */
export interface Question {
  readonly step: OperationStep;
  readonly candidate?: Candidate;
}

export interface ProbeContext {
  readonly target: JudgingTarget;
  /** Traces to look at: written for the probes, or found on a target that may only be read. */
  readonly fixture: Fixture;
  /** Stands in everything that is written, so that it can be told from what earlier runs left. */
  readonly runId: string;
  /** The reading in effect: found so far, or else pinned. */
  reading<Id extends OpenPointId>(id: Id): OpenPointValues[Id] | undefined;
  /** The reading that was found so far, whatever is pinned. */
  found<Id extends OpenPointId>(id: Id): OpenPointValues[Id] | undefined;
  /** The pinned reading, which a probe tries first. */
  pin<Id extends OpenPointId>(id: Id): OpenPointValues[Id] | undefined;
  profile(): Profile;
  /** Everything that was exchanged so far, by all probes. */
  histories(): readonly History[];
  /** Runs a script; the exchanges that its steps caused, without the driver's own. */
  run(
    title: string,
    steps: readonly (OperationStep | ParallelStep)[],
    candidate?: Candidate,
  ): Promise<readonly Exchange[]>;
  /** Waits; ends at once when the run is interrupted. */
  pause(ms: number): Promise<void>;
  /** Sends all questions at the same time; the last exchange of each, undefined where it could not be sent. */
  ask(title: string, questions: readonly Question[]): Promise<readonly (Exchange | undefined)[]>;
}

/** A reading without a value. */
export function unknown(evidence: string): { readonly evidence: string } {
  return { evidence };
}
