/** The history for a terminal. */
import { abbreviate, printable, shorten } from "../text/escape.ts";
import { counted, grouped, latency } from "../text/numbers.ts";
import { verdictOfRun } from "./kept-run.ts";
import { statusOfLetter } from "./letters.ts";
import type { TargetHistory } from "./target.ts";
import type { RequirementTimeline } from "./timeline.ts";

export interface Paint {
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** `2026-05-04` */
export function dayOf(startedAt: string): string {
  return startedAt.slice(0, 10);
}

/** One line for each target: how it stands, since when, how often flaky, what drifted, how fast. */
export function targetsText(targets: readonly TargetHistory[], paint: Paint): string {
  return table(
    ["target", "last run", "verdict", "red since", "flaky", "drift", "p95"],
    targets.map((target) => [
      printable(target.name),
      dayOf(target.latest.startedAt) + (target.isMissing ? " (missing since)" : ""),
      wordsOf(target.latest),
      sinceOf(target, target.redSince),
      share(target.alone, target.runs.length),
      driftOf(target),
      trendText(target),
    ]),
    (cells, at) => {
      const target = targets[at];
      if (target?.redSince !== undefined) return paint.red(cells);
      return target?.isMissing || target?.latest.verdict === "incomplete" ? paint.yellow(cells) : cells;
    },
    paint,
  );
}

function wordsOf(run: TargetHistory["latest"]): string {
  return verdictOfRun(run) + (run.partial === undefined ? "" : " (part)");
}

/** Everything about one target: requirements that are or were broken, changes of behaviour, latencies of operations. */
export function targetText(target: TargetHistory, reasons: Readonly<Record<string, string>>, paint: Paint): string {
  const { latest, runs, requirements, changes } = target;
  const told = requirements.filter(({ bad, latest: letter }) => bad > 0 || "ie".includes(letter));
  return [
    `${printable(target.name)}: ${wordsOf(latest).toLowerCase()} on ${dayOf(latest.startedAt)}` +
      `${latest.redFor === undefined ? "" : ` for ${latest.redFor}`}, ` +
      `${counted(runs.length, "run")} since ${dayOf(runs[0]?.startedAt ?? "")}` +
      (target.redSince === undefined ? "" : `, ${paint.red(`red since ${sinceOf(target, target.redSince)}`)}`),
    "",
    told.length === 0
      ? "No requirement was broken in these runs."
      : requirementTable(
          told.map((one) => [target, one]),
          reasons,
          paint,
        ),
    "",
    ...(changes.length === 0 ? ["No reading changed."] : ["Readings that changed:"]),
    ...changes
      .slice(-20)
      .map(
        ({ id, at, before, now }) =>
          `  ${dayOf(runs[at]?.startedAt ?? "")}  ${id}  ${shorten(before, 60)} → ${shorten(now, 60)}`,
      ),
    "",
    `Latency (p95 of the operations): ${trendText(target)}`,
  ].join("\n");
}

/** One requirement on every target that knows it. */
export function requirementText(id: string, targets: readonly TargetHistory[], paint: Paint): string {
  const found = targets.flatMap((target) => {
    const one = target.requirements.find((requirement) => requirement.id === id);
    return one ? [[target, one] as const] : [];
  });
  const [first] = found;
  if (!first) return `no run knows ${id}`;
  return [`${id} (${first[1].level}): ${first[1].statement}`, "", requirementTable(found, {}, paint, true)].join("\n");
}

function requirementTable(
  rows: readonly (readonly [TargetHistory, RequirementTimeline])[],
  reasons: Readonly<Record<string, string>>,
  paint: Paint,
  namesTarget = false,
): string {
  const sorted = rows.toSorted(([, a], [, b]) => (a.badSince ?? Infinity) - (b.badSince ?? Infinity));
  return table(
    [
      namesTarget ? "target" : "requirement",
      "status",
      "red since",
      "broken",
      "flaky",
      "last runs",
      ...(namesTarget ? [] : ["why"]),
    ],
    sorted.map(([target, one]) => [
      namesTarget ? printable(target.name) : one.id,
      statusOfLetter(one.latest) ?? "not run",
      sinceOf(target, one.badSince),
      `${String(one.bad)} of ${String(one.judged)}`,
      share(one.alone, one.judged),
      marks(one.letters.slice(-14)),
      ...(namesTarget ? [] : [shorten(abbreviate(printable(reasons[one.id] ?? "")), 90)]),
    ]),
    (cells, at) => (sorted[at]?.[1].badSince === undefined ? cells : paint.red(cells)),
    paint,
  );
}

/** What the last runs were, one sign each. */
function marks(letters: string): string {
  const signs: Readonly<Record<string, string>> = { p: "✓", f: "✕", w: "!", v: "≈", s: "–", i: "?", e: "⚠", ".": "·" };
  return [...letters].map((letter) => signs[letter] ?? "·").join("");
}

/** The day of a run; `or earlier` where nothing older is known. */
function sinceOf(target: TargetHistory, at: number | undefined): string {
  if (at === undefined) return "";
  return dayOf(target.runs[at]?.startedAt ?? "") + (at === 0 ? " or earlier" : "");
}

/** `3 of 90 (3.3 %)`; nothing where there is nothing. */
export function share(count: number, all: number): string {
  return count === 0 ? "" : `${grouped(count)} of ${grouped(all)} (${percent(count, all)})`;
}

/** `3.3 %`, and never nothing for something. */
export function percent(count: number, all: number): string {
  const exact = (100 * count) / Math.max(1, all);
  return exact < 0.1 ? "under 0.1 %" : `${exact.toFixed(1)} %`;
}

function driftOf({ changes, runs }: TargetHistory): string {
  const last = changes.at(-1);
  if (!last) return "";
  const more = changes.length > 1 ? `, ${String(changes.length)} in all` : "";
  return `${dayOf(runs[last.at]?.startedAt ?? "")} ${last.id}${more}`;
}

export function trendText({ trend }: TargetHistory): string {
  if (!trend) return "too few runs";
  const { nowMs, beforeMs, direction } = trend;
  return `${latency(nowMs)}${direction ? `, ${direction}: was ${latency(beforeMs)}` : ""}`;
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  painted: (line: string, at: number) => string,
  paint: Paint,
): string {
  // A column without a word in it says nothing.
  const shown = head.flatMap((_, column) => (rows.some((row) => row[column] !== "") ? [column] : []));
  const widths = shown.map((column) => Math.max(...[head, ...rows].map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]): string =>
    shown
      .map((column, at) => (row[column] ?? "").padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return [paint.dim(line(head)), ...rows.map((row, at) => painted(line(row), at))].join("\n");
}
