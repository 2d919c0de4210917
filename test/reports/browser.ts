/** Headless Chromium for the tests of the HTML report and of the site. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong on a page. */
export async function violations(page: Page, options: object = {}): Promise<readonly string[]> {
  await page.evaluate(axe);
  const asked = JSON.stringify({ resultTypes: ["violations"], ...options });
  const found = (await page.evaluate(`axe.run(document, ${asked})`)) as {
    violations: { id: string; nodes: { target: unknown[]; failureSummary: string }[] }[];
  };
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ") ?? ""} ${nodes[0]?.failureSummary ?? ""}`,
  );
}

/** Opens the failures of some requirements, where they are shown, and everything else that can be opened. */
export async function openAll(page: Page): Promise<void> {
  for (const id of ["AUTH-04", "FILE-01", "DETAILS-08", "EQUIV-04"]) {
    const opener = page.locator(`#${id} > .requirement-line button`);
    if ((await opener.count()) > 0) await opener.click();
  }
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
}

const html = fileURLToPath(new URL("../../reports/html/", import.meta.url));

/** Builds the user interface of the report, unless it is as new as its sources. */
export function buildPage(): void {
  const made = statSync(join(html, "ui/dist/report.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(html, "ui/src"), { recursive: true, encoding: "utf8" });
  const changed = ["build.ts", ...sources.map((name) => join("ui/src", name))].some(
    (name) => statSync(join(html, name)).mtimeMs > made,
  );
  if (!changed) return;
  const built = spawnSync(process.execPath, [join(html, "build.ts")], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the user interface does not build: ${built.stderr}`);
}

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
