/** What an evidence archive holds. */
import { formatByName } from "../registry.ts";
import { json } from "../formats/json.ts";
import { intoto } from "../formats/intoto.ts";
import type { Results } from "../results/model.ts";
import { packFiles, sha256Of, type EvidenceFiles } from "./archive.ts";

export interface SuiteIdentity {
  readonly name: string;
  readonly version: string;
  /** Digest over the files of the suite that judged. */
  readonly suiteDigest: string;
  /** Digest of the OpenAPI description by which it judged. */
  readonly specDigest: string;
  readonly node: string;
}

export interface Evidence {
  readonly results: Results;
  /** The configuration without secrets. */
  readonly configuration: unknown;
  /** What the interface leaves open, and how this target reads it. */
  readonly profile: unknown;
  readonly suite: SuiteIdentity;
  /** Saved histories of the scripts that failed, as NDJSON; empty where none did. */
  readonly failingHistories: string;
}

export const statementName = intoto.fileName;

/** Files of every archive, beside the statement. */
export const evidenceNames = {
  results: json.fileName,
  junit: formatByName("junit").fileName,
  report: formatByName("html").fileName,
  configuration: "configuration.json",
  profile: "profile.json",
  suite: "suite.json",
  histories: "failing-histories.ndjson",
} as const;

/** Packs the evidence, and states what is in it. The statement is what a signature would be put on. */
export function packEvidence(evidence: Evidence): Buffer {
  const { results } = evidence;
  const files = new Map<string, Uint8Array>([
    [evidenceNames.results, bytesOf(json.render(results))],
    [evidenceNames.junit, bytesOf(formatByName("junit").render(results))],
    [evidenceNames.report, bytesOf(formatByName("html").render(results))],
    [evidenceNames.configuration, bytesOf(jsonText(evidence.configuration))],
    [evidenceNames.profile, bytesOf(jsonText(evidence.profile))],
    [evidenceNames.suite, bytesOf(jsonText(evidence.suite))],
    [evidenceNames.histories, bytesOf(evidence.failingHistories)],
  ]);
  return packFiles(new Map([[statementName, bytesOf(statementOf(results, files))], ...files]));
}

/** The in-toto statement whose subjects are these files. */
export function statementOf(results: Results, files: EvidenceFiles): string {
  const subject = [...files].map(([name, bytes]) => ({ name, digest: { sha256: sha256Of(bytes) } }));
  return intoto.render(results, { subject });
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}
