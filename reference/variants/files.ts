import { randomUUID } from "node:crypto";
import type { FileRecord, ArchiveEntry } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import type { DigestQueryPolicy } from "../policy/digest-query.ts";
import { repeatedParameter, required } from "../policy/digest-query.ts";
import { hashDigest } from "../policy/digest.ts";
import { contentDisposition } from "../policy/file-response.ts";
import { safeName, uniqueEntries } from "../policy/zip.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

const digest = (title: string, algorithm: string, write: (hash: Buffer) => string): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.digest = hashDigest(algorithm, write);
  });

const digestQuery = (title: string, query: DigestQueryPolicy): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.digestQuery = query;
  });

const entries = (title: string, named: (files: readonly FileRecord[]) => ArchiveEntry[]): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.zip.entries = named;
  });

const headers = (title: string, change: (file: FileRecord) => Record<string, string>): VariantEntry =>
  variant(title, ({ policy }) => {
    const { headers } = policy.fileResponse;
    policy.fileResponse.headers = (file) => ({ ...headers(file), ...change(file) });
  });

/** One parameter that holds the whole list, read by `split`. A second parameter of the name is refused. */
const inOneParameter = (name: string, split: (value: string) => string[]): DigestQueryPolicy => ({
  read(queryString) {
    const values = new URLSearchParams(queryString).getAll(name);
    if (values.length > 1) throw badRequest("parameter-twice", `wanted one parameter ${name}`, `query.${name}`);
    const items = values[0] === undefined ? [] : split(values[0]);
    return required(
      items.filter((item) => item !== ""),
      name,
    );
  },
});

/** One parameter that holds the whole list, split by a separator. */
const separated = (name: string, separator: string): DigestQueryPolicy =>
  inOneParameter(name, (value) => value.split(separator));

/** One parameter per digest, with the names that `isName` accepts, in the order in which they come. */
const repeated = (shown: string, isName = (name: string): boolean => name === shown): DigestQueryPolicy => ({
  read(queryString) {
    const parameters = [...new URLSearchParams(queryString)];
    return required(
      parameters.filter(([name]) => isName(name)).map(([, value]) => value),
      shown,
    );
  },
});

function textsOf(json: string): string[] {
  try {
    const list: unknown = JSON.parse(json);
    if (Array.isArray(list) && list.every((item) => typeof item === "string")) return list;
  } catch {
    // Refused below, like any other text that is not a list.
  }
  throw badRequest("not-a-list", "wanted a JSON array of texts", "query.digests");
}

/** Other readings of digests, of how files are asked for by them, and of the form in which files come. */
export const files: VariantEntries = {
  "digest-algorithm/blake2b512-base64url": digest("Digests are BLAKE2b in base64url.", "blake2b512", (hash) =>
    hash.toString("base64url"),
  ),
  "digest-algorithm/md5-hex": digest("Digests are MD5 in hexadecimal.", "md5", (hash) => hash.toString("hex")),
  "digest-algorithm/opaque": variant(
    "A digest is an identifier of the upload and does not follow from the content.",
    ({ policy }) => {
      policy.digest = { start: () => ({ update: () => undefined, finish: () => randomUUID() }) };
    },
  ),
  "digest-location/urns": variant(
    "A link names its files by URNs that end in their digests, which do not follow from the content.",
    ({ policy }) => {
      policy.digest = { start: () => ({ update: () => undefined, finish: () => randomUUID() }) };
      const { present } = policy.link;
      policy.link.present = (link) => ({
        ...present(link),
        files: link.files.map(({ fileName, digest }) => ({ fileName, ref: `urn:upload:${digest}` })),
      });
    },
  ),
  "digest-algorithm/sha1-hex": digest("Digests are SHA-1 in hexadecimal.", "sha1", (hash) => hash.toString("hex")),
  "digest-algorithm/sha256-base64": digest(
    "Digests are SHA-256 in base64, with slashes and plus signs.",
    "sha256",
    (hash) => hash.toString("base64"),
  ),
  "digest-algorithm/sha256-base64url": digest("Digests are SHA-256 in base64url.", "sha256", (hash) =>
    hash.toString("base64url"),
  ),
  "digest-algorithm/sha256-prefixed": digest(
    "Digests are SHA-256 in hexadecimal after the prefix `sha256:`.",
    "sha256",
    (hash) => `sha256:${hash.toString("hex")}`,
  ),
  "digest-algorithm/sha256-upper-hex": digest("Digests are SHA-256 in upper-case hexadecimal.", "sha256", (hash) =>
    hash.toString("hex").toUpperCase(),
  ),
  "digest-algorithm/sha512-hex": digest("Digests are SHA-512 in hexadecimal.", "sha512", (hash) =>
    hash.toString("hex"),
  ),

  "digest-list-query/brackets": digestQuery("Each digest is a parameter `digests[]`.", repeated("digests[]")),
  "digest-list-query/comma": digestQuery(
    "The digests are one parameter, separated by commas.",
    separated("digests", ","),
  ),
  "digest-list-query/indexed": digestQuery(
    "Each digest is a parameter `digests[n]`.",
    repeated("digests[0]", (name) => /^digests\[\d+\]$/.test(name)),
  ),
  "digest-list-query/json": digestQuery(
    "The digests are one parameter, a JSON array of texts.",
    inOneParameter("digests", textsOf),
  ),
  "digest-list-query/legacy-differs": digestQuery(
    "v2 repeats `digests`, legacy takes one `digestList` separated by commas.",
    {
      read: (queryString, face) =>
        (face === "v2" ? repeatedParameter : separated("digestList", ",")).read(queryString, face),
    },
  ),
  "digest-list-query/named-digest": digestQuery("Each digest is a parameter `digest`.", repeated("digest")),
  "digest-list-query/named-files": digestQuery(
    "The digests are one parameter `files`, separated by commas.",
    separated("files", ","),
  ),
  "digest-list-query/pipe": digestQuery(
    "The digests are one parameter, separated by vertical bars.",
    separated("digests", "|"),
  ),
  "digest-list-query/semicolon": digestQuery(
    "The digests are one parameter, separated by semicolons.",
    separated("digests", ";"),
  ),
  "digest-list-query/space": digestQuery(
    "The digests are one parameter, separated by spaces.",
    separated("digests", " "),
  ),

  "file-response/bare": variant("A file comes with no header that describes it.", ({ policy }) => {
    policy.fileResponse.headers = () => ({ "content-type": "binary/octet-stream" });
  }),
  "file-response/chunked": variant("A file comes in chunks, without its length.", ({ policy }) => {
    policy.fileResponse.knownLength = false;
  }),
  "file-response/inline": headers("A file is shown inline.", ({ fileName }) => ({
    "content-disposition": contentDisposition("inline", fileName),
  })),
  "file-response/kept-type": headers("A file has the content type with which it was attached.", ({ contentType }) => ({
    "content-type": contentType,
  })),

  "zip-entry-names/digest": entries("Entries are named by the digests.", (files) =>
    uniqueEntries(files, (file) => safeName(file.digest.replaceAll("/", "_"))),
  ),
  "zip-entry-names/in-folders": entries("Each entry stands in a folder of its own.", (files) =>
    files.map((file, index) => ({ name: `${String(index + 1)}/${safeName(file.fileName)}`, file })),
  ),
  "zip-entry-names/numbered": entries("Entries are named by their number.", (files) =>
    files.map((file, index) => ({ name: `${String(index + 1)}.bin`, file })),
  ),
  "zip-entry-names/part-name": entries("Entries are named by the parts.", (files) =>
    uniqueEntries(files, (file) => safeName(file.partName)),
  ),
  "zip-entry-names/stored": variant(
    "Entries are stored uncompressed, in the reverse order, in an archive of another content type.",
    ({ policy }) => {
      const { entries } = policy.zip;
      policy.zip = {
        compress: false,
        entries: (files) => entries(files).reverse(),
        headers: () => ({ "content-type": "application/octet-stream" }),
      };
    },
  ),
};
