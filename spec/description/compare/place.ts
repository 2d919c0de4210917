/** A value in a description with its place, and the references that lead from one place to another. */
import { dirname, resolve } from "node:path";
import { insideFolder } from "./inside-folder.ts";
import { DescriptionError, readDocument, type Path, type SourceDocument } from "./document.ts";

/** A reference that leads nowhere, or is not followed. */
interface BrokenReference {
  readonly place: SourcePlace;
  readonly reference: string;
  /** One sentence: what is wrong with it. */
  readonly message: string;
}

const maxDocuments = 100;
const maxSchemas = 50_000;
const maxDepth = 200;
const maxBroken = 200;
const nowhere = "the reference leads nowhere: ";

/** The documents of one description: the file that was named, and those that it refers to. */
export class Documents {
  readonly broken: BrokenReference[] = [];
  readonly #loaded = new Map<string, SourceDocument>();
  /** Where the first document stands: no reference leads out of it. */
  #folder: string | undefined;
  #schemasLeft = maxSchemas;

  /** The root of a document that is read already; `path` is where its relative references start. */
  open(document: SourceDocument, path: string): SourcePlace {
    this.#loaded.set(resolve(path), document);
    this.#folder ??= dirname(resolve(path));
    return new SourcePlace(this, document, resolve(path), [], document.value);
  }

  /** Where a reference at a place leads; undefined, and noted, where it leads nowhere. */
  follow(from: SourcePlace, reference: string): SourcePlace | undefined {
    const hash = reference.indexOf("#");
    const file = hash < 0 ? reference : reference.slice(0, hash);
    const pointer = hash < 0 ? "" : reference.slice(hash + 1);
    if (/^[a-z][a-z0-9+.-]*:/i.test(file))
      return this.note(
        from,
        reference,
        "the reference is not followed: addresses are not fetched; bundle the description into one file first",
      );
    try {
      const root = file === "" ? from.root : this.#other(from, decodeURIComponent(file));
      let place: SourcePlace | undefined = root;
      for (const step of stepsOf(pointer)) place = place?.settled()?.get(step);
      return place ?? this.note(from, reference, `${nowhere}nothing stands there`);
    } catch (error) {
      return this.note(
        from,
        reference,
        `${nowhere}${error instanceof DescriptionError ? error.message : "it is no reference"}`,
      );
    }
  }

  /** Counts a schema that is looked into, below so many others. @throws DescriptionError where schemas of schemas have no end */
  countSchema(depth: number): void {
    if (--this.#schemasLeft >= 0 && depth <= maxDepth) return;
    throw new DescriptionError(
      `${[...this.#loaded.values()][0]?.file ?? ""}: its schemas hold each other more than ${maxSchemas.toLocaleString("en")} times, or ${String(maxDepth)} deep; ` +
        "name each part once in an allOf, oneOf or anyOf",
    );
  }

  #other(from: SourcePlace, file: string): SourcePlace {
    const path = resolve(dirname(from.path), file);
    let document = this.#loaded.get(path);
    if (!document) {
      if (this.#loaded.size >= maxDocuments)
        throw new DescriptionError(`it is one file more than ${String(maxDocuments)}; bundle the description into one`);
      this.#loaded.set(path, (document = readDocument(insideFolder(this.#folder ?? dirname(path), path), file)));
    }
    return new SourcePlace(this, document, path, [], document.value);
  }

  /** Remembers what is wrong with a reference, once. */
  note(place: SourcePlace, reference: string, message: string): undefined {
    if (this.broken.length >= maxBroken) return undefined;
    const known = this.broken.some((one) => one.reference === reference && one.place.pointer === place.pointer);
    if (!known) this.broken.push({ place, reference, message });
    return undefined;
  }
}

export class SourcePlace {
  readonly documents: Documents;
  readonly document: SourceDocument;
  /** Absolute path of the file. */
  readonly path: string;
  readonly steps: Path;
  readonly value: unknown;

  constructor(documents: Documents, document: SourceDocument, path: string, steps: Path, value: unknown) {
    this.documents = documents;
    this.document = document;
    this.path = path;
    this.steps = steps;
    this.value = value;
  }

  get file(): string {
    return this.document.file;
  }

  get line(): number {
    return this.document.lineOf(this.steps);
  }

  /** JSON pointer (RFC 6901); empty for the whole document. */
  get pointer(): string {
    return this.steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  }

  get root(): SourcePlace {
    return new SourcePlace(this.documents, this.document, this.path, [], this.document.value);
  }

  /** What stands at a member or an index, as it is written; undefined where nothing does. */
  get(step: string): SourcePlace | undefined {
    const { value } = this;
    if (Array.isArray(value)) {
      const index = Number(step);
      return Number.isInteger(index) && index in value ? this.#at(index, value[index]) : undefined;
    }
    return isObject(value) && Object.hasOwn(value, step) ? this.#at(step, value[step]) : undefined;
  }

  /** Where the one reference that stands here leads; undefined without one, or where it leads nowhere, which is noted. */
  get target(): SourcePlace | undefined {
    const reference = referenceIn(this.value);
    return reference === undefined ? undefined : this.documents.follow(this, reference);
  }

  /** The place that the references here lead to, or this one. */
  settled(): SourcePlace | undefined {
    const seen = new Set<string>();
    let place: SourcePlace | undefined = this as SourcePlace;
    while (place) {
      const reference = referenceIn(place.value);
      if (reference === undefined) return place;
      const key = `${place.path} ${place.pointer}`;
      if (seen.has(key)) return this.documents.note(place, reference, `${nowhere}it comes back to itself`);
      seen.add(key);
      place = this.documents.follow(place, reference);
    }
    return undefined;
  }

  /** True where a reference stands that leads nowhere: what is wrong is told of the reference, and nothing else. */
  get isBroken(): boolean {
    return this.settled() === undefined;
  }

  /** Follows members, and the references at each of them. */
  find(...steps: readonly string[]): SourcePlace | undefined {
    let place = this.settled();
    for (const step of steps) place = place?.get(step)?.settled();
    return place;
  }

  /** The members of an object, none of anything else. */
  members(): readonly (readonly [string, SourcePlace])[] {
    const { value } = this;
    return isObject(value) ? Object.entries(value).map(([name, member]) => [name, this.#at(name, member)]) : [];
  }

  /** The elements of an array, none of anything else. */
  elements(): readonly SourcePlace[] {
    return Array.isArray(this.value) ? this.value.map((element: unknown, at) => this.#at(at, element)) : [];
  }

  /** The elements or the members. */
  held(): readonly SourcePlace[] {
    return [...this.elements(), ...this.members().map(([, member]) => member)];
  }

  #at(step: string | number, value: unknown): SourcePlace {
    return new SourcePlace(this.documents, this.document, this.path, [...this.steps, step], value);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of `$ref`, where a value has one. */
export function referenceIn(value: unknown): string | undefined {
  const reference = isObject(value) ? value["$ref"] : undefined;
  return typeof reference === "string" ? reference : undefined;
}

function stepsOf(pointer: string): readonly string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) throw new RangeError("no JSON pointer");
  return pointer
    .slice(1)
    .split("/")
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}
