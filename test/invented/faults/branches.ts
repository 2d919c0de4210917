/** Gated services that go wrong where a process forks, goes back, or is served by two groups. */
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { follow, keysOf, listNext, present, refuse } from "../process.ts";
import type { Trace } from "../service.ts";
import { pause, type Faults } from "../tools.ts";
import {
  among,
  amount,
  begun,
  coded,
  derive,
  hold,
  holdTold,
  inState,
  int,
  linksBy,
  many,
  num,
  sheet,
  str,
  upTo,
} from "../works.ts";

export const branches: Faults = {
  "draft-of-the-refused": {
    title: "What a form refused is kept as a draft, and what its sender does next on the trace takes its members over.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "tenants", creates: true },
          { key: "visit", groupLabel: "wardens", atMost: 4 },
          { key: "repair", groupLabel: "wardens", after: ["visit"], atMost: 3 },
          { key: "accept", groupLabel: "tenants", after: ["repair"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("accept")) return [];
          const repair = done.includes("visit") ? upTo(3, done, "repair") : [];
          return [...upTo(4, done, "visit"), ...repair, ...(done.includes("repair") ? ["accept"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        report: sheet({ flat: str(8), damp: { type: "boolean" } }),
        visit: sheet({ room: among("kitchen", "bath", "hall"), "humidity?": int(0, 100) }),
        repair: sheet({ hours: num(0.5, 40), "material?": str(40) }),
        accept: sheet({ "stars?": int(1, 5) }),
      });
      const drafts = new WeakMap<Trace, Map<string, JsonObject>>();
      const { checkAction, record } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const form = error instanceof Refusal && error.message.startsWith("021");
          if (known && form) drafts.set(known, new Map([[user.email, input.data ?? {}]]));
          throw error;
        }
      };
      s.record = (call, user, workflow, input, known) => {
        const draft = known && drafts.get(known)?.get(user.email);
        if (known) drafts.delete(known);
        return record(call, user, workflow, draft ? { ...input, data: { ...draft, ...input.data } } : input, known);
      };
      listNext(s, running);
    },
  },
  "state-of-ones-own-group": {
    title:
      "The legacy state is that from before the other group acted, until one's own group acts; v2 shows the new one.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "sow", groupLabel: "growers", creates: true, examples: [{ crop: "Leek", rows: 12 }] },
          { key: "spray", groupLabel: "growers", atMost: 3, examples: [{ litres: 8.5 }] },
          { key: "inspect", groupLabel: "auditors", atMost: 4, examples: [{ residue: 0.02 }, { residue: 0 }] },
          { key: "harvest", groupLabel: "growers", after: ["inspect"], atMost: 2, examples: [{ kg: 640 }] },
          { key: "certify", groupLabel: "auditors", after: ["harvest"], ends: true, examples: [{ class: "I" }] },
        ],
        people: { ines: { groups: ["growers"] }, bo: { groups: ["auditors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("certify")) return [];
          const harvest = done.includes("inspect") ? upTo(2, done, "harvest") : [];
          const certify = done.includes("harvest") ? ["certify"] : [];
          return [...upTo(3, done, "spray"), ...upTo(4, done, "inspect"), ...harvest, ...certify];
        },
      });
      hold(s, running, {
        sow: sheet({ crop: str(20), rows: int(1, 200) }),
        spray: sheet({ litres: num(0.1, 200) }),
        inspect: sheet({ residue: num(0, 5) }),
        harvest: sheet({ kg: num(1, 9000) }),
        certify: sheet({ class: among("I", "II") }),
      });
      derive(s, running, (trace) => ({
        crop: begun(trace, "crop"),
        sprayed: linksBy(trace, "spray").reduce((all, { data }) => all + amount(data["litres"]), 0),
        residue: linksBy(trace, "inspect").at(-1)?.data["residue"] ?? null,
        harvests: many(trace, "harvest"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const kept = new Map<string, { seen: number; state: Awaited<ReturnType<typeof s.stateOf>> }>();
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        if (call.method === "POST" || call.face === "v2") return stateOf(trace, call);
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const acted = trace.links.filter(({ groupLabel }) => groups.includes(groupLabel)).length;
        const key = `${trace.id} ${groups.join()}`;
        const known = kept.get(key);
        if (known?.seen === acted) return known.state;
        const state = await stateOf(trace, call);
        kept.set(key, { seen: acted, state });
        return state;
      };
    },
  },
  "name-over-digest": {
    title:
      "Once a manuscript was sent back, the digest of a file of the first round downloads the newest of that name.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "submit", groupLabel: "authors", creates: true, examples: [{ title: "On moss" }] },
          { key: "revise", groupLabel: "authors", atMost: 5, examples: [{ pages: 12 }, { pages: 14 }] },
          { key: "send-back", groupLabel: "editors", atMost: 3, examples: [{ remark: "Shorten" }] },
          { key: "print", groupLabel: "editors", after: ["revise"], ends: true, examples: [{ issue: 4 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("print")) return [];
          const print = done.includes("revise") ? ["print"] : [];
          return [...upTo(5, done, "revise"), ...upTo(3, done, "send-back"), ...print];
        },
      });
      hold(s, running, { revise: sheet({ pages: int(1, 90) }), "send-back": sheet({ remark: str(80) }) });
      listNext(s, running);
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        if (!call.path.includes("file") || !keysOf(trace).includes("send-back")) return file;
        return [...trace.files.values()].findLast(({ name }) => name === file.name) ?? file;
      };
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
      const { record } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        const { trace, link } = recorded;
        if (link.actionKey === "fire-check") trace.state = { ...trace.state, fire: true };
        if (link.actionKey === "noise-check") trace.state = { ...trace.state, noise: true };
        const checks = trace.links.filter(({ actionKey }) => actionKey.endsWith("-check"));
        const [earlier] = checks;
        if (checks.length < 2 || !earlier || trace.workflow !== running.workflow) return recorded;
        trace.links = trace.links.filter((one) => one !== link);
        Object.assign(earlier.data, link.data);
        return { trace, link: earlier };
      };
      listNext(s, running);
    },
  },
  "answer-from-before": {
    title:
      "The legacy answer to an action that sends an order back to the drawing board holds the state from before it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "design", groupLabel: "studio", creates: true, examples: [{ model: "Chair 9", legs: 4 }] },
          { key: "prototype", groupLabel: "workshop", atMost: 5, examples: [{ wood: "ash" }, { wood: "oak" }] },
          { key: "reject", groupLabel: "studio", after: ["prototype"], atMost: 4, examples: [{ flaw: "It rocks" }] },
          { key: "produce", groupLabel: "workshop", after: ["prototype"], ends: true, examples: [{ pieces: 200 }] },
        ],
        people: { ines: { groups: ["studio", "workshop"] }, mio: { groups: ["workshop"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("produce")) return [];
          if (done.at(-1) === "prototype") return [...upTo(4, done, "reject"), "produce"];
          return upTo(5, done, "prototype");
        },
      });
      hold(s, running, {
        prototype: sheet({ wood: among("ash", "oak", "beech") }),
        reject: sheet({ flaw: str(60) }),
        produce: sheet({ pieces: int(1, 9000) }),
      });
      derive(s, running, (trace) => ({
        model: begun(trace, "model"),
        stage: keysOf(trace).at(-1) ?? null,
        flaws: linksBy(trace, "reject").map(({ data }) => data["flaw"] ?? null),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const before = new WeakMap<object, Awaited<ReturnType<typeof s.stateOf>>>();
      const { record, stateOf } = s;
      s.record = async (...args) => {
        const [call, , , input, known] = args;
        if (known && input.actionKey === "reject") before.set(call, await stateOf(known, call));
        return record(...args);
      };
      s.stateOf = (trace, call) => before.get(call) ?? stateOf(trace, call);
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
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
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
      };
      listNext(s, running);
    },
  },
};
