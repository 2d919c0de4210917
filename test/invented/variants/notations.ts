import { createCipheriv, randomBytes } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";
import type { Workflow } from "../../lib/service/domain.ts";
import { own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { ZipEntry } from "../../lib/service/zip.ts";
import { present, refuse } from "../process.ts";
import type { Service } from "../service.ts";
import type { Variants } from "../tools.ts";

/** The value with its type beside it, as key-value stores write it. */
function typed(value: Json): JsonObject {
  if (value === null) return { NULL: true };
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  return Array.isArray(value) ? { L: value.map(typed) } : { M: typedMembers(value) };
}

export function typedMembers(value: JsonObject): JsonObject {
  const members: JsonObject = {};
  for (const key of Object.keys(value)) put(members, key, typed(own(value, key) ?? null));
  return members;
}

/** Every reading of a link is encrypted anew. */
function sealLinks(s: Service): void {
  const key = randomBytes(32);
  const { linkView } = s;
  s.linkView = (link, trace, call) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(linkView(link, trace, call))), cipher.final()]);
    return {
      iv: iv.toString("base64url"),
      ciphertext: text.toString("base64url"),
      tag: cipher.getAuthTag().toString("base64url"),
    };
  };
}

/** An archive as it is written into a stream: sizes and checksums come after the data; folders are entries, too. */
function streamed(files: readonly ZipEntry[]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const write = (name: string, data: Buffer, deflated: boolean): void => {
    const path = Buffer.from(name);
    const packed = deflated ? deflateRawSync(data) : data;
    const stamp = Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0x60]);
    const folder = name.endsWith("/");
    const sums = Buffer.alloc(12);
    if (!folder) {
      sums.writeUInt32LE(crc32(data), 0);
      sums.writeUInt32LE(packed.length, 4);
      sums.writeUInt32LE(data.length, 8);
    }
    const common = Buffer.alloc(10);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(folder ? 0x800 : 0x808, 2);
    common.writeUInt16LE(deflated ? 8 : 0, 4);
    common.writeUInt16LE(0x6b2d, 6);
    common.writeUInt16LE(0x5c6f, 8);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(path.length, 0);
    lengths.writeUInt16LE(stamp.length, 2);
    const local = [Buffer.from("PK\x03\x04"), common, Buffer.alloc(12), lengths, path, stamp, packed];
    if (!folder) local.push(Buffer.from("PK\x07\x08"), sums);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(folder ? 0x10 : 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([30, 3]), common, sums, lengths, rest, path, stamp);
    for (const piece of local) offset += piece.length;
    body.push(...local);
  };
  files.forEach(({ name, data }, at) => {
    write(`part-${String(at + 1)}/`, Buffer.alloc(0), false);
    write(`part-${String(at + 1)}/${name}`, data, at % 2 === 0);
  });
  const listed = Buffer.concat(directory);
  const comment = Buffer.from("written while it was read");
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length * 2, 4);
  end.writeUInt16LE(files.length * 2, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...body, listed, Buffer.from("PK\x05\x06"), end, comment]);
}

/** How what is kept is written down for those who read it. */
export const notations: Variants = {
  "typed-values": {
    title:
      "The state and the data of links have every value with its type: { amount: { N: '42' } }; filters are plain.",
    why: "Keys and values of the state and fields of a link are not shown; so the store gives its records.",
    apply(s) {
      present(s, (state) => typedMembers(state));
      s.linkView = (link) => typedMembers({ ...link });
    },
  },
  "linked-data": {
    title: "State and links are JSON-LD: members have a prefix, values are objects, and files are named by URNs.",
    why: "Keys and values of the state and fields of a link are not shown; archives want it so.",
    apply(s) {
      const context = { "@vocab": "https://nordwind.example/terms#", prov: "http://www.w3.org/ns/prov#" };
      const terms = (data: JsonObject): JsonObject => {
        const named: JsonObject = {};
        for (const key of Object.keys(data)) put(named, `terms:${key}`, { "@value": own(data, key) ?? null });
        return named;
      };
      present(s, (state, trace) => ({ "@context": context, "@id": `urn:uuid:${trace.id}`, ...terms(state) }));
      s.linkView = (link) => ({
        "@context": context,
        "@id": `urn:uuid:${link.id}`,
        "@type": ["prov:Activity", `terms:${link.actionKey}`],
        "prov:wasAssociatedWith": { "@id": `mailto:${link.author}` },
        "prov:value": terms(link.data),
        "prov:used": link.files.map((file) => ({
          "@id": `urn:sha-256:${String(own(file, "digest"))}`,
          "prov:label": own(file, "name") ?? null,
        })),
      });
    },
  },
  "links-encrypted-anew": {
    title: "A link is three texts, encrypted anew whenever it is read: nothing in two readings of it is the same.",
    why: "Fields of a link: not shown. Those who may read what was done have the key.",
    apply: sealLinks,
  },
  "streamed-archive": {
    title:
      "Archives are written as a stream: sizes follow the data, every file lies in a folder of its own that is an " +
      "entry, every second file is not deflated, and there is a comment at the end.",
    why: "A zip archive with the requested files: names and manner are not shown.",
    apply(s) {
      s.pack = (entries) => streamed(entries);
    },
  },
  "legacy-shows-all": {
    title: "Legacy details look at nothing in input, and answer with all links of the trace.",
    why: "The input is of unspecified type, and bounds of a page are not shown; the paging came with v2.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) =>
        call.face === "legacy" ? { items: links, hasNext: false, hasPrevious: false } : page(links, args, trace, call);
    },
  },
  "many-workflows-of-two-names": {
    title: "The organization has 150 more workflows that take no actions, most of one name, one with an empty name.",
    why: "A workflow has an identifier and a name; that names differ is not said. Old versions stay listed.",
    apply(s) {
      const [first] = s.workflows as [Workflow];
      const old = Array.from({ length: 150 }, (_, n): Workflow => {
        const id = `0c9e4d11-3b5f-4a77-8e21-${String(n).padStart(12, "0")}`;
        const name = n === 0 ? "" : n % 3 === 0 ? "Überweisungen „alt“ 📄" : first.name;
        return { id, name, organization: first.organization, actions: [] };
      });
      const { listing, findWorkflow } = s;
      s.listing = (organization, call) => [
        ...(organization === first.organization ? old : []).map(({ id, name }) => ({
          workflowId: id,
          workflowName: name,
        })),
        ...listing(organization, call),
      ];
      s.findWorkflow = (user, which, call) =>
        old.find(({ id, organization }) => id === which && organization === user.organization) ??
        findWorkflow(user, which, call);
    },
  },
  "insured-parcels": {
    title:
      "Links are encrypted anew at every reading, digests are random and stand in the state alone, searches take " +
      "texts only, first and last together are refused, and everything that is refused was not found (404).",
    why: "Fields of a link, keys of the state, rules for combining first and last, and error statuses are not shown.",
    apply(s) {
      sealLinks(s);
      const digests = new WeakMap<Buffer, string>();
      s.digest = (data) => {
        const known = digests.get(data) ?? randomBytes(15).toString("hex");
        digests.set(data, known);
        return known;
      };
      present(s, (state, trace) => ({
        parcel: state,
        insured: Object.fromEntries(
          [...trace.files.values()].map(({ digest, name }, at) => [`${String(at)} ${name}`, digest]),
        ),
      }));
      Object.assign(s.statuses, { invalid: 404, missing: 404, foreign: 404 });
      const { search, page } = s;
      s.search = (workflow, filters, call) => {
        refuse(
          Object.keys(filters).some((key) => typeof own(filters, key) !== "string"),
          "filters are texts",
        );
        return search(workflow, filters, call);
      };
      s.page = (links, args, trace, call) => {
        refuse(args.first !== undefined && args.last !== undefined, "first and last exclude each other");
        return page(links, args, trace, call);
      };
    },
  },
};
