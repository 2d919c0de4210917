/** What cursors look like, and where there are any. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Json } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { ownCursors, sealedCursors, sizes } from "../../changes/cursors.ts";
import { pagesOpen } from "../../left-open.ts";
import { refuse } from "../../process.ts";
import type { Link } from "../../service.ts";
import { aroundStep, changeResult, onRecord, type Variants } from "../../tools.ts";

export const cursors: Variants = {
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
  "cursors-sealed-for-a-trace": {
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
      changeResult(s, "info", (info) => ({ startCursor: "", endCursor: "", ...info }));
    },
  },
  "cursors-only-to-go-on": {
    title:
      "A page has an endCursor only where there is a next page and a startCursor only where there is a previous one; " +
      "it tells its size and how many links there are in all; a thousand links are a page.",
    why: "Both cursors are optional in the page information; they are for going on, and there is nowhere to go.",
    apply(s) {
      sizes(s, { first: 1000 }, 1000);
      changeResult(s, "info", ({ startCursor, endCursor }, page) => ({
        pageSize: page.items.length,
        ...(page.hasNext && endCursor !== undefined ? { endCursor } : {}),
        hasPrevious: page.hasPrevious,
        hasNext: page.hasNext,
        ...(page.hasPrevious && startCursor !== undefined ? { startCursor } : {}),
      }));
    },
  },
  "fresh-cursors": {
    title: "Pages hold two links by default and three at most, and every answer writes the same cursor differently.",
    why: "Page sizes are not shown, and a cursor is any string; one that changes is not taken for an address.",
    apply(s) {
      const idOf = (cursor: string) => Buffer.from(cursor, "base64").toString("latin1").slice(9);
      s.cursorOf = (link) => Buffer.from(`${randomBytes(6).toString("base64url")}.${link.id}`).toString("base64");
      s.positionOf = (links, cursor) => {
        const position = links.findIndex((link) => link.id === idOf(cursor));
        refuse(position === -1, "no such cursor");
        return position;
      };
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { first, last } = args;
        const small = (size: number) => Math.min(size, 3);
        const sizes = {
          ...(first === undefined && last === undefined ? { first: 2 } : {}),
          ...(first === undefined ? {} : { first: small(first) }),
          ...(last === undefined ? {} : { last: small(last) }),
        };
        return page(links, { ...args, ...sizes }, trace, call);
      });
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
  "sealed-cursors": {
    title: "The cursor of a link is sealed anew at every reading: never the same text twice, and each is good.",
    why: "A cursor is a string; that the same link has the same cursor in two answers is not said.",
    apply(s) {
      s.cursorOf = (link) => Buffer.from(`${randomBytes(6).toString("hex")}:${link.id}`).toString("base64url");
      s.positionOf = (links, cursor) => {
        const [, id] = Buffer.from(cursor, "base64url").toString().split(":");
        const position = links.findIndex((link) => link.id === id);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "cursors-as-json": {
    title: "A cursor is a JSON text, with quotation marks, spaces and a letter outside ASCII.",
    why: "A cursor is a string; it travels in JSON, where any string is safe.",
    apply(s) {
      s.cursorOf = (link, trace) => `{"n°": ${String(trace.links.indexOf(link))}, "of": "${trace.id}"}`;
    },
  },
  "cursors-where-they-lead": {
    title: "A page has a start cursor only after others and an end cursor only before others, written anew each time.",
    why: "Both cursors may be left out, and their form is not shown; these are salted, so that no two are alike.",
    apply(s) {
      const { positionOf } = s;
      changeResult(s, "info", ({ startCursor, endCursor, ...rest }, page) => {
        const sealed = (cursor: Json = null) => `${String(cursor)}.${randomBytes(6).toString("base64url")}`;
        return {
          ...rest,
          ...(page.hasPrevious && startCursor !== undefined ? { startCursor: sealed(startCursor) } : {}),
          ...(page.hasNext && endCursor !== undefined ? { endCursor: sealed(endCursor) } : {}),
        };
      });
      s.positionOf = (links, cursor, trace) => positionOf(links, cursor.split(".")[0] ?? "", trace);
    },
  },
  "cursors-with-a-nonce": {
    title: "Every cursor is encrypted with a fresh nonce, in base64 with slashes and padding: no two are the same.",
    why: "A cursor is a string; what is in it is not shown.",
    apply: sealedCursors,
  },
  "cursors-only-where-they-lead": {
    title:
      "There is an end cursor only where there is a next page, and a start cursor only where there is a previous one.",
    why: "startCursor and endCursor are not required.",
    apply(s) {
      aroundStep(s, "info", (info) => (...args) => {
        const { startCursor, endCursor, hasNext, hasPrevious } = info(...args) as Record<string, string | boolean>;
        return {
          hasNext: hasNext ?? false,
          hasPrevious: hasPrevious ?? false,
          ...(hasNext && endCursor !== undefined ? { endCursor } : {}),
          ...(hasPrevious && startCursor !== undefined ? { startCursor } : {}),
        };
      });
    },
  },
  "cursors-sealed-anew": {
    title: "Each answer has other cursors for the same links, of several hundred characters; all of them stay good.",
    why: "Cursors are strings, and nothing says that a link has one alone, or that it is short.",
    apply(s) {
      const links = new Map<string, string>();
      s.cursorOf = (link) => {
        const cursor = `${randomBytes(240).toString("base64")}|${String(links.size)}`;
        links.set(cursor, link.id);
        return cursor;
      };
      aroundStep(s, "positionOf", (positionOf) => (all, cursor, trace) => {
        const at = all.findIndex(({ id }) => id === links.get(cursor));
        return at === -1 ? positionOf([], cursor, trace) : at;
      });
    },
  },
  "cursors-of-ones-own": {
    title: "A cursor serves only the user and the set of endpoints that got it.",
    why: "A cursor is a string; nothing says that one may be handed on.",
    apply: ownCursors,
  },
};
