/** An in-toto statement with the test-result predicate v0.1: what was tested, with which outcome; to be signed by others. */
import { createHash } from "node:crypto";
import type { RenderOptions, ReportFormat } from "../format.ts";
import type { RequirementResult, Results } from "../results/model.ts";
import { isGap, isRed, runFailures, toneOf } from "../text/run-failures.ts";
import { json } from "./json.ts";

export const intoto: ReportFormat = {
  name: "intoto",
  fileName: "test-result.intoto.json",
  summary: "in-toto test-result statement, for supply chain evidence",
  render(results, options = {}) {
    const ids = (wanted: (one: RequirementResult) => boolean): string[] =>
      results.requirements.filter(wanted).map(({ id }) => id);
    const statement = {
      _type: "https://in-toto.io/Statement/v1",
      subject: options.subject ?? [resultsFile(results)],
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
      predicate: {
        result: resultOf(results),
        configuration: configuration(results, options),
        passedTests: ids(({ status }) => status === "passed"),
        warnedTests: ids((one) => one.status === "waived" || (one.status === "warned" && !isRed(one, results))),
        // A gap is no pass: what should have been judged and was not counts as failed evidence.
        failedTests: [...ids((one) => isRed(one, results)), ...ids(isGap), ...runFailures(results).map(({ id }) => id)],
      },
    };
    return `${JSON.stringify(statement, null, 1)}\n`;
  },
};

function resultOf(results: Results): "PASSED" | "WARNED" | "FAILED" {
  if (toneOf(results) !== "conformant") return "FAILED";
  const { warned, waived } = results.summary.requirements;
  return warned + waived > 0 ? "WARNED" : "PASSED";
}

/** The digest is that of `results.json` as the format `json` writes it. */
function resultsFile(results: Results) {
  return { name: json.fileName, digest: { sha256: createHash("sha256").update(json.render(results)).digest("hex") } };
}

function configuration(results: Results, options: RenderOptions) {
  const { suite, environment, depth, seed, extensions = [] } = results;
  return [
    {
      name: suite.name,
      // A descriptor needs an address, a digest or content (resource descriptor v1); the package has an address.
      uri: `pkg:npm/${suite.name}@${suite.version}`,
      annotations: {
        environment: environment.name,
        baseUrl: environment.baseUrl,
        access: environment.access,
        depth,
        seed,
      },
    },
    { name: "interface", digest: { sha256: suite.specDigest.replace(/^sha256:/, "") } },
    ...extensions.map(({ name, kind, file, sha256 }) => ({
      name: `extension ${name}`,
      // A descriptor needs one of address, digest and content, and an extension of a program has no file.
      ...(sha256 === undefined ? { content: Buffer.from(name).toString("base64") } : { digest: { sha256 } }),
      annotations: { kind, ...(file === undefined ? {} : { file }) },
    })),
    ...(options.subject ? [resultsFile(results)] : []),
  ];
}
