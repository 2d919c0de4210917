/** From the page back to the service: a failure is opened, its curl line copied and run in a shell, and seen again. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { Reference } from "../../reference/index.ts";
import type { Failure } from "../../reports/index.ts";
import { shellVariable } from "../../reports/text/shell-login.ts";
import { missingBrowser, ReportBrowser } from "./browser.ts";
import { startShared } from "../lib/reference.ts";
import { realRun, type RealRun } from "./real-run.ts";

const faults = [
  "authentication/v2-state-needs-no-token",
  "details/total-count-stops-at-five",
  "file/last-byte-is-lost",
  "robustness/malformed-json-is-a-server-error",
];

/** What `curl --include` prints: the status, and the bytes behind the headers. */
interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

type Comparison = (answer: Answer, failure: Failure) => void;

function answerIn(printed: Buffer): Answer {
  const end = printed.indexOf("\r\n\r\n");
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(printed.toString("latin1"))?.[1]), body: printed.subarray(end + 4) };
}

describe.skipIf(missingBrowser)("a failure of a real run", { timeout: 60_000 }, () => {
  const browser = new ReportBrowser();
  let service: Reference;
  let run: RealRun;
  let folder: string;
  let page: Page;
  let troubles: readonly string[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "trace-conformance-shell-"));
    service = await startShared({ faults });
    run = await realRun(service.baseUrl, "--only", "AUTH", "--only", "DETAILS", "--only", "FILE", "--only", "ROBUST");
    await browser.start();
    ({ page, troubles } = await browser.open(run.read("html")));
  }, 120_000);
  afterAll(async () => {
    await browser.stop();
    run.remove();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The reader's shell: it knows what the reader logs in with, and nothing else. The service answers meanwhile. */
  const shell = async (line: string): Promise<Buffer> => {
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", line], {
      cwd: folder,
      encoding: "buffer",
      timeout: 30_000,
      env: {
        PATH: process.env["PATH"],
        TRACE_EMAIL: embeddedTarget.credentials.email,
        TRACE_PASSWORD: embeddedTarget.credentials.password,
        TRACE_SECOND_PRIVATE_KEY: JSON.stringify(embeddedTarget.secondUser.privateKey).slice(1, -1),
      },
    });
    return stdout;
  };
  const copied = async (label: string, within: string): Promise<string> => {
    await page.click(`${within} button[aria-label='${label}']`);
    return String(await page.evaluate("navigator.clipboard.readText()"));
  };

  const sameBody: Comparison = ({ body }, { exchanges: [seen] }) =>
    seen?.responseBase64 === undefined
      ? expect(body.toString()).toBe(seen?.responseBody)
      : expect(body.toString("base64")).toBe(seen.responseBase64);
  // The case went on to append, so the page shows more by now; the number is as wrong as it was.
  const sameCount: Comparison = ({ body }, { actual }) => {
    const payload = JSON.parse(body.toString()) as { data?: object };
    expect(payload.data ?? payload).toMatchObject({ totalCount: actual });
  };

  test.each([
    ["AUTH-04", sameBody],
    ["DETAILS-06", sameCount],
    ["FILE-01", sameBody],
    ["ROBUST-01", sameBody],
  ])("%s is seen again by its copied lines", async (id, expectSame) => {
    const failure = run.results.requirements.find((requirement) => requirement.id === id)?.failures?.[0];
    const seen = failure?.exchanges[0];
    if (!failure || !seen) throw new Error(`${id} did not fail`);
    await page.click(`#${id} > .requirement-line button`);
    const body = `#${id}-body .failure:first-child .failure-body`;
    await page.waitForSelector(body);
    let lines = await copied("Copy the curl line", body);
    if (lines.includes("$TRACE_TOKEN")) {
      await page.click(`${body} .shell-variables summary`);
      lines = `${await copied("Copy the line that sets TRACE_TOKEN", body)}\n${lines}`;
    }
    const answer = answerIn(await shell(lines));
    expect(answer.status).toBe(seen.status);
    expectSame(answer, failure);
  });

  test("a token is got by a login that succeeded, for either user; without one the reader brings it", async () => {
    const { results } = run;
    const keyOnly = results.operations.filter(({ operationId }) => operationId === "v2LoginPrivateKey");
    const { line = "", needs } = shellVariable("TRACE_SECOND_TOKEN", { ...results, operations: keyOnly });
    expect(needs).toEqual(["TRACE_SECOND_PRIVATE_KEY"]);
    const token = await shell(`${line}; printf %s "$TRACE_SECOND_TOKEN"`);
    expect(token.toString()).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(shellVariable("TRACE_TOKEN", { ...results, operations: [] })).toEqual({ name: "TRACE_TOKEN" });
  });

  test("holds no secret and asks nothing of any network", () => {
    const { email, password } = embeddedTarget.credentials;
    expect(run.read("html")).not.toContain(password);
    expect(run.read("html")).not.toContain(email);
    expect(troubles).toEqual([]);
  });
});
