/** The command or its configuration is wrong: exit code 2. The message says what was wanted, what was got, the remedy. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
