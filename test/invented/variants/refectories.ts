/** Processes of kitchens, ships, funds and schools: task lists, struck lines, parallel lanes, a course by its kind. */
import { own, sameJson } from "../../lib/service/json.ts";
import { rememberStates } from "../habits.ts";
import { actionsOf, follow, keysOf, present } from "../process.ts";
import type { Trace } from "../service.ts";
import { around, type Variants } from "../tools.ts";
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
  linksBy,
  many,
  num,
  sheet,
  str,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

export const refectories: Variants = {
  // "the same content twice refused as a duplicate"; what comes next is a list of tasks with numbers of their own.
  "school-menus": {
    title: "A menu takes each dish and each day once; what may come next is a list of numbered tasks.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "plan", groupLabel: "kitchen", creates: true },
          { key: "dish", groupLabel: "kitchen", atMost: 5 },
          { key: "taste", groupLabel: "parents", after: ["dish"], atMost: 3 },
          { key: "publish", groupLabel: "kitchen", after: ["dish"], atMost: 1 },
          { key: "praise", groupLabel: "parents", after: ["publish"], atMost: 2 },
        ],
        people: { ines: { groups: ["kitchen"] }, ruth: { groups: ["parents"] } },
        next(done) {
          if (done.includes("publish")) return upTo(2, done, "praise");
          const some = done.includes("dish");
          return [...upTo(5, done, "dish"), ...(some ? [...upTo(3, done, "taste"), "publish"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400, "031": 409 });
      holdTold(s, running, {
        plan: sheet({ week: int(1, 53) }),
        dish: sheet({ day: among("mon", "tue", "wed", "thu", "fri"), name: str(40) }),
        taste: sheet({ points: int(1, 5), "remark?": str(100) }),
        publish: sheet({}),
        praise: sheet({ points: int(1, 5) }),
      });
      checks(s, running, ({ actionKey = "", data }, known) => {
        const before = linksBy(known, actionKey);
        const twice = before.some((link) => sameJson(link.data, data));
        deny(actionKey !== "publish" && twice, "031 this was sent before");
        const taken = before.some((link) => own(link.data, "day") === own(data, "day"));
        deny(actionKey === "dish" && taken, "031 that day has a dish");
      });
      derive(s, running, (trace) => ({
        week: begun(trace, "week"),
        dishes: Object.fromEntries(
          linksBy(trace, "dish").map(({ data }) => [String(data["day"]), data["name"] ?? null]),
        ),
        points: linksBy(trace, "taste", "praise").map(({ data }) => data["points"] ?? null),
        published: many(trace, "publish") > 0,
      }));
      present(s, (data, trace) => ({
        data,
        tasks: Object.entries(running.byGroup(trace)).flatMap(([assignee, keys]) =>
          keys.map((type) => ({
            taskId: 100 + running.workflow.actions.findIndex(({ key }) => key === type),
            type,
            assignee,
          })),
        ),
        notifications: keysOf(trace).includes("publish") ? [{ to: "parents", text: "The menu is out" }] : [],
      }));
    },
  },
  // Actions name lines of earlier ones; an end that another group opens again; a firewall and a small gateway.
  "ballast-logs": {
    title:
      "Lines of a ballast log are struck by number, and a sealed log is opened by the port; 100 kB and a firewall.",
    why,
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
  // Two lanes at once, each with a list of its own; a rejection in either leaves the appeal alone.
  "grant-rounds": {
    title: "Lawyers and accountants check a grant side by side, each in a lane of the state; one no stops both.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "applicants", creates: true, examples: [{ project: "Wells", euros: 18_000 }] },
          { key: "legal-check", groupLabel: "lawyers", examples: [{ ok: true }, { ok: false, note: "No statute" }] },
          { key: "budget-check", groupLabel: "accountants", examples: [{ ok: true }, { ok: false, note: "Too high" }] },
          { key: "appeal", groupLabel: "applicants", atMost: 1, examples: [{ text: "See the annex" }] },
          {
            key: "decide",
            groupLabel: "board",
            after: ["legal-check", "budget-check"],
            ends: true,
            examples: [{ euros: 15_000 }],
          },
          { key: "withdraw", groupLabel: "applicants", ends: true, examples: [{}] },
        ],
        people: {
          ines: { groups: ["applicants", "board"] },
          lena: { groups: ["lawyers"] },
          finn: { groups: ["accountants"] },
        },
        next(done, trace) {
          if (done.includes("decide") || done.includes("withdraw")) return [];
          const [legal, budget] = [lane(trace, "legal-check"), lane(trace, "budget-check")];
          if (legal === false || budget === false) return [...upTo(1, done, "appeal"), "withdraw"];
          if (legal && budget) return ["decide", "withdraw"];
          return [...(legal ? [] : ["legal-check"]), ...(budget ? [] : ["budget-check"]), "withdraw"];
        },
      });
      /** What a lane said since the last appeal. */
      const lane = ({ links }: Trace, key: string): boolean | undefined => {
        const since = links.findLastIndex(({ actionKey }) => actionKey === "appeal");
        const said = links.slice(since + 1).findLast(({ actionKey }) => actionKey === key)?.data["ok"];
        return typeof said === "boolean" ? said : undefined;
      };
      coded(s, { "006": 409, "021": 422, "037": 422 });
      const check = sheet({ ok: { type: "boolean" }, "note?": str(200) });
      hold(s, running, {
        apply: sheet({ project: str(60), euros: int(500, 50_000) }),
        "legal-check": check,
        "budget-check": check,
        appeal: sheet({ text: str(400) }),
        decide: sheet({ euros: int(0, 50_000) }),
        withdraw: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        deny(data["ok"] === false && own(data, "note") === undefined, "021 a no wants a note");
        const over = amount(data["euros"]) > amount(begun(known, "euros"));
        deny(actionKey === "decide" && over, "037 more than was asked for");
      });
      derive(s, running, (trace) => ({
        project: begun(trace, "project"),
        granted: linksBy(trace, "decide")[0]?.data["euros"] ?? 0,
        appeals: many(trace, "appeal"),
      }));
      present(s, (grant, trace) => {
        const now = running.byGroup(trace);
        const of = (group: string, key: string) => ({ verdict: lane(trace, key) ?? null, todo: now[group] ?? [] });
        return {
          grant,
          lanes: { legal: of("lawyers", "legal-check"), budget: of("accountants", "budget-check") },
          desk: [...(now["applicants"] ?? []), ...(now["board"] ?? [])],
        };
      });
    },
  },
  // The kind given at the beginning decides the order; what comes later is listed beside what may come now.
  "exam-papers": {
    title:
      "Written and oral exams go different ways; the state lists now and later, and is up to 300 ms old when read.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "register of school",
          "sit of candidates",
          "mark of examiners",
          "hear of examiners",
          "object of candidates",
          "close of school",
        ),
        people: { ines: { groups: ["school", "candidates"] }, otto: { groups: ["examiners"] } },
        nextActions: { path: ["schedule", "now"], by: "all" },
        next(done, trace) {
          if (done.includes("close")) return [];
          const [now] = course(trace).filter((key) => !done.includes(key));
          const heard = done.includes("mark") || done.includes("hear");
          return [...(now === undefined ? [] : [now]), ...(heard ? upTo(1, done, "object") : [])];
        },
      });
      const course = (trace: Trace) => (begun(trace, "kind") === "oral" ? ["hear", "close"] : ["sit", "mark", "close"]);
      coded(s, { "006": 409, "021": 400 });
      holdTold(s, running, {
        register: sheet({ subject: str(30), kind: among("written", "oral") }),
        sit: sheet({ pages: int(1, 40) }),
        mark: sheet({ points: num(0, 100) }),
        hear: sheet({ points: num(0, 100), minutes: int(5, 60) }),
        object: sheet({ text: str(300) }),
        close: sheet({}),
      });
      derive(s, running, (trace) => ({
        subject: begun(trace, "subject"),
        kind: begun(trace, "kind"),
        passed: linksBy(trace, "mark", "hear").some(({ data }) => amount(data["points"]) >= 50),
        objected: many(trace, "object") > 0,
      }));
      present(s, (exam, trace) => {
        const now = [...running.next(trace)];
        const later = course(trace).filter((key) => !keysOf(trace).includes(key) && !now.includes(key));
        return { exam, schedule: { now, later } };
      });
      rememberStates(s, 300);
    },
  },
};
