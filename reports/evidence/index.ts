/** Evidence: an archive of a whole run, what is in it, and its signature. */
export { boundedProblems, jsonBounds, maxArchiveBytes } from "./bounds.ts";
export { packFiles, sha256Of, unpackFiles, type EvidenceFiles } from "./archive.ts";
export { KeyError, openedEnvelope, parseEnvelope, signerOf, type Signer } from "./envelope.ts";
export {
  envelopeName,
  evidenceNames,
  followingFiles,
  packEvidence,
  statementName,
  statementOf,
  type SuiteIdentity,
} from "./evidence.ts";
export { bytesIn, integrityProblems, statedFiles } from "./integrity.ts";
export { refusals } from "./refusals.ts";
