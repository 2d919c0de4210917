/**
 * Writes the samples into the pages below `docs/reports/`: `node scripts/docs-samples.ts` renders the recorded run anew,
 * after a format was changed; with `--run` it records a run first, with `--pictures` it takes the pictures of the page.
 */
import { writeFileSync } from "node:fs";
import { keepRun, pagesOf, recordedRun } from "./docs-samples/pages.ts";
import { takePictures } from "./docs-samples/pictures.ts";
import { recordRun } from "./docs-samples/record.ts";

if (process.argv.includes("--run")) keepRun(await recordRun());
const results = recordedRun();
for (const { file, text, wanted } of pagesOf(results)) {
  if (text === wanted) continue;
  writeFileSync(file, wanted);
  process.stdout.write(`wrote ${file.pathname}\n`);
}
if (process.argv.includes("--pictures")) await takePictures(results);
