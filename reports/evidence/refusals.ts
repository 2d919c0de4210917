/** Why a run cannot be certified: evidence is of a whole run that was told nothing beforehand. */
import type { Results } from "../results/model.ts";
import { extensionRefusals } from "./extension-refusal.ts";

export interface Prejudice {
  /** Requirements that the configuration waives. */
  readonly waivers?: readonly { readonly requirement: string }[];
  /** Open points that the configuration pins. */
  readonly pins?: readonly string[];
  /** Modules with extensions that the configuration or the command line names. */
  readonly extend?: readonly string[];
}

const remedy = "certify an environment without them";

/** One sentence each; empty when there is nothing against it. */
export function refusals(results: Results | undefined, prejudice: Prejudice = {}): readonly string[] {
  const { waivers = [], pins = [], extend = [] } = prejudice;
  const waived = new Set([
    ...waivers.map(({ requirement }) => requirement),
    ...(results?.requirements ?? []).filter(({ waiver, partlyWaived }) => waiver ?? partlyWaived).map(({ id }) => id),
  ]);
  const pinned = new Set([...pins, ...(results?.openPoints ?? []).filter((point) => point.pinned).map(({ id }) => id)]);
  const { only = [], shard, interrupted } = results?.partial ?? {};
  return [
    ...(waived.size > 0 ? [`waivers: ${[...waived].join(", ")}; ${remedy}`] : []),
    ...(pinned.size > 0 ? [`pinned open points: ${[...pinned].join(", ")}; ${remedy}`] : []),
    ...extensionRefusals(results, extend),
    ...(only.length > 0 ? [`only ${only.join(", ")} was judged; run without --only`] : []),
    ...(shard ? [`only shard ${shard.index}/${shard.count} was run; merge the shards first`] : []),
    ...(interrupted ? ["the run was interrupted, or a shard is missing; run it to its end"] : []),
    ...(results && results.summary.exchanges === 0 ? ["nothing was exchanged with the target"] : []),
  ];
}
