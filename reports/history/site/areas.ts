/** The areas of the requirements, and the page of each: its requirements on every target. */
import { findRequirement } from "../../../spec/requirements/index.ts";
import { reportHref, requirementLink, sign, table, targetLink, text, type Page } from "./page.ts";
import type { Site } from "./site-model.ts";

/** The part of an id before its number. */
export function areaOf(id: string): string {
  return findRequirement(id)?.area ?? id.replace(/-\d+$/, "");
}

/** The areas that some target knows, in the order of the register. */
export function areasOf({ targets }: Site): readonly string[] {
  return [...new Set(idsOf({ targets }).map(areaOf))];
}

/** Every requirement that some target knows, those of the register first. */
export function idsOf({ targets }: Pick<Site, "targets">): readonly string[] {
  const all = new Set(targets.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  const own = [...all].filter((id) => findRequirement(id));
  return [...own, ...[...all].filter((id) => !findRequirement(id)).toSorted()];
}

export function areaPage(site: Site, area: string): Page {
  const ids = idsOf(site).filter((id) => areaOf(id) === area);
  const rows = site.targets.map((target) => {
    const known = new Map(target.requirements.map((one) => [one.id, one]));
    const cells = ids.map((id) => {
      const letter = known.get(id)?.latest ?? ".";
      if (letter === ".") return "<td>";
      // Thousands of cells are green: they are short, and the name of the target leads on from them.
      if (letter === "p") return "<td>✓";
      const href = letter === "s" ? undefined : reportHref(site, target.latest, "../", id);
      return `<td class=${letter}>${href === undefined ? sign(letter) : `<a href="${href}">${sign(letter)}</a>`}`;
    });
    return `<tr><th scope="row">${targetLink(target, "../")}${cells.join("")}`;
  });
  const heads = ids.map((id) => requirementLink(id, "../"));
  const body = `<h1>${text(area)}</h1>
<p class="quiet">✓ passed, ✕ failed, ! a SHOULD broken, ? could not be judged, ≈ waived, – skipped: in the last run that judged it. What is not green leads to the report of the target's last run, where that is known.</p>
${table(`Targets and requirements of ${area}`, ["Target", ...heads], rows, "matrix cells")}`;
  return { file: `areas/${area}.html`, title: area, body };
}
