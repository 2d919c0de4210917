/** The first page: every target with its status in every area, the worst first, and what is new. */
import { counted } from "../../text/numbers.ts";
import { worseOf } from "../letters.ts";
import {
  rate,
  reportHref,
  requirementLink,
  sign,
  standing,
  table,
  targetLink,
  text,
  toReport,
  type Page,
} from "./page.ts";
import { standingOf, type Site, type SiteTarget, type Standing } from "./site-model.ts";
import { verdictBar } from "./strip.ts";
import { since } from "./target-page.ts";
import { latencyOf } from "../latency.ts";
import { latency } from "../../text/numbers.ts";
import { areaOf, areasOf } from "./areas.ts";

const order: readonly Standing[] = ["red", "missing", "incomplete", "conformant"];
const maxNews = 40;
const shownNights = 30;

export function indexPage(site: Site): Page {
  const areas = areasOf(site);
  const sorted = site.targets.toSorted(
    (a, b) =>
      order.indexOf(standingOf(a)) - order.indexOf(standingOf(b)) ||
      startOf(b) - startOf(a) ||
      (a.name < b.name ? -1 : 1),
  );
  const counts = order.map((of) => [of, sorted.filter((target) => standingOf(target) === of).length] as const);
  const tiles = counts.map(([of, count]) => `<li class="tile"><b>${String(count)}</b> ${standing(of)}`);
  const heads = areas.map((area) => `<a href="areas/${text(area)}.html">${text(area)}</a>`);
  const head = ["Target", "Standing", "Red since", "Flaky", "p95", `${String(nightsOf(site))} nights`, ...heads];
  const part = (of: readonly Standing[], id: string, name: string, kind: string): string => {
    const rows = sorted.filter((target) => of.includes(standingOf(target))).map((target) => row(site, target, areas));
    if (rows.length === 0) return "";
    return `<section aria-labelledby="${id}" class="${kind}"><h2 id="${id}">${name}</h2>\n${table(name, head, rows, "matrix")}</section>`;
  };
  // The many that are green are laid out when somebody scrolls to them.
  const body = `<h1>${counted(site.targets.length, "target")}, ${site.lastDay}</h1>
<ul class="tiles">${tiles.join("")}</ul>
${unheard(site)}${news(site)}
${part(["red", "missing", "incomplete"], "attention", "Targets that need attention", "")}
${part(["conformant"], "conformant", "Conformant targets", "later")}
<p class="quiet">A cell is the worst status of the area's requirements in the last run that judged them: ✓ passed, ✕ failed, ! a SHOULD broken, ? could not be judged, ≈ waived, – skipped, ⚠ the suite went wrong. It leads to the report of the target's last run, where that is known. Flaky: red for one run alone, between two that were conformant. ▲ slower, ▼ faster: p95 doubled or halved.</p>`;
  return { file: "index.html", title: "Targets", body };
}

/** Who was to run, and has no page as nothing is known. */
function unheard({ unheard: names }: Site): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, maxNews).map(text).join(", ");
  const more = names.length > maxNews ? ` and ${String(names.length - maxNews)} more` : "";
  return `<p>${standing("missing")} ${counted(names.length, "target")} that never had a run: ${shown}${more}.</p>\n`;
}

/** When the red began: what became red last is what people look for. */
function startOf({ redSince, runs }: SiteTarget): number {
  return redSince === undefined ? 0 : Date.parse(runs[redSince]?.startedAt ?? "");
}

function row(site: Site, target: SiteTarget, areas: readonly string[]): string {
  const measured = latencyOf(target.latest);
  const cells = areas.map((area) => areaCell(site, target, area));
  return `<tr><th scope="row">${targetLink(target, "")}<td>${toReport(site, target.latest, "", standing(standingOf(target)))}<td>${since(target, target.redSince)}<td class="num">${rate(target.alone, target.runs.length)}<td class="num">${measured ? latency(measured.p95) : ""}${target.trend?.direction ? ` <span title="${target.trend.direction}">${target.trend.direction === "slower" ? "▲" : "▼"}</span>` : ""}<td>${verdictBar(site, target, nightsOf(site))}${cells.join("")}`;
}

function areaCell(site: Site, target: SiteTarget, area: string): string {
  const own = target.requirements.filter(({ id }) => areaOf(id) === area);
  const worst = own.reduce((letter, { latest }) => worseOf(letter, latest), ".");
  if (worst === ".") return "<td>";
  const found = own.filter(({ latest }) => latest === worst);
  const isBad = "fewi".includes(worst);
  const href = reportHref(site, target.latest, "", isBad ? found[0]?.id : undefined);
  const shown = `${sign(worst)}${isBad ? String(found.length) : ""}`;
  return `<td class="${worst}"><a href="${href ?? `targets/${target.slug}.html`}">${shown}</a>`;
}

/** What the newest run of a target shows that the one before it did not. */
function news(site: Site): string {
  const told = site.targets.flatMap((target) => {
    const last = target.runs.length - 1;
    if (last === 0 || target.isMissing) return [];
    const broken = target.requirements.filter(({ badSince }) => badSince === last);
    const mended = target.requirements.filter(
      ({ letters }) => letters.at(-1) === "p" && "fwe".includes(letters.at(-2) ?? "."),
    );
    const isNewlyRed = target.latest.redFor !== undefined && target.redSince === last;
    const drifted = target.changes.filter(({ at }) => at === last).map(({ id }) => text(id));
    const parts = [
      part(
        "st f",
        "✕ broken",
        broken.map(({ id }) => requirementLink(id, "")),
      ),
      part(
        "st p",
        "✓ mended",
        mended.map(({ id }) => requirementLink(id, "")),
      ),
      part("st f", "✕ red for", isNewlyRed ? [text(target.latest.redFor ?? "")] : []),
      part("st w", "! behaves otherwise", drifted),
    ].filter((one) => one !== "");
    return parts.length === 0
      ? []
      : [
          {
            weight: broken.length > 0 || isNewlyRed ? 0 : 1,
            line: `<li>${targetLink(target, "")}: ${parts.join("; ")}`,
          },
        ];
  });
  const shown = told
    .toSorted((a, b) => a.weight - b.weight)
    .slice(0, maxNews)
    .map(({ line }) => line);
  const more =
    told.length > shown.length
      ? `<p class="quiet">… and of ${counted(told.length - shown.length, "more target")}.`
      : "";
  return `<section aria-labelledby="news"><h2 id="news">New in the last run</h2>
${shown.length === 0 ? "<p>Nothing: every target is as it was the run before.</p>" : `<ul class="news">${shown.join("\n")}</ul>${more}`}</section>`;
}

function part(kind: string, words: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length > 6 ? ` and ${String(names.length - 6)} more` : "";
  return `<span class="${kind}">${words}</span> ${names.slice(0, 6).join(", ")}${more}`;
}

function nightsOf({ days }: Site): number {
  return Math.min(shownNights, days);
}
