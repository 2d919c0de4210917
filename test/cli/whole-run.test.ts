/** One whole run of the embedded reference, in a process of its own, and what is made of what it saved. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Results } from "../../reports/index.ts";
import { callCli } from "./lib/call-cli.ts";
import { resultsIn, runCli, type CliOutcome } from "./lib/run-cli.ts";

const cwd = mkdtempSync(join(tmpdir(), "trace-conformance-"));
const slow = { timeout: 120_000 };
let run: CliOutcome;

beforeAll(async () => {
  run = await runCli(["--depth", "quick"], { cwd });
}, 120_000);
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test("it is conformant without any configuration, and exercised all operations", () => {
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("CONFORMANT") as string });
  const results = resultsIn(cwd);
  expect(results.verdict).toBe("conformant");
  // All 18 operations brought a success.
  const succeeded = results.operations.filter(({ statuses }) => Object.keys(statuses).some((s) => s.startsWith("2")));
  expect(succeeded).toHaveLength(18);
});

test("judged again it is the same, requirement by requirement", slow, async () => {
  const table = ({ requirements }: Results): object =>
    Object.fromEntries(requirements.map(({ id, status, judged }) => [id, `${status} ${judged}`]));
  const again = await callCli(["recheck", "conformance-report", "--output", "again"], { cwd });
  expect(again).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("every requirement is judged as it was") as string,
  });
  expect(table(resultsIn(cwd, "again"))).toEqual(table(resultsIn(cwd)));
});

test("judged again, what an edited file says of it is told", slow, async () => {
  cpSync(join(cwd, "conformance-report"), join(cwd, "edited"), { recursive: true });
  const file = join(cwd, "edited", "results.json");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('"status":"skipped"', '"status":"passed"'));
  const again = await callCli(["recheck", "edited"], { cwd });
  const said = "0 newly broken, 0 mended, 3 no longer judged (GATE-01 GATE-02 GATE-03)";
  expect(again.stderr).toContain(`against the run itself: ${said}`);
  expect(again.stdout).toContain(`Since the previous run: ${said}`);
});

test("it is certified, and verified", slow, async () => {
  const certify = ["certify", "conformance-report"];
  expect(await callCli(certify, { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it was run at depth quick") as string,
  });
  expect(await callCli([...certify, "--depth", "quick"], { cwd })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /wrote evidence\.zip.*\n.*too shallow for verify, unless it is given --depth quick/,
    ) as string,
  });
  const shallow = await callCli(["verify", "evidence.zip"], { cwd });
  expect(shallow).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("checked at depth quick; wanted at least standard") as string,
  });
  expect(shallow.stdout).toContain("evidence.zip is too shallow");
  expect(shallow.stdout).not.toContain("not sound");
  const verified = await callCli(["verify", "evidence.zip", "--depth", "quick"], { cwd });
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.stdout).toContain("is sound");
  expect(verified.stdout).toMatch(/verdict conformant: \d+ passed/);
  expect(await callCli(["verify", "evidence.zip", "--depth", "quick", "--within", "1ms"], { cwd })).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("it was not verified within 0.001 s; --within gives it longer") as string,
  });
  const bytes = readFileSync(join(cwd, "evidence.zip"));
  writeFileSync(join(cwd, "half.zip"), bytes.subarray(0, bytes.length / 2));
  expect(await callCli(["verify", "half.zip"], { cwd })).toMatchObject({ code: 2 });
});

test("of evidence that judged little, verify says of how much it is", slow, async () => {
  const readOnly = ["--env", "embedded", "--depth", "quick", "--access", "read-only"];
  const certified = await callCli(["certify", ...readOnly, "--output", "little", "--archive", "little.zip"], { cwd });
  expect(certified).toMatchObject({ code: 0 });
  const verified = await callCli(["verify", "little.zip", "--depth", "quick"], { cwd });
  expect(verified.stdout).toMatch(/verdict conformant in the \d+ of \d+ judged: \d+ passed/);
});
