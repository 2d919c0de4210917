/**
 * Finds out which files an action takes that refused some: one alone, such as are of a certain type, or none. Each finding
 * rests on what was refused in a place where something else was taken.
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

/** Sends the action with these files where it may come; undefined where nothing more may be sent. */
export type SendWith = (files: readonly FileSpec[], face: Face) => Promise<Exchange | undefined>;

export interface KnownOfFiles {
  /** True where the action was refused without a file. */
  readonly needed: boolean;
  /** Refusals of plain texts: of several together, and of a single one. */
  readonly several?: readonly Exchange[];
  readonly single?: readonly Exchange[];
  /** True where files of other types are tried though texts are taken. */
  readonly mayBeTyped?: boolean;
}

/** Of plain texts, and of what is no document. */
const [textType, oddType] = [".txt", ".bin"];

export class FileTrial {
  readonly #send: SendWith;
  readonly #own: string;
  #files = 0;
  #turn = 0;

  /** @param own stands in each file, so that no other has the content */
  constructor(send: SendWith, own: string) {
    this.#send = send;
    this.#own = own;
  }

  /** What the action asks of its files; `any` where it takes several of any kind, undefined where nothing is sure. */
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
    // What else was wrong was not the file: of this type both faces say nothing of it, and of a text they do once more.
    if (past !== undefined)
      return (await this.#isPast(past, text)) ? { ...asks, types: [past], genuine: true } : undefined;
    // A text was refused that speaks of nothing but itself; once more, so that no passing trouble is taken for a rule.
    return !needed && (await this.#isRefused(1)) ? "none" : undefined;
  }

  /** Whether a file of a type that few ask for is taken, where texts are. */
  async takesOddType(): Promise<boolean> {
    const refused = await this.#refusals(1, { types: [oddType] });
    return !Array.isArray(refused) || !refused.every(isAboutFiles);
  }

  /** Whether it is taken without any file; else how both faces refuse it. */
  takesBare(): Promise<readonly Exchange[] | "taken" | undefined> {
    return this.#refusals(0);
  }

  /** Whether two files are taken by an action that was seen to take one of this kind. */
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

  /** How so many files are refused through both faces; undefined where nothing can be said. */
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

  /** The answer to a whole file of a type, through one face and the next time through the other. */
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

/** True for a refusal that says nothing of files, by a status or a code with which texts were not refused for what they are. */
function isRefusedOtherwise(refused: Exchange, texts: readonly Exchange[]): boolean {
  const kinds = texts.map(kindOf);
  return (
    isTurnedDown(refused) && !isAboutFiles(refused) && texts.every(isAboutFiles) && !kinds.includes(kindOf(refused))
  );
}
