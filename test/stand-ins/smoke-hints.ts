/* What the smoke test knows of the choices of each stand-in. */
import type { Json, JsonObject } from "./lib/json.ts";

export interface Hints {
  error: Json;
  /** The legacy details input; undefined where it cannot say this page. */
  input: (page: JsonObject) => Json | undefined;
  filesQuery: (face: string, digests: string[]) => string;
  /** The digest of the file named report.txt, in a link or in the state. */
  digest: (link: JsonObject, state: JsonObject) => unknown;
  /** Filters finding the marker, which is in the data of the first action; or the trace with that state. */
  filters: (key: string, marker: string, action: string, state: JsonObject) => JsonObject;
  searchBy: "id" | "name";
  /** The data of the action as the link tells it; undefined when it does not. */
  data: (link: JsonObject) => unknown;
  noToken: number;
  newestFirst?: boolean;
  /** The parts of a state or a link that only actions change; absent: all. */
  steady?: (value: JsonObject) => unknown;
  /** Data holding the marker, where the actions do not take any object. */
  fields?: (marker: string) => JsonObject;
  /** Files that are taken, the first being report.txt; absent: odd names and an empty file among them. */
  plainFiles?: boolean;
  /** Longest wait for a search to find what was written, in milliseconds; absent: 2000. */
  lagMs?: number;
  /** Whether unknown workflows hold nothing instead of being refused. */
  emptyWorkflow?: boolean;
  /** Whether unknown organizations hold nothing instead of being refused. */
  emptyOrganization?: boolean;
}

export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((item, key) => (item as Record<string, unknown> | undefined)?.[key], value);

const list = (name: string) => (digests: string[], mark: string) => `${name}=${encodeURIComponent(digests.join(mark))}`;
const repeat = (name: string, digests: string[]): string =>
  digests.map((digest, n) => `${name.replace("#", String(n))}=${encodeURIComponent(digest)}`).join("&");

export const hints: Record<string, Hints> = {
  ledger: {
    error: null,
    input: (page) => page,
    filesQuery: (_, digests) => list("digest")(digests, ","),
    digest: (link) => at(link, "attachments", 0, "hash"),
    filters: (key, marker, action) => ({ [action]: { [key]: marker } }),
    searchBy: "name",
    data: (link) => at(link, "payload", "formData"),
    noToken: 401,
  },
  courier: {
    error: "whatever",
    input: (data) => ({ data }),
    filesQuery: (face, digests) => repeat(face === "v2" ? "digests[]" : "digest", digests),
    digest: (link) => at(link, "meta", "files", "report.txt", "digest"),
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "id",
    data: (link) => JSON.parse(String(link["body"])) as unknown,
    noToken: 403,
    newestFirst: true,
  },
  archive: {
    error: "",
    input: (page) => JSON.stringify(page),
    filesQuery: (_, digests) => `files=${encodeURIComponent(JSON.stringify(digests))}`,
    digest: (_, state) => at(state, "files", 0, "id"),
    filters: (key, marker) => ({ [`data.${key}`]: marker }),
    searchBy: "name",
    data: (link) => link["data"],
    noToken: 404,
  },
  counter: {
    error: {},
    input: (page) => ({ page }),
    filesQuery: (_, digests) => list("ids")(digests, "|"),
    digest: (link) => at(link, "files", 0),
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "name",
    data: () => undefined,
    noToken: 401,
    newestFirst: true,
  },
  notary: {
    error: 17,
    input: (page) => page,
    filesQuery: (_, digests) => repeat("digests", digests),
    digest: (link) =>
      Object.entries(link["evidence"] ?? {}).find(([, item]) => at(item, 0, "title") === "report.txt")?.[0],
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "id",
    data: (link) => JSON.parse(Buffer.from(String(link["content"]), "base64").toString()) as unknown,
    noToken: 400,
  },
  bazaar: {
    error: false,
    input: () => "ignored",
    filesQuery: (_, digests) => repeat("hashes[#]", digests),
    digest: (link) => at(link, "$link", "files", 0),
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "name",
    data: (link) => Object.fromEntries(Object.entries(link).filter(([key]) => key !== "$link")),
    noToken: 302,
    newestFirst: true,
  },
  chronicle: {
    error: [],
    input: ({ first, after, ...others }) =>
      Object.keys(others).length > 0
        ? undefined
        : { ...(first === undefined ? {} : { limit: first }), ...(after === undefined ? {} : { cursor: after }) },
    filesQuery: (face, digests) =>
      face === "v2" ? repeat("filter[digest][]", digests) : list("filter[digest]")(digests, ","),
    digest: (link) => at(link, "_embedded", "documents", 0, "number"),
    filters: (key, marker) => ({ [key]: marker.toUpperCase() }),
    searchBy: "id",
    data: (link) => {
      const fields = at(link, "_embedded", "event", "body") as { name: string; value: Json }[];
      return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    },
    noToken: 401,
    steady: (value) => value["values"] ?? value["_embedded"],
    lagMs: 4000,
  },
  vault: {
    error: 0,
    input: ({ first, ...others }) => (Object.keys(others).length > 0 ? undefined : first),
    filesQuery: (_, digests) => list("uris")(digests, " "),
    digest: (_, state) => Object.keys(state["register"] as JsonObject)[0],
    filters: (_key, marker, _action, { chain }) => ({
      "chain.head": marker === "no such" ? marker : ((at(chain, "head") ?? "") as string),
    }),
    searchBy: "name",
    data: () => undefined,
    noToken: 401,
    newestFirst: true,
    steady: (value) => value["chain"] ?? Object.keys(value),
    emptyOrganization: true,
  },
  mailroom: {
    error: "",
    input: ({ first, after, ...others }) =>
      Object.keys(others).length > 0
        ? undefined
        : {
            ...(first === undefined ? {} : { take: first }),
            // In the smoke test the trace has five links: number 5 stands first, number 1 last.
            ...(after === undefined ? {} : { skip: 6 - Number(after) }),
          },
    filesQuery: (_, digests) => list("papers")(digests, ","),
    digest: (link) => String(at(link, "papers", 0, "no")),
    filters: (_, marker) => ({ subject: [marker.slice(3).toUpperCase()] }),
    searchBy: "name",
    data: (link) => link["form"],
    noToken: 401,
    newestFirst: true,
    fields: (subject) => ({ subject, amount: 2, tags: ["ü 😀"], details: { a: [1, null, { b: false }] } }),
    plainFiles: true,
  },
  relay: {
    error: "whatever",
    input: () => undefined,
    filesQuery: (face, digests) => repeat(face === "v2" ? "d[#]" : "d", digests),
    digest: (link) => at(link, "dct:hasPart", 0, "dct:identifier"),
    filters: (key, marker) => ({ history: [{ input: { [key]: marker } }] }),
    searchBy: "name",
    data: (link) => at(link, "prov:value", "@value"),
    noToken: 499,
    steady: (value) => value["@id"] ?? value,
    emptyWorkflow: true,
  },
};
