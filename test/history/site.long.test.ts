/** All pages for those who do not see them, and a fleet of three hundred targets over a year. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingBrowser } from "../reports/browser.ts";
import { fleetRuns } from "./lib/fleet.ts";
import { pages, SiteBrowser } from "./lib/site-browser.ts";
import { filesOf } from "./lib/site-files.ts";

const withWhy = (title: string): string => (missingBrowser ? `${title} (${missingBrowser})` : title);

describe.skipIf(missingBrowser)(withWhy("pages"), { timeout: 240_000 }, () => {
  const browser = new SiteBrowser();
  beforeAll(() => browser.start(), 60_000);
  afterAll(() => browser.stop());

  test.each(["light", "dark"] as const)("have no violation that axe finds, in %s", async (colorScheme) => {
    for (const file of pages) expect(await browser.violations(file, colorScheme)).toEqual([]);
  });
});

describe.skipIf(missingBrowser)(withWhy("300 targets over 365 nights"), { timeout: 240_000 }, () => {
  const browser = new SiteBrowser();
  const report = "https://reports.example/{date}/{environment}/report.html";
  let files: ReadonlyMap<string, string>;
  let builtMs = 0;

  beforeAll(async () => {
    const targets = Array.from({ length: 300 }, (_, target) => fleetRuns(target, { nights: 365, report }));
    const started = performance.now();
    files = filesOf(targets, 365);
    builtMs = performance.now() - started;
    await browser.start(files);
  }, 240_000);
  afterAll(() => browser.stop());

  test("take less than 20 MB", () => {
    const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThan(20_000_000);
    expect(files.size).toBeGreaterThan(500);
  });

  test("are built within a minute, and the first page is there within a second", { tags: ["timing"] }, async () => {
    expect(builtMs).toBeLessThan(60_000);
    const openedMs: number[] = [];
    // The best of some, so that a busy machine does not decide.
    for (let attempt = 0; attempt < 4; attempt++) {
      const opened = await browser.open("index.html");
      openedMs.push(opened.openedMs);
      await opened.page.context().close();
    }
    expect(Math.min(...openedMs)).toBeLessThan(1_000);
  });
});
