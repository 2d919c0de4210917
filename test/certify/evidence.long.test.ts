/** Evidence: what it holds, what it refuses, and that nobody changes it unseen. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, afterAll, describe, expect, test } from "vitest";
import { embeddedEnvironment, readSavedParts, type Environment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { packFiles, statementOf, unpackFiles } from "../../reports/evidence/index.ts";
import type { Results } from "../../reports/index.ts";
import { certifyRun, refuseUncertifiable } from "../../suites/evidence/certify.ts";
import { verifyEvidence } from "../../suites/evidence/verify.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { suiteIdentity } from "../../suites/engine/record/suite-digest.ts";
import { startReference } from "../../reference/index.ts";
import { officialOf } from "../reports/official.ts";
import { archiveOf } from "./lib/archives.ts";

const home = mkdtempSync(join(tmpdir(), "certify-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const depth = "quick";
let environment: Environment;
let archive: Buffer;
let results: Results;

/** A run on a service with a fault: what fails must be in the archive. */
beforeAll(async () => {
  ({ archive, results, environment } = await archiveOf({ faults: ["state/last-member-is-dropped"] }));
}, 180_000);

const files = (): Map<string, Uint8Array> => new Map(unpackFiles(archive));
const text = (name: string): string => Buffer.from(files().get(name) ?? []).toString("utf8");

describe("an archive", () => {
  test("is sound, and says what was found", async () => {
    const verified = await verifyEvidence(archive, { depth });
    expect(verified).toMatchObject({ problems: [], unverified: [] });
    expect(verified.results?.verdict).toBe("non-conformant");
    expect(verified.run?.record.suite).toEqual(suiteIdentity());
  });

  test("of depth quick is none of depth standard", async () => {
    const { problems } = await verifyEvidence(archive);
    expect(problems).toEqual([expect.stringMatching(/checked at depth quick; wanted at least standard/)]);
  });

  test("holds results, reports, what ran, the profile, and every history", async () => {
    expect([...files().keys()]).toEqual([
      "test-result.intoto.json",
      "test-result.intoto.dsse.json",
      "results.json",
      "junit.xml",
      "report.html",
      "run.json",
      "profile.json",
      "histories.ndjson.zst",
    ]);
    const histories = files().get("histories.ndjson.zst") ?? Buffer.of();
    const parts = await Array.fromAsync(readSavedParts(histories, "histories.ndjson.zst", () => undefined));
    const exchanges = parts.flatMap((part) => (part.type === "history" ? part.history.exchanges : []));
    expect(exchanges).toHaveLength(results.summary.exchanges);
    expect(JSON.parse(text("profile.json"))).toHaveProperty("readings");
    expect(JSON.parse(text("run.json"))).toMatchObject({
      suite: { suiteDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      depth: "quick",
      seed: 11,
      peer: null,
    });
  });

  test("its statement is an in-toto test result whose subjects are the files", async () => {
    const document = text("test-result.intoto.json");
    expect(await officialOf.intoto(document)).toEqual([]);
    const statement = JSON.parse(document) as {
      subject: { name: string }[];
      predicate: { result: string; failedTests: string[] };
    };
    expect(statement.subject.map(({ name }) => name)).toEqual([...files().keys()].slice(2));
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
    expect(JSON.parse(text("run.json"))).toMatchObject({ credentials: { email: true, password: true } });
  });
});

describe("what was changed is seen", () => {
  const changed = async (change: (all: Map<string, Uint8Array>) => void): Promise<readonly string[]> => {
    const all = files();
    change(all);
    return (await verifyEvidence(packFiles(all), { depth })).problems;
  };

  test("a file whose digest is no longer the one that was stated", async () => {
    const name = "profile.json";
    const problems = await changed((all) =>
      all.set(name, Buffer.concat([all.get(name) ?? Buffer.of(), Buffer.from(" ")])),
    );
    expect(problems).toContainEqual(expect.stringContaining(`${name} was changed: wanted sha256`) as string);
  });

  test("a file that is missing, and one that was added", async () => {
    expect(await changed((all) => all.delete("histories.ndjson.zst"))).toEqual(
      expect.arrayContaining([
        "histories.ndjson.zst is missing",
        "histories.ndjson.zst is named by the statement, and is not in the archive",
      ]),
    );
    expect(await changed((all) => all.set("more.txt", Buffer.from("hello")))).toEqual([
      "more.txt is not named by the statement: it was added afterwards",
    ]);
  });

  test("a failure turned into a pass, and everything stated anew", async () => {
    const told = JSON.parse(JSON.stringify(results)) as { requirements: { status: string }[]; verdict: string };
    for (const requirement of told.requirements) if (requirement.status === "failed") requirement.status = "passed";
    told.verdict = "conformant";
    const problems = await changed((all) => {
      all.set("results.json", Buffer.from(`${JSON.stringify(told, null, 1)}\n`));
      const others = [...all].filter(([name]) => !name.startsWith("test-result."));
      all.set("test-result.intoto.json", Buffer.from(statementOf(told as unknown as Results, new Map(others))));
    });
    expect(problems).toEqual(
      expect.arrayContaining([
        'results.json says "conformant" at /verdict; the histories give "non-conformant"',
        "junit.xml does not say what results.json says",
      ]),
    );
  });

  test("an archive that is none", async () => {
    await expect(verifyEvidence(Buffer.from("hello"))).rejects.toThrow(/wanted a zip archive/);
    await expect(verifyEvidence(archive.subarray(0, archive.length / 2))).rejects.toThrow(/wanted a zip archive/);
    const { problems } = await verifyEvidence(packFiles(new Map([["a.txt", Buffer.from("a")]])));
    expect(problems).toContain("results.json is missing");
  });

  test("another suite that comes to the same is remarked on, and is no fault", async () => {
    const mine = { ...suiteIdentity(), version: "9.9.9", suiteDigest: "0".repeat(64) };
    const { problems, unverified, remarks } = await verifyEvidence(archive, { depth, mine });
    expect({ problems, unverified }).toEqual({ problems: [], unverified: [] });
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
    const reference = await startReference({});
    const target = embeddedEnvironment(reference.baseUrl, embeddedTarget);
    const filtered = join(home, "filtered");
    await runSuite(target, { depth: "quick", seed: 1, only: ["FLOW"], outputDir: filtered });
    await expect(certifyRun(filtered)).rejects.toThrow(/only FLOW was judged/);
    const part = join(home, "part");
    await runSuite(target, { depth: "quick", seed: 1, shard: { index: 1, count: 40 }, outputDir: part });
    await expect(certifyRun(part)).rejects.toThrow(/only shard 1\/40/);
    await reference.close();
  });

  test("a folder without a run", async () => {
    await expect(certifyRun(join(home, "nothing"))).rejects.toThrow(/holds no run/);
  });
});
