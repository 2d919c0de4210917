/** A small site with pages of every kind, in a folder, and a browser that opens them as people do. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { keptRun, type KeptRun } from "../../../reports/history/index.ts";
import { browserFlags, browserPath, violations } from "../../reports/browser.ts";
import { fleetRuns, nameOf } from "./fleet.ts";
import { nightResults } from "./nights.ts";
import { filesOf } from "./site-files.ts";

const nights = 90;

/** A target that is red. */
export const redName = nameOf(4);
export const redPage = `targets/${redName}.html`;
/** One of each kind. */
export const pages = [
  "index.html",
  "requirements.html",
  "behaviours.html",
  "areas/STATE.html",
  "requirements/STATE-03.html",
  redPage,
] as const;

/** Fourteen targets, and a hostile one. */
function smallSite(): ReadonlyMap<string, string> {
  const fleet = Array.from({ length: 14 }, (_, target) =>
    fleetRuns(target, { nights, report: "https://reports.example/{date}/{environment}/report.html" }),
  );
  const evil = `<img src=x onerror="globalThis.owned=1">`;
  const hostile: KeptRun[] = [0, 1].map((night) =>
    keptRun(
      nightResults({
        environment: `hostile ${evil}${"x".repeat(300)}`,
        night: nights - 2 + night,
        statuses: { "STATE-03": "failed" },
        reasons: { "STATE-03": evil },
        readings: { "link-order": evil + String(night) },
      }),
    ),
  );
  return filesOf([...fleet, hostile], nights);
}

export class SiteBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), "trace-conformance-site-"));
  #browser: Browser | undefined;

  /** Writes the site, and starts the browser. */
  async start(files: ReadonlyMap<string, string> = smallSite()): Promise<void> {
    for (const [file, text] of files) {
      mkdirSync(dirname(join(this.#folder, file)), { recursive: true });
      writeFileSync(join(this.#folder, file), text);
    }
    this.#browser = await chromium.launch({ executablePath: browserPath, args: browserFlags });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A page, everything that went wrong in it, and the time until its heading was there. */
  async open(
    file: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; troubles: readonly string[]; openedMs: number }> {
    if (!this.#browser) throw new Error("the browser was not started");
    const page = await (await this.#browser.newContext(options)).newPage();
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:") && request.url() !== "data:,") troubles.push(request.url());
    });
    const started = performance.now();
    await page.goto(pathToFileURL(join(this.#folder, file)).href, { waitUntil: "commit" });
    await page.waitForSelector("h1");
    const openedMs = performance.now() - started;
    await page.waitForLoadState("load");
    return { page, troubles, openedMs };
  }

  /** What axe finds wrong, and what went wrong besides. */
  async violations(file: string, colorScheme: "light" | "dark"): Promise<readonly string[]> {
    const { page, troubles } = await this.open(file, { colorScheme });
    await page.evaluate(`for (const details of document.querySelectorAll("details")) details.open = true`);
    const found = await violations(page, { preload: false });
    await page.context().close();
    return [...found.map((told) => `${file}: ${told}`), ...troubles];
  }
}
