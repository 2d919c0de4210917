/** The service cannot be started as it was asked to: the message says what was wanted, what was got, the remedy. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
