/** Headless Chromium for the tests of the HTML report. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const found = places.find((place) => place !== undefined && existsSync(place));

/** Why the tests cannot run, or undefined. With CI=true they must run, and then fail instead of being skipped. */
export const missingBrowser =
  found || process.env.CI === "true" ? undefined : "no Chromium found: install `chromium`, or name it in CHROMIUM";

export const browserPath = found ?? "chromium";
export const browserFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page of its own in a browser that all tests of a file share, and everything that went wrong in it. */
export interface OpenedPage {
  readonly page: Page;
  /** Console errors and warnings, uncaught errors, and every request that was not for the file itself. */
  readonly troubles: readonly string[];
  /** From the start of the navigation until the first heading was there. */
  readonly openedMs: number;
}

export class ReportBrowser {
  #browser: Browser | undefined;
  #folder: string | undefined;

  async start(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), "trace-conformance-report-"));
    this.#browser = await chromium.launch({ executablePath: browserPath, args: browserFlags });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }

  /** Closes what tests have opened: a page that nobody looks at takes time, too. */
  async closePages(): Promise<void> {
    await Promise.all(this.#browser?.contexts().map((context) => context.close()) ?? []);
  }

  /** Writes the report to a file and opens it from there, as people do. */
  async open(html: string, hash = "", options: BrowserContextOptions = {}): Promise<OpenedPage> {
    if (!this.#browser || !this.#folder) throw new Error("the browser was not started");
    const file = join(this.#folder, `${crypto.randomUUID()}.html`);
    await writeFile(file, html);
    const context = await this.#browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], ...options });
    const page = await context.newPage();
    const url = pathToFileURL(file).href;
    const troubles: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && request.url() !== "data:,") troubles.push(`request: ${request.url()}`);
    });
    page.on("dialog", (dialog) => {
      troubles.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const started = performance.now();
    await page.goto(`${url}${hash}`);
    await page.waitForSelector("h1");
    return { page, troubles, openedMs: performance.now() - started };
  }
}
