/** Thrown by a step that cannot be sent; becomes an entry of `History.unsent`. */
export class UnsentStep extends Error {
  override readonly name = "UnsentStep";
  /** What would let it be sent, such as a key of the configuration; absent where nobody can say. */
  readonly remedy: string | undefined;

  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** Thrown for a file that there is not, because the action that was to bring it was not taken. */
export class MissingFile extends UnsentStep {}
