/** The page of one target: its nights, what is broken in it, how fast it is, what it chose. */
import { getOwn } from "../../../spec/json.ts";
import { openPoints } from "../../../spec/open-points.ts";
import { findRequirement } from "../../../spec/requirements/index.ts";
import { abbreviate } from "../../text/escape.ts";
import { counted, duration, latency } from "../../text/numbers.ts";
import { verdictOfRun } from "../kept-run.ts";
import { lastBehaviours } from "../behaviours.ts";
import { trendOf } from "../latency.ts";
import { median } from "../target.ts";
import { dayOf, share, trendText } from "../show.ts";
import type { RequirementTimeline } from "../timeline.ts";
import { areaOf } from "./areas.ts";
import { latencyChart, sparkline } from "./latency-chart.ts";
import { monthTable } from "./month-table.ts";
import { requirementLink, standing, status, table, text, toReport, type Page } from "./page.ts";
import { standingOf, type Site, type SiteTarget } from "./site-model.ts";
import { bar, calendar, calendarWords, legend } from "./strip.ts";

const root = "../";
const maxNights = 10;
const maxChanges = 50;

export function targetPage(site: Site, target: SiteTarget): Page {
  const body = [
    head(site, target),
    section("nights", "Nights", nights(site, target)),
    section("requirements", "Requirements", requirements(site, target)),
    section("latency", "Latency", speed(site, target)),
    section("behaviours", "Readings", behaviours(target)),
  ].join("\n");
  return { file: `targets/${target.slug}.html`, title: target.name, body };
}

function section(id: string, name: string, body: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>\n${body}\n</section>`;
}

/** `since 2026-05-04`; where nothing older is shown, it may be longer. */
export function since(target: SiteTarget, at: number | undefined): string {
  if (at === undefined) return "";
  const day = dayOf(target.runs[at]?.startedAt ?? "");
  return at === 0 ? `<span title="the first run that is shown; it may be longer">≤ ${day}</span>` : day;
}

function head(site: Site, target: SiteTarget): string {
  const { latest, runs, alone } = target;
  const facts = [
    ["Last run", toReport(site, latest, root, `${latest.startedAt.slice(0, 16).replace("T", " ")} UTC`)],
    [
      "Verdict",
      verdictOfRun(latest).toLowerCase() +
        (latest.redFor === undefined ? "" : ` for ${text(latest.redFor)}`) +
        (latest.partial === undefined ? "" : ` (${text(latest.partial)})`),
    ],
    ["Runs", `${String(runs.length)} since ${dayOf(runs[0]?.startedAt ?? "")}`],
    [
      "Flaky",
      alone === 0
        ? "never red for one run alone"
        : `red for one run alone: ${share(alone, runs.length).replace(" %", "&nbsp;%")}`,
    ],
    ["Address", text(latest.baseUrl)],
    [
      "Run",
      `${latest.access}, depth ${text(latest.depth)}, seed ${String(latest.seed)}, ${duration(latest.durationMs)}, suite ${text(latest.suiteVersion)}`,
    ],
  ];
  return `<h1>${text(target.name)}</h1>
<p class="verdict">${standing(standingOf(target), target.redSince === undefined ? "" : ` since ${since(target, target.redSince)}`)}</p>
<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name ?? ""}<dd>${value ?? ""}</div>`).join("")}</dl>`;
}

function nights(site: Site, target: SiteTarget): string {
  const told = [...target.nights].filter(([, { letter }]) => letter !== "p").toReversed();
  const rows = told.slice(0, maxNights).map(([, { run, runs }]) => {
    const broken = run.requirements.filter((_, at) => run.statuses[at] === "f").map(({ id }) => id);
    const [first] = broken;
    const more = broken.length > 4 ? ` and ${String(broken.length - 4)} more` : "";
    return `<tr><th scope="row">${toReport(site, run, root, dayOf(run.startedAt), first)}<td>${verdictOfRun(run).toLowerCase()}${run.partial === undefined ? "" : " (a part)"}${runs > 1 ? `, worst of ${String(runs)}` : ""}<td>${broken
      .slice(0, 4)
      .map((id) => requirementLink(id, root))
      .join(", ")}${more}${text(run.redFor ?? "")}<td class="num">${String(run.troubles)}`;
  });
  const rest =
    told.length > maxNights ? `<p class="quiet">The last ${String(maxNights)} of ${String(told.length)}.` : "";
  return `<p>${calendarWords(target)} <a class="skip-link" href="#requirements">Skip the nights</a></p>
${calendar(site, target, root)}
${legend}
${rows.length === 0 ? "<p>Every night was green.</p>" : `<h3>Nights that were not green</h3>${table("Nights that were not green", ["Night", "Verdict", "Failed", "5xx or no answer"], rows, "tail")}${rest}`}`;
}

function requirements(site: Site, target: SiteTarget): string {
  const isTold = ({ bad, latest }: RequirementTimeline): boolean => bad > 0 || "fwievx".includes(latest);
  const told = target.requirements
    .filter(isTold)
    .toSorted((a, b) => (a.badSince ?? Infinity) - (b.badSince ?? Infinity) || b.bad - a.bad);
  const rows = told.map((one) => {
    const why = one.latest === "p" ? "" : (target.details?.reasons[one.id] ?? "");
    return `<tr><th scope="row">${requirementLink(one.id, root)}<td>${toReport(site, target.latest, root, status(one.latest), one.id)}<td>${since(target, one.badSince)}<td>${share(one.bad, one.judged)}<td>${share(one.alone, one.judged)}<td>${bar(target, one.letters, site)}<td class="why">${text(abbreviate(why))}`;
  });
  const green = target.requirements.filter((one) => !isTold(one));
  const list = (letter: string, words: string): string => {
    const found = green.filter(({ latest }) => latest === letter);
    const byArea = Map.groupBy(found, ({ id }) => areaOf(id));
    const names = [...byArea].map(([area, all]) => `<a href="../areas/${area}.html">${area}</a> ${String(all.length)}`);
    return found.length === 0 ? "" : `<li>${counted(found.length, "requirement")} ${words}: ${names.join(", ")}`;
  };
  return `${rows.length === 0 ? "<p>No requirement was broken in these runs.</p>" : table("Requirements that are or were broken", ["Requirement", "Status", "Broken since", "Runs broken", "Flaky", "Over time", "Why"], rows)}
<ul class="rest">${list("p", "passed whenever judged")}${list("s", "skipped")}${list(".", "in no whole run")}</ul>`;
}

function speed(site: Site, target: SiteTarget): string {
  const chart = latencyChart(site, target);
  if (chart === "") return "<p>Nothing was answered in these runs.</p>";
  const names = [...new Set(target.runs.slice(-30).flatMap(({ operations }) => Object.keys(operations)))].toSorted();
  const rows = names.map((name) => {
    const values = target.runs.map(({ operations }) => getOwn(operations, name));
    const last = values.findLast((value) => value !== undefined);
    const direction = trendOf(values.flatMap((value) => (value === undefined ? [] : [value[3]])).slice(-35))?.direction;
    const exchanges = values.reduce((sum, value) => sum + (value?.[0] ?? 0), 0);
    const troubles = values.reduce((sum, value) => sum + (value?.[1] ?? 0), 0);
    return `<tr><th scope="row">${text(name)}${[last?.[2], last?.[3], last?.[4]].map((value) => `<td>${value === undefined ? "" : latency(value)}`).join("")}<td>${direction ?? ""}<td>${sparkline(
      fortnightly(
        values.map((value) => value?.[3]),
        target,
        site,
      ),
    )}<td>${text(share(troubles, exchanges))}`;
  });
  return `<p>p95 of the last runs: ${trendText(target)}.</p>
${chart}
<details><summary>By month</summary>${monthTable(target)}</details>
${table("Latency by operation, in the last run", ["Operation", "p50", "p95", "p99", "Trend", "p95 over time", "5xx or no answer"], rows, "ops")}`;
}

/** One value for two weeks each: the middle one. */
function fortnightly(
  values: readonly (number | undefined)[],
  target: SiteTarget,
  { days }: Site,
): readonly (number | undefined)[] {
  const parts: number[][] = Array.from({ length: Math.ceil(days / 14) }, () => []);
  values.forEach((value, at) => {
    if (value !== undefined) parts[Math.floor((target.dayOfRun[at] ?? 0) / 14)]?.push(value);
  });
  return parts.map(median);
}

const questions = new Map<string, string>(openPoints.map(({ id, question }) => [id, question]));

function behaviours({ runs, changes, details }: SiteTarget): string {
  const rows = changes
    .toReversed()
    .slice(0, maxChanges)
    .map(
      ({ id, at, before, now }) =>
        `<tr><th scope="row">${dayOf(runs[at]?.startedAt ?? "")}<td>${text(id)}<td><code>${text(before)}</code><td><code>${text(now)}</code>`,
    );
  const drift = Object.entries(details?.drift ?? {}).map(([id, words]) => `<li>${text(id)}: ${text(words)}`);
  const seen = [...lastBehaviours(runs), ...Object.entries(details?.measured ?? {})];
  const all = seen.map(
    ([id, value]) =>
      `<tr><th scope="row" title="${text(questions.get(id) ?? "")}">${text(id)}<td><code>${text(value)}</code>`,
  );
  return `${rows.length === 0 ? "<p>None changed in these runs.</p>" : table("Readings that changed", ["Night", "Open point", "Before", "Then"], rows)}
${drift.length === 0 ? "" : `<p>Other than expected, in the last run:</p><ul>${drift.join("")}</ul>`}
<details><summary>${counted(seen.length, "reading")} seen last</summary>${table("Readings seen last", ["Open point", "Reading"], all)}</details>`;
}

/** The statement of a requirement as the register has it; of others, as the run told it. */
export function statementOf({ id, statement }: Pick<RequirementTimeline, "id" | "statement">): string {
  return findRequirement(id)?.statement ?? statement;
}
