/** Thrown where the user interface of the HTML report was not built, as in a clone whose `npm ci` ran no scripts. */
export class NotBuiltError extends Error {
  override readonly name = "NotBuiltError";
}
