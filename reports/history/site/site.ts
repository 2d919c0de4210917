/** The whole site, file by file. It runs nothing and loads nothing but its own style, so it works from a folder. */
import { areaPage, areasOf, idsOf } from "./areas.ts";
import { behavioursPage } from "./behaviours-page.ts";
import { indexPage } from "./index-page.ts";
import { pageText } from "./page.ts";
import { entriesOf, requirementPage, requirementsPage } from "./requirement-pages.ts";
import { siteOf, type SiteInput } from "./site-model.ts";
import { styleSheet } from "./style.ts";
import { targetPage } from "./target-page.ts";

/** Each file with its text, by its path below the folder of the site. */
export function* siteFiles(input: SiteInput): Generator<readonly [file: string, text: string]> {
  const site = siteOf(input);
  const ids = idsOf(site);
  const entries = entriesOf(site);
  yield ["style.css", styleSheet];
  for (const page of [indexPage(site), requirementsPage(entries, ids), behavioursPage(site)])
    yield [page.file, pageText(site, page)];
  for (const area of areasOf(site)) {
    const page = areaPage(site, area);
    yield [page.file, pageText(site, page)];
  }
  for (const id of ids) {
    const page = requirementPage(site, id, entries.get(id) ?? []);
    yield [page.file, pageText(site, page)];
  }
  for (const target of site.targets) {
    const page = targetPage(site, target);
    yield [page.file, pageText(site, page)];
  }
}
