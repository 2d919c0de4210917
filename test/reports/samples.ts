/** Sample runs: what the tests of the formats render. */
import { ResultCollector, type Results } from "../../reports/results/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { base, sampleResults, type SampleFailure } from "./sample-builder.ts";

export { sampleResults } from "./sample-builder.ts";

const binary = Uint8Array.from({ length: 600 }, (_, at) => (at * 31) % 256);

/** A run with failures of every kind a report has to show. */
export function failingResults(): Results {
  return sampleResults({
    unjudged: ["EQUIV-04", "LOGIN-02", "LOGIN-05", "LOGIN-07", "LOGIN-10", "REFUSE-02", "ISO-01"],
    applicability: new Map(
      (["LOGIN-02", "LOGIN-05", "LOGIN-07", "LOGIN-10"] as const).map((id) => [
        id,
        { status: "skipped" as const, reason: "The configuration gives no `credentials.privateKey`." },
      ]),
    ),
    waivers: [{ requirement: "DETAILS-08", reason: "TICKET-123: order is being repaired", expires: "2027-01-31" }],
    failures: [
      {
        requirement: "PAGE-07",
        message: "`hasNext` is false on a page that 3 links follow.",
        expected: { hasNext: true, hasPrevious: false },
        actual: { hasNext: false, hasPrevious: false, startCursor: "bGluazox", endCursor: "bGluazoy" },
        operation: "v2TraceDetails",
      },
      {
        requirement: "PAGE-07",
        message: "`hasNext` is true on the last page of a walk.",
        expected: { hasNext: false },
        actual: { hasNext: true },
        operation: "legacyTraceDetails",
      },
      {
        requirement: "STATE-03",
        message: "The member `lines` of the data is missing from the state after the second action.",
        expected: {
          claim: "C-17",
          lines: [
            { sku: "a", count: 2 },
            { sku: "b", count: 1 },
          ],
          note: "fragile",
          paid: false,
        },
        actual: { claim: "C-17", note: "Fragile", paid: false, amount: 12.5 },
        operation: "v2TraceState",
      },
      {
        requirement: "FILE-01",
        message: "The file differs from what was attached, from byte 259 on.",
        expected: binary,
        actual: Uint8Array.from(binary).fill(0xef, 259, 262),
        operation: "v2DownloadFile",
        exchange: {
          requestHeaders: { authorization: "Bearer «redacted»" },
          responseHeaders: { "content-type": "application/octet-stream", "content-length": "600" },
          responseBody: undefined,
          responseBase64: Buffer.from(Uint8Array.from(binary).fill(0xef, 259, 262)).toString("base64"),
          responseBytes: 600,
        },
      },
      {
        requirement: "DATA-07",
        message: "The text came back in another normal form: U+00E9 was sent, U+0065 U+0301 was read.",
        expected: "Ren\u00e9e l'\u00e9t\u00e9 — naïve",
        actual: "Rene\u0301e l'\u00e9t\u00e9 — naïve",
        operation: "v2TraceState",
      },
      {
        requirement: "ROBUST-01",
        message: "A broken JSON body was answered with 500.",
        expected: "a status from 400 to 499",
        actual: 500,
        operation: "v2SearchTraces",
        exchange: { status: 500, responseBody: '{"error":"Internal Server Error","data":null}' },
      },
      {
        requirement: "DETAILS-08",
        message: "Links 2 and 3 stand in the opposite order of their actions.",
        expected: ["open", "comment", "close"],
        actual: ["open", "close", "comment"],
        operation: "v2TraceDetails",
      },
      {
        requirement: "AUTH-04",
        message: "The state was given out without a token.",
        expected: "a refusal (401 or 403)",
        actual: 200,
        operation: "v2TraceState",
        exchange: { requestHeaders: { accept: "application/json" } },
      },
    ],
  });
}

/** A run with requirements that an extension added, one of them broken. */
export function extendedResults(): Results {
  const results = failingResults();
  const own = {
    area: "X-ACME",
    level: "MUST",
    basis: "stated",
    section: "handbook of Acme, chapter 7",
    operations: ["v2CreateTrace"],
    judged: 3,
  } as const;
  const [failure] = results.requirements.find(({ failures }) => failures)?.failures ?? [];
  const broken = { ...own, id: "X-ACME-02", statement: "A claim has a number.", status: "failed" } as const;
  return {
    ...results,
    requirements: [
      ...results.requirements,
      { ...own, id: "X-ACME-01", statement: "A trace is opened by clerks.", status: "passed" },
      { ...broken, ...(failure ? { failures: [failure], failureCount: 1 } : {}) },
    ],
  };
}

/** Every MUST judged and passed. */
export function conformantResults(): Results {
  return sampleResults();
}

/** Nothing could be reached. */
export function unreachableResults(): Results {
  return new ResultCollector().finish({ ...base, profile: { readings: {} } });
}

const hostileTexts = [
  `</script><script>globalThis.__owned = 1</script>`,
  `<img src=x onerror="globalThis.__owned = 1">"'><svg onload=globalThis.__owned=1>`,
  `\u001b[2J\u001b[31mred\u001b[0m\u001b]0;title\u0007 \u009b31m`,
  `]]> --> <!-- %0A::error::owned \u2028 \u2029 \u0000 \u202Eevil\u202C \ud800 \uffff`,
  "```\n# heading\n| a | b |\n[link](javascript:alert(1)) @everyone `code`",
  "\n::error file=x::owned\r\n::set-output name=a::b",
  "javascript:alert(1)",
];

/** A target that puts into every place it controls what could hurt a reader. */
export function hostileResults(): Results {
  const megabyte = "<b>\u001b[5m".repeat(120_000);
  const failures = requirements.slice(0, 24).map((requirement, at): SampleFailure => {
    const text = hostileTexts[at % hostileTexts.length] ?? "";
    const value = { [text]: text, list: [text, text], constructor: text, megabyte: at === 0 ? megabyte : "" };
    return {
      requirement: requirement.id,
      message: `The target said ${text}`,
      expected: value,
      actual: JSON.parse(`{"__proto__": ${JSON.stringify(text)}, "a": [1, 2]}`),
      title: text,
      exchange: {
        path: `/v2/traces/${text}`,
        responseHeaders: { "x-evil": text, [text]: "1" },
        responseBody: at === 0 ? megabyte : text.repeat(50),
        requestBody: text,
        curl: `curl ${text}`,
        failure: text,
      },
    };
  });
  const [evil = ""] = hostileTexts;
  return sampleResults({
    failures,
    environment: { name: evil, baseUrl: `https://x.example/${hostileTexts[1]}`, access: "read-only" },
    profile: { readings: { "no-token": { value: { refused: true, status: 401 }, evidence: hostileTexts.join(" ") } } },
    errors: [{ message: hostileTexts.join(" ") }],
  });
}

/** As many failures as asked, spread over the requirements: far more than a collector keeps. */
export function manyFailures(count: number): Results {
  const sample = failingResults();
  const pattern = sample.requirements.flatMap((requirement) => requirement.failures ?? []);
  const per = Math.ceil(count / sample.requirements.length);
  let left = count;
  const judged = sample.requirements.map((requirement) => {
    const number = Math.min(per, left);
    left -= number;
    const failures = Array.from({ length: number }, (_, at) => {
      const failure = pattern[at % pattern.length];
      return { ...failure, message: `${failure?.message} (case ${at + 1})` } as NonNullable<typeof failure>;
    });
    return { ...requirement, status: "failed" as const, failures, failureCount: number };
  });
  const none = { passed: 0, warned: 0, waived: 0, skipped: 0, inconclusive: 0, error: 0 };
  const summary = { ...sample.summary, requirements: { ...none, failed: judged.length } };
  return { ...sample, verdict: "non-conformant", requirements: judged, summary };
}

/** The night before `failingResults`: other failures, a faster target, another reading. */
export function previousResults(): Results {
  return sampleResults({
    startedAt: "2026-05-03T03:00:00.000Z",
    slow: 0.3,
    failures: [{ requirement: "STATE-05", message: "The state changed without an action.", expected: 1, actual: 2 }],
    profile: {
      readings: { ...base.profile?.readings, "link-order": { value: { order: "newest-first" }, evidence: "…" } },
    },
  });
}
