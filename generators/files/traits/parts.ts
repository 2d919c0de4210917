/**
 * Unusual multipart forms: the order of files and fields, part names, equal names or contents. Never two parts of one name:
 * each file comes with "its own part name", so a service may keep the files of an action by it.
 */
import type { ContentSpec, FileSpec } from "../../../spec/vocabulary/script.ts";
import { wideText } from "../../json/traits/sizes.ts";
import { binaryLike, contentLike } from "../documents.ts";
import { contentFor, type FileTrait, fileOf } from "../file-trait.ts";

const partNames = ["file", "files[]", "0", "Body", "body2", "Data", "trace input", "fichier-é", "__proto__", "data"];
const contentTypes: Readonly<Record<string, { readonly name: string; readonly content: ContentSpec }>> = {
  // Of characters of two, three and four bytes, so that a boundary of a buffer falls inside of some.
  "text/plain": { name: "accounts.txt", content: { text: wideText(71_680) } },
  "application/json": { name: "export.json", content: contentLike("export.json", "application/json", 5_120) },
  "image/png": { name: "scan.png", content: binaryLike([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 5_121) },
  "text/html; charset=utf-8": { name: "page.html", content: contentLike("page.html", "text/html", 1_400) },
  "application/zip": { name: "letter.docx", content: binaryLike([0x50, 0x4b, 0x03, 0x04], 20_481) },
};

const groups: Readonly<Record<string, readonly FileSpec[]>> = {
  "same-content": [
    fileOf("same-content-a", { text: "twice the same" }),
    fileOf("same-content-b", { text: "twice the same" }),
  ],
  "same-name": [
    fileOf("same-name-a", { text: "first of the name" }, { fileName: "same.txt" }),
    fileOf("same-name-b", { text: "second of the name" }, { fileName: "same.txt" }),
  ],
  "same-name-case": [
    fileOf("name-case-a", { text: "lower" }, { fileName: "case.txt" }),
    fileOf("name-case-b", { text: "upper" }, { fileName: "CASE.TXT" }),
  ],
  // Named as whoever tells files of one name apart may name the second.
  "same-name-numbered": ["", "", " (1)", " (2)", "_1", "-1"].map((tail, index) =>
    fileOf(`numbered-${index}`, contentFor(`numbered ${index}`), { fileName: `numbered${tail}.txt` }),
  ),
  "indexed-parts": ["scan[0]", "scan[1]", "page.0", "page.1"].map((partName, index) =>
    fileOf(`indexed-${index}`, contentFor(`indexed part ${index}`), { partName }),
  ),
  // In the middle: a digest may be of the ends alone. What differs at an end only are most other files.
  "one-byte-apart": [
    fileOf("apart-a", { bytes: 6_144, seed: 21 }),
    fileOf("apart-b", { bytes: 6_144, seed: 21, changedAt: 3_072 }),
  ],
};

/** The same past all sizes of a first and a last piece by which large files are told apart: for one action each. */
export const farApart: { readonly trait: string; readonly pair: readonly FileSpec[] } = {
  trait: "file.one-byte-apart",
  pair: [
    fileOf("far-apart-a", { bytes: 140_000, seed: 22 }),
    fileOf("far-apart-b", { bytes: 140_000, seed: 22, changedAt: 70_000 }),
  ],
};

export const partTraits: readonly FileTrait[] = [
  ...Object.entries(groups).map(([name, files]) => ({ trait: `file.${name}`, plain: false, files })),
  ...partNames.map((partName, index) => ({
    trait: `file.part-${index}`,
    plain: false,
    files: [fileOf(`part-${index}`, contentFor(`part ${index}`), { partName })],
  })),
  ...Object.entries(contentTypes).map(([contentType, { name: fileName, content }]) => ({
    trait: `file.type-${contentType.replace(/[^a-z0-9]+/g, "-")}`,
    plain: false,
    files: [fileOf(`type-${contentType.replace(/\W+/g, "-")}`, content, { contentType, fileName })],
  })),
];
