/** Processes as whole firms run them: several habits at once. */
import { json } from "../../lib/service/http.ts";
import type { Json, JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import {
  atLast,
  checkForms,
  declining,
  enclose,
  form,
  groupOf,
  listed,
  seenByGroup,
  times,
  type Decline,
} from "../duties.ts";
import { bucket, indexLater, oneWriter, ownLink } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, people, present, refuse, trade, trades } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { before, onRecord, type Variants } from "../tools.ts";

const why =
  "The interface names no transitions; nor are the data of an action, the content of the state, or limits shown.";

const money: JsonObject = { type: "integer", minimum: 1, maximum: 1_000_000 };
const text = (maxLength: number): JsonObject => ({ type: "string", minLength: 1, maxLength });

/** Refuses what was accepted once: the same action with the same data, on the same trace where there is one. */
function onlyOnce(s: Service, decline: Decline): void {
  const accepted = new Set<string>();
  const nameOf = (key: string, data: Json, where: string) => JSON.stringify([where, key, data]);
  atLast(s, ({ key, data }, known) => {
    if (Object.keys(data).length > 0 && accepted.has(nameOf(key, data, known?.id ?? "")))
      decline(409, "000 this has been received before");
  });
  onRecord(s, ({ actionKey, data }, trace) => {
    accepted.add(nameOf(actionKey, data, trace.links.length > 1 ? trace.id : ""));
  });
}

export const unions: Variants = {
  purchasing: {
    title: "Listed by group, three users, closed forms told; a delivery brings one to three files, all else none.",
    why: `${why} An action may demand files or take none.`,
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people, nextActions: listed });
      listNext(s, running);
      checkForms(s, running, {
        order: form({ article: text(40), pieces: money }),
        amend: form({ pieces: money }),
        ship: form({ carrier: { type: "string", enum: ["rail", "road", "sea"] } }),
        invoice: form({ number: { type: "string", pattern: "^[0-9]{4,8}$" }, amount: money }),
        pay: form({ amount: money, on: { type: "string", format: "date" } }),
      });
      atLast(s, ({ key, files }) => {
        refuse(key === "ship" && (files < 1 || files > 3), "000 a shipment needs its papers, three at most");
        refuse(key !== "ship" && files > 0, "000 this action takes no files");
      });
    },
  },
  insurance: {
    title: "Claims are seen by the groups that take part; who assessed does not pay out; each reads what he may do.",
    why: `${why} Who may read what is not shown.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "claim of clerks",
          "amend of clerks",
          "forward of clerks",
          "assess of experts",
          "payout of experts",
        ),
        next(done) {
          if (done.includes("payout")) return [];
          if (done.includes("assess")) return ["payout"];
          return done.includes("forward") ? ["assess"] : ["amend", "forward"];
        },
        people: { ines: { groups: ["clerks"] }, wim: { groups: ["experts"] }, ada: { groups: ["experts"] } },
      });
      atLast(s, ({ key, author }, known) => {
        refuse(key === "payout" && known?.links.at(-1)?.author === author, "006 not by who assessed it");
      });
      seenByGroup(s, running);
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const mine = user ? running.groupsOf(user) : [];
        const todo = running.byGroup(trace);
        return { data, nextActions: Object.fromEntries(mine.map((group) => [group, todo[group] ?? []])) };
      });
    },
  },
  customs: {
    title: "Declarations with told forms; what was received before is refused with 409; released is over; listed.",
    why: `${why} The same content twice may be refused.`,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "declare", groupLabel: "brokers", creates: true },
          { key: "supplement", groupLabel: "brokers", atMost: 3 },
          { key: "release", groupLabel: "officers", ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("release")) return [];
          return [...(times(done, "supplement") < 3 ? ["supplement"] : []), "release"];
        },
      });
      listNext(s, running);
      checkForms(s, running, {
        declare: form({ goods: text(80), weight: { type: "number", minimum: 0.1, maximum: 40_000 } }),
        supplement: form({ remark: text(200), "value?": money }),
      });
      onlyOnce(s, declining(s));
    },
  },
  notary: {
    title:
      "Signing makes a document, and every fourth time the stamp service is away: 503, come back; listed, and ends.",
    why: `${why} An effect may make documents, and may fail.`,
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
          nextActions: listed,
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
  hospital: {
    title: "Laboratory and imaging go on side by side, each by its group; discharge waits for both, by another doctor.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("admit of doctors", "sample of laboratory", "scan of imaging", "discharge of doctors"),
        next(done) {
          if (done.includes("discharge")) return [];
          const open = ["sample", "scan"].filter((key) => !done.includes(key));
          return open.length > 0 ? open : ["discharge"];
        },
        people: {
          ines: { groups: ["doctors"] },
          wim: { groups: ["laboratory", "imaging"] },
          ada: { groups: ["doctors"] },
        },
      });
      atLast(s, ({ key, author }, known) => {
        refuse(key === "discharge" && known?.links[0]?.author === author, "006 not by who admitted");
      });
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        return { ...data, worklist: groups.flatMap((group) => running.byGroup(trace)[group] ?? []) };
      });
    },
  },
  "building-site": {
    title:
      "A site has lots, traces by the hand of the service; the site goes on when all its lots report their end to it.",
    why: `${why} One action may cause others, on this or another trace.`,
    apply(s) {
      const parents = new WeakMap<Trace, Trace>();
      const lots = (trace: Trace) => keysOf(trace).filter((key) => key === "allot").length;
      listNext(
        s,
        follow(s, {
          actions: actionsOf("plan of builders", "allot of builders", "finish of builders", "accept of owners"),
          nextActions: listed,
          next(done, trace) {
            if (parents.has(trace)) return done.includes("finish") ? [] : ["finish"];
            if (done.includes("accept")) return [];
            const ready = lots(trace) > 0 && lots(trace) === times(done, "lot-done");
            return [...(lots(trace) < 3 ? ["allot"] : []), ...(ready ? ["accept"] : [])];
          },
        }),
      );
      onRecord(s, (link, trace) => {
        const parent = parents.get(trace);
        if (parent && link.actionKey === "finish") {
          parent.links.push(ownLink("lot-done", { lot: trace.id }));
          parent.state = { ...parent.state, lotsDone: times(keysOf(parent), "lot-done") };
        }
        if (parent || link.actionKey !== "allot") return;
        const lot = s.newTrace(trace.workflow);
        lot.links.push(ownLink("plan", { site: trace.id }));
        lot.state = { site: trace.id };
        parents.set(lot, trace);
        s.traces.set(lot.id, lot);
        trace.state = { ...trace.state, lots: lots(trace), latestLot: lot.id };
      });
    },
  },
  exchange: {
    title:
      "Searches lag by 400 ms, tokens live for two minutes, three users, the state lists what may come, and counts.",
    why: `${why} Nor is the lifetime of tokens, or how soon a search knows of a change.`,
    apply(s) {
      s.tokenSeconds = 120;
      const running = follow(s, { actions: trades, next: trade, people, nextActions: listed });
      indexLater(s, 400);
      present(s, (data, trace) => ({
        data,
        steps: trace.links.length,
        lastBy: groupOf(trace, trace.links.at(-1) ?? { actionKey: "" }),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  bank: {
    title: "60 requests at once and 40 a second, one writer a trace, else 429; closed forms, three users.",
    why: `${why} Limits are not shown.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("request of advisers", "document of advisers", "rate of risk", "grant of board"),
        next(done) {
          if (done.includes("grant")) return [];
          return ["document", done.includes("rate") ? "grant" : "rate"];
        },
        people: { ines: { groups: ["advisers"] }, wim: { groups: ["risk"] }, ada: { groups: ["board", "risk"] } },
      });
      checkForms(s, running, {
        request: form({ sum: money, purpose: text(120) }),
        rate: form({ grade: { type: "string", enum: ["A", "B", "C"] } }),
      });
      oneWriter(s);
      s.statuses.busy = 429;
      bucket(s, 60, 40);
    },
  },
  ministry: {
    title: "A firewall answers 403 in HTML to suspicious bodies; 20 members of data at most; texts up to 200; listed.",
    why: `${why} Nor is what stands in front of the service.`,
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: actionsOf("petition of citizens", "hear of clerks", "answer of clerks"),
          next: (done) => (done.includes("answer") ? [] : ["hear", "answer"]),
        }),
      );
      atLast(s, ({ data }) => {
        refuse(Object.keys(data).length > 20, "000 too many members");
        const long = Object.values(data).some((value) => typeof value === "string" && value.length > 200);
        refuse(long, "000 a text is too long");
      });
      const { refuse: usual } = s;
      s.refuse = (call, error) =>
        error.message === "firewall"
          ? { status: 403, headers: { "Content-Type": "text/html" }, body: "<html><h1>Request blocked</h1></html>" }
          : usual(call, error);
      before(s, (call) => {
        const body = call.body().toString("latin1");
        if (/<script|\bunion\s+select\b|'\s*or\s+'?1|\.\.\/|\$\{jndi:/i.test(body)) {
          throw new Refusal("foreign", "firewall");
        }
      });
    },
  },
  "parcel-post": {
    title: "A strict chain; 100 kB a request at the gateway; two files an action, and none but txt, pdf, png and bin.",
    why: `${why} Nor are the files that an action takes.`,
    apply(s) {
      const keys = ["drop", "sort", "carry", "deliver"];
      const decline = declining(s);
      follow(s, {
        actions: actionsOf("drop of counter", "sort of depot", "carry of drivers", "deliver of drivers"),
        next: (done) => keys.slice(done.length, done.length + 1),
      });
      before(s, (call) => {
        if (call.body().length > 100_000) throw new Refusal("large", "001 data too large");
      });
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.files.length > 2) decline(422, "000 two files at most");
        if (input.files.some(({ name }) => !/\.(txt|pdf|png|bin)$/i.test(name))) decline(415, "000 no such files here");
        return input;
      };
    },
  },
  market: {
    title: "Stalls by others come and go all the time in the same workflow; counted, listed, and nothing twice.",
    why: `${why} Other people use the same workflows.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("rent of traders", "sell of traders", "clear of traders"),
        nextActions: listed,
        next: (done) => (done.includes("clear") ? [] : ["sell", "clear"]),
      });
      onRecord(s, (_link, trace) => {
        trace.state = { ...trace.state, sales: times(keysOf(trace), "sell") };
      });
      onlyOnce(s, declining(s));
      listNext(s, running);
      let stalls = 0;
      setInterval(() => {
        if ((stalls += 1) > 3000) return;
        const stall = s.newTrace(running.workflow);
        stall.links.push(ownLink("rent", { stall: stalls }));
        stall.state = { stall: stalls, sales: 0 };
        s.traces.set(stall.id, stall);
        const old = [...s.traces.values()].find(({ links }) => links.length === 1 && links[0]?.author === "system");
        old?.links.push(ownLink("clear", {}));
      }, 200).unref();
    },
  },
  "many-tongues": {
    title:
      "Groups and keys with blanks and accents; tasks and notifications; short codes, and no data beside an error.",
    why: `${why} Nor is the content of error, or that data stands beside it.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "Déclarer l'écart of Qualité & Sécurité",
          "compléter of Qualité & Sécurité",
          "Maßnahme festlegen of Werk 2 / Süd",
          "clôturer of Qualité & Sécurité",
        ),
        nextActions: listed,
        next(done) {
          if (done.includes("clôturer")) return [];
          return ["compléter", done.includes("Maßnahme festlegen") ? "clôturer" : "Maßnahme festlegen"];
        },
        people: { ines: { groups: ["Qualité & Sécurité"] }, wim: { groups: ["Werk 2 / Süd"] } },
      });
      present(s, (data, trace) => ({
        data,
        nextActions: running.byGroup(trace),
        tasks: Object.entries(running.byGroup(trace)).map(([group, keys]) => ({ group, due: keys.length })),
        notifications: trace.links.map(({ actionKey, author }) => `${author}: ${actionKey}`),
      }));
      s.refuse = (call, { kind, message }) => {
        const [, code = "000", words = message] = /^(\d{3}) (.*)$/.exec(message) ?? [];
        const error = { code, message: words };
        return json(call.face === "v2" ? { error } : error, s.statuses[kind]);
      };
    },
  },
};
