/** Evidence: an archive of a whole run, and its verification. */
export { maxArchiveBytes } from "./bounds.ts";
export { packEvidence, type SuiteIdentity } from "./evidence.ts";
export { refusals } from "./refusals.ts";
export { verifyEvidence, type VerifiedEvidence } from "./verify.ts";
