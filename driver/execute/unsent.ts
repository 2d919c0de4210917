/** Thrown by a step that cannot be sent; becomes an entry of `History.unsent`. */
export class UnsentStep extends Error {
  override readonly name = "UnsentStep";
}
