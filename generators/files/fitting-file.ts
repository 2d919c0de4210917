/** Files that an action takes which takes certain ones alone: by the end of their name, and by how they begin. */
import { getOwn, isJsonObject, type Json } from "../../spec/json.ts";
import { endOf, filePolicy } from "../../spec/readings/file-policy.ts";
import type { FilePolicy, FilesWanted } from "../../spec/vocabulary/target.ts";
import type { ContentSpec, FileSpec } from "../../spec/vocabulary/script.ts";
import { binaryLike } from "./documents.ts";

interface Kind {
  readonly contentType: string;
  /** What each file of the kind begins with; absent for plain text. */
  readonly head?: string;
  /** A whole small file with this text in it. */
  readonly whole: (text: string) => ContentSpec;
}

const bytes = (text: string): ContentSpec => ({ base64: btoa(text) });
const textual = (contentType: string, whole: (text: string) => string, head?: string): Kind => ({
  contentType,
  ...(head === undefined ? {} : { head }),
  whole: (text) => ({ text: whole(text) }),
});
/** A format of bytes: the text stands behind the end of a whole file, where readers do not look. */
const binary = (contentType: string, head: string, file: string): Kind => ({
  contentType,
  head,
  whole: (text) => bytes(`${atob(file)}${String.fromCharCode(...new TextEncoder().encode(text))}`),
});

/** Whole files, as small as they are; pictures have one pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const jpeg =
  "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==";
const emptyZip = btoa(`PK\u0005\u0006${"\0".repeat(18)}`);
const tiff = btoa(`II*\0\u0008\0\0\0${"\0".repeat(6)}`);
const openDocument = "application/vnd.openxmlformats-officedocument";

const kinds: Readonly<Record<string, Kind>> = {
  ".pdf": textual(
    "application/pdf",
    (text) => `%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
    "%PDF-1.4\n",
  ),
  ".png": binary("image/png", "\u0089PNG\r\n\u001a\n", png),
  ".jpg": binary("image/jpeg", "\u00ff\u00d8\u00ff\u00e0", jpeg),
  ".jpeg": binary("image/jpeg", "\u00ff\u00d8\u00ff\u00e0", jpeg),
  ".gif": binary("image/gif", "GIF89a", gif),
  ".tif": binary("image/tiff", "II*\0", tiff),
  ".tiff": binary("image/tiff", "II*\0", tiff),
  ".docx": binary(`${openDocument}.wordprocessingml.document`, "PK", emptyZip),
  ".xlsx": binary(`${openDocument}.spreadsheetml.sheet`, "PK", emptyZip),
  ".zip": binary("application/zip", "PK", emptyZip),
  ".csv": textual("text/csv", (text) => `about;number\r\n"${text}";1\r\n`),
  ".xml": textual("application/xml", (text) => `<?xml version="1.0"?>\n<about>${text}</about>\n`, "<?xml"),
  ".json": textual("application/json", (text) => `${JSON.stringify({ about: text })}\n`, "{"),
  ".txt": textual("text/plain", (text) => text),
};

const unknownKind: Kind = textual("application/octet-stream", (text) => text);

/** The types that are tried in this order where nothing says which are taken. */
export const usualTypes: readonly string[] = [
  ".pdf",
  ".png",
  ".jpg",
  ".docx",
  ".csv",
  ".xlsx",
  ".xml",
  ".json",
  ".zip",
];

const kindOf = (type: string): Kind => getOwn(kinds, type) ?? unknownKind;

/** A small file of a type, whole, and said to be of it; of a type that is not known a text with that name. */
export function fileOfType(type: string, text: string): FileSpec {
  const { contentType, whole } = kindOf(type);
  return { partName: "attachment", fileName: `attached${type}`, contentType, content: whole(text) };
}

/** A small file with this text that an action takes which asks so. */
export function fittingFile(wanted: FilesWanted | undefined, text: string): FileSpec {
  const { types, genuine } = filePolicy(wanted);
  const [type] = types ?? [];
  if (type === undefined) return { partName: "attachment", fileName: "attached.txt", content: { text } };
  return genuine === true
    ? fileOfType(type, text)
    : { partName: "attachment", fileName: `attached${type}`, content: { text } };
}

/** Such files, of which each has another name and content. */
export function fittingFiles(wanted: FilesWanted | undefined, text: string, count: number): readonly FileSpec[] {
  return Array.from({ length: count }, (_, at) => {
    const file = fittingFile(wanted, at === 0 ? text : `${text} ${String(at)}`);
    const [partName, fileName] = [`${file.partName}${String(at)}`, `${String(at)}-${file.fileName ?? ""}`];
    return at === 0 ? file : { ...file, partName, fileName };
  });
}

/** The files as an action takes them that asks so: no more than it takes, of a type that it takes, and as odd as that lets them be. */
export function fittedFiles(wanted: FilesWanted | undefined, files: readonly FileSpec[]): readonly FileSpec[] {
  const policy = filePolicy(wanted);
  return files.slice(0, policy.most ?? Infinity).map((file) => fitted(policy, file));
}

/** The files, the first of which has the name that the data of the action give it, where they must. */
export function namedFiles(
  wanted: FilesWanted | undefined,
  files: readonly FileSpec[],
  data: Json | undefined,
): readonly FileSpec[] {
  const { namedBy } = filePolicy(wanted);
  const name = namedBy !== undefined && isJsonObject(data) ? getOwn(data, namedBy) : undefined;
  const [first, ...others] = files;
  return first && typeof name === "string" ? [{ ...first, fileName: name }, ...others] : files;
}

function fitted({ types, genuine }: FilePolicy, file: FileSpec): FileSpec {
  const [type] = types ?? [];
  if (type === undefined || types === undefined) return file;
  const end = endOf(file.fileName);
  const own = types.includes(end) ? end : type;
  const named = own === end ? file : { ...file, fileName: renamed(file.fileName ?? "file", end, own) };
  if (genuine !== true) return named;
  const kind = kindOf(own);
  return { ...named, contentType: kind.contentType, content: begun(kind, file.content) };
}

/** The name with another end; what was its end stays before it, so that two names stay as different as they were. */
const renamed = (name: string, end: string, type: string): string =>
  `${end === "" ? name : `${name.slice(0, -end.length)}-${name.slice(1 - end.length || name.length)}`}${type}`;

/** So many bytes are made at most behind the first ones of a kind: they stand in the script. */
const mostMade = 20_480;

/** The content behind the first bytes of its kind; in place of made bytes others come, as many up to a bound. */
function begun({ head, whole }: Kind, content: ContentSpec): ContentSpec {
  if (head === undefined) return content;
  if ("text" in content) return content.text.startsWith(head) ? content : whole(content.text);
  if ("base64" in content) {
    const text = atob(content.base64);
    return text.startsWith(head) ? content : bytes(`${head}${text}`);
  }
  const own = "bytes" in content ? (content.seed % 97) + (content.changedAt === undefined ? 0 : 1) : 0;
  const size = Math.min("bytes" in content ? content.bytes : 256 * content.everyByte, mostMade);
  return binaryLike(
    [...head].map((one) => one.charCodeAt(0)),
    Math.max(size, 16) + own,
  );
}
