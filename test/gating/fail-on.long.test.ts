/** `--fail-on`: a broken SHOULD warns, or is red where that was asked for. */
import { expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { breaksManners } from "./lib/target.ts";

test("must is the default, should is stricter, and merge keeps what was asked", { timeout: 240_000 }, async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference([breaksManners]));
  const run = ["run", "--env", "vendor", "--depth", "quick", "--only", "ROBUST-01", "--sensitivity", "off", "--quiet"];
  const lenient = await callCli(run, { cwd });
  expect({ ...lenient, stdout: lenient.stdout }).toMatchObject({ code: 0 });
  expect(lenient.stdout).toContain("ROBUST-01");
  expect(resultsIn(cwd).summary.requirements).toMatchObject({ failed: 0, warned: 1 });
  const strict = await callCli([...run, "--fail-on", "should", "--output", "strict"], { cwd });
  expect(strict).toMatchObject({ code: 1 });
  expect(resultsIn(cwd, "strict")).toMatchObject({ failOn: "should", verdict: "conformant" });
  expect(await callCli(["merge", "strict", "--output", "merged"], { cwd })).toMatchObject({ code: 1 });
  const wrong = await callCli([...run, "--fail-on", "shoud"], { cwd });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "should"?') as string });
});
