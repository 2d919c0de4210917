/** What the pages of the report formats show of a run: a part of each report, as it is written. */
import { formatByName, type ReportFormat, type Results } from "../../reports/index.ts";

export interface Sample {
  /** Language of the fenced block. */
  readonly language: string;
  readonly text: string;
}

/** Of formats of which the first lines tell too little. */
export const samples: Readonly<Record<string, (results: Results) => Sample>> = {
  badge: (results) => ({ language: "json", text: rendered("badge", results).trimEnd() }),
  ctrf: (results) =>
    json(
      edited("ctrf", results, (report: CtrfReport) => ({
        ...report,
        results: {
          ...report.results,
          tests: [report.results.tests.find(({ status }) => status === "failed"), elision],
        },
      })),
    ),
  har: (results) =>
    json(edited("har", results, (har: Har) => har.log.entries.find(({ response }) => response.status === 200))),
  intoto: (results) =>
    json(
      edited("intoto", results, (statement: Statement) => ({
        ...statement,
        predicate: { ...statement.predicate, passedTests: [...statement.predicate.passedTests.slice(0, 3), elision] },
      })),
    ),
  json: (results) => json(oneFailure(results)),
  junit: (results) => ({ language: "xml", text: junitPart(rendered("junit", results)) }),
  markdown: (results) => {
    const text = rendered("markdown", results);
    return { language: "markdown", text: `${text.slice(0, text.indexOf("</details>"))}</details>` };
  },
  sarif: (results) =>
    json(
      edited("sarif", results, ({ runs: [run], ...log }: Sarif) => {
        const [first] = run?.results ?? [];
        const rules = run?.tool.driver.rules.filter(({ id }) => id === first?.ruleId) ?? [];
        const driver = { ...run?.tool.driver, rules: [...rules, elision] };
        return { ...log, runs: [{ ...run, tool: { driver }, results: [first, elision] }] };
      }),
    ),
  terminal: (results) => ({
    language: "text",
    text: formatByName("terminal")
      .render(results, { colour: false, columns: 100, ...typing })
      .trimEnd(),
  }),
};

const elision = "…";
/** As in a project that has the package installed. */
const typing = {
  directory: "conformance-report",
  files: ["results.json", "report.html", "junit.xml"],
  program: "npx --no -- trace-conformance",
};

interface CtrfReport {
  readonly results: { readonly tests: readonly { readonly status: string }[] };
}
interface Har {
  readonly log: { readonly entries: readonly { readonly response: { readonly status: number } }[] };
}
interface Statement {
  readonly predicate: { readonly passedTests: readonly string[] };
}
interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly { readonly ruleId: string }[];
  }[];
}

function rendered(format: string, results: Results): string {
  return formatByName(format).render(results, typing);
}

function edited<T>(format: string, results: Results, edit: (report: T) => unknown): unknown {
  return edit(JSON.parse(rendered(format, results)) as T);
}

function json(value: unknown): Sample {
  return { language: "json", text: JSON.stringify(value, undefined, 2) };
}

export function firstLines(results: Results, { name }: ReportFormat): Sample {
  return { language: "text", text: rendered(name, results).split("\n", 4).join("\n").trimEnd() };
}

/** The results with one requirement that failed, in one way. */
function oneFailure(results: Results): unknown {
  const shown = results.requirements.find(({ id }) => id === "FILE-01");
  const [failure] = shown?.failures ?? [];
  const script = { ...failure?.script, steps: [elision] };
  return {
    ...results,
    requirements: [{ ...shown, failures: [{ ...failure, script, exchanges: [elision] }] }, elision],
    openPoints: [results.openPoints[0], elision],
    operations: [results.operations[0], elision],
  };
}

function junitPart(text: string): string {
  const [declaration, root] = text.split("\n");
  const failed = /<testcase [^>]*>(?:(?!<\/testcase>)[^])*?<failure[^]*?<\/testcase>/.exec(text)?.[0] ?? "";
  return [declaration, root, elision, failed, elision].join("\n");
}
