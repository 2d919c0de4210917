/** What a link shows of its action. */
import { createHash, randomUUID } from "node:crypto";
import { type Json, type JsonObject, own, put } from "../../../lib/service/json.ts";
import { filesInState, sealLinks } from "../../changes/links.ts";
import { hash, momentsOfLinks } from "../../changes/states.ts";
import type { Link } from "../../service.ts";
import { aroundStep, changeResult, onRecord, sorted, ulid, type Variants } from "../../tools.ts";

const linksOpen = "The fields of a link are not shown";

export const links: Variants = {
  "documents-in-the-state": {
    title: "Links say who acted and when; digests stand in the state, and v2 actions answer with a receipt's UUID.",
    why: "The fields of links and the keys of the state are not shown, nor what the UUID of an action identifies.",
    apply(s) {
      const { note, of } = momentsOfLinks();
      onRecord(s, note);
      s.actionAnswer = () => randomUUID();
      s.linkView = (link, trace) => ({ number: trace.links.indexOf(link) + 1, by: link.author, at: of(link) });
      s.stateOf = (trace) => ({
        content: trace.state,
        documents: trace.links.flatMap(({ files, actionKey }) =>
          files.map(({ digest = "", name = "" }) => ({ digest, title: name, from: actionKey })),
        ),
      });
    },
  },
  "patches-for-links": {
    title: "A link is a list of operations on the state, as in JSON Patch, and of attachments; it has no id.",
    why: "Fields of a link are not shown, and an event log keeps changes, not messages.",
    apply(s) {
      s.linkView = ({ data, files, author }, trace) => ({
        who: author,
        base: trace.id,
        ops: Object.keys(data).map((key) => ({
          op: "add",
          path: `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
          value: own(data, key) ?? null,
        })),
        with: files.map((file) => [file["name"] ?? null, file["digest"] ?? null]),
      });
    },
  },
  "links-as-events": {
    title:
      "A link is an event: a number, a time, a type, an author as an object, the data inside its payload, and a hash " +
      "that covers the event before; the newest come first, and the v2 action answers with the trace's id.",
    why: `${linksOpen}, nor their order, nor what the action's UUID names; an event store hands out its events.`,
    apply(s) {
      const times = new WeakMap<Link, string>();
      const hashes = new WeakMap<Link, string>();
      onRecord(s, (link, trace) => {
        times.set(link, new Date().toISOString());
        const before = hashes.get(trace.links[trace.links.indexOf(link) - 1] ?? link) ?? "";
        hashes.set(link, createHash("sha256").update(before).update(JSON.stringify(link)).digest("base64url"));
      });
      s.linksOf = (trace) => trace.links.toReversed();
      s.linkView = (link, trace) => ({
        seq: trace.links.indexOf(link) + 1,
        at: times.get(link) ?? null,
        type: `nordwind.${link.actionKey}.done`,
        author: { email: link.author, group: link.groupLabel },
        payload: { content: link.data, documents: link.files },
        hash: hashes.get(link) ?? null,
      });
      s.actionAnswer = (trace) => trace.id;
    },
  },
  "links-with-data-text": {
    title:
      "A link has a ULID as id and its data as indented JSON text; the v2 action answers with a receipt that is named " +
      "nowhere else.",
    why: `${linksOpen}, nor what the action's UUID names; text is what was signed, and must not be parsed on the way.`,
    apply(s) {
      onRecord(s, (link) => {
        link.id = ulid();
      });
      s.linkView = ({ data, ...link }) => ({ ...link, content: JSON.stringify(data, null, 2) });
      s.actionAnswer = () => randomUUID();
    },
  },
  "links-with-previews": {
    title:
      "A link gives no data, only the beginning of their text, its length and the names of the members; files are " +
      "told by digest alone, and the state tells the data.",
    why: `${linksOpen}; lists are kept light, and who wants the data reads the state.`,
    apply(s) {
      s.linkView = ({ data, files, id, actionKey, author }) => {
        const text = Array.from(JSON.stringify(data));
        const more: JsonObject =
          files.length > 0 ? { attached: files.map(({ digest }) => ({ digest: digest ?? "" })) } : {};
        return { id, actionKey, author, preview: text.slice(0, 40).join(""), length: text.length, ...more };
      };
    },
  },
  "links-with-snapshots": {
    title:
      "A link gives its data twice: in the state as it was after the action, and as the changes that it made; it also " +
      "has a summary of the trace and addresses to go on to.",
    why: `${linksOpen}; clients that show a history want each version whole.`,
    apply(s) {
      const after = new WeakMap<Link, JsonObject>();
      onRecord(s, (link, trace) => after.set(link, trace.state));
      s.linkView = (link, trace) => ({
        ...link,
        data: null,
        changes: Object.entries(link.data).map(([name, value]): Json => ({ op: "set", name, value })),
        stateAfter: sorted(after.get(link) ?? {}),
        trace: { id: trace.id, workflow: trace.workflow.id },
        _links: { self: { href: `/v2/traces/${trace.id}/details#${link.id}` } },
      });
    },
  },
  "scanned-by-the-service": {
    title: "After an action that brings files, the service appends one of its own to tell that they were scanned.",
    why: "Which links a trace has besides those of its actions is not said; systems act by their own hand.",
    apply(s) {
      onRecord(s, (link, trace) => {
        if (link.files.length === 0) return;
        const of = { author: "scanner@nordwind.example", data: { scanned: link.files.length }, files: [] };
        trace.links.push({ id: randomUUID(), actionKey: "scan", groupLabel: "system", ...of });
      });
    },
  },
  "sealed-links": {
    title: "A link is a signed sheet: its data is a JSON text, and its files stand in a map from digest to name.",
    why: "Fields of a link are not shown; a signature is made over bytes, so the text that was signed is kept.",
    apply(s) {
      s.linkView = ({ id, data, files, ...rest }) => {
        const payload = JSON.stringify({ ...rest, data });
        return {
          meta: { linkId: id, format: "sheet/1" },
          payload,
          attachments: Object.fromEntries(files.map((file) => [String(file["digest"]), file["name"] ?? ""])),
          signatures: [{ by: "service", value: s.digest(Buffer.from(payload.padEnd(64))) }],
        };
      };
    },
  },
  "links-of-a-ledger": {
    title:
      "A link is a signed record: a version, the data in base64, the rest under meta with the hash of the link before, " +
      "and signatures; it has no id, and the v2 action answers with the id of the trace.",
    why: "The fields of a link are not shown, nor what the action's UUID names; a ledger gives out what was signed.",
    apply(s) {
      const hash = (link: Link | undefined): string =>
        link ? createHash("sha256").update(link.id).update(JSON.stringify(link.data)).digest("base64") : "";
      s.actionAnswer = (trace) => trace.id;
      s.linkView = (link, trace) => {
        const at = trace.links.indexOf(link);
        return {
          version: "1.0.0",
          data: Buffer.from(JSON.stringify(link.data)).toString("base64"),
          meta: {
            mapId: trace.id,
            process: { name: trace.workflow.id, state: "" },
            action: link.actionKey,
            group: link.groupLabel,
            step: "form",
            priority: at + 1,
            prevLinkHash: hash(trace.links[at - 1]),
            outDegree: -1,
            attachments: link.files,
          },
          signatures: [{ version: "1.0.0", type: "none", publicKey: "", payloadPath: "[version,data,meta]" }],
        };
      };
    },
  },
  "signed-segments": {
    title:
      "Links are signed segments, newest first; the state holds the data apart; the v2 action answers with the trace.",
    why: "The fields and the order of links, the members of the state, and what the UUID of the action is are not shown.",
    apply(s) {
      changeResult(s, "linksOf", (links) => links.toReversed());
      s.linkView = (link, trace) => ({
        version: "1.0.0",
        meta: {
          linkId: link.id,
          mapId: trace.id,
          process: { name: trace.workflow.name, state: link.actionKey },
          tags: [link.groupLabel],
          outDegree: -1,
        },
        data: link.data,
        attachments: link.files.map(({ name, digest, size }) => ({
          fileName: name ?? "",
          digest: digest ?? "",
          size: size ?? 0,
        })),
        signatures: [{ type: "ed25519", author: link.author, signature: Buffer.from(link.id).toString("base64") }],
      });
      s.stateOf = (trace) => ({ data: trace.state, height: trace.links.length, heads: [trace.links.at(-1)?.id ?? ""] });
      s.actionAnswer = (trace) => trace.id;
    },
  },
  "links-encrypted-anew": {
    title: "A link is three texts, encrypted anew whenever it is read: nothing in two readings of it is the same.",
    why: "Fields of a link: not shown. Those who may read what was done have the key.",
    apply: sealLinks,
  },
  "packed-links": {
    title:
      "A link holds the data of its action as JSON in base64, and no digests: these are in the state, by file name.",
    why: "The fields of links and the members of the state are not shown; what is signed is kept as bytes.",
    apply(s) {
      s.linkView = ({ id, actionKey, groupLabel, data }) => ({
        node: {
          id,
          kind: `${groupLabel}/${actionKey}`,
          payload: Buffer.from(JSON.stringify(data)).toString("base64"),
        },
      });
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const attachments: JsonObject = {};
        for (const { name, digest } of trace.links.flatMap(({ files }) => files)) {
          const known = own(attachments, String(name));
          put(attachments, String(name), [...(Array.isArray(known) ? known : []), digest ?? ""]);
        }
        return { ...((await stateOf(trace, call)) as JsonObject), $attachments: attachments };
      });
    },
  },
  "files-in-the-state": {
    title: "A link is an id and a type; data and files are shown by the state alone.",
    why: "Fields of a link are not shown, and the state may hold anything.",
    apply: filesInState,
  },
  "links-under-seal": {
    title: "Links come newest first, four at most, and show a hash of the data of their actions instead of the data.",
    why: "The fields of a link and the order are not shown; no bounds of a page are given.",
    apply(s) {
      s.linksOf = (trace) => trace.links.toReversed();
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const bounded = { ...args };
        if (args.first !== undefined || args.last === undefined) bounded.first = Math.min(args.first ?? 4, 4);
        if (args.last !== undefined) bounded.last = Math.min(args.last, 4);
        return page(links, bounded, trace, call);
      });
      s.linkView = (link) => ({
        linkHash: hash(link.id),
        dataHash: hash(JSON.stringify(link.data)),
        signedBy: hash(link.author).slice(0, 12),
        documents: link.files.map(({ digest }) => String(digest)),
      });
    },
  },
};
