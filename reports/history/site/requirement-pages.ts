/** Every requirement over all targets: a list, and a page for each. */
import { findRequirement } from "../../../spec/requirements/index.ts";
import { counted } from "../../text/numbers.ts";
import { share } from "../show.ts";
import { statusOfLetter } from "../letters.ts";
import type { RequirementTimeline } from "../timeline.ts";
import { areaOf } from "./areas.ts";
import { rate, requirementLink, sign, status, table, targetLink, text, toReport, type Page } from "./page.ts";
import type { Site, SiteTarget } from "./site-model.ts";
import { bar } from "./strip.ts";
import { since, statementOf } from "./target-page.ts";

/** The names of three hundred targets on each of two hundred pages would be most of the site. */
const maxNamed = 20;

type Entry = readonly [SiteTarget, RequirementTimeline];

/** What every target says of each requirement. */
export function entriesOf({ targets }: Site): ReadonlyMap<string, readonly Entry[]> {
  const entries = new Map<string, Entry[]>();
  for (const target of targets)
    for (const one of target.requirements) {
      const known = entries.get(one.id);
      if (known) known.push([target, one]);
      else entries.set(one.id, [[target, one]]);
    }
  return entries;
}

export function requirementsPage(entries: ReadonlyMap<string, readonly Entry[]>, ids: readonly string[]): Page {
  const rows = ids.flatMap((id) => {
    const of = entries.get(id) ?? [];
    const [first] = of;
    if (!first) return [];
    const count = (letter: string): string => {
      const number = of.filter(([, { latest }]) => latest === letter).length;
      return `<td class="num ${number > 0 && letter !== "p" ? letter : ""}">${number === 0 ? "" : String(number)}`;
    };
    const [judged, alone] = [sum(of, ({ judged }) => judged), sum(of, ({ alone }) => alone)];
    return `<tr><th scope="row">${requirementLink(id, "")}<td>${first[1].level}${[..."pfwivse"].map(count).join("")}<td class="num">${rate(
      sum(of, ({ bad }) => bad),
      judged,
    )}<td class="num">${rate(alone, judged)}<td class="why">${text(statementOf(first[1]))}`;
  });
  const heads = [..."pfwivse"].map((letter) => `<span title="${statusOfLetter(letter) ?? ""}">${sign(letter)}</span>`);
  const body = `<h1>${counted(rows.length, "requirement")}</h1>
<p class="quiet">How many targets stand how: ✓ passed, ✕ failed, ! a SHOULD broken, ? could not be judged, ≈ waived, – skipped, ⚠ the suite went wrong. Red: the share of all runs in which it was broken; flaky: in which it was broken for one run alone, between two in which it passed.</p>
${table("Requirements", ["Requirement", "Level", ...heads, "Red", "Flaky", "What is demanded"], rows)}`;
  return { file: "requirements.html", title: "Requirements", body };
}

export function requirementPage(site: Site, id: string, entries: readonly Entry[]): Page {
  const isTold = ([, { bad, latest }]: Entry): boolean => bad > 0 || "fwiev".includes(latest);
  const told = entries
    .filter(isTold)
    .toSorted(([a, one], [b, other]) => startOf(b, other) - startOf(a, one) || other.bad - one.bad);
  const rows = told.map(
    ([target, one]) =>
      `<tr><th scope="row">${targetLink(target, "../")}<td>${toReport(site, target.latest, "../", status(one.latest), id)}<td>${since(target, one.badSince)}<td>${share(one.bad, one.judged)}<td>${share(one.alone, one.judged)}<td>${bar(target, one.letters, site)}`,
  );
  const [judged, bad, alone] = [
    sum(entries, (one) => one.judged),
    sum(entries, (one) => one.bad),
    sum(entries, (one) => one.alone),
  ];
  const list = (letter: string, words: string): string => {
    const found = entries.filter((entry) => !isTold(entry) && entry[1].latest === letter);
    if (found.length === 0) return "";
    const named = found.slice(0, maxNamed).map(([target]) => targetLink(target, "../"));
    const area = areaOf(id);
    const more =
      found.length > named.length
        ? `and ${counted(found.length - named.length, "more target")}, all of them in <a href="../areas/${area}.html">${area}</a>`
        : "";
    return `<details><summary>${words} ${counted(found.length, "target")}</summary><p class="ids">${named.join(" ")} ${more}</p></details>`;
  };
  const [first] = entries;
  const section = findRequirement(id)?.section;
  const body = `<h1>${text(id)}</h1>
<p class="statement">${text(first ? statementOf(first[1]) : "")}</p>
<p class="quiet">${first?.[1].level ?? ""}${section === undefined ? "" : ` · interface, section “${text(section)}”`} · judged in ${counted(judged, "run")} of ${counted(entries.length, "target")}, broken in ${share(bad, judged) || "none"}, flaky in ${share(alone, judged) || "none"}</p>
${rows.length === 0 ? "<p>No target broke it in these runs.</p>" : table(`Targets that broke ${id}`, ["Target", "Status", "Broken since", "Runs broken", "Flaky", `${String(site.days)} days`], rows)}
${list("p", "Passed whenever judged:")}${list("s", "Skipped:")}${list(".", "In no whole run:")}`;
  return { file: `requirements/${id}.html`, title: id, body };
}

function startOf(target: SiteTarget, { badSince }: RequirementTimeline): number {
  return badSince === undefined ? 0 : Date.parse(target.runs[badSince]?.startedAt ?? "");
}

function sum(entries: readonly Entry[], of: (one: RequirementTimeline) => number): number {
  return entries.reduce((total, [, one]) => total + of(one), 0);
}
