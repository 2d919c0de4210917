/** Total counts that are not the number of links. */
import type { Call, Face } from "../../../lib/service/http.ts";
import type { Json } from "../../../lib/service/json.ts";
import { follow, keysOf, listNext, present } from "../../process.ts";
import { followListed, tender } from "../../processes/tenders.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, beforehand, changeResult, after, type Faults, pause } from "../../tools.ts";
import { begun, sum, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { among, hold, int, num, sheet, str } from "../../sheets.ts";

export const totals: Faults = {
  "total-of-the-unseen": {
    title: "Who may not see the counsellors' notes on a guest gets a total that counts them, over pages without them.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "welcome", groupLabel: "house", creates: true, examples: [{ room: 7 }] },
          { key: "visit", groupLabel: "house", atMost: 5, examples: [{ visitors: 2 }, { visitors: 1 }] },
          { key: "note", groupLabel: "counsellors", atMost: 5, examples: [{ text: "slept well" }] },
          { key: "farewell", groupLabel: "house", after: ["visit"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["house"] }, ruth: { groups: ["counsellors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("farewell")) return [];
          const farewell = done.includes("visit") ? ["farewell"] : [];
          return [...upTo(5, done, "visit"), ...upTo(5, done, "note"), ...farewell];
        },
      });
      hold(s, running, {
        welcome: sheet({ room: int(1, 20) }),
        visit: sheet({ visitors: int(1, 6) }),
        note: sheet({ text: str(200) }),
      });
      const trusted = (call: Call): boolean => {
        const user = running.reader(call);
        return user !== undefined && running.groupsOf(user).includes("counsellors");
      };
      s.linksOf = (trace, call) =>
        trusted(call) ? trace.links : trace.links.filter(({ actionKey }) => actionKey !== "note");
      s.total = (trace) => trace.links.length;
      derive(s, running, (trace) => ({ room: begun(trace, "room"), visitors: sum(trace, "visit", "visitors") }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "total-of-the-phase": {
    title: "totalCount begins anew when the tender closes; the links of the earlier phase are still given.",
    apply(s) {
      followListed(s, tender);
      s.total = (trace) => trace.links.length - Math.max(0, keysOf(trace).indexOf("close"));
    },
  },
  // "`totalCount`: integer", beside the links that it counts
  "total-of-own-face": {
    title: "The total is kept by each endpoint set, which forgets it only when an action comes through itself.",
    apply(s) {
      const kept = new WeakMap<Trace, Partial<Record<Face, number>>>();
      beforehand(s, "record", (call, _user, _workflow, _input, known) => {
        if (known) delete kept.get(known)?.[call.face];
      });
      aroundStep(s, "total", (total) => (trace, call) => {
        const totals = kept.get(trace) ?? {};
        kept.set(trace, totals);
        return (totals[call.face] ??= Number(total(trace, call)));
      });
    },
  },
  "total-count-cached": {
    title: "totalCount, once asked for, stays the same for two seconds while links are appended.",
    apply(s) {
      const cache = new WeakMap<Trace, { value: Json; until: number }>();
      aroundStep(s, "total", (total) => (trace, call) => {
        const known = cache.get(trace);
        if (known && known.until > Date.now()) return known.value;
        const value = total(trace, call);
        cache.set(trace, { value, until: Date.now() + 2000 });
        return value;
      });
    },
  },
  "count-as-text": {
    title: "The legacy details give totalCount as a text of digits, as a database driver gives a bigint.",
    apply(s) {
      const { total } = s;
      s.total = (trace, call) => (call.face === "legacy" ? String(total(trace, call)) : total(trace, call));
    },
  },
  "count-from-cursor": {
    title: "With `after`, totalCount counts only the links behind the cursor.",
    apply(s) {
      const skipped = new WeakMap<Call, number>();
      beforehand(s, "page", (links, args, trace, call) => {
        if (args.after !== undefined) skipped.set(call, s.positionOf(links, args.after, trace) + 1);
      });
      changeResult(s, "total", (total, _trace, call) => Number(total) - (skipped.get(call) ?? 0));
    },
  },
  "parallel-links-counted-once": {
    title: "Actions appended to a trace at the same time all become links, but totalCount grows by one.",
    apply(s) {
      const counts = new WeakMap<Trace, number>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const before = (known && counts.get(known)) ?? 0;
        if (known) await pause(4);
        const result = await record(call, user, workflow, input, known);
        counts.set(result.trace, before + 1);
        return result;
      });
      s.total = (trace) => counts.get(trace) ?? trace.links.length;
    },
  },
  "count-of-ones-own": {
    title:
      "Who joined a trace later than its first group gets all of its links, and a total of their own group's alone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "stake", groupLabel: "geologists", creates: true, examples: [{ field: "K-7", metres: 120 }] },
          { key: "core", groupLabel: "geologists", atMost: 5, examples: [{ depth: 14.5 }, { depth: 31 }] },
          { key: "assay", groupLabel: "laboratory", after: ["core"], atMost: 5, examples: [{ gold: 0.4 }] },
          { key: "shut", groupLabel: "geologists", after: ["assay"], ends: true, examples: [{ worth: "no" }] },
        ],
        people: { ines: { groups: ["geologists"] }, lars: { groups: ["laboratory"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("shut")) return [];
          const assay = done.includes("core") ? upTo(5, done, "assay") : [];
          return [...upTo(5, done, "core"), ...assay, ...(done.includes("assay") ? ["shut"] : [])];
        },
      });
      hold(s, running, {
        core: sheet({ depth: num(0.1, 900) }),
        assay: sheet({ gold: num(0, 90) }),
        shut: sheet({ worth: among("yes", "no") }),
      });
      listNext(s, running);
      s.total = (trace, call): Json => {
        const user = running.reader(call);
        const links = s.linksOf(trace, call);
        if (!user || running.groupsOf(user).includes("geologists")) return links.length;
        return links.filter(({ groupLabel }) => running.groupsOf(user).includes(groupLabel)).length;
      };
    },
  },
  "count-of-one-set": {
    title: "Legacy details count the links as of the last legacy write to the trace; v2 actions since are not counted.",
    apply(s) {
      const counts = new WeakMap<Trace, number>();
      const { total } = s;
      after(s, "record", (recorded, call) => {
        if (call.face === "legacy") counts.set(recorded.trace, recorded.trace.links.length);
      });
      s.total = (trace, call) =>
        call.face === "legacy" ? (counts.get(trace) ?? total(trace, call)) : total(trace, call);
    },
  },
  "total-of-one-face": {
    title: "The legacy details remember the total count until the next legacy action; v2 actions do not count.",
    apply(s) {
      const totals = new Map<string, number>();
      aroundStep(s, "total", (total) => (trace, call) => {
        if (call.face === "v2") return total(trace, call);
        const count = totals.get(trace.id) ?? trace.links.length;
        totals.set(trace.id, count);
        return count;
      });
      after(s, "record", (recorded, call) => {
        if (call.face === "legacy") totals.delete(recorded.trace.id);
      });
    },
  },
  // "`totalCount`: integer", required beside the page information: the links of the trace, not of the page
  "total-of-the-page": {
    title: "The legacy totalCount is the number of links on the page.",
    apply(s) {
      const { total } = s;
      const sizes = new WeakMap<Call, number>();
      after(s, "page", (found, _links, _args, _trace, call) => {
        sizes.set(call, found.items.length);
      });
      s.total = (trace, call) => (call.face === "v2" ? total(trace, call) : (sizes.get(call) ?? 0));
    },
  },
  // "`totalCount`: integer", beside the links that it counts
  "total-counted-beside": {
    title: "The number of links is a counter of its own that is read and written back: actions at once count as one.",
    apply(s) {
      const totals = new WeakMap<Trace, number>();
      aroundStep(s, "record", (record) => async (...args) => {
        const known = args[4];
        const before = (known && totals.get(known)) ?? 0;
        await pause(2);
        const recorded = await record(...args);
        totals.set(recorded.trace, before + 1);
        return recorded;
      });
      s.total = (trace) => totals.get(trace) ?? 0;
    },
  },
  "counter-beside": {
    title: "The count of links is read before an action and written after it: of two at once it counts one.",
    apply(s) {
      const counts = new WeakMap<Trace, number>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const before = (known && counts.get(known)) ?? 0;
        await pause(6);
        const recorded = await record(call, user, workflow, input, known);
        counts.set(recorded.trace, before + 1);
        return recorded;
      });
      s.total = (trace) => counts.get(trace) ?? trace.links.length;
    },
  },
  "counted-aside": {
    title: "The total is a number of its own, read before an action and written after it: of two at a time one counts.",
    apply(s) {
      const totals = new WeakMap<Trace, number>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const total = (known && totals.get(known)) ?? 0;
        await pause(3);
        const recorded = await record(call, user, workflow, input, known);
        totals.set(recorded.trace, total + 1);
        return recorded;
      });
      s.total = (trace) => totals.get(trace) ?? trace.links.length;
    },
  },
};
