/** Processes of those who make, heal, build, wash and deliver: shared work, four eyes, measured quotas and waits. */
import { own, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, follow, keysOf, present } from "../process.ts";
import type { Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";
import {
  among,
  amount,
  begun,
  checks,
  coded,
  deny,
  derive,
  hold,
  holdTold,
  inState,
  int,
  like,
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  sum,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** When a link was made; the service keeps it beside. */
const clock = () => {
  const times = new WeakMap<Trace, number>();
  return {
    set: (trace: Trace) => void times.set(trace, Date.now()),
    since: (trace: Trace) => Date.now() - (times.get(trace) ?? 0),
  };
};

export const guilds: Variants = {
  // "derived and renamed members"; nothing is declared but the keys of the actions and their groups.
  "honey-lots": {
    title: "The state of a honey lot has no member that was sent: kilograms, a mean and a count, in another language.",
    why,
    apply(s) {
      const moisture = (trace: Trace | undefined): number | null => {
        const given = linksBy(trace, "sample").map(({ data }) => own(data, "moisture"));
        const values = given.filter((value) => typeof value === "number");
        return values.length === 0 ? null : round(values.reduce((all, one) => all + one, 0) / values.length, 1);
      };
      const running = follow(s, {
        actions: actionsOf("harvest of beekeepers", "sample of laboratory", "blend of beekeepers", "label of packers"),
        next(done) {
          if (done.includes("label")) return [];
          return [...upTo(4, done, "sample"), ...upTo(2, done, "blend"), ...(done.includes("sample") ? ["label"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422, "071": 422 });
      const loose = { harvest: sheet({ "kg?": num(0, 5000) }, true), sample: sheet({ "moisture?": num(5, 40) }, true) };
      hold(s, running, loose);
      checks(s, running, ({ actionKey }, known) => {
        deny(actionKey === "label" && (moisture(known) ?? 0) > 20, "071 too moist for a label");
      });
      derive(s, running, (trace) => ({
        erntemenge: round(amount(begun(trace, "kg")), 1),
        proben: many(trace, "sample"),
        wassergehaltMittel: moisture(trace),
        verschnitten: many(trace, "blend") > 0,
        abgefuellt: many(trace, "label") > 0,
      }));
    },
  },
  // "who did what before": both may act for the laboratory, and neither may release what is theirs.
  "blood-units": {
    title:
      "Blood is released by somebody else than who matched it, though both are in the group that the state names for it.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "request", groupLabel: "ward", creates: true, examples: [{ units: 2, type: "A+" }] },
          {
            key: "crossmatch",
            groupLabel: "laboratory",
            atMost: 3,
            examples: [{ result: "compatible" }, { result: "incompatible", antibody: "anti-K" }],
          },
          { key: "release", groupLabel: "laboratory", after: ["crossmatch"], atMost: 1, examples: [{}] },
          { key: "transfuse", groupLabel: "ward", after: ["release"], ends: true, examples: [{ reaction: "none" }] },
          { key: "cancel", groupLabel: "ward", ends: true, examples: [{ reason: "discharged" }] },
        ],
        people: { ines: { groups: ["ward", "laboratory"] }, noor: { groups: ["laboratory"] } },
        nextActions: { path: ["process", "mayFollow"], by: "group" },
        next(done, trace) {
          if (done.includes("transfuse") || done.includes("cancel")) return [];
          if (done.includes("release")) return ["transfuse", "cancel"];
          const compatible = linksBy(trace, "crossmatch").at(-1)?.data["result"] === "compatible";
          return [...(compatible ? ["release"] : upTo(3, done, "crossmatch")), "cancel"];
        },
      });
      coded(s, { "006": 409, "021": 400, "072": 403 });
      hold(s, running, {
        request: sheet({ units: int(1, 6), type: among("0+", "0-", "A+", "A-", "B+", "B-", "AB+", "AB-") }),
        crossmatch: sheet({ result: among("compatible", "incompatible"), "antibody?": str(20) }),
        transfuse: sheet({ reaction: among("none", "mild", "severe") }),
        cancel: sheet({ reason: str(60) }),
      });
      checks(s, running, ({ actionKey, data }, known, user) => {
        deny(data["result"] === "compatible" && own(data, "antibody") !== undefined, "021 no antibody is expected");
        const theirs = linksBy(known, "crossmatch").at(-1)?.author === user.email;
        deny(actionKey === "release" && theirs, "072 somebody else has to release this");
      });
      present(s, (data, trace) => ({ record: data, process: { mayFollow: running.byGroup(trace) } }));
    },
  },
  // "What the state shows may differ from reader to reader"; small limits on files; "members that depend on others".
  "road-works": {
    title:
      "Who reads a road-works permit sees what may come next for their own group alone; two files of 64 kB an action.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "apply",
            groupLabel: "contractors",
            creates: true,
            examples: [
              { street: "Quay 4", night: false },
              { street: "Mill Lane", night: true, decibels: 52 },
            ],
          },
          { key: "plan", groupLabel: "contractors", atMost: 3, examples: [{ phase: 1 }, { phase: 2 }] },
          {
            key: "object",
            groupLabel: "residents",
            after: ["plan"],
            atMost: 2,
            examples: [{ text: "No parking left" }],
          },
          { key: "answer", groupLabel: "contractors", after: ["object"], examples: [{ text: "Parking in Hill St" }] },
          { key: "permit", groupLabel: "city", after: ["plan"], ends: true, examples: [{ weeks: 3 }] },
        ],
        people: { ines: { groups: ["contractors"] }, bram: { groups: ["residents", "city"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("permit")) return [];
          if (often(done, "object") > often(done, "answer")) return ["answer"];
          const planned = done.includes("plan") ? [...upTo(2, done, "object"), "permit"] : [];
          return [...upTo(3, done, "plan"), ...planned];
        },
      });
      coded(s, { "021": 422 });
      const text = sheet({ text: str(200) });
      hold(s, running, {
        apply: sheet({ street: str(40), night: { type: "boolean" }, "decibels?": int(30, 55) }),
        plan: sheet({ phase: int(1, 3) }),
        object: text,
        answer: text,
        permit: sheet({ weeks: int(1, 26) }),
      });
      checks(s, running, ({ actionKey, data, files }) => {
        const night = data["night"] === true;
        deny(actionKey === "apply" && night !== (own(data, "decibels") !== undefined), "021 decibels go with nights");
        if (files.length > 2) throw new Refusal("invalid", "two files at most");
        if (files.some((file) => file.data.length > 65_536)) throw new Refusal("large", "64 kB at most");
      });
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const all = Object.entries(running.byGroup(trace));
        return { data, nextActions: Object.fromEntries(all.filter(([group]) => groups.includes(group))) };
      });
    },
  },
  // "the same content twice refused as a duplicate"; a bar code is free again when its batch came to its end.
  "linen-batches": {
    title: "A batch of linen is refused while another with its bar code is open, and so is an item that was scanned.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "receive", groupLabel: "dock", creates: true },
          { key: "scan", groupLabel: "dock", atMost: 8 },
          { key: "wash", groupLabel: "machines", after: ["scan"], atMost: 1 },
          { key: "hand-out", groupLabel: "dock", after: ["wash"], ends: true },
        ],
        nextActions: { path: ["next"], by: "all" },
        next(done) {
          if (done.includes("hand-out")) return [];
          if (done.includes("wash")) return ["hand-out"];
          return [...upTo(8, done, "scan"), ...(done.includes("scan") ? ["wash"] : [])];
        },
      });
      coded(s, { "021": 400, "031": 409 });
      holdTold(s, running, {
        receive: sheet({ barcode: like("^[0-9]{10}$"), "ward?": among("3A", "3B", "ICU") }),
        scan: sheet({ item: like("^LN[0-9]{6}$") }),
        wash: sheet({ celsius: int(40, 95) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const open = [...s.traces.values()].filter((trace) => !keysOf(trace).includes("hand-out"));
        const taken = open.some((trace) => begun(trace, "barcode") === data["barcode"]);
        deny(actionKey === "receive" && taken, "031 a batch with this bar code is open");
        const again = linksBy(known, "scan").some((link) => link.data["item"] === data["item"]);
        deny(actionKey === "scan" && again, "031 this item was scanned");
      });
      s.actionAnswer = (trace) => trace.id;
      derive(s, running, (trace) => ({
        barcode: begun(trace, "barcode"),
        ward: begun(trace, "ward"),
        items: linksBy(trace, "scan").map(({ data }) => data["item"] ?? null),
        celsius: linksBy(trace, "wash")[0]?.data["celsius"] ?? null,
      }));
      present(s, (state, trace) => ({ ...state, next: [...running.next(trace)] }));
    },
  },
  // A quota over a sum: "The rules may depend on the data"; a user who may only read.
  "bunker-deliveries": {
    title: "Fuel is delivered as long as the tank has room: what would overflow is refused, though the state lists it.",
    why,
    apply(s) {
      const capacity = (trace: Trace | undefined) => amount(begun(trace, "capacity"));
      const room = (trace: Trace | undefined) => round(capacity(trace) - sum(trace, "deliver", "tonnes"), 3);
      const running = follow(s, {
        actions: [
          { key: "nominate", groupLabel: "ships", creates: true },
          { key: "deliver", groupLabel: "barges" },
          { key: "sample", groupLabel: "surveyors", after: ["deliver"], atMost: 2 },
          { key: "sign", groupLabel: "ships", after: ["deliver"], ends: true },
        ],
        people: {
          ines: { groups: ["ships", "barges"] },
          vera: { groups: ["surveyors"] },
          otis: { groups: [], may: ["read", "search"] },
        },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("sign")) return [];
          const some = done.includes("deliver");
          return [...(room(trace) > 0 ? ["deliver"] : []), ...(some ? [...upTo(2, done, "sample"), "sign"] : [])];
        },
      });
      coded(s, { "006": 403, "021": 400, "033": 422 });
      holdTold(s, running, {
        nominate: sheet({ ship: str(30), capacity: int(100, 400) }),
        deliver: sheet({ tonnes: num(0.5, 250) }),
        sample: sheet({ sulphur: num(0, 3.5) }),
        sign: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        deny(actionKey === "deliver" && amount(data["tonnes"]) > room(known), "033 more than the tank can take");
      });
      derive(s, running, (trace) => ({
        ship: begun(trace, "ship"),
        delivered: round(sum(trace, "deliver", "tonnes"), 3),
        room: room(trace),
        sulphur: linksBy(trace, "sample").map(({ data }) => data["sulphur"] ?? null),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  // The state changes by time alone: what it lists, and how long one has yet to wait.
  "dose-plans": {
    title:
      "After a dose the next one is refused for a second and a half; the state counts that time down in each answer.",
    why,
    awaits: "three minutes and more: its Retry-After of two seconds is waited for at each refusal; it is not blamed",
    apply(s) {
      const pauseMs = 1500;
      const { set, since } = clock();
      const waits = (trace: Trace) => (many(trace, "dose") > 0 ? Math.max(0, pauseMs - since(trace)) : 0);
      const running = follow(s, {
        actions: [
          { key: "enrol", groupLabel: "practice", creates: true, examples: [{ vaccine: "hepatitis B", age: 34 }] },
          { key: "dose", groupLabel: "nurses", atMost: 3, examples: [{ arm: "left" }, { arm: "right" }] },
          { key: "reaction", groupLabel: "nurses", after: ["dose"], atMost: 5, examples: [{ celsius: 37.9 }] },
          { key: "discharge", groupLabel: "practice", after: ["dose"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done, trace) {
          if (done.includes("discharge")) return [];
          const dose = waits(trace) === 0 ? upTo(3, done, "dose") : [];
          return [...dose, ...(done.includes("dose") ? [...upTo(5, done, "reaction"), "discharge"] : [])];
        },
      });
      coded(s, { "006": 409 }, { "Retry-After": "2" });
      coded(s, { "021": 422 });
      hold(s, running, {
        enrol: sheet({ vaccine: str(30), age: int(0, 120) }),
        dose: sheet({ arm: among("left", "right") }),
        reaction: sheet({ celsius: num(35, 43) }),
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "dose") set(trace);
      });
      present(s, (data, trace) => ({
        plan: { ...data, doses: many(trace, "dose") },
        waitMs: waits(trace),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // A member that is not wanted, and where it is given must name the newest revision.
  "fact-checks": {
    title:
      "Who names the revision that an edit is based on must name the newest; the state is a history by groups and hours.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "pitch", groupLabel: "reporters", creates: true },
          { key: "write", groupLabel: "reporters", atMost: 6 },
          { key: "query", groupLabel: "checkers", after: ["write"], atMost: 4 },
          { key: "clear", groupLabel: "checkers", after: ["write"] },
          { key: "publish", groupLabel: "editors", after: ["clear"], ends: true },
        ],
        people: { ines: { groups: ["reporters", "editors"] }, dana: { groups: ["checkers"] } },
        next(done) {
          if (done.includes("publish")) return [];
          const last = done.at(-1) ?? "";
          if (last === "clear") return ["publish", ...upTo(6, done, "write")];
          if (last !== "write") return upTo(6, done, "write");
          return [...upTo(6, done, "write"), ...upTo(4, done, "query"), "clear"];
        },
      });
      coded(s, { "006": 409, "021": 400, "041": 412 });
      const edit = sheet({ "words?": int(1, 3000), "basedOn?": int(0, 6), "remark?": str(80) });
      holdTold(s, running, { pitch: sheet({ slug: like("^[a-z]{3,12}$") }), write: edit, query: edit });
      checks(s, running, ({ actionKey, data }, known) => {
        const based = own(data, "basedOn");
        deny(
          actionKey !== "pitch" && based !== undefined && based !== many(known, "write"),
          "041 there is a newer revision",
        );
      });
      const made = new Map<string, string>();
      onRecord(s, ({ id }) => made.set(id, new Date().toISOString().slice(0, 13)));
      derive(s, running, (trace) => ({
        slug: begun(trace, "slug"),
        revision: many(trace, "write"),
        history: trace.links.map(({ id, actionKey }): Json => ({
          [running.workflow.actions.find(({ key }) => key === actionKey)?.groupLabel ?? ""]: actionKey,
          hour: made.get(id) ?? "now",
        })),
        published: keysOf(trace).includes("publish"),
      }));
    },
  },
};
