/** Forged results. */
import { statementName } from "../../../../reports/evidence/index.ts";
import { sealed, turnGreen, type Forgery } from "./forgery.ts";

export const results: readonly Forgery[] = [
  {
    what: "the verdict alone",
    of: "red",
    forge: (forger) => {
      forger.text("results.json", (text) => text.replace('"non-conformant"', '"conformant"'));
      return forger.asIs();
    },
    told: /results\.json was changed/,
  },
  { what: "a red run turned green", of: "red", forge: sealed(turnGreen), told: /"passed" at \/requirements\/STATE/ },
  {
    what: "failures called inapplicable",
    of: "red",
    forge: sealed((forger) => turnGreen(forger, "skipped")),
    told: /"skipped" at \/requirements\/STATE/,
  },
  {
    what: "failures called waived",
    of: "red",
    forge: sealed((forger) => turnGreen(forger, "waived")),
    told: /"waived" at \/requirements\/STATE/,
  },
  {
    what: "failed requirements left out of the list",
    of: "red",
    forge: sealed(({ results: told }) => {
      told.requirements = told.requirements.filter(({ status }) => status !== "failed");
      told.summary.requirements.failed = 0;
      told.verdict = "conformant";
      told.reasons = [];
    }),
    told: /at \/requirements/,
  },
  {
    what: "one requirement, dated 2099, with 999,999 exchanges",
    of: "red",
    forge: sealed((forger) => {
      turnGreen(forger);
      forger.results.requirements = forger.results.requirements.slice(0, 1);
      forger.results.startedAt = "2099-01-01T00:00:00.000Z";
      forger.results.summary.exchanges = 999_999;
    }),
    told: /says 999999 at \/summary\/exchanges/,
  },
  {
    what: "more scripts than were run",
    of: "green",
    forge: sealed(({ results: told }) => void (told.summary.cases = 5_000)),
    told: /says 5000 at \/summary\/cases/,
  },
  {
    what: "answers quicker than they came",
    of: "green",
    forge: sealed(({ results: told }) => {
      for (const operation of told.operations) operation.latencyMs = { p50: 0.1, p95: 0.2, p99: 0.3 };
    }),
    told: /at \/operations/,
  },
  {
    what: "server errors taken out of the tally",
    of: "green",
    forge: sealed(({ results: told }) => {
      for (const operation of told.operations) operation.statuses = { 200: operation.exchanges };
    }),
    told: /at \/operations\/.*\/statuses/,
  },
  {
    what: "a failure told more mildly",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const { failures = [] } of told.requirements) for (const failure of failures) failure.message = "a trifle";
    }),
    told: /says "a trifle" at \/requirements/,
  },
  {
    what: "a MUST that became a SHOULD",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const one of told.requirements)
        if (one.status === "failed") Object.assign(one, { level: "SHOULD", status: "warned" });
    }),
    told: /says "SHOULD" at \/requirements/,
  },
  {
    what: "a requirement worded so that it holds",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const one of told.requirements) if (one.status === "failed") one.statement = "Answers are answers.";
    }),
    told: /says "Answers are answers\." at/,
  },
  {
    what: "fewer judgements than were made",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const one of told.requirements) if (one.failureCount !== undefined) one.failureCount = 1;
    }),
    told: /at \/requirements\/.*\/failureCount/,
  },
  {
    what: "traces that were left behind",
    of: "green",
    forge: sealed(({ results: told }) => void (told.tracesLeft = [])),
    told: /at \/tracesLeft/,
  },
  {
    what: "the HTML report alone",
    of: "red",
    forge: (forger) => {
      forger.text("report.html", (text) => text.replaceAll("non-conformant", "conformant"));
      return forger.restated();
    },
    told: /report\.html does not say what results\.json says/,
  },
  {
    what: "the JUnit report alone",
    of: "red",
    forge: (forger) => {
      forger.text("junit.xml", (text) => text.replaceAll("<failure", "<system-out"));
      return forger.restated();
    },
    told: /junit\.xml does not say/,
  },
  {
    what: "the statement's own verdict",
    of: "red",
    forge: (forger) => {
      forger.text(statementName, (text) => text.replace('"FAILED"', '"PASSED"'));
      return forger.asIs();
    },
    told: /test-result\.intoto\.json does not say/,
  },
  {
    what: "defects that nobody put into the answers",
    of: "green",
    forge: sealed(({ results: told }) => {
      told.sensitivity = {
        extent: "full",
        mutants: 9_000,
        noticed: 9_000,
        ...{ cells: [], operators: [], weak: [], requirements: [], unnoticed: [] },
      } as never;
    }),
    told: /at \/sensitivity/,
  },
];
