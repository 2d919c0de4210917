import fc from "fast-check";
import { type TokenDefect, tokenDefects } from "../../spec/vocabulary/script.ts";

/** The defects that show most: no header at all, and tokens that only a check of the signature finds out. */
export const tellingTokenDefects = [
  "none",
  "garbage",
  "signature-altered",
  "payload-altered",
  "alg-none",
  "truncated",
] as const satisfies readonly TokenDefect[];

/** A way in which the bearer header is wrong. Shrinks towards no header. */
export function tokenDefect(): fc.Arbitrary<TokenDefect> {
  return fc.constantFrom(...tokenDefects);
}
