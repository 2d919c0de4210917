import { cut } from "../../lib/service/domain.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace } from "../service.ts";
import { pause, type Faults } from "../tools.ts";

const coded = (text: string): string => Buffer.from(text).toString("base64url");
const decoded = (cursor: string): string => Buffer.from(cursor, "base64url").toString();

export const windows: Faults = {
  "pages-by-number": {
    title: "A cursor holds the number of its page, and the next begins where one of the size asked for now would.",
    apply(s) {
      const sizeOf = (first: number | undefined) => Math.min(first ?? 10, 50);
      const { info, page } = s;
      s.info = (part, args, trace, call) => {
        const said = info(part, args, trace, call);
        for (const [name, link] of [
          ["startCursor", part.items[0]] as const,
          ["endCursor", part.items.at(-1)] as const,
        ]) {
          if (!link) continue;
          const number = Math.floor(trace.links.indexOf(link) / sizeOf(args.first));
          said[name] = coded(`${String(number)} ${s.cursorOf(link, trace)}`);
        }
        return said;
      };
      s.page = (links, args, trace, call) => {
        const opened = { ...args };
        for (const name of ["after", "before"] as const) {
          const given = args[name];
          if (given !== undefined) opened[name] = decoded(given).split(" ")[1] ?? "";
        }
        if (args.after === undefined || args.last !== undefined) return page(links, opened, trace, call);
        s.positionOf(links, opened.after ?? "", trace);
        const size = sizeOf(args.first);
        const from = (Number(decoded(args.after).split(" ")[0]) + 1) * size;
        const to = opened.before === undefined ? links.length : s.positionOf(links, opened.before, trace);
        return cut(links, from, to, size);
      };
    },
  },
  "place-kept-by-service": {
    title: "The service remembers how far one has read in a trace, and goes on from there whatever the cursor was.",
    apply(s) {
      const places = new Map<string, { start: number; end: number }>();
      const cursorOf = (trace: Trace) => coded(`scroll:${trace.id}`);
      s.cursorOf = (_link, trace) => cursorOf(trace);
      s.page = (links, { first, last, after, before }, trace, call) => {
        if ([after, before].some((cursor) => cursor !== undefined && cursor !== cursorOf(trace))) {
          throw new Refusal("invalid", "no such cursor");
        }
        const key = `${trace.id} ${call.headers.authorization ?? ""}`;
        const place = places.get(key) ?? { start: 0, end: 0 };
        const from = after === undefined ? 0 : place.end;
        const to = before === undefined ? links.length : place.start;
        const part = cut(links, from, to, first === undefined && last === undefined ? 10 : first, last);
        const [head] = part.items;
        if (head) places.set(key, { start: links.indexOf(head), end: links.indexOf(head) + part.items.length });
        return part;
      };
    },
  },
  "last-past-the-start": {
    title: "Asked for the last five of three links it gives the last two: a start below zero is counted from the end.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { first, last, after, before } = args;
        if (last === undefined || first !== undefined || after !== undefined) return page(links, args, trace, call);
        const to = before === undefined ? links.length : s.positionOf(links, before, trace);
        const items = links.slice(0, to).slice(to - last);
        return { items, hasNext: to < links.length, hasPrevious: items.length < to };
      };
    },
  },
  "turned-and-left-so": {
    title: "To take the last links it turns their list around; where that is all of them it forgets to turn it back.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const part = page(links, args, trace, call);
        if (args.last !== undefined && args.first === undefined && args.last >= links.length) links.reverse();
        return part;
      };
    },
  },
  "counted-aside": {
    title: "The total is a number of its own, read before an action and written after it: of two at a time one counts.",
    apply(s) {
      const totals = new WeakMap<Trace, number>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const total = (known && totals.get(known)) ?? 0;
        await pause(3);
        const recorded = await record(call, user, workflow, input, known);
        totals.set(recorded.trace, total + 1);
        return recorded;
      };
      s.total = (trace) => totals.get(trace) ?? trace.links.length;
    },
  },
};
