import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

let traces: Buffer | undefined;
let workflows: Buffer | undefined;
let found: Buffer | undefined;

function tracesOf(count: number): string {
  const id = (at: number): string => `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
  return `"${Array.from({ length: count }, (_, at) => id(at)).join('","')}"`;
}

export const crowdedLists: HostileTarget = {
  id: "crowded-lists",
  behaviour: "Every search finds 1,500,000 traces, and an organization has 300,000 workflows.",
  start: faulty(["v2SearchTraces", "legacySearchTraces", "legacyListWorkflows"], ({ operation }, { send }) => {
    traces ??= Buffer.from(`{"error":null,"data":[${tracesOf(1_500_000)}]}`);
    workflows ??= Buffer.from(
      JSON.stringify(
        Array.from({ length: 300_000 }, (_, at) => ({
          workflowId: String(at),
          workflowName: `Workflow ${String(at)}`,
        })),
      ),
    );
    const bare = (): Buffer => (traces ?? Buffer.alloc(0)).subarray('{"error":null,"data":'.length, -1);
    const body = operation === "v2SearchTraces" ? traces : operation === "legacySearchTraces" ? bare() : workflows;
    send({ status: 200, headers: { "content-type": "application/json" }, body });
  }),
  verdict: ["incomplete", "non-conformant"],
  findings: [],
  // On a busy machine they do not come in time.
  oneOf: ["ROBUST-07", "ROBUST-02"],
  stillPassed: 40,
};

/** As many as a service in use may have; each of them is looked through in each answer, which takes memory. */
export const longLists: HostileTarget = {
  id: "long-lists",
  behaviour: "Every search finds 10,000 traces that nobody asked for.",
  start: faulty(["v2SearchTraces", "legacySearchTraces"], ({ operation }, { send }) => {
    found ??= Buffer.from(`{"error":null,"data":[${tracesOf(10_000)}]}`);
    const body = operation === "v2SearchTraces" ? found : found.subarray('{"error":null,"data":'.length, -1);
    send({ status: 200, headers: { "content-type": "application/json" }, body });
  }),
  verdict: "non-conformant",
  // It finds them without a token, too, and whatever the token is.
  findings: ["AUTH-07", "AUTH-14", "AUTH-22", "AUTH-29", "SEARCH-11"],
  stillPassed: 60,
  mostPeakMiB: 450,
};
