/** Why a run cannot be certified, by what its record says that it was told. */
import type { RunRecord } from "../engine/record/run-record.ts";

/** One sentence each; empty when there is nothing against it. */
export function recordRefusals(record: RunRecord): readonly string[] {
  const { environment, extensions, only, shard, bail, durationMs, profileGiven } = record;
  const waived = environment.waivers.map(({ requirement }) => requirement);
  const pinned = Object.keys(environment.openPoints);
  return [
    ...(waived.length > 0 ? [`waivers: ${waived.join(", ")}; certify an environment without them`] : []),
    ...(pinned.length > 0 ? [`pinned open points: ${pinned.join(", ")}; certify an environment without them`] : []),
    ...(extensions.length > 0
      ? [`extensions: ${extensions.map(({ name }) => name).join(", ")}; run without extend and --description`]
      : []),
    ...(only.length > 0 ? [`only ${only.join(", ")} was judged; run without --only`] : []),
    ...(shard ? [`only shard ${shard.index}/${shard.count} was run; run without --shard`] : []),
    ...(bail ? ["it was to stop at its first failure; run without --bail"] : []),
    ...(durationMs === undefined ? [] : ["it went on by the clock; run without --duration"]),
    ...(profileGiven ? ["its profile was given, and no probe looked; run without one"] : []),
  ];
}
