/** `run --env a --env b` and `run --all`: none stops the others, and the worst exit code is that of all. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder, resultsIn } from "./lib/run-cli.ts";
import { reference } from "./lib/targets.ts";

const part = ["--depth", "quick", "--only", "ENV-01", "--sensitivity", "off"];

interface Summary {
  readonly exitCode: number;
  readonly environments: readonly { readonly name: string; readonly exitCode: number; readonly folder: string }[];
}
const summaryIn = (cwd: string, output = "conformance-report"): Summary =>
  JSON.parse(readFileSync(join(cwd, output, "environments.json"), "utf8")) as Summary;

function configure(cwd: string, baseUrl: string): void {
  const entry = { baseUrl, access: "read-write", ...embeddedTarget };
  const environments = {
    acme: entry,
    // Without a limit of its own a production is sent ten requests a second.
    production: { ...entry, limits: { concurrency: 32, requestsPerSecond: 1_000 } },
    "no-secret": { ...entry, credentials: { token: "${TRACE_TOKEN_THAT_NOBODY_SET}" } },
    gone: { ...entry, baseUrl: "http://127.0.0.1:1" },
  };
  writeFileSync(join(cwd, "trace-conformance.yaml"), stringify({ environments }));
}

test("--all: one that breaks stops no other, and each keeps its rules", { timeout: 120_000 }, async () => {
  const cwd = emptyFolder();
  configure(cwd, await reference());
  const { code, stdout, stderr } = await callCli(["run", "--all", "--at-once", "2", "--log", "requests.tsv", ...part], {
    cwd,
  });
  expect({ code, stderr }).toMatchObject({ code: 2 });
  const lines = stdout.trim().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Conformant +acme /),
      expect.stringMatching(/^Not run +no-secret .*trace-conformance.yaml/),
      expect.stringMatching(/^Incomplete +gone .*cannot be reached/),
    ]),
  );
  expect(stderr).toContain("TRACE_TOKEN_THAT_NOBODY_SET");
  const { environments } = summaryIn(cwd);
  expect(environments.map(({ name, exitCode }) => [name, exitCode]).slice(2)).toEqual([
    ["no-secret", 2],
    ["gone", 3],
  ]);
  // Named like a production: only read, although its entry says read-write.
  const [acme, production] = ["acme", "production"].map((name) => resultsIn(cwd, join("conformance-report", name)));
  expect(acme?.environment.access).toBe("read-write");
  expect(production).toMatchObject({ environment: { access: "read-only" }, summary: { tracesCreated: 0 } });
  expect(acme?.seed).toBe(production?.seed);
  expect(acme?.runId).not.toBe(production?.runId);
  const page = readFileSync(join(cwd, "conformance-report", "index.html"), "utf8");
  for (const name of ["acme", "production", "gone"]) {
    expect(page).toContain(`href="${name}/report.html"`);
    expect(existsSync(join(cwd, "conformance-report", name, "report.html"))).toBe(true);
  }
  expectLogged(
    readFileSync(join(cwd, "requests.tsv"), "utf8"),
    (acme?.summary.exchanges ?? 0) + (production?.summary.exchanges ?? 0),
  );
});

/** A line for each request, without secrets: logins that scripts do not ask for are requests, too. */
function expectLogged(log: string, exchanges: number): void {
  const [head, ...lines] = log
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  expect(head).toEqual(["time", "script", "method", "path", "status", "ms", "bytes", "environment"]);
  expect(lines.length).toBeGreaterThan(exchanges);
  for (const [time, , method, path, status, ms, bytes, environment, ...more] of lines) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect([method, path, status].join(" ")).toMatch(/^(GET|POST) \/\S* (\d{3}|[a-z-]+)$/);
    expect([ms, bytes].join(" ")).toMatch(/^\d+\.\d \d+$/);
    expect(["acme", "production", "gone"]).toContain(environment);
    expect(more).toEqual([]);
  }
  expect(lines.map(([, script]) => script)).toEqual(expect.arrayContaining(["-", expect.stringMatching(/^probes\//)]));
  expect(log).not.toContain(embeddedTarget.credentials.password);
  expect(log).not.toMatch(/eyJ/);
}

test("named ones alone are run, one after the other", { timeout: 120_000 }, async () => {
  const cwd = emptyFolder();
  configure(cwd, "http://127.0.0.1:1");
  const args = ["run", "--env", "gone", "--env", "acme", "--json", "--output", "fleet"];
  const { code, stdout } = await callCli(args, { cwd });
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toEqual(summaryIn(cwd, "fleet"));
  expect(summaryIn(cwd, "fleet").environments.map(({ name }) => name)).toEqual(["gone", "acme"]);
  expect(existsSync(join(cwd, "conformance-report"))).toBe(false);
});

test.each([
  ["one that is not there", ["--env", "acme", "--env", "goen"], 'Did you mean "gone"?'],
  ["one twice", ["--env", "acme", "--env", "acme"], '--env "acme" was given twice'],
  ["all and one", ["--all", "--env", "acme"], "leave out --env"],
  ["an address", ["--all", "--base-url", "http://127.0.0.1:1"], "leave out --base-url"],
  ["the reference beside others", ["--env", "acme", "--env", "embedded"], "run by itself"],
  ["a challenge", ["--all", "--challenge", "x"], "--challenge"],
  ["a wrong option of all", ["--all", "--depth", "deap"], 'Did you mean "deep"?'],
  ["none at once", ["--all", "--at-once", "0"], "--at-once"],
  ["--at-once for one", ["--env", "gone", "--at-once", "2"], "--at-once goes with several"],
])("a usage error, before anything is sent: %s", async (_, args, told) => {
  const cwd = emptyFolder();
  configure(cwd, "http://127.0.0.1:1");
  const { code, stderr, stdout } = await callCli(["run", ...args], { cwd });
  expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(told) });
  expect(existsSync(join(cwd, "conformance-report"))).toBe(false);
});

test("--all where no file names environments", async () => {
  const { code, stderr } = await callCli(["run", "--all"], { cwd: emptyFolder() });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("init") as string });
});
