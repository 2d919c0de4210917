/** What the targets chose where the interface leaves a choice, side by side, and when that changed. */
import { openPoints } from "../../../spec/open-points.ts";
import { counted } from "../../text/numbers.ts";
import { shorten } from "../../text/escape.ts";
import { lastBehaviours } from "../behaviours.ts";
import { dayOf } from "../show.ts";
import { table, targetLink, text, type Page } from "./page.ts";
import type { Site, SiteTarget } from "./site-model.ts";

const maxGroups = 8;
const maxChanges = 100;
const maxNamed = 500;

/** Targets that chose the same everywhere: one implementation, as far as can be seen. */
interface Group {
  readonly targets: readonly SiteTarget[];
  readonly behaviours: ReadonlyMap<string, string>;
}

export function behavioursPage(site: Site): Page {
  const seen = site.targets.map((target) => [target, lastBehaviours(target.runs)] as const);
  const groups = groupsOf(seen);
  const body = `<h1>Readings</h1>
<p class="quiet">Where the interface leaves a choice, a run finds out which one the target made: its reading of an open point. Either choice conforms.</p>
<section aria-labelledby="side"><h2 id="side">Implementations side by side</h2>${sideBySide(groups)}</section>
<section aria-labelledby="changes"><h2 id="changes">Changes</h2>${changes(site)}</section>
<section aria-labelledby="points"><h2 id="points">Every open point</h2>${points(seen)}</section>`;
  return { file: "behaviours.html", title: "Readings", body };
}

function groupsOf(seen: readonly (readonly [SiteTarget, ReadonlyMap<string, string>])[]): readonly Group[] {
  const groups = Map.groupBy(seen, ([, behaviours]) => JSON.stringify([...behaviours].toSorted()));
  return [...groups.values()]
    .map((all) => ({ targets: all.map(([target]) => target), behaviours: all[0]?.[1] ?? new Map<string, string>() }))
    .toSorted((a, b) => b.targets.length - a.targets.length);
}

function sideBySide(groups: readonly Group[]): string {
  if (groups.length < 2) return "<p>All targets chose the same everywhere.</p>";
  const shown = groups.slice(0, maxGroups);
  const ids = idsOf(groups.map(({ behaviours }) => behaviours));
  const rows = ids.flatMap((id) => {
    const values = groups.map(({ behaviours }) => behaviours.get(id));
    if (new Set(values).size === 1) return [];
    return [
      `<tr><th scope="row" title="${text(questionOf(id))}">${text(id)}${shown.map(({ behaviours }) => cell(behaviours.get(id), values[0])).join("")}`,
    ];
  });
  const heads = shown.map(({ targets }) => {
    const [first] = targets;
    return `${first ? targetLink(first, "") : ""}${targets.length > 1 ? ` <span class="quiet">and ${String(targets.length - 1)} more</span>` : ""}`;
  });
  const more =
    groups.length > shown.length
      ? `<p class="quiet">The ${String(maxGroups)} most frequent of ${String(groups.length)} combinations.</p>`
      : "";
  return `<p>${counted(groups.length, "combination")} of choices. What all share is left out; what differs from the most frequent one is marked.</p>${table("Implementations side by side", ["Open point", ...heads], rows, "choices")}${more}`;
}

function cell(value: string | undefined, usual: string | undefined): string {
  const shown =
    value === undefined ? '<span class="quiet">not seen</span>' : `<code>${text(shorten(value, 160))}</code>`;
  return `<td${value === usual ? "" : ' class="other"'}>${shown}`;
}

function changes({ targets }: Site): string {
  const all = targets
    .flatMap((target) =>
      target.changes.map((change) => ({ target, change, day: dayOf(target.runs[change.at]?.startedAt ?? "") })),
    )
    .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  if (all.length === 0) return "<p>None in these runs.</p>";
  const rows = all
    .slice(0, maxChanges)
    .map(
      ({ target, change: { id, before, now }, day }) =>
        `<tr><th scope="row">${day}<td>${targetLink(target, "")}<td>${text(id)}<td><code>${text(shorten(before, 160))}</code><td><code>${text(shorten(now, 160))}</code>`,
    );
  const more =
    all.length > rows.length
      ? `<p class="quiet">The last ${String(maxChanges)} of ${String(all.length)}; each target's page has its own.</p>`
      : "";
  return table("Changes of readings", ["Night", "Target", "Open point", "Before", "Then"], rows) + more;
}

function points(seen: readonly (readonly [SiteTarget, ReadonlyMap<string, string>])[]): string {
  return idsOf(seen.map(([, behaviours]) => behaviours))
    .map((id) => {
      const byValue = Map.groupBy(seen, ([, behaviours]) => behaviours.get(id));
      const rows = [...byValue]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(
          ([value, targets]) =>
            `<tr><td>${value === undefined ? "not seen" : `<code>${text(shorten(value, 300))}</code>`}<td class="num">${String(targets.length)}<td class="why">${names(targets.map(([target]) => target))}`,
        );
      const one = byValue.size === 1 ? "" : `, ${counted(byValue.size, "choice")}`;
      return `<details><summary><b>${text(id)}</b>${one}: ${text(questionOf(id))}</summary>${table(id, ["Reading", "Targets", "Which"], rows)}</details>`;
    })
    .join("\n");
}

/** All but the most frequent choice would fill the page with the same names. */
function names(targets: readonly SiteTarget[]): string {
  const shown = targets.slice(0, targets.length > maxNamed / 10 ? 5 : targets.length);
  const more = targets.length > shown.length ? ` and ${String(targets.length - shown.length)} more` : "";
  return shown.map((target) => targetLink(target, "")).join(", ") + more;
}

function idsOf(all: readonly ReadonlyMap<string, string>[]): readonly string[] {
  return [...new Set(all.flatMap((behaviours) => [...behaviours.keys()]))].toSorted();
}

const questions = new Map<string, string>(openPoints.map(({ id, question }) => [id, question]));

function questionOf(id: string): string {
  return questions.get(id) ?? "";
}
