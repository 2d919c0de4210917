/** The open points as the other rooms see them. */
import { requirements, type RequirementId } from "./requirements/index.ts";
import type { OpenPointId, OpenPointValues } from "./vocabulary/profile.ts";
import type { OpenPointShape } from "./open-points/define.ts";
import { openPointRecords } from "./open-points/records.ts";

export type { Quote } from "./open-points/define.ts";

export interface OpenPoint<Id extends OpenPointId = OpenPointId> extends OpenPointShape<OpenPointValues[Id]> {
  readonly id: Id;
  /** The configuration entry that settles the point where no probe finds a reading; with the example value. */
  readonly remedy: string;
  /** Requirements that cannot be judged, or are judged otherwise, by the reading. */
  readonly requirementsAffected: readonly RequirementId[];
}

/** Every open point, area by area. */
export const openPoints: readonly OpenPoint[] = Object.entries(openPointRecords).map(([key, shape]) => {
  const id = key as OpenPointId;
  return {
    id,
    ...shape,
    remedy: `openPoints: { ${id}: ${JSON.stringify(shape.example)} }`,
    requirementsAffected: requirements
      .filter(
        ({ needs = [], readings = [] }) => readings.includes(id) || needs.some((need) => need === `reading:${id}`),
      )
      .map((requirement) => requirement.id),
  };
});

export const openPointIds: readonly OpenPointId[] = openPoints.map(({ id }) => id);

/** Points whose reading is a measurement, another on every run. */
export const measuredOpenPoints: readonly OpenPointId[] = openPoints
  .filter(({ measured }) => measured)
  .map(({ id }) => id);

/** The open point with this id, or undefined. */
export function findOpenPoint(id: string): OpenPoint | undefined {
  return openPoints.find((point) => point.id === id);
}
