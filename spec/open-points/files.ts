/** What is open about digests and downloads. */
import { defineOpenPoints } from "./define.ts";
import { anyText, jsonPath, oneOf, orNull, record, status, text } from "./value-schemas.ts";

export const listStyles = ["repeat", "comma", "brackets", "indexed", "json", "pipe", "semicolon", "space"] as const;

const listParameter = { name: text, style: oneOf(...listStyles) };

export const filesOpenPoints = defineOpenPoints({
  "digest-list-query": {
    question:
      "Which query parameter carries the list of digests on the two files endpoints, and how is the list written?",
    section: "Open points of the endpoints",
    quotes: [
      {
        section: "Open points of the endpoints",
        quote:
          "Name and encoding of the query parameter carrying the list of digests on both files endpoints: not shown.",
      },
      { section: "v2 endpoints", quote: "Query: a list of digests of the files to download" },
      { section: "Legacy endpoints", quote: "query list of digests" },
    ],
    readings: [
      { name: "repeat", description: "`n=a&n=b`, the common form of OpenAPI" },
      { name: "comma", description: "`n=a,b`" },
      { name: "brackets", description: "`n[]=a&n[]=b`" },
      { name: "indexed", description: "`n[0]=a&n[1]=b`" },
      { name: "json", description: '`n=["a","b"]`' },
      { name: "pipe", description: "`n=a|b`" },
      { name: "semicolon", description: "`n=a;b`" },
      { name: "space", description: "`n=a b`" },
    ],
    example: { name: "digests", style: "repeat" },
    /** `legacy`: for the legacy face, where it differs. */
    valueSchema: record(listParameter, { legacy: record(listParameter) }),
  },
  "digest-location": {
    question: "Where can a client read the digest of a file that it attached?",
    section: "What the service does",
    quotes: [{ section: "What the service does", quote: "They are identified inside a trace by a **digest**" }],
    readings: [
      { name: "links", description: "in the link of the action, at a path" },
      { name: "state", description: "in the state of the trace, at a path" },
      { name: "computed", description: "nowhere, but it follows from the content of the file" },
    ],
    example: { where: "links", path: ["meta", "files", "*", "digest"] },
    /**
     * `computed`: it follows from the content. In `path`, `{*}` as the last step means that the digest is the key; with
     * `of: "values"` that it is what stands under any key. `of: "ends"`: it is the end of the text that stands there,
     * behind the last of `:`, `/`, `=` and `#`, as in a URN or an address.
     */
    valueSchema: record(
      { where: oneOf("links", "state", "computed"), path: jsonPath },
      { of: oneOf("values", "ends") },
    ),
  },
  "digest-algorithm": {
    question: "How does the digest of a file follow from its content, if it does?",
    section: "What the service does",
    quotes: [
      { section: "What the service does", quote: "They are identified inside a trace by a **digest**" },
      { section: "v2 endpoints", quote: "`digest` (string)" },
    ],
    readings: [
      { name: "sha256", description: "SHA-256, in hexadecimal or base64" },
      {
        name: "another hash",
        description: "such as SHA-1, SHA-512, MD5 or BLAKE2, possibly with a prefix such as `sha256:`",
      },
      { name: "opaque", description: "the digest is an identifier that does not follow from the content" },
    ],
    example: { algorithm: "sha256", encoding: "hex", prefix: "" },
    /** An algorithm `opaque`: the digest does not follow from the content. */
    valueSchema: record({
      algorithm: text,
      encoding: oneOf("hex", "hex-upper", "base64", "base64url"),
      prefix: anyText,
    }),
  },
  "foreign-digest": {
    question: "What happens to a digest in the list that names no file of the trace?",
    section: "v2 endpoints",
    quotes: [
      { section: "v2 endpoints", quote: "all the files must belong to the trace" },
      { section: "Legacy endpoints", quote: "all of which must be in the trace" },
    ],
    readings: [
      { name: "refused", description: "the whole request is refused" },
      {
        name: "left-out",
        description:
          'the archive holds the other files alone, so it is not one "with the requested files", which breaks FILES-11',
      },
      { name: "served", description: "the file of the other trace is given out, which breaks FILES-08" },
    ],
    example: { reading: "refused" },
    valueSchema: record({ reading: oneOf("refused", "left-out", "served") }),
  },
  "file-response": {
    question: "Which content type and headers do downloads have?",
    section: "Open points of the endpoints",
    quotes: [
      {
        section: "Open points of the endpoints",
        quote: "Content type and headers of the single-file download response: not shown.",
      },
    ],
    readings: [
      { name: "octet-stream", description: "`application/octet-stream`, whatever was attached" },
      { name: "kept", description: "the content type with which the file was attached" },
      { name: "redirect", description: "a single file is a redirect to an address that gives it without a token" },
      { name: "disposition", description: "with or without a `Content-Disposition` header that names the file" },
    ],
    example: { contentType: "application/octet-stream", disposition: "attachment" },
    /** `archives`: the content type of archives, by endpoint set. `redirect`: the status that leads to a single file. */
    valueSchema: record(
      { contentType: orNull(text), disposition: orNull(text) },
      { archives: record({}, { v2: text, legacy: text }), redirect: status },
    ),
  },
  "zip-entry-names": {
    question: "How are the entries of the zip archive named?",
    section: "v2 endpoints",
    quotes: [],
    readings: [
      { name: "file-name", description: "the file name of the part" },
      { name: "digest", description: "the digest" },
      { name: "part-name", description: "the name of the part" },
      { name: "other", description: "another name" },
    ],
    example: { names: "file-name" },
    valueSchema: record({ names: oneOf("file-name", "digest", "part-name", "other") }),
  },
});
