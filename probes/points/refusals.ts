/**
 * Open points `error-statuses`, `no-token` and `unknown-trace`: how requests are refused that ask for what does not
 * exist, or lack a token. What one face refuses counts as refused.
 */
import { createHash } from "node:crypto";
import { refused, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { statusText } from "../lib/wording.ts";
import { unknown, type Probe } from "../probe.ts";

type Statuses = OpenPointValues["error-statuses"];

export const refusals: Probe = {
  id: "refusals",
  openPoints: ["error-statuses", "no-token", "unknown-trace"],
  needs: [],
  writes: false,
  async run({ fixture, ask, runId }) {
    const candidateFor = "error-statuses";
    const unknownTrace = uuidOf(`unknown trace of ${runId}`);
    const trace = fixture.long?.traceId;
    const situations: readonly (readonly [string, OperationStep])[] = [
      ["unknown-trace", { op: "state", face: "v2", trace: unknownTrace, candidateFor }],
      ["unknown-trace legacy", { op: "state", face: "legacy", trace: unknownTrace, candidateFor }],
      ["unknown-trace details", { op: "details", face: "v2", trace: unknownTrace, candidateFor }],
      ["unknown-trace details legacy", { op: "details", face: "legacy", trace: unknownTrace, candidateFor }],
      [
        "unknown-workflow legacy",
        { op: "search", face: "legacy", workflow: "no-such-workflow", filters: {}, candidateFor },
      ],
      [
        "unknown-organization legacy",
        { op: "workflows", face: "legacy", organization: "no-such-organization", candidateFor },
      ],
      ["malformed-trace", { op: "state", face: "v2", trace: "no-uuid", candidateFor }],
      ["unknown-workflow", { op: "search", face: "v2", workflow: "no-such-workflow", filters: {}, candidateFor }],
      ["unknown-organization", { op: "workflows", face: "v2", organization: "no-such-organization", candidateFor }],
      ...(trace === undefined
        ? []
        : ([
            ["unknown-digest", { op: "file", face: "v2", trace, digest: "0".repeat(64), candidateFor }],
            ["no-token", { op: "state", face: "v2", trace, token: "none", candidateFor }],
            ["no-token legacy", { op: "state", face: "legacy", trace, token: "none", candidateFor }],
            ["invalid-token", { op: "state", face: "v2", trace, token: "garbage", candidateFor }],
            ["broken-body", { op: "details", face: "v2", trace, body: { kind: "json-broken" }, candidateFor }],
          ] as const)),
    ];
    const answers = await ask(
      "a request to be refused",
      situations.map(([, step]) => ({ step })),
    );
    const seen = new Map(situations.map(([situation], index) => [situation, answers[index]] as const));
    const statuses = [...seen].flatMap(([situation, answer]) => {
      const status = statusOf(answer);
      return status === undefined ? [] : [[situation, status] as const];
    });
    const told = [...seen].map(([situation, answer]) => `${situation} ${statusText(answer)}`).join(", ");
    const value: Statuses = Object.fromEntries(statuses);
    return {
      "error-statuses":
        statuses.length > 0 ? { value, evidence: `Answers: ${told}.` } : unknown(`Nothing was refused: ${told}.`),
      "no-token": refusedOrNot([seen.get("no-token"), seen.get("no-token legacy")], "A read without a token"),
      "unknown-trace": refusedOrNot(
        [seen.get("unknown-trace"), seen.get("unknown-trace legacy")],
        "The state of a trace that does not exist",
      ),
    };
  },
};

/** A UUID of version 4 in its form, that is the same for the same text: what a run sends follows from its run id. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function statusOf(exchange: Exchange | undefined): Statuses[string] | undefined {
  const status = exchange?.response?.status;
  if (exchange === undefined || status === undefined || !refused(exchange)) return undefined;
  return status < 300 ? "2xx-with-error" : status;
}

function refusedOrNot(
  answers: readonly (Exchange | undefined)[],
  what: string,
): { readonly value?: OpenPointValues["no-token"]; readonly evidence: string } {
  // A 5xx does not show what the target intends to answer.
  const answered = answers.flatMap((answer) => (answer && (refused(answer) || succeeded(answer)) ? [answer] : []));
  const decisive = answered.find(refused) ?? answered[0];
  const evidence = `${what} was answered with ${answers.map(statusText).join(" (v2) and ")} (legacy).`;
  if (!decisive?.response) return unknown(evidence);
  return { value: { refused: refused(decisive), status: decisive.response.status }, evidence };
}
