/** The site in a real browser, opened from a folder as people do. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingBrowser } from "../reports/browser.ts";
import { redName, redPage, SiteBrowser } from "./lib/site-browser.ts";

const title = missingBrowser ? `the site (${missingBrowser})` : "the site";

describe.skipIf(missingBrowser)(title, { timeout: 60_000 }, () => {
  const browser = new SiteBrowser();
  beforeAll(() => browser.start(), 60_000);
  afterAll(() => browser.stop());

  test("leads from the first page to a target, to its requirement and back, and to the report of a night", async () => {
    const { page, troubles } = await browser.open("index.html");
    expect(await page.textContent("h1")).toContain("15 targets");
    await page.click(`a:text-is("${redName}")`);
    expect(await page.textContent("h1")).toBe(redName);
    expect(await page.textContent(".verdict")).toContain("red since 2026-03-");
    // The style came, from beside the page.
    const cell = page.locator(".nights a").first();
    expect(await cell.evaluate((element) => element.getBoundingClientRect().width)).toBeLessThan(20);
    expect(await page.locator(".nights a.f").last().getAttribute("href")).toBe(
      `https://reports.example/2026-03-31/${redName}/report.html`,
    );
    await page.click("section[aria-labelledby=requirements] tbody a >> nth=0");
    const id = await page.textContent("h1");
    expect(await page.textContent("main")).toContain(redName);
    await page.click('nav >> text="Requirements"');
    expect(await page.locator(`a:text-is("${id ?? ""}")`).count()).toBe(1);
    expect(troubles).toEqual([]);
  });

  test("has no violation that axe finds; of all pages in the tier long", async () => {
    expect(await browser.violations("index.html", "light")).toEqual([]);
    expect(await browser.violations(redPage, "dark")).toEqual([]);
  });

  test("fits a phone: tables and calendars scroll by themselves", async () => {
    for (const file of ["index.html", redPage]) {
      const { page } = await browser.open(file, { viewport: { width: 390, height: 844 }, isMobile: true });
      const widths = (await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")) as [number, number];
      expect(widths[0], file).toBeLessThanOrEqual(widths[1]);
    }
  });

  test("can be used with the keyboard alone", async () => {
    const { page } = await browser.open("index.html");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    for (let key = 0; key < 2; key++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/requirements\.html$/);
    expect(await page.textContent("h1")).toContain("requirements");
  });

  test("of a hostile target runs nothing", async () => {
    const { page, troubles } = await browser.open("index.html");
    await page.click("a:text('hostile')");
    expect(await page.evaluate("globalThis.owned")).toBeUndefined();
    expect(await page.locator("img, iframe, script").count()).toBe(0);
    expect(await page.textContent("main")).toContain("<img src=x onerror=");
    expect(troubles).toEqual([]);
  });
});
