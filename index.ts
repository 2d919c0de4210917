/**
 * The public API. Everything exported here is covered by the version number; nothing below it is.
 *
 * @example
 * import { exitCodeOf, loadEnvironment, runSuite } from "trace-conformance";
 *
 * const results = await runSuite(loadEnvironment("trace-conformance.yaml", "preprod"), { depth: "quick" });
 * process.exitCode = exitCodeOf(results);
 */
export {
  defineRule,
  defineExtension,
  defineRequirement,
  defineScripts,
  type Extension,
  type OwnRequirement,
  type OwnScripts,
} from "./suites/extensions/extension.ts";
export type { SuiteContext } from "./suites/scripts/index.ts";
export { runSuite, type RunSuiteOptions } from "./suites/engine/run-suite.ts";
export type { Depth } from "./suites/engine/plan/depth.ts";
export {
  ConfigurationError,
  embeddedEnvironment,
  environmentFromFlags,
  loadConfiguration,
  loadEnvironment,
  LoginError,
  openDriver,
  readHistories,
  Secrets,
  UnreachableError,
  type Driver,
  type Environment,
  type EnvironmentFlags,
} from "./driver/index.ts";
export { observe } from "./probes/index.ts";
export {
  Case,
  failed,
  judge,
  judged,
  answerOf,
  nameOf,
  passed,
  payloadOf,
  rule,
  rules,
  succeeded,
  type Finding,
  type Judged,
  type Observed,
  type Rule,
} from "./checks/index.ts";
export {
  exitCodeOf,
  formatByName,
  formats,
  parseResults,
  resultsSchema,
  type Failure,
  type ReportFormat,
  type RequirementResult,
  type Results,
} from "./reports/index.ts";
export { startReference, type Reference, type ReferenceOptions } from "./reference/index.ts";
export { embeddedTarget } from "./reference/embedded-target.ts";
export { startReferenceProcess, type ReferenceProcess } from "./reference/spawn.ts";
export { operations, type Face, type Operation, type OperationId } from "./spec/operations.ts";
export { openPoints } from "./spec/open-points.ts";
export {
  requirements,
  type Basis,
  type Level,
  type Need,
  type OwnRequirementId,
  type Requirement,
  type RequirementId,
} from "./spec/requirements/index.ts";
export type * from "./spec/vocabulary/script.ts";
export type * from "./spec/vocabulary/history.ts";
export type * from "./spec/requirements/judgement.ts";
export type * from "./spec/json.ts";
export type * from "./spec/vocabulary/profile.ts";
export type * from "./spec/vocabulary/target.ts";
