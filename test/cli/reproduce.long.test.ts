/** The script of the shell beside a failing script shows the failing answer, with nothing but bash and curl. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";
import { reference } from "./lib/targets.ts";

const { email, password } = embeddedTarget.credentials as { email: string; password: string };
const secrets = { TRACE_EMAIL: email, TRACE_PASSWORD: password };

/** Runs the suite on a reference with this fault; the texts of the scripts of the shell that it leaves. */
async function reproductions(fault: string, requirement: string): Promise<readonly string[]> {
  const cwd = emptyFolder();
  const flags = ["--base-url", await reference([fault]), "--organization", "acme", "--workflow", "2041"];
  const actions = ["--create-action", "open:clerks", "--append-action", "comment:clerks"];
  const options = ["--depth", "quick", "--only", requirement, "--output", "out", "--quiet", "--seed", "7"];
  const { code } = await callCli(["run", ...flags, ...actions, ...options], { cwd, env: secrets });
  expect(code).toBe(1);
  const folder = join(cwd, "out", "failures");
  const scripts = readdirSync(folder);
  for (const script of scripts.filter((name) => name.endsWith(".json")))
    expect(scripts).toContain(script.replace(/json$/, "sh"));
  return scripts.filter((name) => name.endsWith(".sh")).map((name) => readFileSync(join(folder, name), "utf8"));
}

async function bash(text: string, env: Readonly<Record<string, string>>): Promise<string> {
  const all = { PATH: process.env["PATH"] ?? "", ...env };
  // As a file, as users run it: an argument may not be as long.
  const file = join(emptyFolder(), "reproduction.sh");
  writeFileSync(file, text);
  const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", file], { env: all, timeout: 60_000 });
  return stdout + stderr;
}

/** The words of the answers, without what every run has of its own. */
const answers = (shown: string): string => shown.replace(/^ {4}found in the run:.*$/gm, "");

const refusalsIn = (shown: string): number => shown.match(/^ {4}status [45]\d\d/gm)?.length ?? 0;

test.each([
  ["status/legacy-creation-answers-201", "STATUS-02", /POST \/trace\n {4}status 201/],
  ["pages/last-counts-from-the-start", "PAGE-02", /POST \/(v2\/traces|trace)\/[^/]+\/details\n {4}status 200/],
  ["files/only-the-first-digest-counts", "FILES-03", /GET \/(v2\/traces|trace)\/[^/]+\/files\?digests=/],
] as const)("%s", { timeout: 120_000 }, async (fault, requirement, failing) => {
  const texts = await reproductions(fault, requirement);
  expect(texts.length).toBeGreaterThan(0);
  const honest = await reference();
  for (const text of texts) {
    for (const secret of [email, password]) expect(text).not.toContain(secret);
    const shown = await bash(text, secrets);
    expect(shown).toContain(`found in the run: ${requirement}`);
    expect(answers(shown)).toMatch(failing);
    expect(shown).not.toMatch(/status 000|command not found|syntax error/);
    // An honest service refuses no more than the faulty one, which takes digests that it does not know: the requests are
    // whole, and the ids are those of this run.
    const right = answers(await bash(text, { ...secrets, TRACE_BASE_URL: honest }));
    const unknownDigests = fault === "files/only-the-first-digest-counts" ? 1 : 0;
    expect(refusalsIn(right)).toBeLessThanOrEqual(refusalsIn(answers(shown)) + unknownDigests);
    expect(right).not.toBe(answers(shown));
  }
});

test("without credentials it says which are missing, and sends nothing", { timeout: 60_000 }, async () => {
  const [text = ""] = await reproductions("pages/last-counts-from-the-start", "PAGE-02");
  await expect(bash(text, {})).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("set TRACE_TOKEN") });
});
