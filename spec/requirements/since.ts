/** Which version of the suite introduced a requirement, or demands more by it than before. */
import type { RequirementShape } from "./define.ts";

/** What names no version was there from the first on. */
export const firstVersion = "0.1.0";

const form = /^\d+\.\d+(\.\d+)?$/;

/** True for `0.2` and `0.2.1`. */
export function isVersion(text: string): boolean {
  return form.test(text);
}

export function sinceOf({ since = firstVersion }: Pick<RequirementShape, "since">): string {
  return since;
}

/** True where the first version is later than the second; `0.2` stands for all of 0.2. */
export function isLater(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split(/[.-]/, 3).map(Number));
  for (let at = 0; at < (other?.length ?? 0); at++) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
