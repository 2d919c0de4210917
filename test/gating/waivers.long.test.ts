/** Waivers: run and expected to fail, for a time; one that rots is red, with the reason. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import { exitCodeOf, formatByName, type Results } from "../../reports/index.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { writeConfiguration } from "../cli/lib/targets.ts";
import { breaksEnvelope, target } from "./lib/target.ts";

const slow = { timeout: 120_000 };
const waiver: Waiver = { requirement: "ENV-01", reason: "TICKET-123", expires: "2999-12-31" };

async function run(waivers: readonly Waiver[], faults: readonly string[] = [breaksEnvelope]): Promise<Results> {
  return runSuite(await target({ faults, waivers }), { depth: "quick", seed: 1 });
}
const found = ({ requirements: all }: Results, id: string): Results["requirements"][number] | undefined =>
  all.find((requirement) => requirement.id === id);

describe("a waiver", () => {
  test("covers a failure that is known: conformant, and told", slow, async () => {
    const results = await run([waiver]);
    expect(found(results, "ENV-01")).toMatchObject({ status: "waived", reason: "TICKET-123 (until 2999-12-31)" });
    // It is run all the same: the failure is there to be looked at.
    expect(found(results, "ENV-01")?.failures?.length).toBeGreaterThan(0);
    expect([results.verdict, exitCodeOf(results)]).toEqual(["conformant", 0]);
    expect(formatByName("terminal").render(results)).toContain("1 waived");
  });

  test("covers nothing but its requirement", slow, async () => {
    const results = await run([{ ...waiver, requirement: "STATUS-01" }]);
    expect(found(results, "ENV-01")?.status).toBe("failed");
    expect(exitCodeOf(results)).toBe(1);
  });

  test("that expired is red with the reason, in every report", slow, async () => {
    const results = await run([{ ...waiver, expires: "2020-01-31" }]);
    const reason = "Its waiver (TICKET-123) expired on 2020-01-31.";
    expect(found(results, "ENV-01")).toMatchObject({ status: "failed", reason });
    expect(results.reasons.join()).toContain(reason);
    expect(exitCodeOf(results)).toBe(1);
    for (const format of ["terminal", "markdown", "junit", "annotations"])
      expect(formatByName(format).render(results).replaceAll("\\", ""), format).toContain("expired on 2020-01-31");
  });

  test("whose requirement passes is red, and says how to mend it", slow, async () => {
    const results = await run([waiver], []);
    expect(found(results, "ENV-01")).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("It passes, yet it is waived (TICKET-123); remove the entry") as string,
    });
    expect(exitCodeOf(results)).toBe(1);
    expect(formatByName("terminal").render(results)).toContain("It passes, yet it is waived");
  });

  test("is not held against a part of a run, where the failure may be elsewhere", slow, async () => {
    const environment = await target({ waivers: [waiver] });
    const results = await runSuite(environment, { depth: "quick", seed: 1, shard: { index: 1, count: 2 } });
    expect(found(results, "ENV-01")?.status).toBe("passed");
  });
});

describe("a waiver of nothing", () => {
  test("names the nearest requirement, or the other waiver", () => {
    const refuse = (waivers: readonly Waiver[]): void =>
      refuseUnknownWaivers({ name: "preprod", waivers }, requirements);
    expect(() => refuse([{ ...waiver, requirement: "ENV-10" }])).toThrow(
      /environments\.preprod\.waivers\[0\]\.requirement: there is no requirement "ENV-10"\. Did you mean "ENV-0/,
    );
    expect(() => refuse([waiver, waiver])).toThrow(
      /waivers\[1\]\.requirement: ENV-01 is waived already, by waivers\[0\]/,
    );
    expect(() => refuse([waiver])).not.toThrow();
  });

  test("is wrong usage, before anything is sent", async () => {
    const cwd = emptyFolder();
    writeConfiguration(cwd, "http://127.0.0.1:9", { waivers: [{ ...waiver, requirement: "STATE-99" }] });
    const { code, stderr } = await callCli(["run", "--env", "vendor"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("STATE-99") as string });
  });

  test("without a reason or a day is wrong configuration", async () => {
    const cwd = emptyFolder();
    const text =
      "environments:\n  vendor:\n    baseUrl: http://127.0.0.1:9\n    waivers:\n      - requirement: ENV-01\n";
    writeFileSync(join(cwd, "trace-conformance.yaml"), text);
    const { code, stderr } = await callCli(["run", "--env", "vendor"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/trace-conformance\.yaml:5: .*reason/);
    expect(stderr).toMatch(/expires/);
  });
});
