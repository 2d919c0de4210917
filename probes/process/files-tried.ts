/** What was seen of the files that actions want: one must bring a file, another may not. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";

/** So often an action that is refused without a file is tried with one, at one place and the next. */
const maxTries = 3;

export class FilesTried {
  /** False: actions are sent as they are known, and nothing is tried. */
  isTried = false;
  readonly #with = new Set<string>();
  readonly #without = new Set<string>();
  /** Keys of actions that were refused in one way and taken in the other at the same place. */
  readonly #changed = new Set<string>();
  readonly #tries = new Map<string, number>();

  /** Whether an action is first sent with a file: as it wants, or to see whether it takes one. */
  first({ key, files }: ActionDescription): boolean {
    if (files !== undefined) return files === "some";
    if (this.#changed.has(key)) return this.#with.has(key);
    return this.isTried && this.#without.has(key) && !this.#with.has(key);
  }

  /** Whether an action that was refused is worth sending in the other way. */
  isWorthTrying({ key, files }: ActionDescription, withFile: boolean): boolean {
    if (files !== undefined || !this.isTried || this.#changed.has(key)) return false;
    if (!withFile) return true;
    const tries = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, tries);
    return tries <= maxTries && !this.#without.has(key);
  }

  /** Told what was taken; `otherRefused` where the other way was refused just before, for its files. */
  taken(key: string, withFile: boolean, otherRefused = false): void {
    (withFile ? this.#with : this.#without).add(key);
    if (otherRefused) this.#changed.add(key);
  }

  /** Files are wanted or not by single actions only where others ask otherwise: else none or all are refused. */
  get wanted(): Readonly<Record<string, "some" | "none">> {
    const wants = (key: string): "some" | "none" => (this.#with.has(key) ? "some" : "none");
    const isElsewhere = (key: string): boolean => (wants(key) === "some" ? this.#without : this.#with).size > 0;
    return Object.fromEntries([...this.#changed].filter(isElsewhere).map((key) => [key, wants(key)]));
  }
}

/** True for a refusal whose words are about files. */
export function isAboutFiles({ response }: Exchange): boolean {
  return /\bfiles?\b|attach|document|upload/i.test(JSON.stringify(response?.json?.value ?? ""));
}
