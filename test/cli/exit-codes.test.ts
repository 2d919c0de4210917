/** What the exit code says, and that the results on disk say the same. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder, resultsIn } from "./lib/run-cli.ts";
import { reference, writeConfiguration } from "./lib/targets.ts";

const slow = 180_000;

describe("1, not conformant", () => {
  test("a response that breaks its schema", { timeout: slow }, async () => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, await reference(["envelope/v2-state-without-error-member"]));
    const args = ["run", "--env", "vendor", "--depth", "quick", "--bail", "--json"];
    const { code, stdout } = await callCli(args, { cwd });
    expect(code).toBe(1);
    const failed = resultsIn(cwd).requirements.filter(({ status }) => status === "failed");
    expect(failed.map(({ id }) => id)).toContain("ENV-01");
    expect(failed[0]?.failures?.[0]?.exchanges.length).toBeGreaterThan(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(resultsIn(cwd))));
  });
});

describe("2, wrong usage or configuration", () => {
  test("a wrong key in the configuration is named with its line and the nearest valid one", async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "trace-conformance.yaml"), "environments:\n  vendor:\n    baseURL: http://127.0.0.1:1\n");
    const { code, stderr } = await callCli(["run", "--env", "vendor"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("trace-conformance.yaml:3");
    expect(stderr).toContain("baseURL");
    expect(stderr).toContain('Did you mean "baseUrl"?');
  });

  test.each([
    ["an unknown command", ["rnu"], 'Did you mean "run"?'],
    ["an unknown flag", ["run", "--depht", "quick"], "--depth"],
    ["an unknown environment", ["run", "--env", "vendro"], "vendor"],
    ["an unknown area", ["run", "--only", "SERACH"], 'Did you mean "SEARCH"?'],
    ["an unknown requirement", ["explain", "STATE-99"], 'Did you mean "STATE-0'],
    ["an area in place of a requirement", ["explain", "flow"], "name one of its requirements: FLOW-01, FLOW-02"],
    ["help on an unknown command", ["help", "rnu"], 'Did you mean "run"?'],
    ["an unknown format", ["run", "--format", "junt"], 'Did you mean "junit"?'],
    ["an unknown depth", ["run", "--depth", "deap"], 'Did you mean "deep"?'],
    ["a shard that cannot be", ["run", "--shard", "5/4"], "--shard"],
    ["a seed that is no number", ["run", "--seed", "x"], "--seed"],
    ["a duration without a unit", ["run", "--duration", "30"], "30m"],
    ["two ways to name a target", ["run", "--base-url", "http://127.0.0.1:1", "--env", "vendor"], "--base-url"],
    [
      "two environments where one is meant",
      ["doctor", "--env", "vendor", "--env", "preprod"],
      'as "vendor" and as "preprod"',
    ],
    ["a flag without an address", ["doctor", "--token", "abc"], "--token goes with --base-url URL alone"],
    ["an area that is nearly one", ["run", "--only", "states"], 'Did you mean "STATE"?'],
    ["a fault that begins like one", ["serve", "--fault", "state/last-member"], "state/last-member-is-dropped"],
    ["nothing to compare", ["compare"], "missing argument <old>: output folder of the earlier run"],
    ["a flag that is given twice", ["doctor", "--token", "abc", "--token", "xyz"], "--token was given twice"],
    ["an address with the path of the endpoints", ["run", "--base-url", "http://127.0.0.1:1/v2"], "Leave out /v2"],
    ["a token with its scheme", ["run", "--base-url", "http://127.0.0.1:1", "--token", "Bearer abc"], '"Bearer "'],
    ["a variable that the shell left alone", ["run", "--base-url", "$TARGET"], "single quotes"],
    ["flags that need an address", ["run", "--workflow", "1"], "--base-url"],
    ["an argument that is missing", ["compare", "a"], 'See "trace-conformance help compare".'],
    ["a folder without results", ["report", "nothing"], "give the --output folder of a run"],
    ["a fault that is not there", ["serve", "--fault", "envelop"], "--list-faults"],
    ["a limit that is not there", ["serve", "--limit", "filesize=1"], "names are dataBytes"],
    ["a log level that is not there", ["serve", "--log", "loud"], "wanted one of debug"],
    [
      "users that cannot be used",
      ["serve", "--seed", "trace-conformance.yaml"],
      'wanted organizations; not "environments"',
    ],
    ["a database that is not there", ["serve", "--database", "postgres://127.0.0.1:1/x"], "database does not answer"],
    ["a database that is none", ["serve", "--database", "http://ada:canary@db"], "wanted the address of a PostgreSQL"],
    ["evidence that is not there", ["verify", "none.zip"], "there is no such file"],
    ["a script that is a folder", ["replay", "."], "it is a folder"],
    ["a recording that is not there", ["recheck", "none.har"], "there is no such file"],
  ])("%s", async (_, args, told) => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, "http://127.0.0.1:1");
    const { code, stderr, stdout } = await callCli(args, { cwd });
    expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(told) });
  });

  test.each(["run", "observe", "doctor", "plan", "certify"])(
    "%s beside a file that does not say which is meant",
    async (command) => {
      const cwd = emptyFolder();
      const entry = (name: string): string => `  ${name}: { baseUrl: "http://127.0.0.1:1" }\n`;
      writeFileSync(join(cwd, "trace-conformance.yaml"), `environments:\n${entry("preprod")}${entry("vendor")}`);
      const { code, stderr, stdout } = await callCli([command], { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      for (const told of ["preprod, vendor", "--env NAME", "defaultEnvironment: NAME", "--env embedded"])
        expect(stderr).toContain(told);
    },
  );

  test.each(["run", "plan", "doctor"])("%s with a waiver of no requirement", async (command) => {
    const cwd = emptyFolder();
    const waiver = { requirement: "STATE-99", reason: "TICKET-1", expires: "2027-01-31" };
    writeConfiguration(cwd, "http://127.0.0.1:1", { waivers: [waiver] });
    const told = 'environments.vendor.waivers[0].requirement: there is no requirement "STATE-99"';
    const { code, stderr, stdout } = await callCli([command], { cwd });
    expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(told) });
  });
});

describe("3, incomplete", () => {
  test("a target that does not answer", { timeout: slow }, async () => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, "http://127.0.0.1:1");
    // The only environment of the file is the one that is meant.
    const { code, stdout, stderr } = await callCli(["run"], { cwd });
    const screen = stdout.replaceAll(/\s+/g, " ");
    expect({ code, screen }).toMatchObject({ code: 3, screen: expect.stringContaining("cannot be reached") });
    // Said once, on the screen; beside JSON it is said, too.
    expect(stderr).not.toContain("error:");
    const asJson = await callCli(["run", "--json"], { cwd });
    expect(asJson).toMatchObject({ code: 3, stderr: expect.stringContaining("cannot be reached") });
    const results = resultsIn(cwd);
    expect(results.verdict).toBe("incomplete");
    expect(results.summary.requirements.passed).toBe(0);
  });

  test("credentials that are refused", { timeout: slow }, async () => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, await reference(), { credentials: { email: "ada@acme.example", password: "wrong-one" } });
    const { code, stdout } = await callCli(["run", "--env", "vendor"], { cwd });
    expect({ code, stdout: stdout.replaceAll(/\s+/g, " ") }).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("credentials.email and environments.vendor.credentials.password"),
    });
  });
});

test.skipIf(!existsSync("/dev/full"))("4, in one line, where what is printed cannot be written", () => {
  const [bin, full] = [
    fileURLToPath(new URL("../../bin/trace-conformance.js", import.meta.url)),
    openSync("/dev/full", "w"),
  ];
  const { status, stderr } = spawnSync(process.execPath, [bin, "list"], { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  expect([status, stderr.toString()]).toEqual([
    4,
    expect.stringMatching(/^error: what is printed cannot be written: ENOSPC.*\n$/),
  ]);
});
