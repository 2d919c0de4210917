/** Read-only access, proved by what arrives: nothing that writes, and still much to judge. More is in `read-only.long.test.ts`. */
import { expect, test } from "vitest";
import { openDriver } from "../../driver/index.ts";
import { observe } from "../../probes/index.ts";
import type { Results } from "../../reports/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { proxyThatCuts, writeConfiguration } from "../cli/lib/targets.ts";
import { expectNoWrites, withTraces } from "./lib/read-only.ts";
import { blamedIn, environmentAt, idsOf, startBehind } from "./lib/service.ts";

const long = { timeout: 120_000 };

/** Areas of which something was judged and holds. */
function judgedAreas(results: Results): readonly string[] {
  return [...new Set(idsOf(results, "passed").map((id) => id.split("-")[0] ?? ""))].sort();
}

test("a run without named traces looks for some by search, and writes nothing", long, async () => {
  const { target, forget } = await withTraces();
  forget();
  const results = await runSuite(environmentAt(target, { access: "read-only" }), { depth: "quick" });
  expectNoWrites(target);
  expect(blamedIn(results)).toEqual([]);
  expect(judgedAreas(results)).toEqual(expect.arrayContaining(["AUTH", "FLOW", "LOGIN", "SEARCH"]));
});

test(
  "without a workflow, one that the organization lists is read; without an organization, nothing is open for it",
  long,
  async () => {
    const { target, forget } = await withTraces();
    forget();
    const environment = { ...environmentAt(target, { access: "read-only" }), workflows: [] };
    const listed = await runSuite(environment, { depth: "quick" });
    expect(listed).toMatchObject({ verdict: "conformant" });
    expect(idsOf(listed, "passed")).toEqual(expect.arrayContaining(["SEARCH-01", "SEARCH-02", "AUTH-07"]));
    const reasonOf = (results: Results, wanted: string): string | undefined =>
      results.requirements.find(({ id }) => id === wanted)?.reason;
    expect(reasonOf(listed, "FLOW-03")).toMatch(
      /^no workflow is configured .*workflows\[\]\.id \(the target lists \w+\)$/,
    );

    const { organization: _, ...alone } = environment;
    const unlisted = await runSuite(alone, { depth: "quick" });
    // Nothing could be read, so nothing tells that the token opens anything.
    expect(unlisted).toMatchObject({ verdict: "incomplete" });
    expect(unlisted.reasons).toEqual([expect.stringContaining("Nothing behind the logins was ever answered")]);
    expect(idsOf(unlisted, "inconclusive")).toEqual([]);
    expect(reasonOf(unlisted, "SEARCH-01")).toMatch(/^no workflow is configured, .*name one with/);
    expect(reasonOf(unlisted, "AUTH-08")).toMatch(/^no organization is configured/);
    expectNoWrites(target);
  },
);

test("a read-only target whose traces cannot be read is not green", long, async () => {
  const { target, traces } = await withTraces();
  const failing = await proxyThatCuts(target.baseUrl, (path) => path.endsWith("/details"));
  const environment = { ...environmentAt(target, { access: "read-only", knownTraces: traces }), baseUrl: failing };
  const results = await runSuite(environment, { depth: "quick" });
  expect(results.verdict).not.toBe("conformant");
  expect(idsOf(results, "inconclusive")).toEqual(expect.arrayContaining(["DETAILS-01", "DETAILS-02"]));
});

test("the probes write nothing", long, async () => {
  const { target, traces, forget } = await withTraces();
  forget();
  const environment = environmentAt(target, { access: "read-only", knownTraces: traces });
  const driver = await openDriver(environment, { runId: "observing" });
  const { profile } = await observe(driver);
  await driver.close();
  expectNoWrites(target);
  expect(profile.readings["state-data"] ?? profile.readings["page-size"]).toBeDefined();
});

test(
  "the commands write nothing where the configuration says nothing of access, or a flag says read-only",
  long,
  async () => {
    const target = await startBehind();
    const cwd = emptyFolder();
    writeConfiguration(cwd, target.baseUrl, { access: undefined });
    const run = (...args: string[]) => callCli([...args, "--env", "vendor"], { cwd });
    expect(await run("doctor")).toMatchObject({ code: 0, stdout: expect.stringContaining("read-only") as string });
    await run("run", "--depth", "quick");
    expect(resultsIn(cwd).environment.access).toBe("read-only");
    writeConfiguration(cwd, target.baseUrl);
    await run("run", "--depth", "quick", "--access", "read-only");
    expect(resultsIn(cwd).environment.access).toBe("read-only");
    expectNoWrites(target);
  },
);

test("a plan sends nothing at all", long, async () => {
  const target = await startBehind();
  const cwd = emptyFolder();
  writeConfiguration(cwd, target.baseUrl);
  expect(await callCli(["plan", "--env", "vendor"], { cwd })).toMatchObject({ code: 0 });
  expect(target.received).toEqual([]);
});
