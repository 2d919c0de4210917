/** Checks an evidence archive: that it is whole, that nothing was changed, and that its parts say the same. */
import { jsonOf } from "../../spec/files/json-file.ts";
import { resultsProblems } from "../results/validate.ts";
import type { Results } from "../results/model.ts";
import { verdictOf } from "../results/verdict.ts";
import { json } from "../formats/json.ts";
import { formatByName } from "../registry.ts";
import { sha256Of, unpackFiles, type EvidenceFiles } from "./archive.ts";
import { statedDigests } from "./stated-digests.ts";
import { boundedProblems, jsonBounds } from "./bounds.ts";
import { evidenceNames, statementName, statementOf, type SuiteIdentity } from "./evidence.ts";
import { refusals } from "./refusals.ts";

export interface VerifiedEvidence {
  /** What is wrong, one sentence each; empty when the archive is sound. */
  readonly problems: readonly string[];
  /** What a reader should know, and no fault. */
  readonly remarks: readonly string[];
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly results?: Results;
  readonly suite?: SuiteIdentity;
}

/** @param mine The suite that verifies. @throws EvidenceError for what is no archive at all. */
export function verifyEvidence(archive: Buffer, mine: SuiteIdentity): VerifiedEvidence {
  const all = unpackFiles(archive);
  const stated = new Map([...all].filter(([name]) => name !== statementName));
  const files = [...all].map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256Of(bytes) }));
  const problems = [...missing(all), ...wrongDigests(all, stated)];
  const results = resultsIn(all, problems);
  const suite = suiteIn(all, problems);
  if (!results || !suite) return { problems: boundedProblems(problems), remarks: [], files };
  problems.push(
    ...contradictions(results, suite, all, stated, {
      sameVersion: suite.version === mine.version,
      intact: problems.length === 0,
    }),
  );
  problems.push(...refusals(results).map((reason) => `what is inside could not have been certified: ${reason}`));
  return { problems: boundedProblems(problems), remarks: remarksOn(suite, mine), files, results, suite };
}

function missing(all: EvidenceFiles): string[] {
  return [statementName, ...Object.values(evidenceNames)]
    .filter((name) => !all.has(name))
    .map((name) => `${name} is missing`);
}

function wrongDigests(all: EvidenceFiles, stated: EvidenceFiles): string[] {
  const subjects = statedDigests(parsed(all, statementName));
  if (!subjects) return [`${statementName} is no statement whose subjects have names and digests`];
  const changed = [...stated].flatMap(([name, bytes]) => {
    if (!subjects.has(name)) return [`${name} is not named by the statement: it was added afterwards`];
    const [wanted, got] = [subjects.get(name), sha256Of(bytes)];
    return wanted === got ? [] : [`${name} was changed: wanted sha256 ${String(wanted)}; got ${got}`];
  });
  const gone = [...subjects.keys()].filter((name) => !stated.has(name));
  return [...changed, ...gone.map((name) => `${name} is named by the statement, and is not in the archive`)];
}

/** Who changes one file and its digest still has the others against him. */
function contradictions(
  results: Results,
  suite: SuiteIdentity,
  all: EvidenceFiles,
  stated: EvidenceFiles,
  { sameVersion, intact }: { readonly sameVersion: boolean; readonly intact: boolean },
): string[] {
  const problems: string[] = [];
  const { requirements, errors = [], partial, summary } = results;
  const ruling = verdictOf({
    requirements,
    errors,
    exchanges: summary.exchanges,
    interrupted: partial?.interrupted ?? false,
  });
  if (ruling.verdict !== results.verdict)
    problems.push(`${evidenceNames.results} says ${results.verdict}; its requirements make it ${ruling.verdict}`);
  for (const [status, count] of Object.entries(summary.requirements)) {
    const counted = requirements.filter((requirement) => requirement.status === status).length;
    if (counted !== count) problems.push(`${evidenceNames.results} counts ${count} ${status}; there are ${counted}`);
  }
  if (suite.specDigest !== results.suite.specDigest || suite.version !== results.suite.version)
    problems.push(`${evidenceNames.suite} and ${evidenceNames.results} name different suites`);
  // Another version may render the same results otherwise.
  if (!sameVersion) return problems;
  const rendered = [
    [evidenceNames.results, json.render(results)],
    [evidenceNames.junit, formatByName("junit").render(results)],
    [evidenceNames.report, formatByName("html").render(results)],
    // Where a digest is wrong already, the whole statement is.
    ...(intact ? ([[statementName, statementOf(results, stated)]] as const) : []),
  ] as const;
  for (const [name, text] of rendered)
    if (all.has(name) && text !== textOf(all, name))
      problems.push(`${name} does not say what ${evidenceNames.results} says`);
  return problems;
}

function remarksOn(suite: SuiteIdentity, mine: SuiteIdentity): string[] {
  const remarks: string[] = [];
  if (suite.version !== mine.version)
    remarks.push(
      `judged by version ${suite.version} of the suite; this is ${mine.version}, which cannot render it again`,
    );
  else if (suite.suiteDigest !== mine.suiteDigest)
    remarks.push(`judged by a suite of the same version and other files (${suite.suiteDigest.slice(0, 12)}…)`);
  if (suite.specDigest !== mine.specDigest)
    remarks.push("judged by another wording of the interface than this suite's");
  remarks.push("the archive carries no signature: who made it is for a signature over the statement to say");
  return remarks;
}

function resultsIn(all: EvidenceFiles, problems: string[]): Results | undefined {
  if (!all.has(evidenceNames.results)) return undefined;
  try {
    const value = jsonOf(bytesOf(all, evidenceNames.results), jsonBounds);
    const wrong = resultsProblems(value);
    if (wrong.length === 0) return value as Results;
    problems.push(`${evidenceNames.results} is not a results file of schema version 1: ${wrong.join("; ")}`);
  } catch (error) {
    problems.push(`${evidenceNames.results}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return undefined;
}

function suiteIn(all: EvidenceFiles, problems: string[]): SuiteIdentity | undefined {
  if (!all.has(evidenceNames.suite)) return undefined;
  const suite = parsed(all, evidenceNames.suite) as Partial<SuiteIdentity> | undefined;
  if (typeof suite?.version === "string" && typeof suite.suiteDigest === "string") return suite as SuiteIdentity;
  problems.push(`${evidenceNames.suite}: wanted name, version and digests of the suite`);
  return undefined;
}

function parsed(all: EvidenceFiles, name: string): unknown {
  try {
    return jsonOf(bytesOf(all, name), jsonBounds);
  } catch {
    return undefined;
  }
}

function textOf(all: EvidenceFiles, name: string): string {
  return bytesOf(all, name).toString("utf8");
}

function bytesOf(all: EvidenceFiles, name: string): Buffer {
  const { buffer, byteOffset, byteLength } = all.get(name) ?? new Uint8Array();
  return Buffer.from(buffer, byteOffset, byteLength);
}
