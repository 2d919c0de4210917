/** Evidence: an archive of a whole run, and its verification. */
export { EvidenceError } from "./archive.ts";
export { packEvidence, type Evidence, type SuiteIdentity } from "./evidence.ts";
export { refusals, type Prejudice } from "./refusals.ts";
export { verifyEvidence, type VerifiedEvidence } from "./verify.ts";
