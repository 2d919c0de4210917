/** The API of the driver's room. Nothing outside of `driver/` imports from a file below this one. */
export { effectiveAccess, isProductionName } from "./configuration/access.ts";
export { ConfigurationError, type ConfigurationIssue } from "./configuration/configuration-error.ts";
export { embeddedEnvironment, environmentFromFlags, type EnvironmentFlags } from "./configuration/from-flags.ts";
export {
  configurationFileName,
  embeddedName,
  loadConfiguration,
  loadEnvironment,
  type Configuration,
} from "./configuration/load.ts";
export { nearest } from "./configuration/nearest.ts";
export { configurationSchema } from "./configuration/schema-check.ts";
export type { EnvironmentSettings, TargetSettings } from "./configuration/settings.ts";
export { cleanValues } from "./clean-values.ts";
export { curlOf } from "./curl.ts";
export { openDriver, type Driver, type DriverOptions, type RunOptions } from "./driver.ts";
export {
  defaultLimits,
  judgingTargetOf,
  type Access,
  type Environment,
  type Limits,
  type Pins,
  type TlsOptions,
  type Waiver,
} from "./environment.ts";
export { LoginError, UnreachableError } from "./errors.ts";
export { contentBytes } from "./execute/content.ts";
export { linesOfHistories } from "./history/lines.ts";
export { readHistories } from "./history/read.ts";
export { HistoryWriter } from "./history/write.ts";
export { profileOfPins } from "./pins.ts";
export { RecordingError } from "./recordings/har.ts";
export { readRecording, recordedFeature, type Recording } from "./recordings/recording.ts";
export { runMark } from "./run-mark.ts";
export { whyUnreadable } from "./why-unreadable.ts";
export { redacted, Secrets, type Credentials, type EchoKind } from "./secrets.ts";
export type { DriverStats, OperationStats } from "./stats.ts";
export { maxJsonDepth, maxJsonValues } from "./client/json-text.ts";
export { maxZipEntries } from "./client/zip.ts";
