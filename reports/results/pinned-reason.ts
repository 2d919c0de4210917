/** What a failure may follow from besides the target: a pin that no probe could hold against it. */
import type { Profile, Reading } from "../../spec/vocabulary/profile.ts";

export interface Affecting {
  readonly id: string;
  /** Requirements that are judged by the reading of this open point. */
  readonly requirementsAffected?: readonly string[];
}

/** A sentence that names the pins by which a requirement was judged unseen; undefined where there are none. */
export function pinnedReason(
  requirement: string,
  profile: Profile | undefined,
  openPoints: readonly Affecting[],
): string | undefined {
  const readings: Readonly<Record<string, Reading | undefined>> = profile?.readings ?? {};
  const unseen = openPoints
    .filter(
      ({ id, requirementsAffected = [] }) => readings[id]?.unconfirmed && requirementsAffected.includes(requirement),
    )
    .map(({ id }) => id);
  if (unseen.length === 0) return undefined;
  const pins = unseen.map((id) => `\`openPoints.${id}\``).join(" and ");
  return `It was judged by ${pins} of the configuration, which no probe could confirm on this target; should the pin be wrong, so is this finding.`;
}
