/** Saved files with any one value replaced by any other: used or refused, and nothing else happens. */
import { join } from "node:path";
import { test } from "vitest";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { allOthers, expectUsedOrRefused, savedFiles, type SavedFile } from "./lib/changed-values.ts";
import { writeSavedRun } from "./lib/saved-run.ts";

test.each(Object.keys(savedFiles) as SavedFile[])("%s", { timeout: 240_000 }, async (name) => {
  const cwd = emptyFolder();
  await writeSavedRun(join(cwd, "run"));
  await expectUsedOrRefused(cwd, name, allOthers);
});
