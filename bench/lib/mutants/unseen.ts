/** Mutants that no run can tell from the service as it is, by what the interface leaves open, each class with its reason. */
import type { Mutant } from "./mutants.ts";

interface Unseen {
  readonly files: RegExp;
  /** Of the code as it was. */
  readonly was: RegExp;
  readonly operators?: readonly string[];
  readonly why: string;
}

const classes: readonly Unseen[] = [];

/** Why no run can see it; undefined where a run should. */
export function whyUnseen({ id, file, was }: Mutant): string | undefined {
  const operator = id.split(" ")[1] ?? "";
  return classes.find((one) => one.files.test(file) && one.was.test(was) && (one.operators?.includes(operator) ?? true))
    ?.why;
}
