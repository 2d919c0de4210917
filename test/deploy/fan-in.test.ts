/** The fan-in of a night over many targets. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { leave } from "./lib/night.ts";

test("nobody left anything: everything is missing, and that is red enough", { timeout: 120_000 }, async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "targets"), "# those of Europe\nacme\n\nglobex\nacme\n");
  // As a shell hands it over where nothing fits.
  const { code, stdout } = await callCli(["history", "gather", "reports/*/today", "--targets", "targets"], { cwd });
  expect(code).toBe(3);
  expect(stdout).toMatch(/^Missing +acme .*\nMissing +globex .*\n2 targets: 0 conformant, 0 red, 2 missing\n$/);
  expect(existsSync(join(cwd, "history-site"))).toBe(false);
});

test("a part of a run is told as that, and is no green of its target", { timeout: 120_000 }, async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "targets"), "acme\nglobex\n");
  leave(cwd, "acme", 1, { environment: "acme", partial: { only: ["STATE"] } });
  leave(cwd, "globex", 1, { environment: "globex" });
  const runs = ["reports/acme", "reports/globex"];
  const { code, stdout } = await callCli(["history", "gather", ...runs, "--targets", "targets"], { cwd });
  expect(code).toBe(3);
  expect(stdout).toMatch(/^Incomplete +acme .*This is a part of a run: it was limited to STATE\.$/m);
  expect(stdout).toContain("2 targets: 1 conformant, 0 red, 0 missing, 1 incomplete (1 part of a run)");
});

test.each<[string, readonly string[], string]>([
  ["no list", ["gather", "x"], "wanted --targets FILE"],
  ["a list that is not there", ["gather", "x", "--targets", "gone"], "there is no such file"],
  ["an empty list", ["gather", "x", "--targets", "empty"], "wanted a name on each line"],
  ["no runs", ["gather", "--targets", "empty"], "wanted output folders of runs"],
  ["a time that is none", ["gather", "x", "--targets", "one", "--within", "soon"], "wanted a duration"],
  ["its options elsewhere", ["add", "x", "--targets", "one"], "--targets is for history gather"],
])("gather: %s is wrong usage", async (_, args, wanted) => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "empty"), "# nobody\n");
  writeFileSync(join(cwd, "one"), "acme\n");
  const outcome = await callCli(["history", ...args], { cwd });
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining(wanted) as string });
});
