/** What Acme asks of its trace service, beyond the interface. */
import {
  defineCheck,
  defineExtension,
  defineRequirement,
  defineScripts,
  type Exchange,
  type Json,
  type Judgement,
} from "trace-conformance";

const silent = defineRequirement({
  id: "X-ACME-01",
  level: "SHOULD",
  basis: "robustness",
  statement: "No response names the software behind it.",
  section: "Acme security handbook, 4.2",
  operations: ["v2TraceState", "v2ListWorkflows", "legacyTraceState", "legacyListWorkflows"],
});

const caseNumber = defineRequirement({
  id: "X-ACME-02",
  level: "MUST",
  statement: "A trace is found by its case number, and no other trace is.",
  section: "Acme service agreement, annex B",
  operations: ["v2SearchTraces"],
  needs: ["write-access", "reading:search-keys", "reading:search-workflow-key"],
});

/** Sees every exchange of the run: those of the suite's own scripts too. */
const namesNoSoftware = defineCheck({
  id: "names-no-software",
  requirements: [silent.id],
  *judge(history) {
    for (const exchange of history.exchanges) {
      if (!exchange.response) continue;
      const told = exchange.response.headers["x-powered-by"];
      yield judgement(silent.id, exchange, told === undefined ? undefined : { told });
    }
  },
});

const cases = "case-number";

const findsCases = defineCheck({
  id: "finds-cases",
  requirements: [caseNumber.id],
  *judge(history) {
    if (!history.script.id.endsWith(cases)) return;
    const created = history.exchanges.find(({ intent }) => intent.kind === "create");
    const trace = created && payload(created);
    for (const exchange of history.exchanges) {
      // Searches may lag behind writes: the last attempt is the one that counts.
      if (exchange.intent.kind !== "search" || !exchange.intent.last || !exchange.response) continue;
      const found = payload(exchange);
      const right = Array.isArray(found) && found.length === 1 && found[0] === trace;
      yield judgement(caseNumber.id, exchange, right ? undefined : { found: found ?? null, wanted: trace ?? null });
    }
  },
});

const scripts = defineScripts(({ runId }) => {
  // The run's id makes the number new on every run, and says who left it there.
  const number = `C-${runId}`;
  return [
    {
      id: cases,
      title: "A trace is found by its case number",
      steps: [
        { op: "create", face: "v2", as: "case", data: { caseNumber: number, tcRun: runId } },
        { op: "search", face: "v2", filters: { caseNumber: number }, until: { includes: ["$case"] } },
      ],
    },
  ];
});

export default defineExtension({
  name: "acme",
  requirements: [silent, caseNumber],
  checks: [namesNoSoftware, findsCases],
  scripts,
});

/** The member `data` of a v2 answer. */
function payload({ response }: Exchange): Json | undefined {
  const document = response?.json?.value;
  return typeof document === "object" && document !== null && "data" in document ? document["data"] : undefined;
}

function judgement(
  requirement: Judgement["requirement"],
  exchange: Exchange,
  actual: Readonly<Record<string, Json>> | undefined,
): Judgement {
  const { operationId, face, index, request } = exchange;
  const base = { requirement, operationId, face, exchanges: [index] };
  if (!actual) return { ...base, outcome: "passed" };
  return { ...base, outcome: "failed", message: `${request.method} ${request.path} does not do as Acme asks`, actual };
}
