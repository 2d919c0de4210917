/** What the matrix examines: services that are wrong in one way, and services that choose otherwise. */
import type { EnvironmentName } from "../../reference/environments.ts";
import { faults } from "../../reference/faults/index.ts";
import { variants } from "../../reference/variants/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import { didYouMean } from "../did-you-mean.ts";
import { counted } from "../../reports/text/numbers.ts";
import { shardOf, shardText, type Shard } from "../engine/plan/shard.ts";
import { UsageError } from "../usage-error.ts";

export type TargetKind = "fault" | "variant";

export interface MatrixTarget {
  readonly kind: TargetKind;
  /** `<area>/<name>`, unique among all. */
  readonly id: string;
  readonly title: string;
  /** Any of these must catch it; a fault that names none is caught by any. None for a variant. */
  readonly requirements: readonly RequirementId[];
  /** The workflows that it is tried on; absent: those of the embedded environment. */
  readonly environment?: EnvironmentName;
  /** True where connections are disturbed while it is examined. */
  readonly disturbed?: boolean;
  /** True where as many scripts are under way at once as in a run while it is examined. */
  readonly crowded?: boolean;
}

interface TargetChoice {
  /** The part of them that is examined; absent: all. */
  readonly shard?: Shard | undefined;
  /** Ids of targets, or of requirements whose faults are meant; empty: all. */
  readonly only: readonly string[];
  /** Folders of faults or variants; empty: all. */
  readonly areas: readonly string[];
  readonly kinds: readonly TargetKind[];
}

/** Every fault, then every variant. */
export const matrixTargets: readonly MatrixTarget[] = [
  ...faults.map(({ id, title, requirement, environment, disturbed, crowded }): MatrixTarget => ({
    kind: "fault",
    id,
    title,
    requirements: typeof requirement === "string" ? [requirement] : requirement,
    ...(environment === undefined ? {} : { environment }),
    ...(disturbed ? { disturbed } : {}),
    ...(crowded ? { crowded } : {}),
  })),
  ...variants.map(({ id, title, environment }): MatrixTarget => ({
    kind: "variant",
    id,
    title,
    requirements: [],
    ...(environment === undefined ? {} : { environment }),
  })),
];

/** What the suite cannot be expected to judge yet; they are examined where they or their folder are named. */
const awaiting = new Set([...faults, ...variants].flatMap(({ id, awaits }) => (awaits === undefined ? [] : [id])));

/** The part before the slash. */
export const areaOf = ({ id }: Pick<MatrixTarget, "id">): string => id.slice(0, id.indexOf("/"));

/**
 * Empty only where a part of many happens to be, as on the last of several machines.
 * @throws UsageError for a word that names nothing, with the nearest that does, and where nothing is left of what is named
 */
export function chooseTargets({ only, areas, kinds, shard }: TargetChoice): readonly MatrixTarget[] {
  const known = new Set(matrixTargets.flatMap(({ id, requirements }) => [id, ...requirements]));
  const knownAreas = new Set(matrixTargets.map(areaOf));
  for (const word of only)
    if (!known.has(word))
      throw new UsageError(`--only "${word}" is no fault, variant or requirement.${didYouMean(word, known)}`);
  for (const area of areas)
    if (!knownAreas.has(area))
      throw new UsageError(
        `--area "${area}": wanted one of ${[...knownAreas].join(", ")}.${didYouMean(area, knownAreas)}`,
      );
  const chosen = matrixTargets.filter(
    (target) =>
      kinds.includes(target.kind) &&
      (areas.length === 0 || areas.includes(areaOf(target))) &&
      (only.length === 0 || only.some((word) => word === target.id || target.requirements.some((id) => id === word))) &&
      (only.length + areas.length > 0 || !awaiting.has(target.id)),
  );
  if (chosen.length === 0) throw new UsageError("these options together leave no fault and no variant to examine");
  const part = shardOf(chosen, shard);
  if (shard && part.length === 0 && only.length > 0)
    throw new UsageError(
      `--shard ${shardText(shard)} leaves nothing of what --only names, ${counted(chosen.length, "target")}; ` +
        `leave out --shard, or give ${shardText({ ...shard, index: 1 })}`,
    );
  return part;
}
