/** The HTML report in a real browser. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { buildPage, missingBrowser, openAll, ReportBrowser, violations } from "./browser.ts";
import { conformantResults, extendedResults, failingResults, hostileResults, previousResults } from "./samples.ts";

const browser = new ReportBrowser();
const title = missingBrowser ? `the HTML report (${missingBrowser})` : "the HTML report";
let render: (...input: Parameters<ReturnType<typeof formatByName>["render"]>) => string;

/** Requirement lines that are shown. */
const shownIds = (page: Page): Promise<string[]> =>
  page.locator("li.requirement").evaluateAll((items) => items.map((item) => item.id));

describe.skipIf(missingBrowser)(title, { timeout: 60_000 }, () => {
  beforeAll(async () => {
    buildPage();
    ({ render } = formatByName("html"));
    await browser.start();
  }, 60_000);
  afterEach(() => browser.closePages());
  afterAll(() => browser.stop());

  test("of a conformant run says so and shows every requirement", async () => {
    const { page, troubles } = await browser.open(render(conformantResults()));
    expect(await page.textContent("h1")).toBe("Conformantpreprod");
    const quick = await browser.open(render({ ...conformantResults(), depth: "quick" }));
    expect(await quick.page.textContent(".headline code")).toBe("--depth standard");
    expect(await shownIds(page)).toHaveLength(conformantResults().requirements.length);
    expect(troubles).toEqual([]);
  });

  test("of a failing run opens with what needs attention, and leads from the top to the failure", async () => {
    const results = failingResults();
    const operations = results.operations.filter(({ operationId }) => operationId !== "v2CreateTrace");
    const html = render({ ...results, operations }, { previous: previousResults() });
    const { page, troubles } = await browser.open(html);
    expect(await page.textContent("h1")).toContain("Not conformant");
    expect(await shownIds(page)).toEqual(
      expect.arrayContaining(["AUTH-04", "PAGE-07", "DETAILS-08", "EQUIV-04", "ROBUST-01"]),
    );
    expect(await shownIds(page)).not.toContain("STATE-01");
    await page.click(".steps a:text('AUTH-04')");
    await page.waitForSelector("#AUTH-04-body .failure-body");
    expect(await page.textContent("#AUTH-04-body")).toContain("All other endpoints require the header.");
    const changes = await page.textContent("#changes");
    expect(changes).toContain("STATE-05");
    expect(changes).toMatch(/No longer judged.*EQUIV-04/);
    expect(changes).toContain("v2CreateTrace is no longer called");
    expect(troubles).toEqual([]);
  });

  test("shows the traffic over time, and which operation gave which status", async () => {
    const results = failingResults();
    const { page, troubles } = await browser.open(render(results));
    const pictures = await page
      .locator("#traffic svg")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    expect(pictures).toEqual([
      expect.stringMatching(/^Exchanges per second: \d+ on average, at most [\d,]+, after/),
      expect.stringMatching(/^Latency: at most/),
      expect.stringMatching(/^429, 5xx or no answer: \d+ exchanges?, /),
    ]);
    await page.click("#traffic summary");
    await page.waitForSelector("#traffic .numbers tbody tr");
    expect(await page.locator("#traffic .numbers tbody tr").count()).toBe(results.traffic?.spans.length);
    const row = page.locator("#traffic tr:has(th:text-is('State of a trace, v2'))");
    const counts = results.operations.find(({ operationId }) => operationId === "v2TraceState")?.statuses;
    expect(await row.locator("td[class]").allTextContents()).toEqual(Object.values(counts ?? {}).map(String));
    expect(troubles).toEqual([]);
  });

  test("filters by status, level, face, operation and words", async () => {
    const { page, troubles } = await browser.open(render(failingResults()));
    await page.click(".filters >> text=Show everything");
    expect((await shownIds(page)).length).toBe(failingResults().requirements.length);
    await page.selectOption("label:has-text('Level') select", "SHOULD");
    expect(await shownIds(page)).toContain("ROBUST-01");
    expect(await shownIds(page)).not.toContain("STATE-03");
    await page.click(".filters >> text=Show everything");
    await page.fill("input[type=search]", "hasnext last page walk");
    expect(await shownIds(page)).toEqual(["PAGE-07"]);
    await page.fill("input[type=search]", "no such words at all");
    expect(await shownIds(page)).toEqual([]);
    expect(await page.textContent("[role=status]")).toContain("0 of");
    await page.click(".filters >> text=Show everything");
    await page.click("button:has-text('Show the requirements on v2DownloadFile:')");
    expect(await shownIds(page)).toContain("FILE-01");
    expect(await shownIds(page)).not.toContain("LOGIN-01");
    await page.click(".count:has-text('waived')");
    expect(await shownIds(page)).toEqual(["DETAILS-08"]);
    expect(troubles).toEqual([]);
  });

  test("shows a failure with difference, exchanges and script, and copies its curl line", async () => {
    const results = failingResults();
    const { page, troubles } = await browser.open(render(results));
    await page.click("#STATE-03 > .requirement-line button");
    const body = page.locator("#STATE-03-body .failure-body");
    expect(await body.locator("del").allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('"lines"')]),
    );
    expect(await body.locator("ins").allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('"amount"')]),
    );
    expect(await body.locator("ins mark").first().textContent()).toBe("Fragile");
    await body.locator("button[aria-label='Copy the curl line']").click();
    const curl = results.requirements.find(({ id }) => id === "STATE-03")?.failures?.[0]?.curl;
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(curl);
    expect(await body.locator("[aria-label='Response body']").first().textContent()).toContain('"claim": "C-17"');
    const picture = await body.locator(".sequence svg[role=img]").getAttribute("aria-label");
    expect(picture).toBe(
      "9 exchanges of the script, up to 3 at the same time. The failing answer is that to exchange 1: " +
        "State of a trace, v2, answered 200 after 20 ms. 4 exchanges are not drawn.",
    );
    expect(await body.locator(".sequence .wrong").textContent()).toContain("✗");
    expect(await body.locator(".sequence .group text").allTextContents()).toEqual(["at the same time"]);
    expect(await body.locator(".sequence ol li").count()).toBe(5);
    await body.locator(".script summary").click();
    expect(await body.locator("[aria-label='Script as JSON']").textContent()).toContain('"op": "create"');
    expect(troubles).toEqual([]);
  });

  test("shows bytes as hex with the first difference marked, and look-alike texts by their code points", async () => {
    const { page } = await browser.open(render(failingResults()), "#FILE-01");
    await page.waitForSelector("#FILE-01-body .hex");
    expect(await page.textContent("#FILE-01-body .bytes-difference > p")).toContain("byte 259 (0x103)");
    expect(await page.locator("#FILE-01-body .hex mark").allTextContents()).toEqual(["5d", "ef", "ef"]);
    await page.evaluate("location.hash = '#DATA-07'");
    await page.waitForSelector("#DATA-07-body ins");
    expect(await page.textContent("#DATA-07-body del mark")).toBe("\\u{e9}");
    expect(await page.textContent("#DATA-07-body ins mark")).toBe("e\\u{301}");
  });

  test("says of a requirement that an extension added where it comes from, and that it is not the interface", async () => {
    const { page } = await browser.open(render(extendedResults()), "#X-ACME-02");
    const source = await page.textContent("#X-ACME-02-body .source");
    expect(source).toContain("From handbook of Acme, chapter 7");
    expect(source).toContain("Added by an extension; the interface does not ask for it.");
    expect(source).not.toContain("Interface, section");
  });

  test("follows deep links to requirements and failures, also to hidden ones", async () => {
    const { page, troubles } = await browser.open(render(failingResults()), "#PAGE-07/2");
    await page.waitForSelector("[id='PAGE-07/2'] .failure-body");
    expect(await page.textContent("[id='PAGE-07/2']")).toContain("last page of a walk");
    await page.evaluate("location.hash = '#STATE-01'");
    await page.waitForSelector("#STATE-01-body");
    await page.waitForSelector("#STATE-01 .opener:focus");
    const top = await page.locator("#STATE-01").evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(400);
    expect(troubles).toEqual([]);
  });

  test("can be used with the keyboard alone", async () => {
    const { page } = await browser.open(render(failingResults()));
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip-link");
    await page.focus("#AUTH-04 .opener");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#AUTH-04-body .failure-body");
    expect(await page.getAttribute("#AUTH-04 .opener", "aria-expanded")).toBe("true");
  });

  test("of a hostile target runs nothing, loads nothing, and shows what was sent", async () => {
    const results = hostileResults();
    const { page, troubles } = await browser.open(render(results, { previous: results }));
    for (const { id } of results.requirements.filter(({ status }) => status === "failed").slice(0, 8)) {
      await page.click(`#${id} > .requirement-line button`);
      await page.waitForSelector(`#${id}-body .failure-body`);
      await page.click(`#${id}-body .script summary`);
    }
    expect(await page.evaluate("globalThis.__owned")).toBeUndefined();
    expect(await page.locator("img, iframe, object, embed, a[href^='javascript']").count()).toBe(0);
    expect(await page.textContent("#ENV-02-body")).toContain("<img src=x onerror=");
    expect(await page.evaluate("document.body.innerText")).not.toMatch(/[\u001b\u0000\u202e]/);
    expect(troubles).toEqual([]);
  });

  test("of a failing run has no violation that axe finds; of others in the tier long", async () => {
    const { page } = await browser.open(render(failingResults(), { previous: previousResults() }));
    await openAll(page);
    expect(await violations(page)).toEqual([]);
    // The other scheme has other colours, and nothing else.
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, { runOnly: ["color-contrast"] })).toEqual([]);
  });

  test("fits a phone without sideways scrolling", async () => {
    const options = { viewport: { width: 390, height: 844 }, isMobile: true };
    for (const results of [failingResults(), hostileResults()]) {
      const { page } = await browser.open(render(results), "#FILE-01", options);
      const widths = (await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")) as [number, number];
      expect(widths[0]).toBeLessThanOrEqual(widths[1]);
      const bar = await page.evaluate("getComputedStyle(document.querySelector('.sections ul')).scrollbarWidth");
      expect(bar).toBe("none");
    }
    // The byte that differs stands on the screen, not beside it.
    const { page } = await browser.open(render(failingResults()), "#FILE-01", options);
    const mark = await page.locator("#FILE-01-body .bytes-difference mark").first().boundingBox();
    expect((mark?.x ?? 999) + (mark?.width ?? 0)).toBeLessThan(390 - 20);
  });

  test("is printed with every requirement and its failures open", async () => {
    const { page } = await browser.open(render(failingResults()));
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect((await shownIds(page)).length).toBe(failingResults().requirements.length);
    expect(await page.locator("#FILE-01-body .bytes-difference").count()).toBe(1);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("#FILE-01-body").count()).toBe(0);
  });
});
