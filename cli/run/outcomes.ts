/** What is known of each environment of a run of several, and the page and the summary that tell it. */
import {
  environmentsPage,
  runOf,
  sentenceOf,
  worstOf,
  type EnvironmentOutcome,
} from "../../reports/environments/index.ts";
import { changesSince, formatByName, type Results } from "../../reports/index.ts";
import type { EndedRun } from "../../reports/notification/index.ts";
import { closeOutputFolder, openOutputFolder, writeOwnFiles } from "../../suites/engine/saved/output-folder.ts";
import { newRunId } from "../../suites/engine/plan/run-plan.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";

export const pageName = "index.html";
export const summaryName = "environments.json";

export class Outcomes {
  readonly #all: Map<string, EnvironmentOutcome>;
  readonly #told = new Map<string, Pick<EndedRun, "results" | "changes">>();
  readonly #runId = newRunId(new Date());
  readonly #startedAt = new Date().toISOString();
  readonly #output: string;
  readonly #reports: readonly string[];

  constructor(
    names: readonly string[],
    folders: ReadonlyMap<string, string>,
    output: string,
    formats: readonly string[],
  ) {
    this.#all = new Map(
      names.map((name) => [name, { name, folder: folders.get(name) ?? name, sentence: "Its run has not ended." }]),
    );
    this.#output = output;
    const page = formatByName("html").fileName;
    this.#reports = [...new Set([page, ...formats.map((format) => formatByName(format).fileName), "results.json"])];
  }

  /** Takes the folder, so that nothing of an earlier run stands beside these. */
  open(): void {
    openOutputFolder(this.#output, this.#runId);
    this.write();
  }

  close(): void {
    closeOutputFolder(this.#output, this.#runId);
  }

  of(name: string): EnvironmentOutcome {
    return this.#all.get(name) ?? { name, folder: name, sentence: "" };
  }

  /** @param earlier the run that this one is compared with */
  found(name: string, results: Results, earlier?: Results): void {
    const { environment, verdict, startedAt, summary } = results;
    this.#told.set(name, {
      // The rest of the results of hundreds of environments would fill the memory.
      results: { environment, verdict, startedAt, summary },
      ...(earlier ? { changes: changesSince(earlier, results) } : {}),
    });
    this.#all.set(name, { ...this.of(name), run: runOf(results), sentence: sentenceOf(results) });
  }

  /** @param problem why it ended so, where that is not in the results */
  end(name: string, exitCode: ExitCode, problem?: string): void {
    const known = this.of(name);
    this.#all.set(name, { ...known, exitCode, ...(problem === undefined ? {} : { sentence: problem }) });
  }

  /** One that has not ended counts as interrupted. */
  get exitCode(): ExitCode {
    const codes = [...this.#all.values()].map(({ exitCode }) => exitCode ?? exitCodes.interrupted);
    return worstOf(codes) as ExitCode;
  }

  /** All of them, for whoever is to be told. */
  ended(): readonly EndedRun[] {
    return [...this.#all.values()].map(({ name, exitCode = exitCodes.interrupted, sentence }) => ({
      environment: name,
      exitCode,
      sentence,
      ...this.#told.get(name),
    }));
  }

  summary(): object {
    return {
      schemaVersion: 1,
      startedAt: this.#startedAt,
      exitCode: this.exitCode,
      environments: [...this.#all.values()],
    };
  }

  write(): void {
    writeOwnFiles(this.#output, [
      [pageName, () => environmentsPage([...this.#all.values()], this.#reports)],
      [summaryName, () => `${JSON.stringify(this.summary(), undefined, 2)}\n`],
    ]);
  }
}
