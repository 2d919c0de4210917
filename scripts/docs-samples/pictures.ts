/** Pictures of the HTML report, taken in Chromium: needs `chromium`, or its path in CHROMIUM. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium, type BrowserContextOptions } from "playwright-core";
import { formatByName, type Results } from "../../reports/index.ts";

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly options: BrowserContextOptions;
}

const pictures: readonly Picture[] = [
  { name: "html-light", hash: "", options: { colorScheme: "light", viewport: { width: 1200, height: 860 } } },
  { name: "html-dark", hash: "#FILE-01", options: { colorScheme: "dark", viewport: { width: 1200, height: 1000 } } },
  {
    name: "html-phone",
    hash: "#FILE-01",
    options: { colorScheme: "light", viewport: { width: 390, height: 844 }, isMobile: true },
  },
];

export async function takePictures(results: Results): Promise<void> {
  const file = join(tmpdir(), `trace-conformance-${crypto.randomUUID()}.html`);
  writeFileSync(file, formatByName("html").render(results));
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  try {
    for (const { name, hash, options } of pictures) {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      await page.waitForSelector(hash === "" ? "h1" : `${hash}-body .failure-body`);
      // After the page has scrolled to what was asked for.
      await page.waitForTimeout(300);
      const path = fileURLToPath(new URL(`../../docs/reports/${name}.png`, import.meta.url));
      await page.screenshot({ path });
    }
  } finally {
    await browser.close();
    rmSync(file, { force: true });
  }
}
