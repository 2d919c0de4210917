/** Cursors that stand for several links, or for a place of another trace or page. */
import { cut } from "../../../lib/service/domain.ts";
import type { JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { cursorAt, numberIn, placeIn, sizeOf, writtenCursor } from "../../changes/pages.ts";
import { ownLink } from "../../habits.ts";
import { actionsOf, follow, listNext, present } from "../../process.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, type Faults, onRecord } from "../../tools.ts";
import { begun, many, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

export const ambiguousCursors: Faults = {
  "cursor-of-the-second": {
    title: "A cursor is the second in which the link was made: what was made in the same second is passed over.",
    apply(s) {
      const made = new WeakMap<Link, number>();
      const secondOf = (link: Link) => made.get(link) ?? 0;
      onRecord(s, (link) => made.set(link, Math.floor(Date.now() / 1000)));
      s.cursorOf = (link) => cursorAt(secondOf(link));
      s.page = (links, { first, last, after, before }) => {
        const indexFrom = (when: (second: number) => boolean) => {
          const at = links.findIndex((link) => when(secondOf(link)));
          return at === -1 ? links.length : at;
        };
        const [low, high] = [after, before].map((cursor) => (cursor === undefined ? undefined : placeIn(cursor)));
        const from = low === undefined ? 0 : indexFrom((second) => second > low);
        const to = high === undefined ? links.length : indexFrom((second) => second >= high);
        return cut(links, from, to, first === undefined && last === undefined ? 10 : first, last);
      };
    },
  },
  // "after and before are cursors bounding the links retrieved"
  "cursors-by-the-second": {
    title: "What comes after a cursor are the links of a later second: others of the same second are skipped.",
    apply(s) {
      const seconds = new WeakMap<Link, number>();
      const second = (link: Link | undefined) => (link && seconds.get(link)) ?? 0;
      onRecord(s, (link) => seconds.set(link, Math.floor(Date.now() / 1000)));
      const { positionOf, page } = s;
      s.page = (links, args, trace, call) => {
        if (args.after === undefined) return page(links, args, trace, call);
        const from = second(links[positionOf(links, args.after, trace)]);
        const later = links.findIndex((link) => second(link) > from);
        const to = args.before === undefined ? links.length : positionOf(links, args.before, trace);
        return cut(links, later === -1 ? links.length : later, to, args.last ? args.first : sizeOf(args), args.last);
      };
    },
  },
  "cursor-carries-trace": {
    title: "With a cursor from another trace, the details are those of the cursor's trace, not of the path's.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { after } = args;
        const owner = s.traces.values().find((one) => one.links.some((link) => s.cursorOf(link, one) === after));
        return owner && owner !== trace ? page(owner.links, args, owner, call) : page(links, args, trace, call);
      });
    },
  },
  "cursors-name-latest-page": {
    title: "A cursor means the start or the end of the page of the trace that was read last, by whomever.",
    apply(s) {
      const latest = new WeakMap<Trace, { start: string; end: string; turn: number }>();
      const cursor = (side: string, turn: number) => Buffer.from(`${side}:${String(turn)}`).toString("base64url");
      s.info = ({ items, hasNext, hasPrevious }, _args, trace) => {
        const [head, tail] = [items[0], items.at(-1)];
        const turn = (latest.get(trace)?.turn ?? 0) + 1;
        if (head && tail) latest.set(trace, { start: head.id, end: tail.id, turn });
        const cursors: JsonObject =
          items.length > 0 ? { startCursor: cursor("start", turn), endCursor: cursor("end", turn) } : {};
        return { hasNext, hasPrevious, ...cursors };
      };
      s.positionOf = (links, given, trace) => {
        const side = /^(start|end):\d+$/.exec(Buffer.from(given, "base64url").toString("latin1"))?.[1];
        const id = latest.get(trace)?.[side === "start" ? "start" : "end"];
        const position = links.findIndex((item) => side !== undefined && item.id === id);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "cursors-in-seconds": {
    title: "Cursors are the second in which a link was added, and what was added in the same second is passed over.",
    apply(s) {
      const seconds = new WeakMap<Link, number>();
      const second = (link: Link) => seconds.get(link) ?? 0;
      onRecord(s, (link) => seconds.set(link, Math.floor(Date.now() / 1000)));
      s.cursorOf = (link) => writtenCursor(`n${String(second(link))}`);
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
  "cursor-of-milliseconds": {
    title: "A cursor is the millisecond of its link: after it, further links of that millisecond are left out.",
    apply(s) {
      const times = new WeakMap<Link, number>();
      onRecord(s, (link) => times.set(link, Date.now()));
      s.cursorOf = (link) => Buffer.from(`at:${String(times.get(link))}`).toString("base64url");
      s.positionOf = (links, cursor, trace) => {
        const position = links.findLastIndex((link) => s.cursorOf(link, trace) === cursor);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "twins-of-a-cursor": {
    title:
      "The link that the service adds after an inspection has the inspection's cursor, so that paging stands still.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "declare", groupLabel: "carriers", creates: true, examples: [{ crates: 12, goods: "lemons" }] },
          { key: "inspect", groupLabel: "customs", atMost: 3, examples: [{ seals: 12 }, { seals: 11 }] },
          { key: "weigh", groupLabel: "customs", atMost: 3, examples: [{ kg: 640 }] },
          { key: "clear", groupLabel: "customs", after: ["inspect"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("clear")) return [];
          return [
            ...upTo(3, done, "inspect"),
            ...upTo(3, done, "weigh"),
            ...(done.includes("inspect") ? ["clear"] : []),
          ];
        },
      });
      hold(s, running, { inspect: sheet({ seals: int(0, 500) }), weigh: sheet({ kg: num(1, 40_000) }) });
      listNext(s, running);
      const causes = new WeakMap<Link, Link>();
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "inspect") return;
        const notice = ownLink("notify-carrier", { seals: link.data["seals"] ?? null });
        causes.set(notice, link);
        trace.links.push(notice);
      });
      aroundStep(s, "cursorOf", (cursorOf) => (link, trace) => cursorOf(causes.get(link) ?? link, trace));
    },
  },
  "look-alike-cursors": {
    title:
      "Rounds done twice with the same data share their cursor, so that the pages after the second begin too early.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("begin of watch", "round of guards", "alarm of guards", "calm of watch", "relieve of watch"),
        people: { ines: { groups: ["watch", "guards"] } },
        nextActions: { path: ["watch", "may"], by: "all" },
        next(done) {
          if (done.includes("relieve")) return [];
          if (done.at(-1) === "alarm") return ["calm"];
          return [...upTo(9, done, "round"), ...upTo(2, done, "alarm"), "relieve"];
        },
      });
      holdTold(s, running, {
        begin: sheet({ site: str(60) }),
        round: sheet({ gate: among("north", "south"), shut: { type: "boolean" } }),
        alarm: sheet({ gate: among("north", "south") }),
        calm: sheet({}),
        relieve: sheet({ "by?": str(60) }),
      });
      derive(s, running, (trace) => ({ site: begun(trace, "site"), rounds: many(trace, "round") }));
      present(s, (state, trace) => ({ ...state, watch: { may: [...running.next(trace)] } }));
      s.cursorOf = ({ actionKey, data }) => Buffer.from(JSON.stringify([actionKey, data])).toString("base64url");
    },
  },
};
