/** Pictures of many nights: the calendar of a target, and the bar of a requirement. */
import { bySeverity, isBad, worseOf } from "../letters.ts";
import { counted } from "../../text/numbers.ts";
import { verdictOfRun } from "../kept-run.ts";
import { classOf, reportHref, type Root } from "./page.ts";
import { dayMs, dayText, type Night, type Site, type SiteTarget } from "./site-model.ts";

/** One cell for each night, a column for each week; each leads to the report of its run. */
export function calendar(site: Site, target: SiteTarget, root: Root): string {
  // Weeks begin on Monday; the first of January 1970 was a Thursday.
  const offset = (Math.floor(site.firstDayMs / dayMs) + 3) % 7;
  const cells = Array.from({ length: site.days }, (_, day) => {
    const night = target.nights.get(day);
    if (!night) return "<i></i>";
    const { letter, run, runs } = night;
    const date = dayText(site, day);
    const href = reportHref(site, run, root);
    // Most nights are green: their day alone is told, and the colour is that of every cell.
    if (letter === "p" && runs === 1)
      return href === undefined ? `<i class=p title=${date}></i>` : `<a href=${attribute(href)} title=${date}></a>`;
    const words = nightWords(date, night);
    return href === undefined
      ? `<i class=${classOf(letter)} title="${words}"></i>`
      : `<a class=${classOf(letter)} href=${attribute(href)} title="${words}"></a>`;
  });
  return `<div class="calendar">${months(site, offset)}<div class="nights">${"<i class=x></i>".repeat(offset)}${cells.join("")}</div></div>`;
}

/** Quotes are left out where HTML allows it: a year of a fleet has a hundred thousand of them. */
function attribute(escaped: string): string {
  return /^[\w./:#-]+$/.test(escaped) ? escaped : `"${escaped}"`;
}

function nightWords(date: string, { run, runs }: Night): string {
  const broken = [...run.statuses].filter((status) => status === "f").length;
  return [
    `${date}: ${verdictOfRun(run).toLowerCase()}`,
    ...(broken > 0 ? [`${String(broken)} failed`] : []),
    ...(run.partial === undefined ? [] : ["a part"]),
    ...(runs > 1 ? [`worst of ${String(runs)} runs`] : []),
  ].join(", ");
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The names of the months, each above its first week. */
function months(site: Site, offset: number): string {
  const names: string[] = [];
  let last = "";
  let free = 0;
  for (let day = 0; day < site.days; day += 1) {
    const date = new Date(site.firstDayMs + day * dayMs);
    const name = monthNames[date.getUTCMonth()] ?? "";
    const column = Math.floor((day + offset) / 7) + 1;
    if (name === last) continue;
    last = name;
    // A name is three columns wide; one that has no room is left out.
    if (column < free || column + 2 > columnsOf(site, offset)) continue;
    free = column + 3;
    names.push(`<span class="c${String(column)}">${name}</span>`);
  }
  return `<div class="months" aria-hidden="true">${names.join("")}<span class="c${String(columnsOf(site, offset))}"></span></div>`;
}

function columnsOf({ days }: Site, offset: number): number {
  return Math.ceil((days + offset) / 7);
}

/** What the calendar says in a sentence, for whom does not see it. */
export function calendarWords(target: SiteTarget): string {
  const letters = [...target.nights.values()].map(({ letter }) => letter);
  const count = (letter: string): number => letters.filter((one) => one === letter).length;
  const parts = [
    [count("p"), "conformant"],
    [count("f"), "red"],
    [count("i"), "incomplete"],
    [count("."), "with a part of a run alone"],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, words]) => `${String(number)} ${words}`);
  return `${counted(letters.length, "night")}: ${told.join(", ")}.`;
}

/** The letters of a requirement, one for each run, as a bar over the last days. */
export function bar(target: SiteTarget, letters: string, { days }: Pick<Site, "days">, shown = days): string {
  const from = days - shown;
  const byDay = new Map<number, string>();
  for (let at = 0; at < letters.length; at++) {
    const [day, letter] = [(target.dayOfRun[at] ?? 0) - from, letters[at] ?? "."];
    if (day >= 0) byDay.set(day, worseOf(letter, byDay.get(day) ?? "."));
  }
  const spans: [letter: string, from: number, length: number][] = [];
  for (let day = 0; day < shown; day++) {
    const [letter, last] = [byDay.get(day) ?? ".", spans.at(-1)];
    if (last?.[0] === letter) last[2]++;
    else spans.push([letter, day, 1]);
  }
  // The ground has the colour of most days; only the others are drawn.
  const ground = [...byDay.values()].includes("p") ? "p" : ".";
  // One bad night of a year would be thinner than a pixel.
  const least = Math.ceil(shown / 120);
  const paths = new Map<string, string>();
  for (const [letter, from, length] of spans)
    if (letter !== ground) {
      const wide = isBad(letter) ? Math.max(length, least) : length;
      paths.set(letter, `${paths.get(letter) ?? ""}M${String(Math.min(from, shown - wide))} 5h${String(wide)}`);
    }
  const drawn = bySeverity
    .filter((letter) => paths.has(letter))
    .toReversed()
    .map((letter) => `<path class=${classOf(letter)} d="${paths.get(letter) ?? ""}"/>`)
    .join("");
  return `<svg class="bar b${classOf(ground)}" viewBox="0 0 ${String(shown)} 9" preserveAspectRatio=none aria-hidden=true>${drawn}</svg>`;
}

export const legend = `<ul class="legend">
<li><i class="p"></i> conformant<li><i class="f"></i> red<li><i class="i"></i> incomplete<li><i class="n"></i> a part of a run<li><i></i> no run
</ul>`;

/** The bar of a whole target: its verdicts. */
export function verdictBar(site: Site, target: SiteTarget, shown: number): string {
  const letters = target.runs.map((_, index) => {
    const night = target.nights.get(target.dayOfRun[index] ?? 0);
    return night?.letter ?? ".";
  });
  return bar(target, letters.join(""), site, shown);
}
