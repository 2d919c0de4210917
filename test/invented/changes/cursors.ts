/** Cursors and sizes of pages that differ from the usual ones. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Call } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Service } from "../service.ts";
import { aroundStep, after, changeResult } from "../tools.ts";

/** Gives pages that were asked for without a size another size, and cuts larger ones to the most there is. */
export function sizes(s: Service, usual: { first?: number; last?: number }, most: number): void {
  const cap = (name: "first" | "last", size: number | undefined) =>
    size === undefined ? {} : { [name]: Math.min(size, most) };
  aroundStep(s, "page", (page) => (links, args, trace, call) => {
    const { first, last, ...bounds } = args;
    const given = first === undefined && last === undefined ? usual : { ...cap("first", first), ...cap("last", last) };
    return page(links, { ...bounds, ...given }, trace, call);
  });
}

/** Cursors are sealed with a fresh nonce, so that no two for one link are the same. */
export function sealedCursors(s: Service): void {
  const key = randomBytes(32);
  s.cursorOf = (link) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const text = Buffer.concat([cipher.update(link.id), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
  };
  s.positionOf = (links, cursor) => {
    const bytes = Buffer.from(cursor, "base64");
    let id: string | undefined;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      id = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    } catch {
      throw new Refusal("invalid", "the cursor was not given by this service");
    }
    const position = links.findIndex((link) => link.id === id);
    if (position === -1) throw new Refusal("invalid", "the cursor is of another trace");
    return position;
  };
}

/** Cursors that serve the user and the set of endpoints that got them, and nobody else. */
export function ownCursors(s: Service): void {
  const readers = new WeakMap<Call, string>();
  const { page } = s;
  after(s, "authenticate", (user, call) => {
    readers.set(call, `${call.face} ${user.email} `);
  });
  const seal = (cursor: string, call: Call) =>
    Buffer.from((readers.get(call) ?? "") + cursor)
      .reverse()
      .toString("base64");
  const open = (cursor: string, call: Call) => {
    const text = Buffer.from(cursor, "base64").reverse().toString();
    const mine = readers.get(call) ?? "";
    if (!text.startsWith(mine)) throw new Refusal("invalid", "the cursor is not yours");
    return text.slice(mine.length);
  };
  s.page = (links, { after, before, ...sizes }, trace, call) =>
    page(
      links,
      {
        ...sizes,
        ...(after === undefined ? {} : { after: open(after, call) }),
        ...(before === undefined ? {} : { before: open(before, call) }),
      },
      trace,
      call,
    );
  changeResult(s, "info", (info, _found, _args, _trace, call) =>
    Object.fromEntries(
      Object.entries(info).map(([key, value]) => [key, typeof value === "string" ? seal(value, call) : value]),
    ),
  );
}
