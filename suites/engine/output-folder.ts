/** The output folder of a run: results and scripts, written so that they are whole at any moment. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { failureScripts, type CollectorState, type FinishOptions, type Results } from "../../reports/results/index.ts";

/** What `merge` and `recheck` need of a run besides its results. */
export interface CollectedRun {
  readonly schemaVersion: 1;
  /** What the checks knew of the target, and the profile by which they judged. */
  readonly target?: JudgingTarget;
  readonly profile?: Profile;
  readonly state: CollectorState;
  readonly options: Omit<FinishOptions, "applicability"> & {
    readonly applicability: readonly (readonly [
      string,
      { readonly status: "skipped" | "inconclusive"; readonly reason: string; readonly ifAnswered?: boolean },
    ])[];
  };
}

/** Thrown when the output folder cannot be written: disk full, no permission, a file in its place. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** What an earlier run leaves that would mix with this one. */
const ofEarlierRun = ["results.json", "collected.json", "histories", "failures", "scripts"];

/** Creates the folder and takes out what an earlier run left; or says why it cannot be written. */
export function openOutputFolder(folder: string): void {
  tryOutputFolder(folder);
  guarded(folder, () => {
    // Only a folder with results is one of ours.
    if (existsSync(join(folder, "results.json")))
      for (const name of ofEarlierRun) rmSync(join(folder, name), { recursive: true, force: true });
  });
}

/** Creates the folder and leaves what is in it; or says why it cannot be written. */
export function tryOutputFolder(folder: string): void {
  guarded(folder, () => {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, ".writable");
    writeFileSync(probe, "");
    rmSync(probe);
  });
}

/** Writes one more file into the folder. */
export function writeIntoFolder(folder: string, name: string, text: string): void {
  guarded(folder, () => writeAtomically(join(folder, name), text));
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

/** Writes one file that the user named. @param option by which another can be named */
export function writeNamedFile(file: string, content: string | Uint8Array, shown: string, option: string): void {
  try {
    writeFileSync(file, content);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OutputError(`${shown} cannot be written: ${reason}; name another with ${option}`, { cause });
  }
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
