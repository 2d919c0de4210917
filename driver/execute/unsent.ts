/** Thrown by a step that cannot be sent; becomes an entry of `History.unsent`. */
export class UnsentStep extends Error {
  override readonly name = "UnsentStep";
}

/** Thrown for a file that there is not, because the action that was to bring it was not taken. */
export class MissingFile extends UnsentStep {}
