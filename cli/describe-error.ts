/** What an error means to the one who typed the command: a message without a stack where it is theirs, and the code. */
import { whyUnreadable } from "../spec/files/why-unreadable.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { printableLines } from "./printable.ts";

/** Errors by name, so that the rooms that throw them need not be loaded to tell them apart. */
const codeOfName: Readonly<Record<string, ExitCode>> = {
  UsageError: exitCodes.usage,
  ConfigurationError: exitCodes.usage,
  DescriptionError: exitCodes.usage,
  EvidenceError: exitCodes.usage,
  HistoryError: exitCodes.usage,
  RecordingError: exitCodes.usage,
  SetupError: exitCodes.usage,
  UnreachableError: exitCodes.incomplete,
  LoginError: exitCodes.incomplete,
  WrongAddressError: exitCodes.incomplete,
  ConfigurationDoubt: exitCodes.incomplete,
  OutputError: exitCodes.internal,
  NotBuiltError: exitCodes.internal,
};

interface DescribedError {
  readonly code: ExitCode;
  readonly message: string;
}

/** What the system has against a path, wherever the path was used. */
const ofPaths: ReadonlySet<string> = new Set(["EACCES", "ELOOP", "ENAMETOOLONG", "ENOTDIR", "EPERM"]);

/** The message can be shown: paths, and what files hold, can have orders to a terminal in them. */
export function describeError(error: unknown): DescribedError {
  const { code, message } = described(error);
  return { code, message: printableLines(message) };
}

function described(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { code: exitCodes.internal, message: String(error) };
  const code = codeOfName[error.name];
  if (code !== undefined) return { code, message: error.message };
  const { code: systemCode = "", path } = error as NodeJS.ErrnoException;
  if (path !== undefined && ofPaths.has(systemCode))
    return { code: exitCodes.usage, message: `${path} cannot be used: ${whyUnreadable(error)}; name another path` };
  return {
    code: exitCodes.internal,
    message: `an error of the suite itself, please report it:\n${error.stack ?? error.message}`,
  };
}
