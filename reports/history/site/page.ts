/** The frame of every page, and the small pieces of which they are made. */
import { documentHead } from "../../text/document-head.ts";
import { html, printable } from "../../text/escape.ts";
import { counted } from "../../text/numbers.ts";
import { percent } from "../show.ts";
import { statusOfLetter } from "../letters.ts";
import type { Site, SiteTarget, Standing } from "./site-model.ts";
import type { PastRun } from "../kept-run.ts";

export interface Page {
  /** Path below the folder of the site. */
  readonly file: string;
  readonly title: string;
  readonly body: string;
}

/** From a page in a folder of the site to the site's own folder. */
export type Root = "" | "../";

/** Nothing runs, and nothing is loaded but the style beside the page; `'self'` is no file in every browser. */
const policy = "default-src 'none'; style-src 'self' file:; img-src data:; base-uri 'none'; form-action 'none'";
const sections = [
  ["index.html", "Targets"],
  ["requirements.html", "Requirements"],
  ["behaviours.html", "Readings"],
] as const;

export function pageText(site: Site, { file, title, body }: Page): string {
  const root: Root = file.includes("/") ? "../" : "";
  const links = sections.map(
    ([to, name]) => `<li><a href="${root}${to}"${to === file ? ' aria-current="page"' : ""}>${name}</a>`,
  );
  return `${documentHead(policy)}
<link rel="stylesheet" href="${root}style.css">
<title>${text(title)} · trace-conformance</title>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><p class="product">trace-conformance <span>history</span><nav aria-label="Pages"><ul>${links.join("")}</ul></nav></header>
<main id="main">
${body}
</main>
<footer>${counted(site.runs, "run")} of ${counted(site.targets.length, "target")}, the last on ${site.lastDay}; ${counted(site.days, "day")} shown.</footer>
</html>
`;
}

/** Text for a page: what a target wrote is neither markup nor a control character. */
export function text(value: string): string {
  return html(printable(value));
}

const signs: Readonly<Record<string, string>> = { p: "✓", f: "✕", w: "!", v: "≈", s: "–", i: "?", e: "⚠", ".": "·" };

export function sign(letter: string): string {
  return signs[letter] ?? "·";
}

/** A status as a sign, a word and a colour, so that none of them is needed alone. */
export function status(letter: string): string {
  return `<span class="st ${classOf(letter)}"><span aria-hidden="true">${sign(letter)}</span> ${statusOfLetter(letter) ?? "not run"}</span>`;
}

/** The class of a letter: itself, `n` for nothing. */
export function classOf(letter: string): string {
  return letter === "." ? "n" : letter;
}

const standings: Readonly<Record<Standing, readonly [letter: string, word: string]>> = {
  red: ["f", "red"],
  missing: ["m", "missing"],
  incomplete: ["i", "incomplete"],
  conformant: ["p", "conformant"],
};

export function standing(of: Standing, more = ""): string {
  const [letter, word] = standings[of];
  return `<span class="st ${letter}"><span aria-hidden="true">${letter === "m" ? "∅" : sign(letter)}</span> ${word}${more}</span>`;
}

export function targetLink(target: SiteTarget, root: Root): string {
  return `<a href="${root}targets/${target.slug}.html">${text(target.name)}</a>`;
}

export function requirementLink(id: string, root: Root): string {
  return `<a href="${root}requirements/${text(id)}.html">${text(id)}</a>`;
}

/** Where the report of a run is, from a page; at a requirement where the report is one of our pages. */
export function reportHref({ linkOf }: Site, run: PastRun, root: Root, requirement?: string): string | undefined {
  const link = linkOf(run);
  if (link === undefined) return undefined;
  const place = /^(?:https?:|\/)/.test(link) ? link : `${root}${link}`;
  return text(requirement !== undefined && /\/report\.html$/.test(place) ? `${place}#${requirement}` : place);
}

/** A link to the report of a run; the text alone where nobody knows it. */
export function toReport(site: Site, run: PastRun, root: Root, inner: string, requirement?: string): string {
  const href = reportHref(site, run, root, requirement);
  return href === undefined ? inner : `<a href="${href}">${inner}</a>`;
}

/** A table that scrolls by itself where the screen is narrow, and can then be reached with the keyboard. */
export function table(label: string, head: readonly string[], rows: readonly string[], kind = ""): string {
  const heads = head.map((cell) => (cell === "" ? "<td>" : `<th scope="col">${cell}`)).join("");
  return `<div class="wide ${kind}" role="region" aria-label="Table: ${text(label)}" tabindex="0"><table><thead><tr>${heads}<tbody>\n${rows.join("\n")}\n</table></div>`;
}

/** `12` of `300` as a share: `4.0 %`; nothing where there is nothing. */
export function rate(count: number, all: number): string {
  return count === 0 || all === 0 ? "" : html(percent(count, all));
}
