/** Runs the matrix and writes it down. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../spec/files/make-folder.ts";
import { OutputError } from "../engine/saved/output-folder.ts";
import { specDigest, suiteVersion } from "../engine/record/suite-identity.ts";
import { matrixMarkdown } from "./markdown.ts";
import type { Matrix } from "./outcome.ts";
import { examineAll, type PoolOptions } from "./pool.ts";
import { summaryOf } from "./summary.ts";
import type { MatrixTarget } from "./target.ts";

/** Examines the targets. @returns what came of it; incomplete, and saying so, after an abort */
export async function runMatrix(targets: readonly MatrixTarget[], options: PoolOptions): Promise<Matrix> {
  const startedMs = performance.now();
  const startedAt = new Date().toISOString();
  const outcomes = await examineAll(targets, options);
  return {
    schemaVersion: 1,
    suite: { version: suiteVersion, specDigest },
    depth: options.depth,
    seed: options.seed,
    ...(options.whole ? { whole: true } : {}),
    startedAt,
    seconds: Math.round(performance.now() - startedMs) / 1000,
    workers: options.workers,
    interrupted: outcomes.length < targets.length,
    targets: outcomes,
  };
}

/** Writes `faults.json` and `faults.md`. @throws OutputError */
export function writeMatrix(folder: string, matrix: Matrix): void {
  try {
    makeFolder(folder);
    const document = { ...matrix, summary: summaryOf(matrix) };
    writeFileSync(join(folder, "faults.json"), `${JSON.stringify(document, undefined, 2)}\n`);
    writeFileSync(join(folder, "faults.md"), matrixMarkdown(matrix));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OutputError(`the matrix could not be written into ${folder}: ${reason}`, { cause });
  }
}
