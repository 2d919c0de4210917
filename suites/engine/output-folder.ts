/** The output folder of a run: results and scripts, written so that they are whole at any moment. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failureScripts, type CollectorState, type FinishOptions, type Results } from "../../reports/results/index.ts";

/** What `merge` needs of a shard besides its results. */
export interface CollectedRun {
  readonly schemaVersion: 1;
  readonly state: CollectorState;
  readonly options: Omit<FinishOptions, "applicability"> & {
    readonly applicability: readonly (readonly [
      string,
      { readonly status: "skipped" | "inconclusive"; readonly reason: string },
    ])[];
  };
}

/** Thrown when the output folder cannot be written: disk full, no permission, a file in its place. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** Creates the folder, or says why it cannot be written. */
export function openOutputFolder(folder: string): void {
  guarded(folder, () => {
    mkdirSync(folder, { recursive: true });
    writeAtomically(join(folder, ".writable"), "");
  });
}

/** Writes `results.json`, `collected.json` and the scripts that failures name. */
export function writeResults(folder: string, results: Results, collected: CollectedRun): void {
  guarded(folder, () => {
    for (const { file, script } of failureScripts(results))
      writeAtomically(join(folder, file), `${JSON.stringify(script, undefined, 2)}\n`);
    writeAtomically(join(folder, "collected.json"), JSON.stringify(collected));
    writeAtomically(join(folder, "results.json"), `${JSON.stringify(results, undefined, 2)}\n`);
  });
}

/** A reader never sees half a file: the new one takes the place of the old in one step. */
function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const partial = `${file}.partial`;
  writeFileSync(partial, text);
  renameSync(partial, file);
}

function guarded(folder: string, action: () => void): void {
  try {
    action();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OutputError(
      `the output folder ${folder} cannot be written: ${reason}. Free some space, or name another with --output.`,
      { cause },
    );
  }
}
