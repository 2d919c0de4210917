/**
 * Finds out which files an action takes that refused some: only one, only of certain types, or none. Each finding rests
 * on a refusal and on something else that was accepted at the same place.
 */
import { fileOfType, fittingFile } from "../../../../generators/index.ts";
import { alternating, type Face, faces } from "../../../../spec/operations.ts";
import { succeeded } from "../../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import type { FileSpec } from "../../../../spec/vocabulary/script.ts";
import type { FilePolicy, FilesWanted } from "../../../../spec/vocabulary/target.ts";
import { isTurnedDown } from "../../observations.ts";
import { isAboutFiles, typesToTry } from "./file-types.ts";
import { kindOf } from "../told/refusal-words.ts";

/** Sends the action with these files at its place; undefined where no more may be sent. */
export type SendWith = (files: readonly FileSpec[], face: Face) => Promise<Exchange | undefined>;

export interface KnownOfFiles {
  /** True where the action was refused without a file. */
  readonly needed: boolean;
  /** Refusals of plain text files: of several at once, and of one. */
  readonly several?: readonly Exchange[];
  readonly single?: readonly Exchange[];
  /** True where other types are tried even if text files are accepted. */
  readonly mayBeTyped?: boolean;
}

/** The extension of text files, and of a type that hardly any action takes. */
const [textType, oddType] = [".txt", ".bin"];

export class FileTrial {
  readonly #send: SendWith;
  readonly #own: string;
  #files = 0;
  #turn = 0;

  /** @param own a text that is put into each file, so that no other has this content */
  constructor(send: SendWith, own: string) {
    this.#send = send;
    this.#own = own;
  }

  /** The files that the action takes; `any` where it takes several of any type, undefined where trials do not tell. */
  async found({
    needed,
    several,
    single,
    mayBeTyped = needed,
  }: KnownOfFiles): Promise<FilesWanted | "any" | undefined> {
    const texts = several ?? (await this.#refusals(2));
    if (texts === "taken") {
      const isAny = !mayBeTyped || (await this.takesOddType());
      if (isAny) return needed ? "some" : "any";
      return { ...(needed ? { needed } : {}), types: [textType] };
    }
    const text = texts && (single ?? (await this.#refusals(1)));
    if (!text) return undefined;
    const asks = needed ? { needed } : {};
    if (text === "taken") return (await this.#isRefused(2)) ? { ...asks, most: 1 } : undefined;
    let past: string | undefined;
    for (const type of typesToTry([...texts, ...text])) {
      const exchange = await this.#alone(type);
      if (exchange && succeeded(exchange)) return this.#ofType(type, asks);
      if (exchange && isRefusedOtherwise(exchange, text)) past ??= type;
    }
    // A file of this type was refused for something else, so the file is right. Tried once more through both faces, and
    // a text file as well.
    if (past !== undefined)
      return (await this.#isPast(past, text)) ? { ...asks, types: [past], genuine: true } : undefined;
    // A text file was refused, in words that may mean something else. Tried again, so that a passing failure is not
    // taken for a rule.
    return !needed && (await this.#isRefused(1)) ? "none" : undefined;
  }

  /** Whether a file of an unusual type is accepted, where text files are. */
  async takesOddType(): Promise<boolean> {
    const refused = await this.#refusals(1, { types: [oddType] });
    return !Array.isArray(refused) || !refused.every(isAboutFiles);
  }

  /** Whether the action is accepted without a file; else how both faces refuse it. */
  takesBare(): Promise<readonly Exchange[] | "taken" | undefined> {
    return this.#refusals(0);
  }

  /** Whether two files are accepted by an action that takes one of this kind. */
  async takesTwo(wanted: FilesWanted): Promise<boolean> {
    return (await this.#refusals(2, wanted)) === "taken";
  }

  async #ofType(type: string, asks: FilePolicy): Promise<FilesWanted | undefined> {
    const policy = { ...asks, types: [type] };
    const named = await this.#refusals(1, policy);
    if (named === undefined || (await this.#refusals(1)) === "taken") return undefined;
    const genuine = named === "taken" ? policy : { ...policy, genuine: true };
    const two = await this.#refusals(2, genuine);
    return two === "taken" || two === undefined ? genuine : { ...genuine, most: 1 };
  }

  async #isPast(type: string, text: readonly Exchange[]): Promise<boolean> {
    for (const [turn, wanted] of [true, true, false].entries()) {
      const exchange = wanted ? await this.#alone(type) : (await this.#refusals(1))?.[turn % 2];
      if (typeof exchange !== "object" || isRefusedOtherwise(exchange, text) !== wanted) return false;
    }
    return true;
  }

  async #isRefused(count: number): Promise<boolean> {
    return Array.isArray(await this.#refusals(count));
  }

  /** How both faces refuse so many files; undefined where the answers do not tell. */
  async #refusals(count: number, wanted?: FilesWanted): Promise<readonly Exchange[] | "taken" | undefined> {
    const refused: Exchange[] = [];
    for (const face of faces) {
      const files = Array.from({ length: count }, (_, at) => this.#named(fittingFile(wanted, this.#text()), at));
      const exchange = await this.#send(files, face);
      if (exchange && succeeded(exchange)) return "taken";
      if (!exchange || !isTurnedDown(exchange)) return undefined;
      refused.push(exchange);
    }
    return refused;
  }

  /** The answer to a genuine file of this type, through both faces in turn. */
  #alone(type: string): Promise<Exchange | undefined> {
    this.#turn += 1;
    return this.#send([fileOfType(type, this.#text())], alternating(this.#turn));
  }

  #named(file: FileSpec, at: number): FileSpec {
    return at === 0
      ? file
      : { ...file, partName: `${file.partName}${String(at)}`, fileName: `another-${file.fileName ?? ""}` };
  }

  #text(): string {
    this.#files += 1;
    return `File ${String(this.#files)} of ${this.#own}`;
  }
}

/** True for a refusal that does not speak of files and differs in status or code from those of text files. */
function isRefusedOtherwise(refused: Exchange, texts: readonly Exchange[]): boolean {
  const kinds = texts.map(kindOf);
  return (
    isTurnedDown(refused) && !isAboutFiles(refused) && texts.every(isAboutFiles) && !kinds.includes(kindOf(refused))
  );
}
