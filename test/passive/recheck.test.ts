/** `recheck` of a HAR file; that of a saved run is in `cli/whole-run.test.ts`. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";

test("a HAR file, with what was left out and why", async () => {
  const cwd = emptyFolder();
  copyFileSync(fileURLToPath(new URL("recordings/browser.har", import.meta.url)), join(cwd, "session.har"));
  const { code, stderr, stdout } = await callCli(["recheck", "session.har", "--output", "judged"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("STATE-02");
  expect(stderr).toContain("8 exchanges with https://app.vendor.example/api were judged");
  expect(stderr).toContain(
    "4 to something else, 1 answered from a cache, 1 without an answer, 1 whose body was not kept",
  );
  expect(resultsIn(cwd, "judged").verdict).toBe("non-conformant");
});

test("2 for what is none", async () => {
  const cwd = emptyFolder();
  expect(await callCli(["recheck", "absent.har"], { cwd })).toMatchObject({ code: 2 });
});
