/** What is shown while a run goes on. */
import { abbreviate } from "../text/escape.ts";
import { counted, duration, grouped } from "../text/numbers.ts";
import { coloursFor, fit, maxColumns } from "./screen.ts";

export interface Progress {
  readonly requirementsJudged: number;
  readonly requirementsTotal: number;
  readonly exchanges: number;
  readonly elapsedMs: number;
  /** Absent while nobody can tell. */
  readonly remainingMs?: number;
  readonly failures: number;
}

export interface LineOptions {
  readonly colour?: boolean;
  readonly columns?: number;
}

/** One line without its end: `▕████████        ▏ 84/168 judged · 1,204 exchanges · 402/s · 2 failed · 3.0 s left`. */
export function progressLine(progress: Progress, options: LineOptions = {}): string {
  const colours = coloursFor(options.colour);
  const columns = Math.min(options.columns ?? maxColumns, maxColumns);
  const perSecond = progress.elapsedMs > 0 ? (progress.exchanges * 1000) / progress.elapsedMs : 0;
  const parts = [
    `${progress.requirementsJudged}/${progress.requirementsTotal} judged`,
    counted(progress.exchanges, "exchange"),
    `${grouped(perSecond)}/s`,
    ...(progress.failures > 0 ? [`${progress.failures} failed`] : []),
    progress.remainingMs === undefined ? duration(progress.elapsedMs) : `${duration(progress.remainingMs)} left`,
  ];
  const text = fit(parts.join(" · "), columns);
  const failed = `${progress.failures} failed`;
  const coloured = progress.failures > 0 ? text.replace(failed, colours.red(failed)) : text;
  const barColumns = Math.min(20, columns - text.length - 3);
  return barColumns < 6 ? coloured : `${colours.dim(bar(progress, barColumns))} ${coloured}`;
}

/** One line for a failure the moment it is found: `✗ STATE-02 the state is missing`. */
export function failureLine(
  failure: { readonly requirement: string; readonly level: string; readonly message: string },
  options: LineOptions = {},
): string {
  const colours = coloursFor(options.colour);
  const columns = Math.min(options.columns ?? maxColumns, maxColumns);
  const must = failure.level === "MUST";
  const mark = must ? colours.red("✗") : colours.yellow("!");
  const id = failure.requirement.padEnd(10);
  return `${mark} ${colours.bold(id)} ${fit(abbreviate(failure.message), columns - 13)}`;
}

function bar(progress: Progress, columns: number): string {
  const share = progress.requirementsTotal > 0 ? progress.requirementsJudged / progress.requirementsTotal : 0;
  const filled = Math.min(columns, Math.round(share * columns));
  return `▕${"█".repeat(filled)}${" ".repeat(columns - filled)}▏`;
}
