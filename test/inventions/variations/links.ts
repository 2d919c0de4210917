import { createHash, randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../stand-ins/lib/json.ts";
import type { Link } from "../service.ts";
import type { Variation } from "../tools.ts";
import { onRecord, sorted, ulid } from "./steps.ts";

const open = "The fields of a link are not shown";

export const links: Variation[] = [
  {
    id: "links-as-events",
    choice:
      "A link is an event: a number, a time, a type, an author as an object, the data inside its payload, and a hash " +
      "that covers the event before; the newest come first, and the v2 action answers with the trace's id.",
    why: `${open}, nor their order, nor what the action's UUID names; an event store hands out its events.`,
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
  {
    id: "links-with-data-text",
    choice:
      "A link has a ULID as id and its data as indented JSON text; the v2 action answers with a receipt that is named " +
      "nowhere else.",
    why: `${open}, nor what the action's UUID names; text is what was signed, and must not be parsed on the way.`,
    apply(s) {
      onRecord(s, (link) => {
        link.id = ulid();
      });
      s.linkView = ({ data, ...link }) => ({ ...link, content: JSON.stringify(data, null, 2) });
      s.actionAnswer = () => randomUUID();
    },
  },
  {
    id: "links-with-previews",
    choice:
      "A link gives no data, only the beginning of their text, its length and the names of the members; files are " +
      "told by digest alone, and the state tells the data.",
    why: `${open}; lists are kept light, and who wants the data reads the state.`,
    apply(s) {
      s.linkView = ({ data, files, id, actionKey, author }) => {
        const text = Array.from(JSON.stringify(data));
        const more: JsonObject =
          files.length > 0 ? { attached: files.map(({ digest }) => ({ digest: digest ?? "" })) } : {};
        return { id, actionKey, author, preview: text.slice(0, 40).join(""), length: text.length, ...more };
      };
    },
  },
  {
    id: "links-with-snapshots",
    choice:
      "A link gives its data twice: in the state as it was after the action, and as the changes that it made; it also " +
      "has a summary of the trace and addresses to go on to.",
    why: `${open}; clients that show a history want each version whole.`,
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
];
