/** Evidence: what it holds, what it refuses, and that nobody changes it unseen. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, afterAll, describe, expect, test } from "vitest";
import { embeddedEnvironment, readHistories, type Environment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { packFiles, unpackFiles } from "../../reports/evidence/archive.ts";
import { statementOf } from "../../reports/evidence/evidence.ts";
import { verifyEvidence } from "../../reports/evidence/index.ts";
import type { Results } from "../../reports/index.ts";
import { certifyRun, refuseUncertifiable } from "../../suites/engine/certified-run.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { suiteIdentity } from "../../suites/engine/suite-digest.ts";
import { startShared } from "../lib/reference.ts";
import { officialOf } from "../reports/official.ts";

const home = mkdtempSync(join(tmpdir(), "certify-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const mine = suiteIdentity();
let environment: Environment;
let archive: Buffer;
let results: Results;

/** A run on a service with a fault: what fails must be in the archive. */
beforeAll(async () => {
  const reference = await startShared({ faults: ["state/last-member-is-dropped"] });
  environment = embeddedEnvironment(reference.baseUrl, embeddedTarget);
  await runSuite(environment, { depth: "quick", seed: 11, outputDir: home });
  ({ archive, results } = await certifyRun(home, environment));
  await reference.close();
}, 180_000);

const files = (): Map<string, Uint8Array> => new Map(unpackFiles(archive));
const text = (name: string): string => Buffer.from(files().get(name) ?? []).toString("utf8");

describe("an archive", () => {
  test("is sound, and says what was found", () => {
    const verified = verifyEvidence(archive, mine);
    expect(verified.problems).toEqual([]);
    expect(verified.results?.verdict).toBe("non-conformant");
    expect(verified.suite).toEqual(mine);
  });

  test("holds results, reports, configuration, profile, digests, and the histories of what failed", async () => {
    expect([...files().keys()]).toEqual([
      "test-result.intoto.json",
      "results.json",
      "junit.xml",
      "report.html",
      "configuration.json",
      "profile.json",
      "suite.json",
      "failing-histories.ndjson",
    ]);
    const saved = join(home, "failing.ndjson");
    writeFileSync(saved, text("failing-histories.ndjson"));
    const failing = new Set(
      results.requirements.flatMap(({ failures = [] }) => failures.map(({ script }) => script.id)),
    );
    const kept = new Set<string>();
    for await (const history of readHistories(saved)) kept.add(history.script.id);
    expect(failing.size).toBeGreaterThan(0);
    expect([...kept].every((id) => failing.has(id))).toBe(true);
    expect(kept.size).toBeGreaterThan(0);
    expect(JSON.parse(text("profile.json"))).toHaveProperty("readings");
    expect(JSON.parse(text("suite.json"))).toMatchObject({
      suiteDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  test("its statement is an in-toto test result whose subjects are the files", async () => {
    const document = text("test-result.intoto.json");
    expect(await officialOf.intoto(document)).toEqual([]);
    const statement = JSON.parse(document) as {
      subject: { name: string }[];
      predicate: { result: string; failedTests: string[] };
    };
    expect(statement.subject.map(({ name }) => name)).toEqual([...files().keys()].slice(1));
    expect(statement.predicate.result).toBe("FAILED");
    expect(statement.predicate.failedTests).toContain("STATE-03");
  });

  test("holds no secret", () => {
    const { email = "", password = "", privateKey = "" } = environment.secrets.accountOf("first");
    for (const [name, bytes] of files()) {
      const content = Buffer.from(bytes).toString("latin1");
      for (const secret of [email, password, privateKey].filter((one) => one.length > 3)) {
        expect(content.includes(secret), `${name} holds a secret`).toBe(false);
        expect(content.includes(Buffer.from(secret).toString("base64")), `${name} holds a secret`).toBe(false);
      }
    }
    expect(JSON.parse(text("configuration.json"))).toMatchObject({
      credentials: expect.arrayContaining(["password"]) as string[],
    });
  });
});

describe("what was changed is seen", () => {
  const changed = (change: (all: Map<string, Uint8Array>) => void): readonly string[] => {
    const all = files();
    change(all);
    return verifyEvidence(packFiles(all), mine).problems;
  };
  const rewrite = (all: Map<string, Uint8Array>, name: string, replace: (text: string) => string): void => {
    const before = Buffer.from(all.get(name) ?? []).toString("utf8");
    const after = replace(before);
    expect(after).not.toBe(before);
    all.set(name, Buffer.from(after));
  };
  /** The statement made anew over changed files, as a careful forger would. */
  const restate = (all: Map<string, Uint8Array>, told: Results): void => {
    const others = new Map([...all].filter(([name]) => name !== "test-result.intoto.json"));
    all.set("test-result.intoto.json", Buffer.from(statementOf(told, others)));
  };

  test.each(["results.json", "junit.xml", "report.html", "configuration.json", "profile.json", "suite.json"])(
    "%s",
    (name) => {
      expect(
        changed((all) => all.set(name, Buffer.concat([all.get(name) ?? Buffer.of(), Buffer.from(" ")]))),
      ).toContainEqual(expect.stringContaining(`${name} was changed: wanted sha256`) as string);
    },
  );

  test("a file that is missing, and one that was added", () => {
    expect(changed((all) => all.delete("profile.json"))).toEqual(
      expect.arrayContaining([
        "profile.json is missing",
        "profile.json is named by the statement, and is not in the archive",
      ]),
    );
    expect(changed((all) => all.set("more.txt", Buffer.from("hello")))).toEqual([
      "more.txt is not named by the statement: it was added afterwards",
    ]);
  });

  test("a better verdict, stated anew", () => {
    const told = { ...results, verdict: "conformant", reasons: [] } as Results;
    const problems = changed((all) => {
      all.set("results.json", Buffer.from(`${JSON.stringify(told, null, 1)}\n`));
      restate(all, told);
    });
    expect(problems).toContain("results.json says conformant; its requirements make it non-conformant");
  });

  test("a failure turned into a pass everywhere but in the report", () => {
    const told = JSON.parse(JSON.stringify(results)) as { requirements: { status: string }[]; verdict: string };
    for (const requirement of told.requirements) if (requirement.status === "failed") requirement.status = "passed";
    told.verdict = "conformant";
    const problems = changed((all) => {
      all.set("results.json", Buffer.from(`${JSON.stringify(told, null, 1)}\n`));
      restate(all, told as unknown as Results);
    });
    expect(problems).toEqual(
      expect.arrayContaining([
        "junit.xml does not say what results.json says",
        "report.html does not say what results.json says",
      ]),
    );
  });

  test("a digest in the statement", () => {
    const problems = changed((all) =>
      rewrite(all, "test-result.intoto.json", (s) => s.replace(/"sha256": ?"../, '"sha256": "00')),
    );
    expect(problems.length).toBeGreaterThan(0);
  });

  test("an archive that is none", () => {
    expect(() => verifyEvidence(Buffer.from("hello"), mine)).toThrow(/wanted a zip archive/);
    expect(() => verifyEvidence(archive.subarray(0, archive.length / 2), mine)).toThrow(/wanted a zip archive/);
    expect(verifyEvidence(packFiles(new Map([["a.txt", Buffer.from("a")]])), mine).problems).toContain(
      "results.json is missing",
    );
  });

  test("another suite is remarked on, and is no fault", () => {
    const other = { ...mine, version: "9.9.9", suiteDigest: "0".repeat(64) };
    const { problems, remarks } = verifyEvidence(archive, other);
    expect(problems).toEqual([]);
    expect(remarks.join("\n")).toContain("this is 9.9.9");
  });
});

describe("what cannot be certified", () => {
  test("waivers and pins, before anything is sent", () => {
    const waivers = [{ requirement: "PAGE-07", reason: "TICKET-1", expires: "2999-01-01" }];
    expect(() => refuseUncertifiable({ ...environment, waivers })).toThrow(/waivers: PAGE-07/);
    const openPoints = { "page-size": { default: 10, cap: null, beyondCap: "none-seen" } } as const;
    expect(() => refuseUncertifiable({ ...environment, openPoints })).toThrow(/pinned open points: page-size/);
    expect(() => refuseUncertifiable(environment)).not.toThrow();
  });

  test("a filtered run, and a shard", { timeout: 120_000 }, async () => {
    const reference = await startShared({});
    const target = embeddedEnvironment(reference.baseUrl, embeddedTarget);
    const filtered = join(home, "filtered");
    await runSuite(target, { depth: "quick", seed: 1, only: ["FLOW"], outputDir: filtered });
    await expect(certifyRun(filtered, target)).rejects.toThrow(/only FLOW was judged/);
    const part = join(home, "part");
    await runSuite(target, { depth: "quick", seed: 1, shard: { index: 1, count: 40 }, outputDir: part });
    await expect(certifyRun(part, target)).rejects.toThrow(/only shard 1\/40/);
    await reference.close();
  });

  test("a folder without a run", async () => {
    await expect(certifyRun(join(home, "nothing"))).rejects.toThrow(/holds no run/);
  });
});
