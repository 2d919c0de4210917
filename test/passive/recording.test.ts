/** Recordings of real traffic: what they show is judged, what they cannot show stays open, and no secret comes through. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedEnvironment, readHistories, readRecording, RecordingError } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { formatByName, resultsProblems, type Results } from "../../reports/index.ts";
import { startReference } from "../../reference/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { judgeRecording } from "../../suites/engine/judging/judge-recording.ts";
import type { CollectedRun } from "../../suites/engine/saved/collected-run.ts";
import { reportedExchanges } from "../../suites/engine/results/reported-exchange.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";

const home = mkdtempSync(join(tmpdir(), "passive-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const moment = { startedAt: "2027-01-31T10:00:00.000Z", runId: "r" };
const browserHar = fileURLToPath(new URL("recordings/browser.har", import.meta.url));
const withStatus = ({ requirements }: Results, status: string): readonly string[] =>
  requirements.filter((requirement) => requirement.status === status).map(({ id }) => id);

describe("a browser's recording", () => {
  const recording = readRecording(browserHar, "browser.har");

  test("its requests are told apart: the service, a prefix before its paths, and everything else", () => {
    expect(recording.baseUrl).toBe("https://app.vendor.example/api");
    expect(recording.history.exchanges.map(({ operationId }) => operationId)).toEqual([
      "v2LoginCredential",
      "v2ListWorkflows",
      "v2CreateTrace",
      "v2AppendAction",
      "v2TraceState",
      "v2TraceDetails",
      "legacyTraceState",
      "v2DownloadFiles",
    ]);
    expect(recording.leftOut).toEqual({ foreign: 4, cached: 1, unanswered: 1, withoutBody: 1 });
  });

  test("intents are rebuilt where it shows them", () => {
    const [, , create, act, , details, , files] = recording.history.exchanges.map(({ intent }) => intent);
    expect(create).toMatchObject({
      kind: "create",
      data: { amount: 12, note: "first" },
      actionKey: "open",
      workflowId: "2041",
    });
    expect(act).toMatchObject({ kind: "act", data: { amount: 13 }, actionKey: "comment" });
    expect(details).toMatchObject({ kind: "details", page: { first: 10 } });
    expect(files).toMatchObject({ kind: "files", requested: [{ digest: "abc" }] });
    // The bytes of the attached file are not there.
    expect(recording.unknownWrites).toBe(1);
  });

  test("what a single exchange shows is judged, and nothing else", () => {
    const { results } = judgeRecording(recording, moment);
    expect(resultsProblems(results)).toEqual([]);
    expect(withStatus(results, "failed")).toEqual(["STATE-02"]);
    expect(withStatus(results, "passed")).toEqual(
      expect.arrayContaining([
        "ENV-01",
        "STATUS-01",
        "STATUS-03",
        "LOGIN-01",
        "LOGIN-04",
        "CREATE-01",
        "ACT-01",
        "STATE-01",
        "FILES-01",
        "FLOW-01",
      ]),
    );
    expect(results.verdict).toBe("non-conformant");
    const open = results.requirements.filter(({ status }) => status === "inconclusive");
    expect(open.every(({ reason }) => (reason ?? "").length > 10)).toBe(true);
    // Exported without tokens: nothing may be said of who was let in.
    expect(results.requirements.filter(({ area, status }) => area === "AUTH" && status !== "inconclusive")).toEqual([]);
  });

  test("--alone is not taken at its word where a write cannot be read", () => {
    const { results } = judgeRecording(recording, { ...moment, alone: true });
    const state = results.requirements.find(({ id }) => id === "STATE-04");
    expect(state).toMatchObject({
      status: "inconclusive",
      reason: expect.stringContaining("1 recorded writes") as string,
    });
  });

  test("no secret of it leaves: password, email, token, cookie", () => {
    const { results } = judgeRecording(recording, moment);
    const told = JSON.stringify(results) + formatByName("html").render(results) + formatByName("har").render(results);
    for (const canary of [
      "canary-pass-8841",
      "canary-mail@vendor",
      "canary-cookie-1234",
      "c2lnbmF0dXJlLW9mLXRoZS10b2tlbg",
    ])
      expect(told.includes(canary), canary).toBe(false);
  });

  test("another address can be named", () => {
    const elsewhere = readRecording(browserHar, "browser.har", { baseUrl: "https://telemetry.example/" });
    expect(elsewhere.history.exchanges).toHaveLength(1);
    expect(() => readRecording(browserHar, "browser.har", { baseUrl: "https://other.example" })).toThrow(
      /none of its 15 requests calls an operation of the interface below https:\/\/other\.example/,
    );
  });
});

describe("the recording of a whole run, as our own report writes it", () => {
  const histories: History[] = [];
  let collected: CollectedRun;
  let baseUrl: string;
  let ran: Results;

  beforeAll(async () => {
    const reference = await startReference({ faults: ["envelope/v2-state-without-error-member"] });
    ({ baseUrl } = reference);
    const outputDir = join(home, "run");
    ran = await runSuite(embeddedEnvironment(baseUrl, embeddedTarget), { depth: "quick", seed: 3, outputDir });
    await reference.close();
    for await (const history of readHistories(outputDir)) histories.push(history);
    collected = JSON.parse(readFileSync(join(outputDir, "collected.json"), "utf8")) as CollectedRun;
  }, 180_000);

  function harOf(chosen: readonly History[]): string {
    const exchanges = chosen.flatMap((history) =>
      reportedExchanges(
        history,
        history.exchanges.map(({ index }) => index),
        { baseUrl, redact: (text) => text },
      ),
    );
    // Saved histories have no times of the day: one after the other is how these were.
    const timed = exchanges.map((exchange, at) => ({ ...exchange, startedAt: new Date(at * 60_000).toISOString() }));
    const file = join(home, "own.har");
    writeFileSync(file, formatByName("har").render(ran, { exchanges: timed }));
    return file;
  }

  test("finds what the run found in single exchanges, and blames nothing else", () => {
    const recording = readRecording(harOf(histories), "own.har");
    expect(recording.baseUrl).toBe(baseUrl);
    expect(recording.history.exchanges.length).toBeGreaterThan(200);
    const { results } = judgeRecording(recording, moment);
    expect(withStatus(results, "failed")).toEqual(["ENV-01"]);
    expect(withStatus(results, "warned")).toEqual([]);
    expect(withStatus(results, "passed").length).toBeGreaterThan(25);
  });

  test("files keep their digests, so that writes with files are known", () => {
    const recording = readRecording(harOf(histories), "own.har");
    const writes = recording.history.exchanges.flatMap(({ intent }) => ("files" in intent ? intent.files : []));
    expect(writes.some(({ size, sha256 }) => size > 0 && /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
  });

  test("with nobody else writing, reads are held against writes", () => {
    const chosen = histories.filter(({ script }) => /^scenarios\/(?:state|equivalence)\//.test(script.id));
    expect(chosen.length).toBeGreaterThan(0);
    const recording = readRecording(harOf(chosen), "own.har");
    expect(recording.unknownWrites).toBe(0);
    const profile = collected.profile ?? { readings: {} };
    const { results } = judgeRecording(recording, { ...moment, alone: true, profile });
    expect(withStatus(results, "passed")).toEqual(expect.arrayContaining(["STATE-02", "STATE-03", "STATE-04"]));
    expect(withStatus(results, "failed")).toEqual(["ENV-01"]);
  });
});

describe("what is no recording", () => {
  test.each([
    ["no JSON", "hello", /wanted a HAR file/],
    ["another document", '{"log":{}}', /log\.entries/],
    ["no request to such a service", '{"log":{"entries":[]}}', /none of its 0 requests/],
  ])("%s", (_, text, message) => {
    const file = join(home, "none.har");
    writeFileSync(file, text);
    expect(() => readRecording(file, "none.har")).toThrow(message);
    expect(() => readRecording(file, "none.har")).toThrow(RecordingError);
  });

  test("entries of another shape are told with their place, and requests of other protocols left out", () => {
    const file = join(home, "odd.har");
    const good = {
      request: { url: "http://h/trace/1/state" },
      response: { status: 200, content: { text: "{}", size: 2 } },
    };
    const read = (...entries: readonly unknown[]): number => {
      writeFileSync(file, JSON.stringify({ log: { entries } }));
      return readRecording(file, "odd.har").history.exchanges.length;
    };
    expect(read({}, { request: { url: "ws://x/y" } }, good)).toBe(1);
    for (const odd of [null, 7, { request: { url: "http://h/trace/1/state", headers: 3 } }])
      expect(() => read(good, odd)).toThrow(/odd\.har: log\.entries\[1\]: /);
  });
});
