/** Cursors that are no strings, or are not known again. */
import { createHash } from "node:crypto";
import type { Call } from "../../../lib/service/http.ts";
import { own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { aroundStep, changeResult, after, type Faults } from "../../tools.ts";

/** Which of two instances answers a call: each other connection goes to the other. */
function byConnection(): (call: Call) => number {
  const chosen = new Map<string, number>();
  return ({ connection }) => {
    const known = chosen.get(connection) ?? chosen.size % 2;
    chosen.set(connection, known);
    return known;
  };
}

const sealed = (instance: number, cursor: string): string =>
  Buffer.from(`${String(instance)}:${cursor}`).toString("base64url");

export const cursorForms: Faults = {
  // "optional … after (string cursor), before (string cursor)": those that the page information gives
  "cursors-in-plain-base64": {
    title: "Cursors are plain base64, and read as from an address: those with a plus sign are not known again.",
    apply(s) {
      s.cursorOf = (link) => createHash("sha256").update(link.id).digest().subarray(0, 24).toString("base64");
      const { positionOf } = s;
      s.positionOf = (links, cursor, trace) => positionOf(links, cursor.replaceAll("+", " "), trace);
    },
  },
  // "startCursor | string", "endCursor | string"
  "v2-cursors-are-numbers": {
    title: "The cursors of the v2 details are the numbers of the links, not strings.",
    apply(s) {
      changeResult(s, "info", (told, page, _args, trace, call) => {
        const [head, tail] = [page.items[0], page.items.at(-1)];
        if (call.face !== "v2" || !head || !tail) return told;
        return { ...told, startCursor: trace.links.indexOf(head), endCursor: trace.links.indexOf(tail) };
      });
      aroundStep(s, "positionOf", (positionOf) => (links, cursor, trace) => {
        const at = /^\d{1,6}$/.test(cursor) ? Number(cursor) : -1;
        return at >= 0 && at < links.length ? at : positionOf(links, cursor, trace);
      });
    },
  },
  // "`startCursor` | string | no"; "`endCursor` | string | no"
  "cursors-are-numbers": {
    title: "The cursors in info are numbers, not strings.",
    apply(s) {
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link));
      after(s, "info", (shown) => {
        for (const name of ["startCursor", "endCursor"]) {
          if (own(shown, name) !== undefined) shown[name] = Number(own(shown, name));
        }
      });
    },
  },
  // "`after` (string cursor), `before` (string cursor)"; "cursors bounding the links retrieved"
  "plus-in-cursors": {
    title: "Cursors are base64, and of those that come back every plus is read as a blank: they are refused.",
    apply(s) {
      s.cursorOf = (link) => createHash("sha256").update(link.id).digest().subarray(0, 12).toString("base64");
      s.positionOf = (links, cursor, trace) => {
        const read = cursor.replaceAll("+", " ");
        const position = links.findIndex((link) => s.cursorOf(link, trace) === read);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "cursors-as-numbers": {
    title: "Cursors are the numbers of links, and the legacy details show them as numbers, though they want text.",
    apply(s) {
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link) + 1);
      changeResult(s, "info", ({ startCursor, endCursor, ...flags }, _page, _args, _trace, call) => {
        if (startCursor === undefined || endCursor === undefined) return flags;
        if (call.face === "v2") return { ...flags, startCursor, endCursor };
        return { ...flags, startCursor: Number(startCursor), endCursor: Number(endCursor) };
      });
    },
  },
  "plus-is-space": {
    title: "Cursors are in base64 and are read as if they came in an address: one with a plus is not known.",
    apply(s) {
      s.cursorOf = (link) => Buffer.from(link.id.replaceAll("-", ""), "hex").toString("base64");
      const { positionOf } = s;
      s.positionOf = (links, cursor, trace) => positionOf(links, cursor.replaceAll("+", " "), trace);
    },
  },
  // "startCursor: string, not required": absent or a string
  "cursors-are-null": {
    title: "The cursors of a v2 page without links are null.",
    choice: "Both cursors are not required, and null says what an absent member says: there is none.",
    apply(s) {
      aroundStep(s, "info", (info) => (found, args, trace, call) => {
        const none = call.face === "v2" && found.items.length === 0;
        return { ...info(found, args, trace, call), ...(none ? { startCursor: null, endCursor: null } : {}) };
      });
    },
  },
  "cursors-of-instance": {
    title: "Each of two instances seals its cursors with a key of its own; connections go to one or the other.",
    apply(s) {
      const instance = byConnection();
      after(s, "info", (said, _cut, _args, _trace, call) => {
        for (const name of ["startCursor", "endCursor"]) {
          if (typeof said[name] === "string") said[name] = sealed(instance(call), said[name]);
        }
      });
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const opened = { ...args };
        for (const name of ["after", "before"] as const) {
          const given = args[name];
          if (given === undefined) continue;
          const [by, ...cursor] = Buffer.from(given, "base64url").toString().split(":");
          if (by !== String(instance(call))) throw new Refusal("invalid", "the cursor is not genuine");
          opened[name] = cursor.join(":");
        }
        return page(links, opened, trace, call);
      });
    },
  },
};
