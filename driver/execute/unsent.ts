/** Thrown by a step that cannot be sent; becomes an entry of `History.unsent`. */
export class UnsentStep extends Error {
  override readonly name = "UnsentStep";
  /** What would let it be sent, e.g. a key of the configuration; absent where unknown. */
  readonly remedy: string | undefined;

  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** Thrown for a file that does not exist, as the action with it was not accepted. */
export class MissingFile extends UnsentStep {}
