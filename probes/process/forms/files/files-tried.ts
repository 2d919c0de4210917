/** What was seen of the files that actions want: one must bring a file, another may not. */
import { endOf, leastFiles, needsFile } from "../../../../spec/readings/file-policy.ts";
import { isJsonObject, type Json } from "../../../../spec/json.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import type { FileSpec } from "../../../../spec/vocabulary/script.ts";
import type { ActionDescription, FilePolicy, FilesWanted } from "../../../../spec/vocabulary/target.ts";
import { fittingFiles, namedFiles, pdfFile } from "../../../../generators/index.ts";
import { fewTypes, isAboutFiles, toldType, typesToTry } from "./file-types.ts";
import { textOf } from "../told/refusal-words.ts";
import { textFile } from "../../../fixture/fixture-data.ts";

/** So often an action that is refused without a file is tried with one, at one place and the next; and as often again where a refusal is about files. */
const maxTries = 3;

/** Longer lists say nothing of files. */
const mostFor = 5;

/** What an action is sent with: no file, a small text, a PDF, or a file such as it wants. */
export type Attached = boolean | "pdf" | FilePolicy;

/** The same, or these very files. */
export type Brought = Attached | readonly FileSpec[];

/** The files of a step; what is not given has bytes that no other has. */
export function attached(file: Brought, own: string, data?: Json): { readonly files?: readonly FileSpec[] } {
  if (file === false) return {};
  if (isList(file)) return file.length > 0 ? { files: file } : {};
  if (typeof file !== "object") return { files: [file === "pdf" ? pdfFile(own) : textFile(own, "alpha")] };
  return { files: namedFiles(file, fittingFiles(file, own, Math.max(1, leastFiles(file))), data) };
}

const isList = (file: Brought): file is readonly FileSpec[] => Array.isArray(file);

/** A file of one type where an action wants one that takes no text. */
const ofType = (type: string): Attached => (type === ".pdf" ? "pdf" : { needed: true, types: [type], genuine: true });

/** One of each usual type. */
export const typedFiles: readonly Attached[] = [".pdf", ".png", ".jpg"].map(ofType);

/** What is tried in the place of a file: one of the type that the refusal of a text names, and then none. */
export function insteadOf(first: Attached, refusals: readonly Exchange[]): readonly Attached[] {
  const told = first === true ? toldType(refusals) : undefined;
  return [...(told === undefined ? [] : [ofType(told)]), !first];
}

/** What else is tried where refusals are about files: several where a single one was refused, and such of other types. */
export function otherFiles(refusals: readonly Exchange[], tried: Attached): readonly Attached[] {
  const last = refusals.at(-1);
  const isSingle = tried === true && last?.intent.kind === "act" && isAboutFiles(last);
  const several = isSingle && last.intent.kind === "act" ? severalFor(last.intent.data) : [];
  const named = last?.intent.kind === "act" ? namedFor(last.intent.data) : [];
  const types = typesToTry(refusals, fewTypes);
  const most = leastTold(refusals);
  const typed =
    most === undefined ? [] : types.map((type): FilePolicy => ({ ...severalOf(most), types: [type], genuine: true }));
  return [...named, ...several, ...types.map(ofType), ...typed];
}

const severalOf = (count: number): FilePolicy => ({ needed: true, least: count, most: count });

/** How many files a refusal says there must be at least, where that is more than one. */
function leastTold(refusals: readonly Exchange[]): number | undefined {
  const told = refusals.map(textOf).join(" ");
  const [, low, from] =
    /\b(?:(\d) (?:to|-|–) \d{1,2}|(?:at least|min(?:imum)?(?: of)?|exactly|needs?) (\d)) \w{0,12} ?\w{0,12}(?:files?|photos?|images?|documents?|attachments?|pictures?)/i.exec(
      told,
    ) ?? [];
  const least = Number(low ?? from);
  return least > 1 && least <= mostFor ? least : undefined;
}

/** Several files, as many as a list in the data has entries: an action may want one for each. */
function severalFor(data: Json): readonly FilePolicy[] {
  const lists = isJsonObject(data) ? Object.values(data).filter((value) => Array.isArray(value)) : [];
  const counts = new Set([...lists.map(({ length }) => length), 2].filter((count) => count > 1 && count <= mostFor));
  return [...counts].slice(0, 2).map(severalOf);
}

const aFileName = /^[^/\\]{1,80}\.[a-z][a-z0-9]{1,4}$/i;

/** A file by the name that stands in the data, as they may have to name what comes with them. */
function namedFor(data: Json): readonly FilePolicy[] {
  const names = Object.entries(isJsonObject(data) ? data : {}).filter(([, value]) => aFileName.test(String(value)));
  return names
    .slice(0, 2)
    .map(([namedBy, name]) => ({ needed: true, types: [endOf(String(name))], genuine: true, namedBy }));
}

export class FilesTried {
  /** False: actions are sent as they are known, and nothing is tried. */
  isTried = false;
  readonly #with = new Set<string>();
  readonly #without = new Set<string>();
  /** Keys of actions that were refused in one way and taken in the other at the same place. */
  readonly #changed = new Set<string>();
  readonly #tries = new Map<string, number>();
  readonly #triesTold = new Map<string, number>();
  /** Keys of actions that were taken with a file once they were refused without, in words that say nothing of files. */
  readonly #untold = new Set<string>();
  /** What actions are sent with first, where a refusal without it asked for files, and with it spoke of something else. */
  readonly #passed = new Map<string, Attached>();
  /** What actions were taken with, where neither a text nor none was taken: a PDF, or a file of another type. */
  readonly #typed = new Map<string, "pdf" | FilePolicy>();

  /** Whether an action is first sent with a file: as it wants, or to see whether it takes one. */
  first(action: ActionDescription): Attached {
    const { key, files } = action;
    if (files !== undefined || this.#typed.has(key) || this.#changed.has(key)) return this.wants(action);
    const passed = this.#passed.get(key);
    if (passed !== undefined) return passed;
    return this.isTried && this.#without.has(key) && !this.#with.has(key);
  }

  /** What an action wants, as far as is known; no file where nothing is. */
  wants({ key, files }: ActionDescription): Attached {
    if (files !== undefined) return needsFile(files) && (files === "some" || files === "none" ? true : files);
    const typed = this.#typed.get(key);
    if (typed) return typed;
    return this.#changed.has(key) && this.#with.has(key);
  }

  /**
   * Whether an action that was refused is worth sending in the other way.
   * @param isTold true where the refusal is about files: what came before at places where the action may not come at all says
   * nothing of these
   */
  isWorthTrying({ key, files }: ActionDescription, withFile: boolean, isTold = false): boolean {
    if (files !== undefined || !this.isTried || this.#changed.has(key) || this.#typed.has(key)) return false;
    if (this.#passed.has(key)) return false;
    if (!withFile) return true;
    const asked = isTold ? this.#triesTold : this.#tries;
    const tries = (asked.get(key) ?? 0) + 1;
    asked.set(key, tries);
    return tries <= maxTries && !this.#without.has(key);
  }

  /** Told that a refusal without a file asked for one, and that with this one something else was refused: the place, perhaps. */
  passes(key: string, file: Attached): void {
    if (file !== false) this.#passed.set(key, file);
  }

  /** Told what was taken. */
  taken(key: string, file: Attached): void {
    if (file === true && this.#passed.get(key) === true) this.#changed.add(key);
    if (typeof file !== "boolean") this.#typed.set(key, file);
    else (file ? this.#with : this.#without).add(key);
  }

  /**
   * Told what was taken where the other way was refused just before. A refusal without a file that says nothing of files
   * must be seen twice: the first may have had any other reason.
   * @param isTold true where the refusal is known to be about files
   */
  takenInstead(key: string, withFile: Attached, isTold: boolean): void {
    this.taken(key, withFile);
    if (typeof withFile !== "boolean") return;
    if (isTold || (withFile && this.#untold.has(key))) this.#changed.add(key);
    else if (withFile) this.#untold.add(key);
  }

  /** True where an action asks for files or takes none: then a creation may as well. */
  get isAnyChoosy(): boolean {
    return this.#changed.size > 0;
  }

  /** What each action asks that was seen to ask for something. */
  get asked(): Readonly<Record<string, FilesWanted>> {
    const changed = [...this.#changed].map((key) => [key, this.#with.has(key) ? "some" : "none"] as const);
    return Object.fromEntries([...changed, ...this.#typed]);
  }

  /** Whether some action was taken with a file, and some without. */
  get seen(): { readonly with: boolean; readonly without: boolean } {
    return { with: this.#with.size > 0 || this.#typed.size > 0, without: this.#without.size > 0 };
  }

  /** Files are wanted or not by single actions only where others ask otherwise: else none or all are refused. */
  get wanted(): Readonly<Record<string, FilesWanted>> {
    return wantedAmong(this.asked, this.seen);
  }
}

/**
 * What single actions ask, where others ask otherwise.
 * @param seen whether any was taken with a file, and any without
 */
export function wantedAmong(asked: FilesTried["asked"], seen: FilesTried["seen"]): FilesTried["asked"] {
  const isBelieved = (wanted: FilesWanted): boolean =>
    wanted === "some" ? seen.without : wanted === "none" ? seen.with : true;
  return Object.fromEntries(Object.entries(asked).filter(([, wanted]) => isBelieved(wanted)));
}
