/** Credentials that stand nowhere else are looked for in everything that runs of every kind leave behind or print. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AdmZip from "adm-zip";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { formatByName, formats } from "../../reports/index.ts";
import { runCli, type CliOutcome } from "../cli/lib/run-cli.ts";
import { echoedSecrets } from "../hostile/targets/echoed-secrets.ts";
import { faultyIn, startProxy, type Proxy } from "../hostile/lib/proxy.ts";
import { startCanaryService, type CanaryService } from "./lib/canary-service.ts";
import { startForwardProxy, type ForwardProxy } from "./lib/forward-proxy.ts";
import { recordedSession } from "./lib/recorded-session.ts";
import { leaksInFolder, leaksInText, type Canaries } from "./lib/leaks.ts";

const proxyUser = "canary-proxy-user";
const proxyPassword = "canary-proxy-p4ss-7f3a";
const long = { timeout: 180_000 };
const veryLong = { timeout: 400_000 };

let canary: CanaryService;
let forward: ForwardProxy;
let echo: Awaited<ReturnType<typeof echoedSecrets.start>>;
/** Another of the kind, which was never told a password. */
let echoOfTokens: typeof echo;
let failing: Proxy;
let canaries: Canaries;
/** The secrets of the service itself; no command runs there. */
const vault = mkdtempSync(join(tmpdir(), "vault-"));
const cwd = mkdtempSync(join(tmpdir(), "canary-"));

beforeAll(async () => {
  canary = await startCanaryService(vault);
  const { service, first, second, token } = canary;
  forward = await startForwardProxy(proxyUser, proxyPassword);
  echo = await echoedSecrets.start(service.baseUrl);
  echoOfTokens = await echoedSecrets.start(service.baseUrl);
  failing = await startProxy(service.baseUrl, faultyIn(["v2TraceState", "legacyLoginCredential"], lieAboutStates));
  const [, claims = "", signature = ""] = token.split(".");
  canaries = {
    ...{ email: first.email, password: first.password, privateKey: first.privateKey },
    ...{ "second email": second.email, "second password": second.password, "second privateKey": second.privateKey },
    ...{ token, "claims of the token": claims, "signature of the token": signature },
    "password of the proxy": proxyPassword,
  };
  const target = {
    access: "read-write",
    credentials: { email: "${EMAIL}", password: "${PASSWORD}", privateKey: "${PRIVATE_KEY}" },
    secondUser: {
      ...{ email: "${EMAIL_2}", password: "${PASSWORD_2}", privateKey: "${PRIVATE_KEY_2}" },
      sharesOrganization: false,
    },
    organization: embeddedTarget.organization,
    workflows: embeddedTarget.workflows,
    limits: { searchLagMs: 1_000 },
  };
  const environments = {
    honest: { ...target, baseUrl: service.baseUrl, proxy: "${PROXY}" },
    echo: { ...target, baseUrl: echo.baseUrl },
    failing: { ...target, baseUrl: failing.baseUrl },
    given: { ...target, baseUrl: echoOfTokens.baseUrl, credentials: { token: "${TOKEN}" }, secondUser: {} },
    refused: { ...target, baseUrl: echo.baseUrl, credentials: { email: "${EMAIL}", password: "${PASSWORD_2}" } },
    "wrong-proxy": { ...target, baseUrl: service.baseUrl, proxy: "${WRONG_PROXY}" },
  };
  writeFileSync(join(cwd, "trace-conformance.yaml"), stringify({ environments }));
}, 60_000);

afterAll(async () => {
  forward.close();
  await Promise.all([echo.close(), echoOfTokens.close(), failing.close(), canary.service.close()]);
  for (const folder of [vault, cwd]) rmSync(folder, { recursive: true, force: true });
});

/** A state that does not follow, and logins without a token. */
const lieAboutStates: Parameters<typeof faultyIn>[1] = async ({ operation, body }, { send, honest }) => {
  const reply = await honest();
  if (reply.status !== 200) return send(reply);
  const said = operation === "v2TraceState" ? { error: null, data: { state: { wrong: true } } } : { you: String(body) };
  send({ ...reply, body: Buffer.from(JSON.stringify(said)) });
};

function run(...args: string[]): Promise<CliOutcome> {
  const { first, second, token } = canary;
  return runCli(args, {
    cwd,
    env: {
      ...{ EMAIL: first.email, PASSWORD: first.password, PRIVATE_KEY: first.privateKey, TOKEN: token },
      ...{ EMAIL_2: second.email, PASSWORD_2: second.password, PRIVATE_KEY_2: second.privateKey },
      PROXY: `http://${proxyUser}:${proxyPassword}@${forward.address}`,
      WRONG_PROXY: `http://${proxyUser}:${proxyPassword}x@${forward.address}`,
    },
  });
}

const lookedInto = new Map<string, number>();

/** True for a file that is new or was written since it was looked into. */
function isNew(file: string): boolean {
  const { mtimeMs } = statSync(file);
  const before = lookedInto.get(file);
  lookedInto.set(file, mtimeMs);
  return before !== mtimeMs;
}

/** Everything that was written since the last time, and what was printed. */
function expectNoLeaks({ stdout, stderr }: CliOutcome, wanted: Canaries = canaries): void {
  const printed = leaksInText(Buffer.from(`${stdout}\n${stderr}`).toString("latin1"), wanted, "what was printed");
  expect([...leaksInFolder(cwd, wanted, isNew), ...printed]).toEqual([]);
}

const everyFormat = formats.flatMap(({ name }) => ["--format", name]);

describe("nothing leaves", () => {
  test("a run that passes, through a proxy with a password", long, async () => {
    const outcome = await run("run", "--env", "honest", "--depth", "quick", "--output", "honest", ...everyFormat);
    expect(outcome).toMatchObject({ code: 0 });
    expect(forward.passed()).toBeGreaterThan(0);
    expectNoLeaks(outcome);
  });

  test("a run against a target that repeats secrets, printed as JSON", long, async () => {
    const outcome = await run("run", "--env", "echo", "--depth", "quick", "--output", "echo", "--json", ...everyFormat);
    expect(outcome.stdout).toContain("ROBUST-05");
    expect(outcome.code).toBe(0);
    expectNoLeaks(outcome);
  });

  test("a run that fails, its scripts, a replay, and the same judged and reported again", long, async () => {
    const failed = await run("run", "--env", "failing", "--depth", "quick", "--output", "failing", ...everyFormat);
    expect(failed.code).toBe(1);
    expectNoLeaks(failed);
    const [script = ""] = readdirSync(join(cwd, "failing", "failures"));
    const commands = [
      ["replay", join("failing", "failures", script), "--env", "echo", "--output", "replayed"],
      ["replay", join("failing", "failures", script), "--env", "failing", "--json"],
      ["recheck", "failing"],
      ["report", "echo", "--format", "html"],
      ["compare", "honest", "echo"],
    ];
    for (const command of commands) {
      const outcome = await run(...command);
      expect([0, 1, 3], `${command.join(" ")}\n${outcome.stderr}\n${outcome.stdout}`).toContain(outcome.code);
      expectNoLeaks(outcome);
    }
  });

  test(
    "what is made of runs: evidence, shards put together, a recording of our own judged again",
    veryLong,
    async () => {
      const shard = (index: number): string[] => [
        ...["run", "--env", "echo", "--depth", "quick", "--seed", "7", "--shard", `${index}/2`],
        ...["--output", `shard-${index}`],
      ];
      const commands: readonly string[][] = [
        ["certify", "--env", "honest", "--depth", "quick", "--output", "certified", "--archive", "honest.zip"],
        ["verify", "honest.zip"],
        ["verify", "honest.zip", "--json"],
        shard(1),
        shard(2),
        ["merge", "shard-1", "shard-2", "--output", "merged"],
        ["recheck", join("echo", formatByName("har").fileName), "--output", "recheck-of-har"],
      ];
      for (const command of commands) {
        const outcome = await run(...command);
        expect([0, 1, 3], `${command.join(" ")}\n${outcome.stderr}\n${outcome.stdout}`).toContain(outcome.code);
        expectNoLeaks(outcome);
      }
      const refused = await run("certify", "failing", "--depth", "quick", "--archive", "failing.zip");
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("the target repeats secrets in its answers (ROBUST-05)");
      expectNoLeaks(refused);
      // What was looked into is there: a test of empty folders would say nothing.
      for (const made of ["honest.zip", "merged/results.json", "merged/collected.json", "recheck-of-har/report.html"])
        expect(statSync(join(cwd, made)).size, made).toBeGreaterThan(1_000);
      expect(readdirSync(join(cwd, ".trace-conformance", "corpus", "failing")).length).toBeGreaterThan(0);
      for (const folder of ["failing", "echo", "certified", "shard-1", "replayed"]) {
        const [history = ""] = readdirSync(join(cwd, folder, "histories"));
        expect(readFileSync(join(cwd, folder, "histories", history)).length, folder).toBeGreaterThan(1_000);
      }
      const packed = new AdmZip(join(cwd, "honest.zip")).getEntries().map(({ entryName }) => entryName);
      expect(packed.some((name) => name.includes("histor"))).toBe(true);
    },
  );

  test("the recording of another tool, which holds everything", long, async () => {
    const file = join(vault, "session.har");
    writeFileSync(file, JSON.stringify(await recordedSession(canary)));
    expect(leaksInText(readFileSync(file, "latin1"), canaries, "the recording").length).toBeGreaterThan(2);
    const outcome = await run("recheck", file, "--output", "recheck-of-session");
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toMatch(/5 exchanges .* were judged/);
    expectNoLeaks(outcome);
  });

  test.each([
    ["observe", ["observe", "--env", "echo", "--output", "observed"], [0]],
    ["observe, as JSON", ["observe", "--env", "echo", "--json"], [0]],
    ["doctor", ["doctor", "--env", "echo"], [0]],
    ["doctor, as JSON", ["doctor", "--env", "echo", "--json"], [0]],
    ["doctor, with wrong credentials", ["doctor", "--env", "refused"], [3]],
    ["doctor, through a proxy that refuses", ["doctor", "--env", "wrong-proxy"], [3]],
    ["plan", ["plan", "--env", "echo"], [0]],
    ["a run with wrong credentials", ["run", "--env", "refused", "--output", "refused"], [3]],
    ["a run through a proxy that refuses", ["run", "--env", "wrong-proxy", "--output", "refused-by-proxy"], [3]],
  ])("%s", long, async (_, args, codes) => {
    const outcome = await run(...args);
    expect(outcome).toMatchObject({ code: expect.toBeOneOf(codes) as number });
    expectNoLeaks(outcome);
  });

  // Who has a token alone has not said what the email is: it is data like any other.
  test("a run with a token that was given", long, async () => {
    const outcome = await run("run", "--env", "given", "--output", "given", "--depth", "quick", ...everyFormat);
    expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0);
    const { email: _, ...others } = canaries;
    expectNoLeaks(outcome, others);
  });
});
