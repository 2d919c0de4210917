/** What an error means to the one who typed the command: a message without a stack where it is theirs, and the code. */
import { exitCodes, type ExitCode } from "./exit-codes.ts";

/** Errors by name, because some travelled from a worker thread and lost their class. */
const codeOfName: Readonly<Record<string, ExitCode>> = {
  UsageError: exitCodes.usage,
  ConfigurationError: exitCodes.usage,
  DescriptionError: exitCodes.usage,
  EvidenceError: exitCodes.usage,
  RecordingError: exitCodes.usage,
  SetupError: exitCodes.usage,
  UnreachableError: exitCodes.incomplete,
  LoginError: exitCodes.incomplete,
  OutputError: exitCodes.internal,
};

export interface DescribedError {
  readonly code: ExitCode;
  readonly message: string;
}

export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error) && !isNamed(error)) return { code: exitCodes.internal, message: String(error) };
  const code = codeOfName[error.name];
  if (code !== undefined) return { code, message: error.message };
  return {
    code: exitCodes.internal,
    message: `an error of the suite itself, please report it:\n${error.stack ?? error.message}`,
  };
}

function isNamed(
  error: unknown,
): error is { readonly name: string; readonly message: string; readonly stack?: string } {
  return typeof error === "object" && error !== null && "name" in error && "message" in error;
}
