/** Whether an evidence archive is whole, and holds what its statement says. */
import { sha256Of, type EvidenceFiles } from "./archive.ts";
import { jsonOf } from "../../spec/files/json-file.ts";
import { jsonBounds } from "./bounds.ts";
import { envelopeName, evidenceNames, statementName } from "./evidence.ts";
import { statedDigests } from "./stated-digests.ts";

/** The files that the statement is about: all but itself and its signature. */
export function statedFiles(files: EvidenceFiles): EvidenceFiles {
  return new Map([...files].filter(([name]) => name !== statementName && name !== envelopeName));
}

/** What is wrong, one sentence each; empty when every digest holds. */
export function integrityProblems(files: EvidenceFiles): readonly string[] {
  const missing = [statementName, ...Object.values(evidenceNames)]
    .filter((name) => !files.has(name))
    .map((name) => `${name} is missing`);
  return [...missing, ...wrongDigests(files)];
}

function wrongDigests(files: EvidenceFiles): readonly string[] {
  const stated = statedFiles(files);
  const subjects = subjectsIn(files);
  if (!subjects) return [`${statementName} is no statement whose subjects have names and digests`];
  const changed = [...stated].flatMap(([name, bytes]) => {
    if (!subjects.has(name)) return [`${name} is not named by the statement: it was added afterwards`];
    const [wanted, got] = [subjects.get(name), sha256Of(bytes)];
    return wanted === got ? [] : [`${name} was changed: wanted sha256 ${String(wanted)}; got ${got}`];
  });
  const gone = [...subjects.keys()].filter((name) => !stated.has(name));
  return [...changed, ...gone.map((name) => `${name} is named by the statement, and is not in the archive`)];
}

function subjectsIn(files: EvidenceFiles): ReadonlyMap<string, string | undefined> | undefined {
  try {
    return statedDigests(jsonOf(bytesIn(files, statementName), jsonBounds));
  } catch {
    return undefined;
  }
}

export function bytesIn(files: EvidenceFiles, name: string): Buffer {
  const { buffer, byteOffset, byteLength } = files.get(name) ?? new Uint8Array();
  return Buffer.from(buffer, byteOffset, byteLength);
}
