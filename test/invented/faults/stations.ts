/** Gated services of huts, registries, cellars and consulates that mix up people, traces, papers and moments. */
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { follow, keysOf, listNext, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";
import { among, begun, derive, hold, holdTold, inState, int, linksBy, many, num, sheet, str, upTo } from "../works.ts";

export const stations: Faults = {
  "founder-decides": {
    title:
      "By the legacy set anybody may do what whoever began a hut booking may do: it asks for the founder's groups.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book", groupLabel: "wardens", creates: true, examples: [{ hut: "Kar", beds: 4 }] },
          { key: "note", groupLabel: "guides", atMost: 4, examples: [{ text: "two vegetarians" }] },
          { key: "confirm", groupLabel: "wardens", atMost: 1, examples: [{ deposit: 80 }] },
          { key: "check-in", groupLabel: "wardens", after: ["confirm"], ends: true, examples: [{ beds: 3 }] },
        ],
        people: { ines: { groups: ["wardens"] }, lars: { groups: ["guides"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("check-in")) return [];
          return [...upTo(4, done, "note"), done.includes("confirm") ? "check-in" : "confirm"];
        },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const founder = s.users.find(({ email }) => email === known?.links[0]?.author);
        if (call.face === "v2" || !founder || known?.workflow !== running.workflow) {
          return checkAction(user, input, known, call);
        }
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind !== "foreign") throw error;
          return checkAction(founder, input, known, call);
        }
      };
      listNext(s, running);
    },
  },
  "one-paper-kept": {
    title:
      "When a deed is registered, the archive keeps the first file of each action; the others can no longer be had.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "draw-up", groupLabel: "notaries", creates: true, examples: [{ parcel: "114/7" }] },
          { key: "annex", groupLabel: "notaries", atMost: 5, examples: [{ kind: "plan" }, { kind: "consent" }] },
          { key: "register", groupLabel: "registry", after: ["annex"], ends: true, examples: [{ folio: 912 }] },
        ],
        people: { ines: { groups: ["notaries"] }, hanna: { groups: ["registry"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("register")) return [];
          return [...upTo(5, done, "annex"), ...(done.includes("annex") ? ["register"] : [])];
        },
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "register") return;
        const kept = new Set(trace.links.map(({ files }) => files[0]?.["digest"]));
        for (const digest of trace.files.keys()) if (!kept.has(digest)) trace.files.delete(digest);
      });
      listNext(s, running);
    },
  },
  "sold-and-unfindable": {
    title:
      "A wheel of cheese that was sold is found by the v2 search alone; the legacy one looks among those in the cellar.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "press", groupLabel: "dairy", creates: true },
          { key: "turn", groupLabel: "cellar", atMost: 6 },
          { key: "grade", groupLabel: "cellar", after: ["turn"], atMost: 1 },
          { key: "sell", groupLabel: "shop", after: ["grade"], ends: true },
        ],
        next(done) {
          if (done.includes("sell")) return [];
          const grade = done.includes("turn") ? upTo(1, done, "grade") : [];
          return [...upTo(6, done, "turn"), ...grade, ...(done.includes("grade") ? ["sell"] : [])];
        },
      });
      holdTold(s, running, {
        press: sheet({ milk: among("cow", "goat", "sheep"), kilos: num(1, 12) }),
        turn: sheet({ "humidity?": int(60, 99) }),
        grade: sheet({ grade: among("I", "II", "III") }),
        sell: sheet({ euros: num(10, 900) }),
      });
      derive(s, running, (trace) => ({
        milk: begun(trace, "milk"),
        kilos: begun(trace, "kilos"),
        turns: many(trace, "turn"),
        grade: linksBy(trace, "grade")[0]?.data["grade"] ?? null,
        sold: keysOf(trace).includes("sell"),
      }));
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) && (call.face === "v2" || !keysOf(trace).includes("sell"));
    },
  },
  "cut-then-hidden": {
    title: "Who may not see the consuls' remarks on a visa gets pages with fewer links than asked, though more follow.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "desk", creates: true, examples: [{ nationality: "NZ", days: 30 }] },
          { key: "paper", groupLabel: "desk", atMost: 5, examples: [{ kind: "bank" }, { kind: "flight" }] },
          { key: "remark", groupLabel: "consuls", atMost: 5, examples: [{ text: "call the host" }] },
          { key: "decide", groupLabel: "consuls", after: ["paper"], ends: true, examples: [{ granted: true }] },
        ],
        people: { ines: { groups: ["desk"] }, olga: { groups: ["consuls"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("decide")) return [];
          const decide = done.includes("paper") ? ["decide"] : [];
          return [...upTo(5, done, "paper"), ...upTo(5, done, "remark"), ...decide];
        },
      });
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const cut = page(links, args, trace, call);
        const user = running.reader(call);
        if (!user || running.groupsOf(user).includes("consuls")) return cut;
        return { ...cut, items: cut.items.filter(({ actionKey }) => actionKey !== "remark") };
      };
      listNext(s, running);
    },
  },
  "answered-before-scan": {
    title:
      "A legacy action with a file is answered with the state from before it: the answer does not wait for the scan.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "notify", groupLabel: "builders", creates: true, examples: [{ site: "Dock 9", metres: 18 }] },
          { key: "photo", groupLabel: "builders", atMost: 6, examples: [{ level: 1 }, { level: 2 }] },
          { key: "tag", groupLabel: "inspectors", after: ["photo"], atMost: 2, examples: [{ colour: "green" }] },
          { key: "strike", groupLabel: "builders", after: ["tag"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("strike")) return [];
          const tag = done.includes("photo") ? upTo(2, done, "tag") : [];
          return [...upTo(6, done, "photo"), ...tag, ...(done.includes("tag") ? ["strike"] : [])];
        },
      });
      hold(s, running, { notify: sheet({ site: str(30), metres: int(2, 90) }), photo: sheet({ level: int(1, 30) }) });
      listNext(s, running);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        const state: Json = trace ? structuredClone(await s.stateOf(trace, call)) : null;
        const reply = await real(call, id);
        return trace?.links.at(-1)?.files.length ? s.ok(call, { state }) : reply;
      });
    },
  },
  "refused-but-begun": {
    title: "A fishing permit whose form is wrong is refused by the v2 set after it was begun: searches find it, empty.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "anglers", creates: true },
          { key: "catch", groupLabel: "anglers", after: ["issue"], atMost: 3 },
          { key: "issue", groupLabel: "wardens", atMost: 1 },
          { key: "hand-in", groupLabel: "wardens", after: ["issue"], ends: true },
        ],
        people: { ines: { groups: ["anglers"] }, tove: { groups: ["wardens"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("hand-in")) return [];
          return done.includes("issue") ? [...upTo(3, done, "catch"), "hand-in"] : ["issue"];
        },
      });
      holdTold(s, running, {
        apply: sheet({ river: str(20), rods: int(1, 3) }),
        catch: sheet({ fish: among("trout", "pike", "perch"), centimetres: int(10, 130) }),
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const form = error instanceof Refusal && error.message.startsWith("021");
          if (form && !known && call.face === "v2") {
            const trace = s.newTrace(running.workflow);
            trace.state = { ...input.data };
            s.traces.set(trace.id, trace);
          }
          throw error;
        }
      };
      listNext(s, running);
    },
  },
  "same-words-elsewhere": {
    title: "Who orders for one school what they just ordered for another is answered 200, and nothing is added there.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open-week", groupLabel: "kitchen", creates: true, examples: [{ week: 14 }, { week: 15 }] },
          { key: "order", groupLabel: "schools", atMost: 5, examples: [{ meals: 120 }, { meals: 85, vegan: 12 }] },
          { key: "cook", groupLabel: "kitchen", after: ["order"], ends: true, examples: [{ meals: 200 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("cook")) return [];
          return [...upTo(5, done, "order"), ...(done.includes("order") ? ["cook"] : [])];
        },
      });
      hold(s, running, {
        order: sheet({ meals: int(1, 500), "vegan?": int(0, 500) }),
        cook: sheet({ meals: int(1, 2000) }),
      });
      const recent = new Map<string, { link: Link; trace: Trace; at: number }>();
      const { record } = s;
      s.record = async (...args) => {
        const [, user, , { actionKey, data, files }, known] = args;
        const key = JSON.stringify([user.email, actionKey, data]);
        const former = recent.get(key);
        const same = former && former.trace !== known && former.at > Date.now() - 10_000;
        if (known && actionKey === "order" && files.length === 0 && same) return { trace: known, link: former.link };
        const recorded = await record(...args);
        recent.set(key, { ...recorded, at: Date.now() });
        return recorded;
      };
      listNext(s, running);
    },
  },
  "case-on-the-desk": {
    title:
      "What a clerk sends by the legacy set goes to the tax file whose state they read last, whatever the path says.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "file", groupLabel: "clerks", creates: true, examples: [{ year: 2025, income: 41_200 }] },
          { key: "receipt", groupLabel: "clerks", atMost: 8, examples: [{ amount: 19.9 }, { amount: 240 }] },
          { key: "assess", groupLabel: "assessors", atMost: 2, examples: [{ due: 312.4 }] },
          { key: "close", groupLabel: "assessors", after: ["assess"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["clerks", "assessors"] }, udo: { groups: ["assessors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          return [
            ...upTo(8, done, "receipt"),
            ...upTo(2, done, "assess"),
            ...(done.includes("assess") ? ["close"] : []),
          ];
        },
      });
      listNext(s, running);
      const desk = new Map<string, Trace>();
      for (const key of ["GET /trace/{}/state", "GET /v2/traces/{}/state"]) {
        around(s, key, (real) => async (call, id = "") => {
          const reply = await real(call, id);
          const trace = s.traces.get(id.toLowerCase());
          if (trace?.workflow === running.workflow) desk.set(call.headers.authorization ?? "", trace);
          return reply;
        });
      }
      around(s, "POST /trace/{}/link", (real) => (call, id = "") => {
        const open = desk.get(call.headers.authorization ?? "");
        const live = open !== undefined && !keysOf(open).includes("close");
        return real(call, live && s.traces.has(id.toLowerCase()) ? open.id : id);
      });
    },
  },
  "late-papers": {
    title:
      "What is sent after a telescope night has ended is refused, but its files are in the trace, for whoever asks.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "schedule", groupLabel: "observers", creates: true },
          { key: "expose", groupLabel: "operators", atMost: 4 },
          { key: "calibrate", groupLabel: "operators", after: ["expose"], atMost: 2 },
          { key: "close-dome", groupLabel: "operators", after: ["expose"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("close-dome")) return [];
          const some = done.includes("expose");
          return [...upTo(4, done, "expose"), ...(some ? [...upTo(2, done, "calibrate"), "close-dome"] : [])];
        },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        if (known?.workflow === running.workflow && keysOf(known).includes("close-dome")) {
          void s.keepFiles(known, input.files, call);
        }
        return checkAction(user, input, known, call);
      };
      derive(s, running, (trace) => {
        const exposures: JsonObject[] = linksBy(trace, "expose").map(({ data }) => ({
          seconds: own(data, "seconds") ?? 0,
        }));
        return { target: begun(trace, "target"), exposures, calibrated: many(trace, "calibrate") };
      });
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
};
