import { createHash, randomUUID, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mergePatch, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link, Service } from "../service.ts";
import { onRecord, sorted, ulid, type Variants } from "../tools.ts";

const linksOpen = "The fields of a link are not shown";

const pagesOpen = "The default page size, bounds of pages and the rules for combining their four members are not shown";

const refuse = (when: boolean, message: string): void => {
  if (when) throw new Refusal("invalid", message);
};

/** Gives pages that were asked for without a size another size, and cuts larger ones to the most there is. */
function sizes(s: Service, usual: { first?: number; last?: number }, most: number): void {
  const { page } = s;
  const cap = (name: "first" | "last", size: number | undefined) =>
    size === undefined ? {} : { [name]: Math.min(size, most) };
  s.page = (links, args, trace, call) => {
    const { first, last, ...bounds } = args;
    const given = first === undefined && last === undefined ? usual : { ...cap("first", first), ...cap("last", last) };
    return page(links, { ...bounds, ...given }, trace, call);
  };
}

export const details: Variants = {
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
  "pages-of-ten-refused": {
    title: "A page has four links by default; more than ten are refused with 422; cursors are the ids of the links.",
    why: `${pagesOpen}; a clear refusal tells a client more than a page that is shorter than it asked for.`,
    apply(s) {
      s.statuses.invalid = 422;
      s.cursorOf = (link) => link.id;
      sizes(s, { first: 4 }, Infinity);
      const { page } = s;
      s.page = (links, args, trace, call) => {
        refuse((args.first ?? 1) > 10 || (args.last ?? 1) > 10, "first and last are 10 at most");
        return page(links, args, trace, call);
      };
    },
  },
  "numbers-as-cursors": {
    title:
      "Pages hold 25 links by default and at most, larger ones are cut to it; cursors are decimal numbers counted over " +
      "all traces, so that neighbours are apart, and they say nothing of the place in the trace.",
    why: `${pagesOpen}, and a cursor is any string; the serial number of the table of links does for one.`,
    apply(s) {
      let count = 7000;
      const numbers = new WeakMap<Link, number>();
      onRecord(s, (link) => numbers.set(link, (count += 3)));
      s.cursorOf = (link) => String(numbers.get(link) ?? 0);
      sizes(s, { first: 25 }, 25);
    },
  },
  "sealed-cursors": {
    title:
      "Cursors are some 700 characters long, encrypted anew in every answer, and good for the trace alone that gave " +
      "them; a page without links has empty strings for cursors.",
    why: "A cursor is any string; nobody can guess a sealed one, nor carry it over to another trace.",
    apply(s) {
      const key = randomBytes(32);
      s.cursorOf = (link, trace) => {
        const iv = randomBytes(12);
        const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(trace.id));
        const body = Buffer.concat([
          cipher.update(JSON.stringify({ id: link.id, scope: "x".repeat(430) })),
          cipher.final(),
        ]);
        return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
      };
      s.positionOf = (links, cursor, trace) => {
        let id = "";
        try {
          const bytes = Buffer.from(cursor, "base64url");
          const opened = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 })
            .setAAD(Buffer.from(trace.id))
            .setAuthTag(bytes.subarray(12, 28));
          const text = Buffer.concat([opened.update(bytes.subarray(28)), opened.final()]).toString();
          id = String((JSON.parse(text) as { id?: unknown }).id);
        } catch {
          throw new Refusal("invalid", "no such cursor");
        }
        const position = links.findIndex((link) => link.id === id);
        refuse(position === -1, "no such cursor");
        return position;
      };
      const { info } = s;
      s.info = (page, args, trace, call) => ({ startCursor: "", endCursor: "", ...info(page, args, trace, call) });
    },
  },
  "latest-page-by-default": {
    title: "Without first and last a page has the last three links, in the order of the trace, and others before it.",
    why: `${pagesOpen}; who opens a trace wants to see what happened last.`,
    apply(s) {
      sizes(s, { last: 3 }, 1000);
    },
  },
  "strict-combinations": {
    title:
      "after goes with first only and before with last only; first with last, after with before, a cursor without its " +
      "size and any crossed pair are refused with 422.",
    why: `${pagesOpen}; the pages of the Relay convention go either forwards or backwards.`,
    apply(s) {
      s.statuses.invalid = 422;
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { first, last, after, before } = args;
        refuse(first !== undefined && (last !== undefined || before !== undefined), "first goes with after alone");
        refuse(last !== undefined && after !== undefined, "last goes with before alone");
        refuse(after !== undefined && first === undefined, "after needs first");
        refuse(before !== undefined && last === undefined, "before needs last");
        return page(links, args, trace, call);
      };
    },
  },
  "cursors-only-to-go-on": {
    title:
      "A page has an endCursor only where there is a next page and a startCursor only where there is a previous one; " +
      "it tells its size and how many links there are in all; a thousand links are a page.",
    why: "Both cursors are optional in the page information; they are for going on, and there is nowhere to go.",
    apply(s) {
      sizes(s, { first: 1000 }, 1000);
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const { startCursor, endCursor } = info(page, args, trace, call);
        return {
          pageSize: page.items.length,
          ...(page.hasNext && endCursor !== undefined ? { endCursor } : {}),
          hasPrevious: page.hasPrevious,
          hasNext: page.hasNext,
          ...(page.hasPrevious && startCursor !== undefined ? { startCursor } : {}),
        };
      };
    },
  },
  "newest-first-patch": {
    title: "Links come newest first, and a null in the data of an action deletes the member from the state (RFC 7396).",
    why: "Neither the order of links nor how actions make the state is shown; a log reads from the top, and a patch needs a way to delete.",
    apply(s) {
      s.linksOf = (trace) => trace.links.toReversed();
      s.merge = (trace, data) => mergePatch(trace.state, data) as JsonObject;
    },
  },
  "fresh-cursors": {
    title: "Pages hold two links by default and three at most, and every answer writes the same cursor differently.",
    why: "Page sizes are not shown, and a cursor is any string; one that changes is not taken for an address.",
    apply(s) {
      const { page } = s;
      const idOf = (cursor: string) => Buffer.from(cursor, "base64").toString("latin1").slice(9);
      s.cursorOf = (link) => Buffer.from(`${randomBytes(6).toString("base64url")}.${link.id}`).toString("base64");
      s.positionOf = (links, cursor) => {
        const position = links.findIndex((link) => link.id === idOf(cursor));
        refuse(position === -1, "no such cursor");
        return position;
      };
      s.page = (links, args, trace, call) => {
        const { first, last } = args;
        const small = (size: number) => Math.min(size, 3);
        const sizes = {
          ...(first === undefined && last === undefined ? { first: 2 } : {}),
          ...(first === undefined ? {} : { first: small(first) }),
          ...(last === undefined ? {} : { last: small(last) }),
        };
        return page(links, { ...args, ...sizes }, trace, call);
      };
    },
  },
  "cursors-in-links": {
    title: "The page information has no cursors; each link carries its own as the text of a number.",
    why: "Cursors are optional in the page information, and the fields of links are not shown; edges have cursors in Relay.",
    apply(s) {
      const numbered = (id: string, links: { id: string }[]) => links.findIndex((link) => link.id === id) + 1;
      s.cursorOf = (link, trace) => String(numbered(link.id, trace.links));
      s.linkView = (link, trace) => ({ ...link, cursor: s.cursorOf(link, trace) });
      s.info = ({ hasNext, hasPrevious }) => ({ hasNext, hasPrevious });
    },
  },
};
