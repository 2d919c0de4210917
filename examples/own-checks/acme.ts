/** What Acme asks of its trace service, beyond the interface. */
import { defineExtension, defineRequirement, defineScripts, nameOf, payloadOf, rule } from "trace-conformance";

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
const namesNoSoftware = rule(silent.id, function* ({ history }) {
  for (const exchange of history.exchanges) {
    if (!exchange.response) continue;
    const told = exchange.response.headers["x-powered-by"];
    yield [exchange, told !== undefined && { message: `${nameOf(exchange)} names its software`, actual: told }];
  }
});

const cases = "case-number";

const findsCases = rule(caseNumber.id, function* ({ history }) {
  if (!history.script.id.endsWith(cases)) return;
  const created = history.exchanges.find(({ intent }) => intent.kind === "create");
  const trace = created && payloadOf(created);
  for (const exchange of history.exchanges) {
    // Searches may lag behind writes: the last attempt is the one that counts.
    if (exchange.intent.kind !== "search" || !exchange.intent.last || !exchange.response) continue;
    const found = payloadOf(exchange);
    const right = Array.isArray(found) && found.length === 1 && found[0] === trace;
    yield [
      exchange,
      !right && { message: `${nameOf(exchange)} does not find the case alone`, expected: [trace], actual: found },
    ];
  }
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
  rules: [namesNoSoftware, findsCases],
  scripts,
});
