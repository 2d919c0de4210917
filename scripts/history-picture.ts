/** Takes the picture of `docs/history.md`, of made-up targets: `node scripts/history-picture.ts`. Needs Chromium. */
import { fileURLToPath } from "node:url";
import { fleetRuns, nameOf } from "../test/history/lib/fleet.ts";
import { SiteBrowser } from "../test/history/lib/site-browser.ts";
import { filesOf } from "../test/history/lib/site-files.ts";

const nights = 365;
const shown = 5;
const targets = Array.from({ length: 10 }, (_, target) => fleetRuns(target, { nights }));
const browser = new SiteBrowser();
await browser.start(filesOf(targets, nights));
try {
  const { page } = await browser.open(`targets/${nameOf(shown)}.html`, { viewport: { width: 1200, height: 640 } });
  await page.screenshot({ path: fileURLToPath(new URL("../docs/history-target.png", import.meta.url)) });
} finally {
  await browser.stop();
}
