/** The API of the driver's room. Nothing outside of `driver/` imports from a file below this one. */
export { effectiveAccess, usualWrongPasswords, wrongPasswordsOf } from "./configuration/access.ts";
export { isProductionAddress, isProductionName } from "./configuration/production.ts";
export { ConfigurationError } from "./configuration/configuration-error.ts";
export {
  embeddedEnvironment,
  environmentFromFlags,
  isWrittenByFlagAlone,
  type EnvironmentFlags,
} from "./configuration/from-flags.ts";
export { configurationFileName } from "./configuration/file-name.ts";
export { embeddedName, loadConfiguration, loadEnvironment } from "./configuration/load.ts";
export { nearest } from "./configuration/nearest.ts";
export { cleanValues, redactDocument } from "./secrets/clean-values.ts";
export { curlOf } from "./curl.ts";
export { historyFile, openDriver, type Driver, type DriverOptions } from "./driver.ts";
export {
  defaultLimits,
  judgingTargetOf,
  type Access,
  type Environment,
  type Limits,
  type OtlpReceiver,
} from "./environment.ts";
export { LoginError, UnreachableError, WrongAddressError } from "./errors.ts";
export type { LoggedRequest, RequestLog } from "./client/request-log.ts";
export { rootOf, runSpan, scriptSpan, spanIdsIn, traceIdIn, type SpanIds } from "./client/trace-context.ts";
export { contentBytes } from "./execute/content.ts";
export { historyFiles, readHistories, readSavedParts, type SavedPart } from "./history/read.ts";
export { recordsOf } from "./history/record.ts";
export { HistoryWriter } from "./history/write.ts";
export { profileOfPins } from "./pins.ts";
export { reproductionOf, withNote } from "./reproduction/reproduction.ts";
export { RecordingError } from "./recordings/har.ts";
export { readRecording, type Recording } from "./recordings/recording.ts";
export { deniesTheForm } from "./tokens/denied-form.ts";
export { withoutSecretMembers } from "./secrets/names.ts";
export { redacted, Secrets, withheldText, type Credentials } from "./secrets/secrets.ts";
