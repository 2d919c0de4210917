/** The HTML report in a real browser: how soon it opens with very many failures, and whether everybody can use it. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { buildPage, missingBrowser, openAll, ReportBrowser, violations } from "./browser.ts";
import { conformantResults, manyFailures, unreachableResults } from "./samples.ts";

const browser = new ReportBrowser();
const { render } = formatByName("html");

/** Requirement lines that are shown. */
const shownIds = (page: Page): Promise<string[]> =>
  page.locator("li.requirement").evaluateAll((items) => items.map((item) => item.id));

beforeAll(async () => {
  buildPage();
  await browser.start();
}, 60_000);
afterAll(() => browser.stop());

test(
  "the report opens with 10,000 failures in less than 2 seconds, and searches them at once",
  { tags: "timing", timeout: 60_000, skip: missingBrowser !== undefined },
  async () => {
    const html = render(manyFailures(10_000));
    // What a page with nothing to tell takes on this machine at this moment.
    const plain = await browser.open(render(conformantResults()));
    await plain.page.context().close();
    // The best of three, so that a busy machine does not decide.
    const openedMs: number[] = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      const opened = await browser.open(html, "#STATE-03/40");
      openedMs.push(opened.openedMs);
      await opened.page.context().close();
    }
    const { page, troubles, openedMs: last } = await browser.open(html, "#STATE-03/40");
    expect(Math.min(...openedMs, last)).toBeLessThan(Math.max(2000, 4 * plain.openedMs));
    await page.waitForSelector("[id='STATE-03/40'] .failure-body");
    const searched = performance.now();
    await page.fill("input[type=search]", "PAGE-07 case 37");
    await expect.poll(async () => (await shownIds(page)).length).toBe(2);
    expect(performance.now() - searched).toBeLessThan(Math.max(1000, 2 * plain.openedMs));
    expect(troubles).toEqual([]);
  },
);

test.each([
  ["an unreachable", unreachableResults, "light"],
  ["a conformant", conformantResults, "dark"],
] as const)(
  "the report of %s run has no violation that axe finds",
  { timeout: 60_000, skip: missingBrowser !== undefined },
  async (_, sample, colorScheme) => {
    const { page } = await browser.open(render(sample()), "", { colorScheme });
    await openAll(page);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  },
);
