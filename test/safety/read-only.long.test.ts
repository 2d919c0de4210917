/** Read-only access and wrong passwords, proved by what arrives, in whole runs. */
import { expect, test } from "vitest";
import { openDriver, Secrets } from "../../driver/index.ts";
import { observe } from "../../probes/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { Results } from "../../reports/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { writeConfiguration } from "../cli/lib/targets.ts";
import { expectNoWrites, withTraces, wrongLoginsOfRealAccounts } from "./lib/read-only.ts";
import { blamedIn, environmentAt, idsOf, startBehind } from "./lib/service.ts";

const long = { timeout: 120_000 };

/** Areas of which something was judged and holds. */
function judgedAreas(results: Results): readonly string[] {
  return [...new Set(idsOf(results, "passed").map((id) => id.split("-")[0] ?? ""))].sort();
}

test(
  "a run on traces that are named judges logins, reads, search, files and both faces, and writes nothing",
  long,
  async () => {
    const { target, traces, forget } = await withTraces();
    forget();
    const environment = environmentAt(target, { access: "read-only", knownTraces: traces });
    const results = await runSuite(environment, { depth: "standard" });
    expectNoWrites(target);
    expect(blamedIn(results)).toEqual([]);
    expect(results.summary.tracesCreated).toBe(0);
    expect(judgedAreas(results)).toEqual(
      expect.arrayContaining(["AUTH", "DETAILS", "ENV", "EQUIV", "FLOW", "LOGIN", "SEARCH", "STATE", "STATUS"]),
    );
    expect(results.verdict).toBe("conformant");
    expect(idsOf(results, "inconclusive")).toEqual([]);
    expect(idsOf(results, "passed").length).toBeGreaterThan(75);
    expect(idsOf(results, "passed")).toEqual(expect.arrayContaining(["AUTH-05", "AUTH-21", "DETAILS-09", "STATE-04"]));
    const operations = results.operations.filter(({ statuses }) => (statuses["200"] ?? 0) > 0);
    expect(operations.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(["v2TraceState", "legacyTraceState", "v2TraceDetails", "legacyTraceDetails"]),
    );
  },
);

test(
  "a healthy production that may only be read ends green at each depth, and says what would show more",
  long,
  async () => {
    const target = await startBehind();
    const cwd = emptyFolder();
    const { privateKey } = embeddedTarget.credentials;
    const workflows = [{ id: "2041", name: "Claims", actions: [] }];
    // As `init` writes it, on a service that holds no trace yet.
    const production = { access: "read-only", credentials: { privateKey }, secondUser: undefined, workflows };
    writeConfiguration(cwd, target.baseUrl, production);
    for (const depth of ["quick", "standard"])
      expect(await callCli(["run", "--env", "vendor", "--depth", depth], { cwd })).toMatchObject({ code: 0 });
    const reasons = new Set(resultsIn(cwd).requirements.map(({ reason }) => reason));
    expect([...reasons].join("\n")).toContain(
      "no trace is known that may be read; name some in environments.vendor.knownTraces to have it judged on them",
    );
    expectNoWrites(target);
  },
);

test.each([
  ["read-only", "embedded", "read-only", "standard"],
  ["named like a production and written to", "us-prod", "read-write", "quick"],
] as const)(
  "no wrong password is sent for a real account where the environment is %s",
  long,
  async (_, name, access, depth) => {
    const target = await startBehind();
    const environment = { ...environmentAt(target, { access }), name };
    const results = await runSuite(environment, { depth, only: ["LOGIN", "ROBUST", "STATUS"] });
    const driver = await openDriver(environment, { runId: "observing" });
    await observe(driver);
    const { unsent } = await driver.run({
      id: "wrong",
      title: "Wrong logins of real accounts",
      steps: [
        { op: "login", face: "v2", method: "credential", replace: { password: "wrong" } },
        { op: "login", face: "legacy", method: "credential", replace: { email: "$second.email" } },
        { op: "login", face: "v2", method: "credential", omit: ["password"] },
        { op: "login", face: "v2", method: "credential", body: { kind: "json-broken" } },
        { op: "login", face: "v2", method: "private-key", replace: { privateKey: "$first.privateKey~altered" } },
        { op: "login", face: "v2", method: "private-key", body: { kind: "json-broken" } },
        { op: "login", face: "v2", method: "credential" },
      ],
    });
    await driver.close();
    expect(unsent.map(({ step }) => step)).toEqual(["0", "1", "2", "3", "4", "5"]);
    for (const { reason } of unsent) expect(reason).toContain("is sent for a real account");
    expect(target.received.filter(({ url }) => url.includes("/login")).length).toBeGreaterThan(20);
    expect(wrongLoginsOfRealAccounts(target)).toEqual([]);
    expect(blamedIn(results)).toEqual([]);
    const skipped = results.requirements.filter(({ reason = "" }) => reason.includes("for a real account"));
    expect(skipped.map(({ id, status }) => `${id} ${status}`)).toEqual(
      ["LOGIN-11", "LOGIN-12", "LOGIN-16"].map((id) => `${id} skipped`),
    );
    expect(idsOf(results, "passed")).toEqual(expect.arrayContaining(["LOGIN-13", "LOGIN-14", "LOGIN-15"]));
  },
);

test("elsewhere each account is sent one wrong password, with which all that needs one is judged", long, async () => {
  const target = await startBehind();
  const environment = { ...environmentAt(target), maxWrongPasswords: 1 };
  const results = await runSuite(environment, { depth: "quick", only: ["LOGIN", "ROBUST", "STATUS"] });
  const { credentials, secondUser } = embeddedTarget;
  const sent = wrongLoginsOfRealAccounts(target).filter((text) => text.includes("email"));
  for (const email of [credentials?.email, secondUser?.email])
    expect(sent.filter((text) => text.includes(`"email":"${email ?? ""}"`))).toHaveLength(1);
  expect(sent).toHaveLength(2);
  expect(blamedIn(results)).toEqual([]);
  expect(idsOf(results, "passed")).toEqual(expect.arrayContaining(["LOGIN-11", "LOGIN-12", "LOGIN-15", "LOGIN-16"]));
});

test.each([
  ["v2", 2],
  ["legacy", 3],
] as const)("without a second user it goes to the %s login, as the seed %s says", long, async (face, seed) => {
  const target = await startBehind();
  const { secondUser: _, ...environment } = { ...environmentAt(target), maxWrongPasswords: 1 };
  const { email = "", password = "" } = { ...embeddedTarget.credentials };
  const alone = { ...environment, secrets: new Secrets({ email, password }) };
  const results = await runSuite(alone, { depth: "quick", seed, only: ["LOGIN"] });
  expect(wrongLoginsOfRealAccounts(target)).toHaveLength(1);
  const [judged, left] = face === "v2" ? ["LOGIN-11", "LOGIN-12"] : ["LOGIN-12", "LOGIN-11"];
  expect(idsOf(results, "passed")).toContain(judged);
  const reason = results.requirements.find(({ id }) => id === left)?.reason;
  expect(reason).toContain("probeWrongPasswords: 2");
  expect(idsOf(results, "inconclusive")).toEqual([]);
});
