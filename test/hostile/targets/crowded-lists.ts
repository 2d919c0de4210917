import { faultyBy, type HostileTarget } from "../lib/hostile-target.ts";

const json = { "content-type": "application/json" };

/** Ids that nothing packs well, as those of real traces. */
function tracesOf(count: number): string {
  let last = 1;
  const next = (): string => ((last = Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0).toString(16).padStart(8, "0");
  const id = (): string => {
    const [a, b, c, d] = [next(), next(), next(), next()];
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
  };
  return `["${Array.from({ length: count }, id).join('","')}"]`;
}

/** The answers of both searches. */
function found(count: number): { readonly v2: Buffer; readonly legacy: Buffer } {
  const list = tracesOf(count);
  return { v2: Buffer.from(`{"error":null,"data":${list}}`), legacy: Buffer.from(list) };
}

function workflowsOf(count: number): Buffer {
  return Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({ workflowId: String(at), workflowName: `Workflow ${String(at)}` })),
    ),
  );
}

export const crowdedLists: HostileTarget = {
  id: "crowded-lists",
  behaviour: "Every search finds 1,500,000 traces, and an organization has 300,000 workflows.",
  start: faultyBy(
    () => ({ ...found(1_500_000), workflows: workflowsOf(300_000) }),
    ["v2SearchTraces", "legacySearchTraces", "legacyListWorkflows"],
    ({ v2, legacy, workflows }) =>
      ({ operation }, { send }) => {
        const body = operation === "v2SearchTraces" ? v2 : operation === "legacySearchTraces" ? legacy : workflows;
        send({ status: 200, headers: json, body });
      },
  ),
  verdict: ["incomplete", "non-conformant"],
  findings: [],
  // On a busy machine they do not come in time.
  oneOf: ["ROBUST-07", "ROBUST-02"],
  stillPassed: 40,
  // A hundred searches bring 58 MB each.
  grantedMs: 5_000,
};

/** As many as a service in use may have: a list that is read, in the answer to every search. */
export const longLists: HostileTarget = {
  id: "long-lists",
  behaviour: "Every search finds 60,000 traces that nobody asked for.",
  start: faultyBy(
    () => found(60_000),
    ["v2SearchTraces", "legacySearchTraces"],
    ({ v2, legacy }) =>
      ({ operation }, { send }) => {
        send({ status: 200, headers: json, body: operation === "v2SearchTraces" ? v2 : legacy });
      },
  ),
  verdict: "non-conformant",
  // It finds them without a token, too, and whatever the token is.
  findings: ["AUTH-07", "AUTH-14", "AUTH-22", "AUTH-29", "SEARCH-11"],
  // Of very many not all are kept: whether some were found in another workflow as well depends on which.
  alsoAllowed: ["SEARCH-06"],
  stillPassed: 60,
  // Two gigabytes come in all.
  grantedMs: 20_000,
};
