import { randomUUID } from "node:crypto";
import { cut } from "../../lib/service/domain.ts";
import { json } from "../../lib/service/http.ts";
import { isObject, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link, Trace } from "../service.ts";
import { onAnswer, onRecord, pause, rewrite, type Faults } from "../tools.ts";

const coded = (text: string): string => Buffer.from(text).toString("base64url");

/** The number in a cursor that was made of it. */
function numberIn(cursor: string): number {
  const number = /^n(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  if (number === undefined) throw new Refusal("invalid", "no such cursor");
  return Number(number);
}

export const journals: Faults = {
  "total-as-text": {
    title: "The legacy totalCount is text, as the driver of the database gives large whole numbers.",
    apply(s) {
      const { total } = s;
      s.total = (trace, call) => (call.face === "legacy" ? String(total(trace, call)) : total(trace, call));
    },
  },
  "flags-as-digits": {
    title: "The v2 hasNext and hasPrevious are 0 and 1, as the database keeps them.",
    apply(s) {
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const found = info(page, args, trace, call);
        if (call.face === "legacy") return found;
        return { ...found, hasNext: Number(page.hasNext), hasPrevious: Number(page.hasPrevious) };
      };
    },
  },
  "cursors-as-numbers": {
    title: "Cursors are the numbers of links, and the legacy details show them as numbers, though they want text.",
    apply(s) {
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link) + 1);
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const { startCursor, endCursor, ...flags } = info(page, args, trace, call);
        if (startCursor === undefined || endCursor === undefined) return flags;
        if (call.face === "v2") return { ...flags, startCursor, endCursor };
        return { ...flags, startCursor: Number(startCursor), endCursor: Number(endCursor) };
      };
    },
  },
  "last-is-first": {
    title: "In the v2 details, `last` without `first` takes so many links from the start.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { last, ...others } = args;
        const swapped = call.face === "v2" && last !== undefined && args.first === undefined;
        return page(links, swapped ? { ...others, first: last } : args, trace, call);
      };
    },
  },
  "false-left-out": {
    title: "The v2 page information leaves out the flags that are false, as an encoder of empty values does.",
    apply(s) {
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const found = info(page, args, trace, call);
        if (call.face === "legacy") return found;
        return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== false));
      };
    },
  },
  "nothing-after-the-end": {
    title: "A page without links, such as the one after the last endCursor, is an internal error.",
    apply(s) {
      onAnswer(s, (reply, call) =>
        call.path.at(-1) === "details" && String(reply.body).includes('"links":[],')
          ? json({ error: "Cannot read properties of undefined (reading 'id')", data: null }, 500)
          : reply,
      );
    },
  },
  "row-per-file": {
    title: "A link appears once for each of its files, as the join has it.",
    apply(s) {
      const rows = new WeakMap<Link, Link[]>();
      s.linksOf = (trace) =>
        trace.links.flatMap((link) => {
          const known = rows.get(link) ?? link.files.map((file) => ({ ...link, files: [file] }));
          rows.set(link, known);
          return known.length > 1 ? known : [link];
        });
      s.cursorOf = (link) => coded(`${link.id}/${link.files.map(({ part }) => String(part)).join()}`);
    },
  },
  "cursors-in-seconds": {
    title: "Cursors are the second in which a link was added, and what was added in the same second is passed over.",
    apply(s) {
      const seconds = new WeakMap<Link, number>();
      const second = (link: Link) => seconds.get(link) ?? 0;
      onRecord(s, (link) => seconds.set(link, Math.floor(Date.now() / 1000)));
      s.cursorOf = (link) => coded(`n${String(second(link))}`);
      s.page = (links, { first, last, after, before }) => {
        const where = (cursor: string, test: (a: number, b: number) => boolean) => {
          const bound = numberIn(cursor);
          const at = links.findIndex((link) => test(second(link), bound));
          return at === -1 ? links.length : at;
        };
        const from = after === undefined ? 0 : where(after, (a, b) => a > b);
        const to = before === undefined ? links.length : where(before, (a, b) => a >= b);
        const most = (given: number | undefined) => (given === undefined ? undefined : Math.min(given, 50));
        return cut(links, from, to, first === undefined && last === undefined ? 10 : most(first), most(last));
      };
    },
  },
  "empty-object-as-list": {
    title: "Empty objects, and a state without any member, are shown as empty lists in the state.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) =>
        rewrite(await stateOf(trace, call), (value) =>
          isObject(value) && Object.keys(value).length === 0 ? [] : value,
        );
    },
  },
  "newest-first-by-offset": {
    title: "Links come newest first and cursors are offsets: one added while paging shows another link a second time.",
    choice:
      "Where the newest comes first every new link moves the others, and what an older cursor bounds then is not shown.",
    apply(s) {
      s.linksOf = (trace) => trace.links.toReversed();
      s.cursorOf = (link, trace) => coded(`n${String(trace.links.length - 1 - trace.links.indexOf(link))}`);
      s.positionOf = (_links, cursor) => numberIn(cursor);
    },
  },
  "deaf-to-legacy-actions": {
    title: "The v2 state, once read, does not notice legacy actions until one comes through v2.",
    apply(s) {
      const kept = new WeakMap<Trace, Json>();
      const { stateOf, record } = s;
      s.record = async (call, ...args) => {
        const recorded = await record(call, ...args);
        if (call.face === "v2") kept.delete(recorded.trace);
        return recorded;
      };
      s.stateOf = async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        const state = kept.get(trace) ?? (await stateOf(trace, call));
        kept.set(trace, state);
        return state;
      };
    },
  },
  "conflict-swallowed": {
    title: "Of two actions on a trace at the same moment, the second to be written is answered well and dropped.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const version = known?.links.length;
        if (known) await pause(3);
        if (!known || known.links.length === version) return record(call, user, workflow, input, known);
        const link: Link = { id: randomUUID(), actionKey: "", groupLabel: "", author: user.email, data: {}, files: [] };
        return { trace: known, link };
      };
    },
  },
};
