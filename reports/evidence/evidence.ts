/** What an evidence archive holds. */
import { formatByName } from "../registry.ts";
import { json } from "../formats/json.ts";
import { intoto } from "../formats/intoto.ts";
import type { Results } from "../results/model.ts";
import { packFiles, sha256Of, type EvidenceFiles } from "./archive.ts";
import type { Signer } from "./envelope.ts";

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
  /** What ran, as the histories say it in their first line. */
  readonly run: unknown;
  /** What the interface leaves open, and how this target reads it. */
  readonly profile: unknown;
  /** Every saved history, compressed. */
  readonly histories: Uint8Array;
}

/** Files of every archive, beside the statement. All but the last follow from it. */
export const evidenceNames = {
  results: json.fileName,
  junit: formatByName("junit").fileName,
  report: formatByName("html").fileName,
  run: "run.json",
  profile: "profile.json",
  histories: "histories.ndjson.zst",
} as const;

export const statementName = intoto.fileName;
export const envelopeName = "test-result.intoto.dsse.json";

/** Packs the evidence, and states what is in it. The statement is what a signature is put on. */
export function packEvidence(evidence: Evidence, sign?: Signer): Buffer {
  const { results } = evidence;
  const files = new Map<string, Uint8Array>([
    ...followingFiles(evidence),
    [evidenceNames.histories, evidence.histories],
  ]);
  const statement = statementOf(results, files);
  return packFiles(
    new Map([
      [statementName, bytesOf(statement)],
      ...(sign ? ([[envelopeName, bytesOf(jsonText(sign(bytesOf(statement))))]] as const) : []),
      ...files,
    ]),
  );
}

/** The files that follow from the results, the record of the run and the profile. */
export function followingFiles({ results, run, profile }: Omit<Evidence, "histories">): EvidenceFiles {
  return new Map([
    [evidenceNames.results, bytesOf(json.render(results))],
    [evidenceNames.junit, bytesOf(formatByName("junit").render(results))],
    [evidenceNames.report, bytesOf(formatByName("html").render(results, { isEvidence: true }))],
    [evidenceNames.run, bytesOf(jsonText(run))],
    [evidenceNames.profile, bytesOf(jsonText(profile))],
  ]);
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
