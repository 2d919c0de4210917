/** A history as a script of the shell: on a faulty service it shows the failing answer, by bash and curl alone. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { embeddedEnvironment, openDriver } from "../../driver/index.ts";
import { observe } from "../../probes/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { Reproductions } from "../../suites/engine/results/reproductions.ts";
import { referenceOfTest } from "../lib/reference.ts";

const mark = (label: string): object => ({ tcRun: "run12345", tcMark: `story~run12345~${label}` });
const file = {
  partName: "file-0",
  fileName: 'ü "x".bin',
  contentType: "application/octet-stream",
  content: { everyByte: 1 },
};

/** Ids, cursors and digests that only the answers tell, bytes of every value, requests at the same time, a wrong token. */
const script = {
  id: "story/all-there-is",
  title: "all there is",
  steps: [
    { op: "create", face: "v2", as: "t", data: { ...mark("1"), note: 'it\'s "quoted"\n\\ %s $HOME' }, files: [file] },
    {
      parallel: [
        [{ op: "act", face: "legacy", trace: "$t", data: mark("2") }],
        [{ op: "act", face: "v2", trace: "$t", data: mark("3"), files: [file] }],
      ],
    },
    { op: "walk", face: "v2", trace: "$t", size: 1, direction: "forward" },
    { op: "file", face: "v2", trace: "$t", digest: "$t.0" },
    { op: "details", face: "v2", trace: "$t", page: { last: 2 } },
    { op: "search", face: "v2", filters: mark("1") },
    { op: "state", face: "v2", trace: "$t", token: "signature-altered" },
    { op: "state", face: "legacy", trace: "$t" },
  ],
} as unknown as Script;

const { email = "", password = "" } = embeddedTarget.credentials ?? {};

async function run(text: string, env: Readonly<Record<string, string>>): Promise<string> {
  const all = { PATH: process.env["PATH"] ?? "", ...env };
  const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-c", text], { env: all, timeout: 60_000 });
  return stdout + stderr;
}

/** The statuses of the answers, and whether a token stands among them. */
const statusesIn = (shown: string): readonly string[] =>
  [...shown.matchAll(/^ {4}status (\d+)/gm)].map(([, one]) => one ?? "");

test("the script shows the failing answer, and on an honest service the right one", { timeout: 60_000 }, async () => {
  const [{ baseUrl }, honest] = [
    await referenceOfTest({ faults: ["status/v2-creation-answers-201"] }),
    await referenceOfTest(),
  ];
  const environment = embeddedEnvironment(baseUrl, embeddedTarget);
  const driver = await openDriver(environment, { runId: "run12345" });
  onTestFinished(() => driver.close());
  const { profile } = await observe(driver);
  const history = await driver.run(script, { profile });
  const judged = judge(new Case(history, { profile, target: driver.target }));
  const reproductions = new Reproductions({ baseUrl, redact: (said) => environment.secrets.redact(said) });
  reproductions.keep("failures/story.json", history, judged);
  const text = reproductions.of([{ file: "failures/story.json" }]).get("failures/story.sh") ?? "";
  for (const secret of [email, password]) expect(text).not.toContain(secret);

  const lost: Judgement = {
    requirement: "STATE-03",
    outcome: "failed",
    expected: "a",
    actual: undefined,
    exchanges: [0],
  };
  reproductions.keep("failures/lost.json", { ...history }, { ...judged, judgements: [lost] });
  expect(reproductions.of([{ file: "failures/lost.json" }]).get("failures/lost.sh")).toMatch(
    /^failed 0 .* '"a"' 'nothing'$/m,
  );

  const statuses = history.exchanges.map(({ response }) => String(response?.status));
  const shown = await run(text, { TRACE_EMAIL: email, TRACE_PASSWORD: password });
  expect(shown).toContain("found in the run: STATUS-01");
  expect(shown).not.toMatch(/command not found|syntax error|unbound variable/);
  expect(statusesIn(shown).toSorted()).toEqual(statuses.toSorted());
  expect(shown).toMatch(/^exchange 0: POST \/v2\/traces\n {4}status 201/m);
  expect(shown).toMatch(
    /\nSTATUS-01: .*\n {4}wanted: {3}.*200.*\n {4}got then: .*201.*\n {4}got now: {2}exchange 0, status 201: \{/,
  );
  expect(text).not.toMatch(/traceparent|units\(\)/);
  const right = await run(text, { TRACE_EMAIL: email, TRACE_PASSWORD: password, TRACE_BASE_URL: honest.baseUrl });
  expect(statusesIn(right).toSorted()).toEqual(statuses.map((one) => (one === "201" ? "200" : one)).toSorted());

  await expect(run(text, {})).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("set TRACE_TOKEN") });
  // Of several people each is named as the configuration has them.
  const another = run(text.replaceAll("$(token_of TRACE)", "$(token_of TRACE_USER_2)"), {});
  await expect(another).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^set TRACE_USER_2_TOKEN, .* of users\[1\] of the configuration$/m),
  });
  const lacking = run(text, { TRACE_EMAIL: email });
  await expect(lacking).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("check TRACE_EMAIL and TRACE_PASSWORD"),
  });
});
