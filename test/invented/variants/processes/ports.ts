/** Processes of ports and terminals. */
import type { Call, Reply } from "../../../lib/service/http.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { round } from "../../changes/states.ts";
import { bucket, ownLink } from "../../habits.ts";
import { noTransitions, ofTheWorkflow, openByItself } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present, trade, trades } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, around, before, onRecord, pause, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

const page = (status: number, words: string): Reply => ({
  status,
  headers: { "Content-Type": "text/html; charset=utf-8" },
  body: `<!doctype html><title>${words}</title><h1>${words}</h1>`,
});

/** The text of a request as a firewall sees it. */
const textOf = (call: Call): string => call.body().toString("latin1");

export const ports: Variants = {
  // "One action may cause others, on this ... trace, by the system's own hand"; "calls to other systems".
  "container-release": {
    title: "The terminal reports the unloading by itself a quarter of a second after arrival; only then is released.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "manifest", groupLabel: "carriers", creates: true },
          { key: "arrive", groupLabel: "carriers", atMost: 1 },
          { key: "hold", groupLabel: "customs", atMost: 3 },
          { key: "lift", groupLabel: "customs", after: ["hold"] },
          { key: "release", groupLabel: "terminal", after: ["arrive"], atMost: 1 },
          { key: "gate-out", groupLabel: "terminal", after: ["release"], ends: true },
        ],
        next(done) {
          if (done.includes("gate-out")) return [];
          if (done.includes("release")) return ["gate-out"];
          const holds = often(done, "hold");
          if (holds > often(done, "lift")) return [...(done.includes("arrive") ? [] : ["arrive"]), "lift"];
          const hold = holds < 3 ? ["hold"] : [];
          if (!done.includes("arrive")) return ["arrive", ...hold];
          return [...hold, ...(done.includes("unloaded") ? ["release"] : [])];
        },
        people: { ines: { groups: ["carriers", "terminal"] }, karl: { groups: ["customs"] } },
        nextActions: inState,
      });
      onRecord(s, (link, trace) => {
        trace.state = { ...trace.state, [`${link.actionKey}At`]: new Date().toISOString() };
        if (link.actionKey !== "arrive") return;
        void pause(250).then(() => {
          trace.links.push(ownLink("unloaded", { crane: 4, bay: "C-17" }));
          trace.state = { ...trace.state, unloadedAt: new Date().toISOString(), bay: "C-17" };
        });
      });
      listNext(s, running);
    },
  },
  "three-berths": {
    title: "There are three berths: a ship is listed to moor while one is free, and waits while others lie there.",
    why: `${ofTheWorkflow} A rule may look at other traces of the workflow.`,
    apply(s) {
      const moored = (trace: Trace) => often(keysOf(trace), "moor") > often(keysOf(trace), "cast off");
      const running = follow(s, {
        actions: actionsOf("announce of pilots", "moor of pilots", "unload of dockers", "cast off of pilots"),
        nextActions: inState,
        next(_done, trace) {
          if (moored(trace)) return ["unload", "cast off"];
          return [...s.traces.values()].filter(moored).length < 3 ? ["moor"] : [];
        },
      });
      present(s, (data, trace) => ({ data, moored: moored(trace), nextActions: running.byGroup(trace) }));
    },
  },
  // A quota over a sum: "The rules may depend on the data"; a user who may only read.
  "bunker-deliveries": {
    title: "Fuel is delivered as long as the tank has room: what would overflow is refused, though the state lists it.",
    why: noTransitions,
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
  "port-authority": {
    title: "A gateway takes 100 kB and 60 requests a second, a firewall answers HTML, so does the gate, with 409.",
    why: openByItself,
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      bucket(s, 40, 60);
      before(s, (call) => {
        if (call.body().length > 100 * 1024) throw new Refusal("large", "Request Entity Too Large");
        if (/<script|' or '|union select|\.\.\//i.test(textOf(call))) throw new Refusal("foreign", "Request blocked");
      });
      aroundStep(s, "refuse", (refuse) => (call, error) => {
        if (error.kind === "large") return page(413, error.message);
        if (error.message === "Request blocked") return page(403, error.message);
        return error.message.startsWith("006") ? page(409, "Not at this stage") : refuse(call, error);
      });
    },
  },
  // Actions name lines of earlier ones; an end that another group opens again; a firewall and a small gateway.
  "ballast-logs": {
    title:
      "Lines of a ballast log are struck by number, and a sealed log is opened by the port; 100 kB and a firewall.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "begin", groupLabel: "bridge", creates: true, examples: [{ ship: "Aurora", voyage: 17 }] },
          {
            key: "enter",
            groupLabel: "bridge",
            atMost: 9,
            examples: [
              { tank: 1, m3: 40.5 },
              { tank: 2, m3: 12 },
            ],
          },
          { key: "strike", groupLabel: "bridge", after: ["enter"], atMost: 4, examples: [{ line: 1 }, { line: 2 }] },
          { key: "seal", groupLabel: "master", after: ["enter"], atMost: 2, examples: [{ name: "J. Holm" }] },
          { key: "unseal", groupLabel: "port", after: ["seal"], atMost: 1, examples: [{ reason: "inspection" }] },
        ],
        people: { ines: { groups: ["bridge", "master"] }, yara: { groups: ["port"] } },
        nextActions: inState,
        next(done) {
          const lock = done.findLast((key) => key === "seal" || key === "unseal");
          if (lock === "seal") return upTo(1, done, "unseal");
          const some = done.includes("enter");
          return [...upTo(9, done, "enter"), ...(some ? [...upTo(4, done, "strike"), ...upTo(2, done, "seal")] : [])];
        },
      });
      coded(s, { "006": 423, "021": 400, "035": 404, "036": 409 });
      hold(s, running, {
        begin: sheet({ ship: str(30), voyage: int(1, 999) }),
        enter: sheet({ tank: int(1, 8), m3: num(0, 500), "remark?": str(400) }),
        strike: sheet({ line: int(1, 9) }),
        seal: sheet({ name: str(40) }),
        unseal: sheet({ reason: str(80) }),
      });
      const struck = (trace: Trace | undefined) => linksBy(trace, "strike").map(({ data }) => amount(data["line"]));
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "strike") return;
        const line = amount(data["line"]);
        deny(line > many(known, "enter"), "035 there is no such line");
        deny(struck(known).includes(line), "036 that line is struck");
      });
      derive(s, running, (trace) => {
        const lines = linksBy(trace, "enter").map(({ data }, at) => ({
          no: at + 1,
          m3: data["m3"] ?? null,
          struck: struck(trace).includes(at + 1),
        }));
        const m3 = lines.filter((line) => !line.struck).reduce((all, line) => all + amount(line.m3), 0);
        return {
          ship: begun(trace, "ship"),
          lines,
          m3: Number(m3.toFixed(2)),
          sealed: keysOf(trace).at(-1) === "seal",
        };
      });
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const page = (status: number, text: string) => ({
        status,
        headers: { "Content-Type": "text/html" },
        body: `<!doctype html><title>${text}</title><h1>${text}</h1><p>Reference 8f21-77</p>`,
      });
      for (const key of ["POST /trace", "POST /v2/traces", "POST /trace/{}/link", "POST /v2/traces/{}/action"]) {
        around(s, key, (real) => (call, ...params) => {
          const body = call.body();
          if (body.length > 102_400) return page(413, "Request Entity Too Large");
          const suspicious = /<script|union\s+select|\.\.\/\.\.|\$\{jndi:/i.test(body.toString("latin1"));
          return suspicious ? page(403, "Request blocked") : real(call, ...params);
        });
      }
    },
  },
};
