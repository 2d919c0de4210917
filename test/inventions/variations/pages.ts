import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Refusal } from "../../stand-ins/lib/refusal.ts";
import type { Link, Service } from "../service.ts";
import type { Variation } from "../tools.ts";
import { onRecord } from "./steps.ts";

const open = "The default page size, bounds of pages and the rules for combining their four members are not shown";

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

export const pages: Variation[] = [
  {
    id: "pages-of-ten-refused",
    choice: "A page has four links by default; more than ten are refused with 422; cursors are the ids of the links.",
    why: `${open}; a clear refusal tells a client more than a page that is shorter than it asked for.`,
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
  {
    id: "numbers-as-cursors",
    choice:
      "Pages hold 25 links by default and at most, larger ones are cut to it; cursors are decimal numbers counted over " +
      "all traces, so that neighbours are apart, and they say nothing of the place in the trace.",
    why: `${open}, and a cursor is any string; the serial number of the table of links does for one.`,
    apply(s) {
      let count = 7000;
      const numbers = new WeakMap<Link, number>();
      onRecord(s, (link) => numbers.set(link, (count += 3)));
      s.cursorOf = (link) => String(numbers.get(link) ?? 0);
      sizes(s, { first: 25 }, 25);
    },
  },
  {
    id: "sealed-cursors",
    choice:
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
  {
    id: "latest-page-by-default",
    choice: "Without first and last a page has the last three links, in the order of the trace, and others before it.",
    why: `${open}; who opens a trace wants to see what happened last.`,
    apply(s) {
      sizes(s, { last: 3 }, 1000);
    },
  },
  {
    id: "strict-combinations",
    choice:
      "after goes with first only and before with last only; first with last, after with before, a cursor without its " +
      "size and any crossed pair are refused with 422.",
    why: `${open}; the pages of the Relay convention go either forwards or backwards.`,
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
  {
    id: "cursors-only-to-go-on",
    choice:
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
];
