/** No command takes an option that changes nothing. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";
import { writeConfiguration } from "./lib/targets.ts";

const at = ["--base-url", "http://127.0.0.1:1"];

/** The option, and what leaves it without effect. */
test.each([
  ["--output", ["certify", "run", "--output", "X.zip"], "--archive FILE"],
  ["--env", ["certify", "run", "--env", "vendor"], "leave that out, or the folder"],
  ["--base-url", ["certify", "run", ...at], "leave that out, or the folder"],
  ["--seed", ["certify", "run", "--seed", "7"], "leave that out, or the folder"],
  ["--challenge", ["certify", "run", "--challenge", "text"], "leave that out, or the folder"],
  ["--quiet", ["certify", "run", "--quiet"], "leave that out, or the folder"],
  ["--extend", ["certify", "run", "--extend", "./own.js"], "leave that out, or the folder"],
  ["--depth", ["certify", "run", "--depth", "deep"], "is for a new run"],
  ["--sample", ["verify", "e.zip", "--sample", "3"], "name it with --env or --base-url"],
  ["--access", ["verify", "e.zip", "--access", "read-only"], "name it with --env or --base-url"],
  ["--config", ["verify", "e.zip", "--config", "trace-conformance.yaml"], "name it with --env or --base-url"],
  ["--alone", ["recheck", "run", "--alone"], "run is a folder"],
  ["--profile", ["recheck", "run", "--profile", "p.json"], "run is a folder"],
  ["--base-url", ["recheck", "run", ...at], "run is a folder"],
  ["--suite-level", ["recheck", "one.har", "--suite-level", "0.1.0"], "one.har is a recording"],
  ["--only", ["list", "open-points", "--only", "STATE"], "only for list requirements"],
  ["--env", ["explain", "STATE-02", "--env", "vendor", "--json"], "only for the command"],
  ["--pins", ["observe", "--json", "--pins"], "leave out one of them"],
  ["--env", ["init", "--env", "preprod", "--stdout"], "only with --from-target"],
  ["--access", ["init", "--from-target", ...at, "--access", "read-write"], "access: read-only is written"],
  ["--at-once", ["run", "--at-once", "2"], "several --env"],
  ["--har", ["run", "--all", "--har", "x.har"], "of one environment"],
  ["--report-url", ["run", "--report-url", "https://x.example"], "--notify"],
  ["--days", ["history", "add", "run", "--days", "3"], "history add does not take it"],
  ["--only", ["run", "--only", ""], "wanted <area|id|face>"],
  ["--only", ["run", "--only", ","], "leave the option out"],
  ["--only", ["plan", "--only", "STATE", "--only", ""], "A variable that is not set is empty."],
  ["--base-url", ["plan", "--base-url", ""], "wanted <url>"],
  ["--env", ["run", "--env", " "], "wanted <name>"],
  ["--no-variants", ["faults", "--variants", "--no-variants"], "--variants and --no-variants contradict each other"],
  ["--variants", ["faults", "--no-variants", "--variants"], "leave out one of them"],
  ["--workflow-name", ["doctor", ...at, "--workflow-name", "Claims"], "Add --workflow ID"],
])("%s is refused where it changes nothing: %s", async (option, args, told) => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, "http://127.0.0.1:1");
  const file = join(cwd, "trace-conformance.yaml");
  writeFileSync(join(cwd, "one.har"), "{}");
  const { code, stderr } = await callCli(args, { cwd });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(option) as string });
  expect(stderr).toContain(told);
  expect([existsSync(file), existsSync(join(cwd, "evidence.zip"))]).toEqual([true, false]);
});

test("an action that is given twice is told how several are described", async () => {
  const twice = ["--append-action", "a:b", "--append-action", "c:d"];
  const { code, stderr } = await callCli(["run", ...at, ...twice], { cwd: emptyFolder() });
  expect(code).toBe(2);
  expect(stderr).toContain('"trace-conformance init --from-target"');
});
