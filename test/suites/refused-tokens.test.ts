/** A token that opens nothing: what is at fault is told, and nothing else is lost where there is another way in. */
import { expect, test } from "vitest";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { target } from "../gating/lib/target.ts";

test(
  "a login whose tokens open nothing is a finding, and the rest is judged by another login",
  { timeout: 120_000 },
  async () => {
    const environment = await target({ faults: ["login/private-key-token-has-expired"] });
    const { requirements } = await runSuite(environment, { depth: "quick", seed: 1 });
    const withStatus = (wanted: string): readonly string[] =>
      requirements.filter(({ status }) => status === wanted).map(({ id }) => id);
    expect(withStatus("failed")).toContain("LOGIN-07");
    expect(withStatus("inconclusive").length).toBeLessThan(3);
    expect(withStatus("passed").length).toBeGreaterThan(160);
  },
);

test("a given token that is refused: nobody is blamed, and what to do is said", { timeout: 120_000 }, async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference(), { credentials: { token: "a-token-of-yesterday" } });
  const { code, stdout, stderr } = await callCli(["run", "--env", "vendor"], { cwd });
  const screen = stdout.replaceAll(/\s+/g, " ");
  expect({ code, screen }).toMatchObject({ code: 3, screen: expect.stringContaining("supply a new one") as string });
  expect(stdout + stderr).not.toContain("yesterday");
  expect(resultsIn(cwd).summary.requirements).toMatchObject({ failed: 0, passed: 0 });
});

test("doctor says once that a given token is refused, and blames nothing else", { timeout: 60_000 }, async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference(), { credentials: { token: "a-token-of-yesterday" } });
  const { code, stdout } = await callCli(["doctor"], { cwd });
  expect({ code, bad: stdout.match(/✗/g) }).toEqual({ code: 3, bad: ["✗"] });
  expect(stdout).toContain("the token in environments.vendor.credentials.token is refused");
  expect(stdout).toContain("workflows and actions: not tried, for want of a token");
  expect(stdout).not.toContain("correct environments.vendor.organization");
});
