/** Finding the step of a script that an exchange belongs to. */
import { stepAt } from "../../spec/vocabulary/placed-steps.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JsonSpelling, LoginStep, Script } from "../../spec/vocabulary/script.ts";

export function loginStepOf(script: Script, step: string): LoginStep | undefined {
  const found = stepAt(script, step);
  return found?.op === "login" ? found : undefined;
}

const spelled: { readonly [spelling in JsonSpelling]: string } = {
  lines: ", whose JSON stands on several lines",
  tabs: ", whose JSON stands on several lines, with tabs and CRLF, its members in another order",
  escaped: ", whose JSON has escapes for some characters",
  units: ", whose JSON has an escape for each character of its texts",
  fractions: ", whose JSON has whole numbers with a fraction of zero, as in 2.0",
};

/** How the JSON of the request is written, to go on a sentence with; empty where it is written as usual. */
export function spelledAs(script: Script, { step, support }: Pick<Exchange, "step" | "support">): string {
  const spelling = support ? undefined : stepAt(script, step)?.spelling;
  return spelling === undefined ? "" : spelled[spelling];
}
