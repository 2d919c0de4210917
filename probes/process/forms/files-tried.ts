/** What was seen of the files that actions want: one must bring a file, another may not. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { FileSpec } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, FilesWanted } from "../../../spec/vocabulary/target.ts";
import { pdfFile } from "../../../generators/index.ts";
import { textFile } from "../../fixture/fixture-data.ts";

/** So often an action that is refused without a file is tried with one, at one place and the next. */
const maxTries = 3;

/** What an action is sent with: no file, a small text, or a PDF. */
export type Attached = boolean | "pdf";

/** The file of a step, with bytes that no other has. */
export function attached(file: Attached, own: string): { readonly files?: readonly FileSpec[] } {
  if (file === false) return {};
  return { files: [file === "pdf" ? pdfFile(own) : textFile(own, "alpha")] };
}

export class FilesTried {
  /** False: actions are sent as they are known, and nothing is tried. */
  isTried = false;
  readonly #with = new Set<string>();
  readonly #without = new Set<string>();
  /** Keys of actions that were refused in one way and taken in the other at the same place. */
  readonly #changed = new Set<string>();
  readonly #tries = new Map<string, number>();
  /** Keys of actions that were taken with a file once they were refused without, in words that say nothing of files. */
  readonly #untold = new Set<string>();
  /** Keys of actions that were taken with a PDF, where neither another file nor none was taken. */
  readonly #pdf = new Set<string>();

  /** Whether an action is first sent with a file: as it wants, or to see whether it takes one. */
  first(action: ActionDescription): Attached {
    const { key, files } = action;
    if (files !== undefined || this.#pdf.has(key) || this.#changed.has(key)) return this.wants(action);
    return this.isTried && this.#without.has(key) && !this.#with.has(key);
  }

  /** What an action wants, as far as is known; no file where nothing is. */
  wants({ key, files }: ActionDescription): Attached {
    if (files !== undefined) return files === "pdf" ? files : files === "some";
    if (this.#pdf.has(key)) return "pdf";
    return this.#changed.has(key) && this.#with.has(key);
  }

  /** Whether an action that was refused is worth sending in the other way. */
  isWorthTrying({ key, files }: ActionDescription, withFile: boolean): boolean {
    if (files !== undefined || !this.isTried || this.#changed.has(key) || this.#pdf.has(key)) return false;
    if (!withFile) return true;
    const tries = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, tries);
    return tries <= maxTries && !this.#without.has(key);
  }

  /** Told what was taken. */
  taken(key: string, file: Attached): void {
    if (file === "pdf") this.#pdf.add(key);
    else (file ? this.#with : this.#without).add(key);
  }

  /**
   * Told what was taken where the other way was refused just before. A refusal without a file that says nothing of files
   * must be seen twice: the first may have had any other reason.
   * @param isTold true where the refusal is known to be about files
   */
  takenInstead(key: string, withFile: Attached, isTold: boolean): void {
    this.taken(key, withFile);
    if (withFile === "pdf") return;
    if (isTold || (withFile && this.#untold.has(key))) this.#changed.add(key);
    else if (withFile) this.#untold.add(key);
  }

  /** True where an action asks for files or takes none: then a creation may as well. */
  get isAnyChoosy(): boolean {
    return this.#changed.size > 0;
  }

  /** Files are wanted or not by single actions only where others ask otherwise: else none or all are refused. */
  get wanted(): Readonly<Record<string, FilesWanted>> {
    const wants = (key: string): "some" | "none" => (this.#with.has(key) ? "some" : "none");
    const isElsewhere = (key: string): boolean => (wants(key) === "some" ? this.#without : this.#with).size > 0;
    const asked = [...this.#changed].filter(isElsewhere).map((key) => [key, wants(key)] as const);
    return Object.fromEntries([...asked, ...[...this.#pdf].map((key) => [key, "pdf"] as const)]);
  }
}

/** True for a refusal whose words are about files. */
export function isAboutFiles({ response }: Exchange): boolean {
  return /\bfiles?\b|attach|document|upload|\bpdfs?\b/i.test(JSON.stringify(response?.json?.value ?? ""));
}
