/** Actions at the same time of which one is lost, or its effect. */
import { randomUUID } from "node:crypto";
import { type Face, json, type Reply } from "../../../lib/service/http.ts";
import { own } from "../../../lib/service/json.ts";
import { follow, listNext, present, refuse } from "../../process.ts";
import { chargingDesk } from "../../processes/desks.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, onReply, changeResult, after, around, type Faults, pause } from "../../tools.ts";
import { amount, begun, many, often, upTo } from "../../counts.ts";
import { inState } from "../../rules.ts";
import { hold, int, num, sheet, str } from "../../sheets.ts";

export const lostActions: Faults = {
  "deadlock-between-faces": {
    title: "Of a v2 and a legacy action that meet at one trace, the later one fails with 500.",
    apply(s) {
      const running = new Map<string, Face>();
      for (const key of ["POST /v2/traces/{}/action", "POST /trace/{}/link"]) {
        around(s, key, (real) => async (call, id = ""): Promise<Reply> => {
          const other = running.get(id);
          if (other !== undefined && other !== call.face) return json({ error: "deadlock detected", data: null }, 500);
          running.set(id, call.face);
          try {
            await pause(5);
            return await real(call, id);
          } finally {
            running.delete(id);
          }
        });
      }
    },
  },
  "folded-into-one": {
    title: "Two checks that run side by side become one link: the later one is folded into that of the earlier one.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "plan-event", groupLabel: "hosts", creates: true, examples: [{ guests: 400, place: "Old dock" }] },
          { key: "change", groupLabel: "hosts", atMost: 3, examples: [{ guests: 350 }] },
          { key: "fire-check", groupLabel: "brigade", atMost: 1, examples: [{ exits: 4 }] },
          { key: "noise-check", groupLabel: "city", atMost: 1, examples: [{ decibels: 70 }] },
          { key: "permit", groupLabel: "city", after: ["fire-check", "noise-check"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["hosts", "city"] }, rolf: { groups: ["brigade"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("permit")) return [];
          const open = [
            ...(trace.state["fire"] === undefined ? ["fire-check"] : []),
            ...(trace.state["noise"] === undefined ? ["noise-check"] : []),
          ];
          return [...upTo(3, done, "change"), ...(open.length > 0 ? open : ["permit"])];
        },
      });
      hold(s, running, {
        "plan-event": sheet({ guests: int(1, 900), place: str(40) }),
        change: sheet({ guests: int(1, 900) }),
        "fire-check": sheet({ exits: int(1, 20) }),
        "noise-check": sheet({ decibels: int(20, 120) }),
      });
      changeResult(s, "record", (recorded) => {
        const { trace, link } = recorded;
        if (link.actionKey === "fire-check") trace.state = { ...trace.state, fire: true };
        if (link.actionKey === "noise-check") trace.state = { ...trace.state, noise: true };
        const checks = trace.links.filter(({ actionKey }) => actionKey.endsWith("-check"));
        const [earlier] = checks;
        if (checks.length < 2 || !earlier || trace.workflow !== running.workflow) return recorded;
        trace.links = trace.links.filter((one) => one !== link);
        Object.assign(earlier.data, link.data);
        return { trace, link: earlier };
      });
      listNext(s, running);
    },
  },
  "lock-of-each-group": {
    title: "Actions of one group wait for each other; of two of different groups at once, one is answered and lost.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book-hall", groupLabel: "hosts", creates: true, examples: [{ hall: 3, seats: 220 }] },
          { key: "wish", groupLabel: "hosts", examples: [{ item: "Lectern" }, { item: "Piano" }] },
          { key: "shift", groupLabel: "technicians", examples: [{ hours: 4 }, { hours: 6.5 }] },
          { key: "menu", groupLabel: "caterers", examples: [{ dish: "Soup", plates: 180 }] },
          { key: "settle", groupLabel: "hosts", after: ["shift", "menu"], ends: true, examples: [{ euros: 5100 }] },
        ],
        people: { ines: { groups: ["hosts", "technicians"] }, cleo: { groups: ["caterers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("settle")) return [];
          const all = done.includes("shift") && done.includes("menu");
          return ["wish", "shift", "menu", ...(all ? ["settle"] : [])];
        },
      });
      hold(s, running, {
        wish: sheet({ item: str(30) }),
        shift: sheet({ hours: num(0.5, 14) }),
        menu: sheet({ dish: str(30), plates: int(1, 900) }),
        settle: sheet({ euros: num(1, 90_000) }),
      });
      const turns = new Map<string, Promise<unknown>>();
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        if (!known || workflow !== running.workflow) return record(call, user, workflow, input, known);
        const group = workflow.actions.find(({ key }) => key === input.actionKey)?.groupLabel ?? "";
        const work = async () => {
          refuse(!running.next(known).includes(input.actionKey ?? ""), "006 action not allowed now");
          const links = [...known.links];
          await pause(25);
          const recorded = await record(call, user, workflow, input, known);
          known.links = [...links, recorded.link];
          return recorded;
        };
        const key = `${known.id} ${group}`;
        const turn = (turns.get(key) ?? Promise.resolve()).then(work);
        turns.set(
          key,
          turn.catch(() => undefined),
        );
        return turn;
      });
      listNext(s, running);
    },
  },
  "read-undoes-append": {
    title: "Reading details writes the links back as they were read: an action appended meanwhile loses its link.",
    apply(s) {
      for (const key of ["POST /v2/traces/{}/details", "POST /trace/{}/details"]) {
        onReply(s, key, async (reply, _call, id = "") => {
          const trace = s.traces.get(id.toLowerCase());
          const read = trace?.links.slice();
          await pause(5);
          if (trace && read) trace.links = read;
          return reply;
        });
      }
    },
  },
  "lost-with-two-at-once": {
    title: "The state counts the actions; of two at the same time one is not counted, though both become links.",
    apply(s) {
      follow(s, chargingDesk);
      aroundStep(s, "record", (record) => async (...args) => {
        const known = args[4];
        const former = known ? own(known.state, "actions") : 0;
        await pause(6);
        const recorded = await record(...args);
        const { trace } = recorded;
        trace.state = { ...trace.state, actions: (typeof former === "number" ? former : 0) + 1 };
        return recorded;
      });
    },
  },
  "second-hand-lost": {
    title: "When two users act on a trace at the same time, both are told 200, and the link of one of them is gone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "archive", creates: true, examples: [{ box: "1923/4" }] },
          { key: "describe", groupLabel: "archive", examples: [{ pages: 12 }, { pages: 40 }] },
          { key: "scan", groupLabel: "photographers", examples: [{ dpi: 300 }, { dpi: 600 }] },
          { key: "shelve", groupLabel: "archive", after: ["describe"], ends: true, examples: [{ shelf: 7 }] },
        ],
        people: { ines: { groups: ["archive"] }, yuki: { groups: ["photographers"] } },
        nextActions: inState,
        next(done) {
          return done.includes("shelve") ? [] : ["describe", "scan", ...(done.includes("describe") ? ["shelve"] : [])];
        },
      });
      hold(s, running, { describe: sheet({ pages: int(1, 900) }), scan: sheet({ dpi: int(72, 1200) }) });
      listNext(s, running);
      const turns = new Map<string, Promise<unknown>>();
      aroundStep(s, "record", (record) => (...args) => {
        const [, user, , , known] = args;
        if (!known) return record(...args);
        // Each user's requests wait for each other, but not for those of others.
        const turn = (turns.get(user.email) ?? Promise.resolve()).then(async () => {
          const before = [...known.links];
          await pause(10);
          const recorded = await record(...args);
          known.links = [...before, recorded.link];
          return recorded;
        });
        turns.set(
          user.email,
          turn.catch(() => undefined),
        );
        return turn;
      });
    },
  },
  "conflict-swallowed": {
    title: "Of two actions on a trace at the same moment, the second to be written is answered well and dropped.",
    apply(s) {
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const version = known?.links.length;
        if (known) await pause(3);
        if (!known || known.links.length === version) return record(call, user, workflow, input, known);
        const link: Link = { id: randomUUID(), actionKey: "", groupLabel: "", author: user.email, data: {}, files: [] };
        return { trace: known, link };
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "a-lock-for-each-set": {
    title:
      "Each endpoint set has a lock of its own: of a v2 and a legacy action that meet at one trace, one is undone.",
    apply(s) {
      const locks = { v2: new WeakMap<Trace, Promise<unknown>>(), legacy: new WeakMap<Trace, Promise<unknown>>() };
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        if (!known) return record(call, user, workflow, input, known);
        const face: Face = call.face;
        const write = async () => {
          const before = { links: [...known.links], state: known.state };
          await pause(3);
          const recorded = await record(call, user, workflow, input, known);
          known.links = [...before.links, recorded.link];
          known.state = s.merge({ ...known, state: before.state }, input.data ?? {}, call);
          return recorded;
        };
        const done = (locks[face].get(known) ?? Promise.resolve()).then(write, write);
        locks[face].set(known, done);
        return done;
      });
    },
  },
  "late-tally-lost": {
    title: "Two boats that land fish at once make two links, but the state's crates have those of the later one alone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open-quay", groupLabel: "quay", creates: true, examples: [{ day: "Tuesday" }] },
          { key: "land", groupLabel: "boats", examples: [{ crates: 12 }, { crates: 30 }, { crates: 7 }] },
          { key: "spoil", groupLabel: "inspectors", after: ["land"], atMost: 2, examples: [{ crates: 1 }] },
          { key: "close-quay", groupLabel: "quay", after: ["land"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("close-quay")) return [];
          return ["land", ...(often(done, "land") > 0 ? [...upTo(2, done, "spoil"), "close-quay"] : [])];
        },
      });
      hold(s, running, { land: sheet({ crates: int(1, 60) }), spoil: sheet({ crates: int(1, 60) }) });
      aroundStep(s, "record", (record) => async (...args) => {
        const known = args[4];
        const before = amount(known?.state["crates"]);
        if (known) await pause(12);
        refuse(
          known?.workflow === running.workflow && !running.next(known).includes(args[3].actionKey ?? ""),
          "006 late",
        );
        const recorded = await record(...args);
        const { trace, link } = recorded;
        if (trace.workflow !== running.workflow) return recorded;
        const more = link.actionKey === "land" ? amount(link.data["crates"]) : 0;
        trace.state = { day: begun(trace, "day"), crates: before + more, landings: many(trace, "land") };
        return recorded;
      });
      present(s, (data, trace) => ({ data, nextActions: running.byGroup(trace) }));
    },
  },
  // "Each appended action becomes a link of the trace."
  "links-keyed-by-millisecond": {
    title: "The key of a link is its trace and the millisecond: a second action in the same one is taken, and no link.",
    apply(s) {
      const taken = new WeakMap<Trace, Set<number>>();
      after(s, "record", (recorded) => {
        const { trace, link } = recorded;
        const times = taken.get(trace) ?? new Set();
        const now = Date.now();
        if (times.has(now)) trace.links = trace.links.filter((one) => one !== link);
        taken.set(trace, times.add(now));
      });
    },
  },
  "parallel-states-overwritten": {
    title: "Of actions appended to a trace at the same time all links are kept, but the state shows only one.",
    apply(s) {
      const { record, merge } = s;
      s.record = async (call, user, workflow, input, known) => {
        const before = known?.state;
        const result = await record(call, user, workflow, input, known);
        if (before) {
          result.trace.state = before;
          await pause(4);
          result.trace.state = merge({ ...result.trace, state: before }, input.data ?? {}, call);
        }
        return result;
      };
    },
  },
};
