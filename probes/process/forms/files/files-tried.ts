/** Notes which files actions take: one may require a file, another may refuse it. */
import { endOf, leastFiles, needsFile } from "../../../../spec/readings/file-policy.ts";
import { isJsonObject, type Json } from "../../../../spec/json.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import type { FileSpec } from "../../../../spec/vocabulary/script.ts";
import type { ActionDescription, FilePolicy, FilesWanted } from "../../../../spec/vocabulary/target.ts";
import { fittingFiles, namedFiles, pdfFile } from "../../../../generators/index.ts";
import { fewTypes, isAboutFiles, toldType, typesToTry } from "./file-types.ts";
import { textOf } from "../told/refusal-words.ts";
import { textFile } from "../../../fixture/fixture-data.ts";

/**
 * An action refused without a file is tried with one at most so many times, and as often again where refusals speak of
 * files.
 */
const maxTries = 3;

/** For longer lists in the data, files of the same number are not tried. */
const mostFor = 5;

/** What an action is sent with: no file, a small text, a PDF, or files of a policy. */
export type Attached = boolean | "pdf" | FilePolicy;

/** The same, or exactly these files. */
export type Brought = Attached | readonly FileSpec[];

/** The files of a step; those not given have unique content. */
export function attached(file: Brought, own: string, data?: Json): { readonly files?: readonly FileSpec[] } {
  if (file === false) return {};
  if (isList(file)) return file.length > 0 ? { files: file } : {};
  if (typeof file !== "object") return { files: [file === "pdf" ? pdfFile(own) : textFile(own, "alpha")] };
  return { files: namedFiles(file, fittingFiles(file, own, Math.max(1, leastFiles(file))), data) };
}

const isList = (file: Brought): file is readonly FileSpec[] => Array.isArray(file);

/** A file of this type, for an action that takes no text file. */
const ofType = (type: string): Attached => (type === ".pdf" ? "pdf" : { needed: true, types: [type], genuine: true });

/** One of each usual type. */
export const typedFiles: readonly Attached[] = [".pdf", ".png", ".jpg"].map(ofType);

/**
 * What to try instead: a file of the type that the refusal of a text file names, then no file, or one where none was
 * sent.
 */
export function insteadOf(first: Attached, refusals: readonly Exchange[]): readonly Attached[] {
  const told = first === true ? toldType(refusals) : undefined;
  return [...(told === undefined ? [] : [ofType(told)]), !first];
}

/**
 * What else to try where refusals speak of files: names from the data, several files instead of one, and other types.
 */
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

/** How many files a refusal requires at least, if more than one. */
function leastTold(refusals: readonly Exchange[]): number | undefined {
  const told = refusals.map(textOf).join(" ");
  const [, low, from] =
    /\b(?:(\d) (?:to|-|–) \d{1,2}|(?:at least|min(?:imum)?(?: of)?|exactly|needs?) (\d)) \w{0,12} ?\w{0,12}(?:files?|photos?|images?|documents?|attachments?|pictures?)/i.exec(
      told,
    ) ?? [];
  const least = Number(low ?? from);
  return least > 1 && least <= mostFor ? least : undefined;
}

/** Several files: as many as a list in the data has entries, as each entry may require one. */
function severalFor(data: Json): readonly FilePolicy[] {
  const lists = isJsonObject(data) ? Object.values(data).filter((value) => Array.isArray(value)) : [];
  const counts = new Set([...lists.map(({ length }) => length), 2].filter((count) => count > 1 && count <= mostFor));
  return [...counts].slice(0, 2).map(severalOf);
}

const aFileName = /^[^/\\]{1,80}\.[a-z][a-z0-9]{1,4}$/i;

/** A file with a name from the data: they may have to name their files. */
function namedFor(data: Json): readonly FilePolicy[] {
  const names = Object.entries(isJsonObject(data) ? data : {}).filter(([, value]) => aFileName.test(String(value)));
  return names
    .slice(0, 2)
    .map(([namedBy, name]) => ({ needed: true, types: [endOf(String(name))], genuine: true, namedBy }));
}

export class FilesTried {
  /** False: actions are sent as known, and nothing is tried. */
  isTried = false;
  readonly #with = new Set<string>();
  readonly #without = new Set<string>();
  /** Keys of actions that were accepted with a file where they were refused without, or the other way round. */
  readonly #changed = new Set<string>();
  readonly #tries = new Map<string, number>();
  readonly #triesTold = new Map<string, number>();
  /** Keys of actions that were accepted with a file after a refusal without one that did not speak of files. */
  readonly #untold = new Set<string>();
  /** The file to send first, where a refusal without it asked for a file, and one with it was about something else. */
  readonly #passed = new Map<string, Attached>();
  /** The file with which an action was accepted that refused both a text file and none. */
  readonly #typed = new Map<string, "pdf" | FilePolicy>();

  /** The file that an action is sent with first: as it wants, or to see whether it takes one. */
  first(action: ActionDescription): Attached {
    const { key, files } = action;
    if (files !== undefined || this.#typed.has(key) || this.#changed.has(key)) return this.wants(action);
    const passed = this.#passed.get(key);
    if (passed !== undefined) return passed;
    return this.isTried && this.#without.has(key) && !this.#with.has(key);
  }

  /** The file that an action wants, as far as known; none where nothing is known. */
  wants({ key, files }: ActionDescription): Attached {
    if (files !== undefined) return needsFile(files) && (files === "some" || files === "none" ? true : files);
    const typed = this.#typed.get(key);
    if (typed) return typed;
    return this.#changed.has(key) && this.#with.has(key);
  }

  /**
   * Whether a refused action is worth trying with a file where it had none, or without.
   * @param isTold true where the refusal speaks of files: these trials have a bound of their own, as others may have
   * been at places where the action may not come
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

  /** Notes that the refusal without a file asked for one, and that with this file something else was refused. */
  passes(key: string, file: Attached): void {
    if (file !== false) this.#passed.set(key, file);
  }

  /** Notes an accepted action and its file. */
  taken(key: string, file: Attached): void {
    if (file === true && this.#passed.get(key) === true) this.#changed.add(key);
    if (typeof file !== "boolean") this.#typed.set(key, file);
    else (file ? this.#with : this.#without).add(key);
  }

  /**
   * Notes an action that was accepted with a file right after a refusal without, or the other way round. Where the
   * refusal did not speak of files, it must happen twice, as the first may have had any reason.
   * @param isTold true where the refusal spoke of files
   */
  takenInstead(key: string, withFile: Attached, isTold: boolean): void {
    this.taken(key, withFile);
    if (typeof withFile !== "boolean") return;
    if (isTold || (withFile && this.#untold.has(key))) this.#changed.add(key);
    else if (withFile) this.#untold.add(key);
  }

  /** True where some action requires a file or refuses one: then a creation may as well. */
  get isAnyChoosy(): boolean {
    return this.#changed.size > 0;
  }

  /** By the key of each choosy action: the files it takes. */
  get asked(): Readonly<Record<string, FilesWanted>> {
    const changed = [...this.#changed].map((key) => [key, this.#with.has(key) ? "some" : "none"] as const);
    return Object.fromEntries([...changed, ...this.#typed]);
  }

  /** Whether some action was accepted with a file, and some without. */
  get seen(): { readonly with: boolean; readonly without: boolean } {
    return { with: this.#with.size > 0 || this.#typed.size > 0, without: this.#without.size > 0 };
  }

  /** The same, but only where actions differ: else all or none take files. */
  get wanted(): Readonly<Record<string, FilesWanted>> {
    return wantedAmong(this.asked, this.seen);
  }
}

/**
 * The files of single actions, where others differ.
 * @param seen whether some action was accepted with a file, and some without
 */
export function wantedAmong(asked: FilesTried["asked"], seen: FilesTried["seen"]): FilesTried["asked"] {
  const isBelieved = (wanted: FilesWanted): boolean =>
    wanted === "some" ? seen.without : wanted === "none" ? seen.with : true;
  return Object.fromEntries(Object.entries(asked).filter(([, wanted]) => isBelieved(wanted)));
}
