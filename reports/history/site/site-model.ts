/** What the pages of the site share: the targets, the days that are shown, and where everything is. */
import { createHash } from "node:crypto";
import type { PastRun, RunDetails } from "../kept-run.ts";
import { worseOf } from "../letters.ts";
import { verdictLetter, type TargetHistory } from "../target.ts";

export interface SiteInput {
  readonly targets: readonly TargetHistory[];
  /** Targets that were to run, and of which the history has nothing. */
  readonly unheard?: readonly string[];
  /** Days that are shown, the last of them that of the newest run. */
  readonly days: number;
  /** Of the last run of each target, by its name. */
  readonly details: ReadonlyMap<string, RunDetails>;
  /** Where a page in the folder of the site finds the report of a run. */
  readonly linkOf: (run: PastRun) => string | undefined;
}

/** One day of a target. */
export interface Night {
  /** The worst of its runs. */
  readonly letter: string;
  readonly run: PastRun;
  readonly index: number;
  readonly runs: number;
}

export interface SiteTarget extends TargetHistory {
  /** File name without folder and ending. */
  readonly slug: string;
  /** The number of the day of each run, from 0 on. */
  readonly dayOfRun: readonly number[];
  /** One entry for each day on which a run started. */
  readonly nights: ReadonlyMap<number, Night>;
  readonly details: RunDetails | undefined;
}

export interface Site extends Pick<SiteInput, "days" | "linkOf"> {
  readonly unheard: readonly string[];
  readonly targets: readonly SiteTarget[];
  readonly runs: number;
  /** The first day that is shown, in milliseconds. */
  readonly firstDayMs: number;
  /** YYYY-MM-DD */
  readonly lastDay: string;
}

export const dayMs = 24 * 3600 * 1000;

export function siteOf({ targets, unheard = [], days, details, linkOf }: SiteInput): Site {
  const newest = targets.reduce((last, { latest }) => (latest.startedAt > last ? latest.startedAt : last), "");
  const lastDay = newest.slice(0, 10);
  const firstDayMs = Date.parse(lastDay) - (days - 1) * dayMs;
  return {
    days,
    linkOf,
    unheard,
    lastDay,
    firstDayMs,
    runs: targets.reduce((sum, { runs }) => sum + runs.length, 0),
    targets: targets.map((target) => withDays(target, firstDayMs, details.get(target.name))),
  };
}

/** `2026-05-04` */
export function dayText({ firstDayMs }: Pick<Site, "firstDayMs">, day: number): string {
  return new Date(firstDayMs + day * dayMs).toISOString().slice(0, 10);
}

function withDays(target: TargetHistory, firstDayMs: number, details: RunDetails | undefined): SiteTarget {
  const nights = new Map<number, Night>();
  const dayOfRun = target.runs.map(({ startedAt }) => Math.floor((Date.parse(startedAt) - firstDayMs) / dayMs));
  target.runs.forEach((run, index) => {
    const day = dayOfRun[index] ?? 0;
    const [before, letter] = [nights.get(day), verdictLetter(run)];
    const runs = (before?.runs ?? 0) + 1;
    // The night leads to the run that says most: of two of the same colour the later one.
    const isShown = !before || worseOf(letter, before.letter) === letter;
    nights.set(day, isShown ? { letter, run, index, runs } : { ...before, runs });
  });
  return { ...target, slug: slugOf(target.name), dayOfRun, nights, details };
}

/** A file name that stays the same from night to night, is no other target's on any file system, and leads nowhere. */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60);
  if (plain === name && /^[a-z].*[a-z0-9]$/.test(name)) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 10);
  return `${plain.replace(/^-|-$/g, "") || "target"}--${digest}`;
}

/** How a target stands, the worst first. */
export type Standing = "red" | "missing" | "incomplete" | "conformant";

export function standingOf(target: TargetHistory): Standing {
  if (target.redSince !== undefined) return "red";
  if (target.isMissing) return "missing";
  return target.latest.verdict === "conformant" ? "conformant" : "incomplete";
}
