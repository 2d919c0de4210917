/** Processes of registries, notaries and archives. */
import type { JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { isIn } from "../../changes/traces.ts";
import { atLast, declining, enclose } from "../../duties.ts";
import { defaultPages, indexLater, ownLink } from "../../habits.ts";
import { noTransitions, ofTheDeployment, openByItself } from "../../left-open.ts";
import { actionsOf, compute, follow, keysOf, listNext, present } from "../../process.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import type { Trace } from "../../service.ts";
import { after, onRecord, pause, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

export const registries: Variants = {
  // "calls to other systems", answered later: meanwhile nothing may follow, and then a link is there that nobody sent.
  "land-titles": {
    title:
      "Once a title is lodged nothing may follow until the register has answered, by a link of its own, 0.4 s later.",
    why: noTransitions,
    apply(s) {
      let number = 40_117;
      const running = follow(s, {
        actions: [
          { key: "draw-up", groupLabel: "notaries", creates: true, examples: [{ parcel: "12/304", share: 0.5 }] },
          { key: "amend", groupLabel: "notaries", atMost: 4, examples: [{ share: 0.25 }, { share: 1 }] },
          { key: "lodge", groupLabel: "notaries", atMost: 1, examples: [{ urgent: false }] },
          { key: "pay-fee", groupLabel: "notaries", after: ["lodge"], atMost: 1, examples: [{ euros: 214 }] },
          { key: "remark", groupLabel: "registrars", after: ["lodge"], atMost: 3, examples: [{ text: "Easement" }] },
          { key: "enter", groupLabel: "registrars", after: ["pay-fee"], ends: true, examples: [{ folio: 88 }] },
        ],
        people: { ines: { groups: ["notaries"] }, ruta: { groups: ["registrars"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("enter")) return [];
          if (!done.includes("lodge")) return [...upTo(4, done, "amend"), "lodge"];
          if (!done.includes("register-answer")) return [];
          return [
            ...upTo(1, done, "pay-fee"),
            ...upTo(3, done, "remark"),
            ...(often(done, "pay-fee") ? ["enter"] : []),
          ];
        },
      });
      coded(s, { "006": 409 }, { "Retry-After": "1" });
      coded(s, { "021": 422 });
      hold(s, running, {
        "draw-up": sheet({ parcel: str(12), share: num(0.01, 1) }),
        amend: sheet({ share: num(0.01, 1) }),
        lodge: sheet({ urgent: { type: "boolean" } }),
        "pay-fee": sheet({ euros: num(1, 5000) }),
        remark: sheet({ text: str(100) }),
        enter: sheet({ folio: int(1, 999) }),
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (trace.workflow !== running.workflow || actionKey !== "lodge") return;
        void pause(400).then(() => {
          const given: JsonObject = { journal: `J-${String(number++)}` };
          trace.links.push(ownLink("register-answer", given));
          trace.state = { ...trace.state, ...given };
        });
      });
      present(s, (data, trace) => {
        const done = keysOf(trace);
        const waiting = done.includes("lodge") && !done.includes("register-answer");
        return { data, waitsForRegister: waiting, nextActions: running.byGroup(trace) };
      });
    },
  },
  // A bound on links that does not refuse: the record ends by the service's hand and goes on in a trace of its own.
  "continued-volumes": {
    title:
      "A guest book of eight entries is closed by a link of the service's own, and goes on in a trace that it begins.",
    why: noTransitions,
    apply(s) {
      const next = new WeakMap<Trace, string>();
      const running = follow(s, {
        actions: [
          { key: "begin", groupLabel: "keepers", creates: true, examples: [{ place: "Lighthouse" }] },
          { key: "sign", groupLabel: "guests", examples: [{ name: "Ola", from: "Bergen" }, { name: "Ruth" }] },
          { key: "quote", groupLabel: "guests", examples: [{ text: "What a view" }] },
          { key: "bind", groupLabel: "keepers", after: ["sign"], ends: true, examples: [{ leather: true }] },
        ],
        nextActions: { path: ["volume", "open"], by: "all" },
        next(done) {
          if (done.includes("bind") || done.includes("volume-full")) return [];
          return ["sign", "quote", ...(done.includes("sign") ? ["bind"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      hold(s, running, {
        begin: sheet({ place: str(40) }),
        sign: sheet({ name: str(40), "from?": str(40) }),
        quote: sheet({ text: str(200) }),
        bind: sheet({ leather: { type: "boolean" } }),
      });
      onRecord(s, (_link, trace) => {
        const entries = many(trace, "sign") + many(trace, "quote");
        if (!isIn(trace, running) || entries < 8 || keysOf(trace).includes("bind")) return;
        trace.links.push(ownLink("volume-full", { entries }));
        const volume = s.newTrace(trace.workflow);
        const data = { place: begun(trace, "place"), continues: trace.id };
        volume.links.push(ownLink("begin", data));
        volume.state = { ...data };
        s.traces.set(volume.id, volume);
        next.set(trace, volume.id);
      });
      present(s, (data, trace) => ({
        volume: {
          place: data["place"] ?? null,
          lastName: data["name"] ?? null,
          entries: many(trace, "sign") + many(trace, "quote"),
          continues: data["continues"] ?? null,
          continuedIn: next.get(trace) ?? null,
          open: [...running.next(trace)],
        },
      }));
    },
  },
  registry: {
    title: "Creations are numbered by a second link, pages hold two links by default, and search lags by 1.5 seconds.",
    why: ofTheDeployment,
    apply(s) {
      let number = 0;
      const running = follow(s, { actions: deskActions, next: untilClosed });
      onRecord(s, (_link, trace) => {
        if (trace.links.length === 1) trace.links.push(ownLink("number", { number: (number += 1) }));
      });
      listNext(s, running);
      defaultPages(s, 2, 2);
      indexLater(s, 1500);
    },
  },
  "quiet-archive": {
    title: "Refusals are 404 without a body, traces end without a word of it, five files in a trace.",
    why: ofTheDeployment,
    apply(s) {
      follow(s, { actions: deskActions, next: untilClosed });
      const { refuse } = s;
      after(s, "checkAction", (_workflow, _user, input, known) => {
        if ((known?.files.size ?? 0) + input.files.length > 5) throw new Refusal("invalid", "five files");
      });
      s.refuse = (call, error) => (error.kind === "token" ? refuse(call, error) : { status: 404 });
    },
  },
  "land-registry": {
    title:
      "The state counts entries and shows no data, links neither; searches know the counts, 1.5 s late; plain cursors.",
    why: openByItself,
    apply(s) {
      follow(s, {
        actions: actionsOf("lodge of notaries", "query of registrars", "reply of notaries", "enter of registrars"),
        next: (done) => {
          if (done.includes("enter")) return [];
          return done.at(-1) === "query" ? ["reply"] : ["query", "enter"];
        },
      });
      compute(s, (trace) => ({ entries: trace.links.length, last: keysOf(trace).at(-1) ?? "", sealed: false }));
      onRecord(s, (link, trace) => {
        trace.state = { ...trace.state, sealed: link.actionKey === "enter" };
      });
      indexLater(s, 1500);
      s.linkView = ({ id, actionKey, files }) => ({ entry: id, kind: actionKey, attachments: files });
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link) + 1);
    },
  },
  // "the actions that each group may begin a trace with"; what follows depends on how it was begun.
  "birth-records": {
    title: "Hospitals and midwives begin a birth's record by actions of their own, and what must follow differs.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "notify", groupLabel: "hospital", creates: true, examples: [{ child: "Ada", grams: 3400 }] },
          { key: "declare", groupLabel: "midwives", creates: true, examples: [{ child: "Bela", place: "home" }] },
          { key: "visit", groupLabel: "midwives", atMost: 2, examples: [{ grams: 3520 }, { grams: 3610 }] },
          { key: "confirm", groupLabel: "hospital", atMost: 1, examples: [{ ward: "M2" }] },
          { key: "enter", groupLabel: "registrars", ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["hospital", "registrars"] }, lotte: { groups: ["midwives"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("enter")) return [];
          const visit = upTo(2, done, "visit");
          if (done[0] === "notify" || done.includes("confirm")) return [...visit, "enter"];
          return [...visit, ...(done.includes("visit") ? ["confirm"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        notify: sheet({ child: str(40), grams: int(400, 7000) }),
        declare: sheet({ child: str(40), place: among("home", "birth house") }),
        visit: sheet({ grams: int(400, 7000) }),
        confirm: sheet({ ward: str(5) }),
        enter: sheet({}),
      });
      // The number of an entry is given by the registry, once.
      const numbers = new WeakMap<Trace, string>();
      let entered = 4210;
      const numberOf = (trace: Trace) => {
        if (!numbers.has(trace)) numbers.set(trace, `B-${String((entered += 1))}`);
        return numbers.get(trace) ?? null;
      };
      derive(s, running, (trace) => ({
        name: begun(trace, "child"),
        attended: many(trace, "notify") > 0 ? "hospital" : "midwife",
        lastWeight: linksBy(trace, "notify", "visit").at(-1)?.data["grams"] ?? null,
        entry: many(trace, "enter") > 0 ? numberOf(trace) : null,
      }));
      present(s, (state, trace) => ({
        ...state,
        nextActions: { hospital: [], midwives: [], registrars: [], ...running.byGroup(trace) },
      }));
    },
  },
  // "An effect may fail (client or server error); then nothing was added."
  "land-transfers": {
    awaits: "an effect that fails once for each trace, behind a gateway that hides it",
    title: "The land register is asked when a deed is registered: it fails once for each deed, with a gateway's page.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("lodge of notaries", "survey of surveyors", "register of registry", "hand-out of notaries"),
        nextActions: inState,
        next(done) {
          if (done.includes("hand-out")) return [];
          if (done.includes("register")) return ["hand-out"];
          return [...upTo(2, done, "survey"), "register"];
        },
      });
      coded(s, { "006": 400, "021": 400, "061": 422 });
      holdTold(s, running, {
        lodge: sheet({ parcel: like("^[A-Z][0-9]{3}$"), share: int(1, 100) }),
        survey: sheet({ squareMetres: int(20, 90_000) }),
        register: sheet({}),
        "hand-out": sheet({ "to?": str(40) }),
      });
      const asked = new WeakSet<Trace>();
      checks(s, running, ({ actionKey, files }, known) => {
        deny(actionKey === "survey" && files.length > 1, "061 one plan at most");
        if (actionKey !== "register" || !known || asked.has(known)) return;
        asked.add(known);
        throw new Refusal("busy", "902 the register does not answer");
      });
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.message.startsWith("902")
          ? {
              status: 502,
              headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": "1" },
              body: "<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>",
            }
          : refuse(call, error);
      derive(s, running, (trace) => ({
        parcel: begun(trace, "parcel"),
        share: `${String(amount(begun(trace, "share")))} %`,
        squareMetres: linksBy(trace, "survey").at(-1)?.data["squareMetres"] ?? null,
        folio: many(trace, "register") > 0 ? `F-${trace.id.slice(0, 8).toUpperCase()}` : null,
      }));
      present(s, (state, trace) => ({
        data: state,
        nextActions: running.byGroup(trace),
        tasks: [],
        notifications: [],
      }));
    },
  },
  notary: {
    title:
      "Signing makes a document, and every fourth time the stamp service is away: 503, come back; listed, and ends.",
    why: `${noTransitions} An effect may make documents, and may fail.`,
    apply(s) {
      const decline = declining(s);
      const { refuse: usual } = s;
      s.refuse = (call, error) => {
        const reply = usual(call, error);
        return reply.status === 503 ? { ...reply, headers: { ...reply.headers, "Retry-After": "1" } } : reply;
      };
      listNext(
        s,
        follow(s, {
          actions: actionsOf("draft of office", "revise of office", "sign of notaries", "archive of office"),
          nextActions: inState,
          next(done) {
            if (done.includes("archive")) return [];
            return done.includes("sign") ? ["archive"] : ["revise", "sign"];
          },
        }),
      );
      let stamps = 0;
      atLast(s, ({ key }) => {
        if (key === "sign" && (stamps += 1) % 4 === 0) decline(503, "000 the stamp service does not answer");
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "sign") return;
        const paper = enclose(s, trace, link, "deed.txt", `Deed ${trace.id}\nversion ${String(trace.links.length)}\n`);
        trace.state = { ...trace.state, deed: { paper, signedAt: new Date().toISOString() } };
      });
    },
  },
};
