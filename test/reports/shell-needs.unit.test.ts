/** What the variables of curl lines hold is told beside them, for every user of the run. */
import { describe, expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { meaningOf, shellNeeds, tokenVariables, variablesIn } from "../../reports/text/shell-login.ts";
import { sampleResults } from "./samples.ts";

const failure = {
  requirement: "REFUSE-01",
  message: "it leaves a mark",
  operation: "v2AppendAction",
  exchange: { curl: `curl --header "authorization: Bearer $TRACE_USER_2_TOKEN" 'http://t.example/v2/traces/a'` },
} as const;
const sample = sampleResults({ failures: [failure] });
const login = { operationId: "v2LoginCredential", face: "v2", exchanges: 1, statuses: { 200: 1 } } as const;
const results = { ...sample, operations: [{ ...login, latencyMs: { p50: 1, p95: 1, p99: 1 } }] };
const lines = (failures = results): readonly string[] =>
  (failures.requirements.find(({ id }) => id === "REFUSE-01")?.failures ?? []).map(({ curl = "" }) => curl);

test("the users are named as the configuration has them", () => {
  expect(variablesIn(lines())).toEqual(["TRACE_USER_2_TOKEN"]);
  expect(meaningOf("TRACE_USER_2_EMAIL")).toBe("the email of users[1] of the configuration");
  expect(meaningOf("TRACE_SECOND_PASSWORD")).toMatch(/^the password.* of secondUser of the configuration$/);
  expect(meaningOf("TRACE_TOKEN")).toBe("a bearer token of the target");
  expect(tokenVariables(results).map(({ name }) => name)).toContain("TRACE_USER_2_TOKEN");
});

test("where nobody logged in, the token is asked for", () => {
  expect(shellNeeds(lines(), { ...results, operations: [] })).toEqual([
    "# TRACE_USER_2_TOKEN: a bearer token of users[1] of the configuration",
  ]);
  expect(shellNeeds(["curl 'http://t.example/'"], results)).toEqual([]);
});

describe.each(["junit", "markdown"])("%s", (name) => {
  test("tells how the token is got", () => {
    const text = formatByName(name)
      .render(results)
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    expect(text).toContain("# TRACE_USER_2_EMAIL: the email of users[1] of the configuration");
    expect(text).toContain("export TRACE_USER_2_TOKEN=$(curl ");
    expect(text.match(/export TRACE_USER_2_TOKEN/g)).toHaveLength(1);
  });
});
