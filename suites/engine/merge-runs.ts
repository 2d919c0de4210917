/** Puts the shards of a run together: the results are those of the whole run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mergeCollectors, type Results } from "../../reports/index.ts";
import { type CollectedRun } from "./output-folder.ts";
import { UsageError } from "./usage-error.ts";

export interface MergedRun {
  readonly results: Results;
  readonly collected: CollectedRun;
}

/** @throws UsageError for a folder without a run, and for runs that do not belong together. */
export function mergeRuns(folders: readonly string[]): MergedRun {
  const runs = folders.map((folder) => ({ folder, ...readCollected(folder) }));
  const [first] = runs;
  if (!first) throw new UsageError("merge wants the output folders of the shards, at least one");
  for (const { folder, options } of runs) {
    const same =
      options.environment.name === first.options.environment.name &&
      options.seed === first.options.seed &&
      options.depth === first.options.depth &&
      options.suite.specDigest === first.options.suite.specDigest &&
      JSON.stringify(options.partial?.only) === JSON.stringify(first.options.partial?.only);
    if (!same)
      throw new UsageError(
        `${folder} and ${first.folder} are not shards of one run: environment, seed, depth, --only and version must be equal`,
      );
  }
  const collected: CollectedRun = {
    ...first,
    state: mergeCollectors(runs.map(({ state }) => state)).toJSON(),
    options: mergedOptions(runs),
  };
  const { applicability, ...options } = collected.options;
  const results = mergeCollectors([collected.state]).finish({ ...options, applicability: new Map(applicability) });
  return { results, collected };
}

function mergedOptions(runs: readonly CollectedRun[]): CollectedRun["options"] {
  const all = runs.map(({ options }) => options);
  const [first] = all;
  if (!first) throw new UsageError("merge wants at least one run");
  const { partial: _, ...rest } = first;
  const interrupted = all.some(({ partial }) => partial?.interrupted);
  const missing = missingShards(all.map(({ partial }) => partial?.shard));
  const partial: Results["partial"] = {
    ...(interrupted || missing ? { interrupted: true } : {}),
    ...(first.partial?.only ? { only: first.partial.only } : {}),
  };
  return {
    ...rest,
    startedAt: all.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    durationMs: Math.max(...all.map(({ durationMs }) => durationMs)),
    tracesCreated: all.reduce((sum, { tracesCreated = 0 }) => sum + tracesCreated, 0),
    tracesLeft: all.flatMap(({ tracesLeft = [] }) => tracesLeft),
    ...(Object.keys(partial).length > 0 ? { partial } : {}),
  };
}

/** True when shards of one set are not all there: what they would have judged is missing. */
function missingShards(shards: readonly ({ readonly index: number; readonly count: number } | undefined)[]): boolean {
  const numbered = shards.filter((shard) => shard !== undefined);
  const count = numbered[0]?.count ?? 0;
  return new Set(numbered.map(({ index }) => index)).size < count;
}

function readCollected(folder: string): CollectedRun {
  const file = join(folder, "collected.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")) as CollectedRun;
  } catch (cause) {
    throw new UsageError(`${file} cannot be read; give the --output folder of a run`, { cause });
  }
}
