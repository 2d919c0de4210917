/** Processes of schools and research. */
import type { User } from "../../../lib/service/domain.ts";
import { type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { text120 } from "../../changes/forms.ts";
import { checkForms, enclose } from "../../duties.ts";
import { rememberStates } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, before, onRecord, onRefusal, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

/** The links since the last of one key, that one included; all where there is none. */
const since = (trace: Trace, key: string): Link[] => {
  const at = trace.links.findLastIndex(({ actionKey }) => actionKey === key);
  return trace.links.slice(Math.max(at, 0));
};

export const schools: Variants = {
  "glacier-cores": {
    title: "The service stamps each core with its own clock, and the export carries a document that nobody sent.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "drill", groupLabel: "field", creates: true, examples: [{ site: "Col 3" }] },
          { key: "box", groupLabel: "field", examples: [{ metres: 1.5 }, { metres: 0.8, cracked: true }] },
          { key: "export", groupLabel: "lab", after: ["box"], examples: [{}] },
        ],
        next(done) {
          if (often(done, "export") === 2) return [];
          return [...upTo(6, done, "box"), ...(done.includes("box") ? ["export"] : [])];
        },
      });
      coded(s, { "006": 403, "021": 400 });
      const cracked = { type: "boolean" };
      hold(s, running, { drill: sheet({ site: str(30) }), box: sheet({ metres: num(0.1, 3), "cracked?": cracked }) });
      const made = new Map<string, string>();
      onRecord(s, (link, trace) => {
        made.set(link.id, new Date().toISOString());
        if (link.actionKey !== "export") return;
        const rows = linksBy(trace, "box").map(({ id, data }) => `${made.get(id) ?? ""};${String(data["metres"])}`);
        enclose(s, trace, link, "cores.csv", ["at;metres", ...rows, `trace;${link.id}`].join("\r\n"));
      });
      derive(s, running, (trace) => ({
        site: begun(trace, "site"),
        metres: Number(sum(trace, "box", "metres").toFixed(2)),
        drilledAt: made.get(trace.links[0]?.id ?? "") ?? null,
        boxedAt: linksBy(trace, "box").map(({ id }) => made.get(id) ?? null),
        exports: linksBy(trace, "export").map(({ files }) => files.at(-1)?.["digest"] ?? null),
      }));
    },
  },
  // "The schema may or may not be at the tester's hand"; "on links of a trace"; "logins of a user"; "a reader need not
  // be able to write".
  enrolments: {
    title:
      "Closed forms known by examples alone; notes until a file has ten links; logins are counted; one reads only.",
    why: noTransitions,
    apply(s) {
      const child: JsonObject = { child: "Mila Brandt", born: "2020-03-17", grade: 1 };
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "families", creates: true, examples: [child, { ...child, grade: 2 }] },
          { key: "note", groupLabel: "school", examples: [{ text: "The certificate of birth has been seen." }] },
          { key: "offer", groupLabel: "school", atMost: 1, examples: [{ class: "1b" }] },
          { key: "accept", groupLabel: "families", after: ["offer"], ends: true, examples: [{}] },
          { key: "decline", groupLabel: "families", after: ["offer"], ends: true, examples: [{}] },
        ],
        next(done) {
          if (done.includes("accept") || done.includes("decline")) return [];
          const note = done.length < 10 ? ["note"] : [];
          return [...note, ...(done.includes("offer") ? ["accept", "decline"] : ["offer"])];
        },
        people: {
          ines: { groups: ["families", "school"] },
          hugo: { groups: [], may: ["read", "search"] },
        },
      });
      const untold = (): JsonObject => ({});
      checkForms(
        s,
        running,
        {
          apply: sheet({
            child: text120,
            born: { type: "string", format: "date" },
            grade: int(1, 4),
            "siblings?": text120,
          }),
          note: sheet({ text: { type: "string", minLength: 1, maxLength: 400 } }),
          offer: sheet({ class: { type: "string", pattern: "^[1-4][a-d]$" } }),
          accept: sheet({}),
          decline: sheet({ "reason?": text120 }),
        },
        untold,
      );
      let left = 40;
      let at = Date.now();
      before(s, (_call, key) => {
        if (!key.includes("/login/")) return;
        left = Math.min(40, left + ((Date.now() - at) / 1000) * 4);
        at = Date.now();
        if (left < 1) throw new Refusal("busy", "too many logins");
        left -= 1;
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
      listNext(s, running);
    },
  },
  // "Fields of a link: not shown"; "What the state shows may differ from reader to reader".
  "thesis-marks": {
    title:
      "Neither examiner sees the other's mark, in links or state, before both have marked; then the mean is shown.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "submit", groupLabel: "faculty", creates: true },
          { key: "first-mark", groupLabel: "first examiners", atMost: 1 },
          { key: "second-mark", groupLabel: "second examiners", atMost: 1 },
          { key: "hear", groupLabel: "faculty", atMost: 2 },
          { key: "award", groupLabel: "faculty", after: ["first-mark", "second-mark"], ends: true },
        ],
        people: { ines: { groups: ["faculty", "first examiners"] }, tom: { groups: ["second examiners"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("award")) return [];
          const marks = [...upTo(1, done, "first-mark"), ...upTo(1, done, "second-mark")];
          return [...marks, ...upTo(2, done, "hear"), ...(marks.length === 0 ? ["award"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      const mark = sheet({ mark: num(1, 5), "note?": str(120) });
      holdTold(s, running, { submit: sheet({ title: str(80) }), "first-mark": mark, "second-mark": mark });
      const open = (trace: Trace) => many(trace, "first-mark") > 0 && many(trace, "second-mark") > 0;
      const masked = (link: Link, trace: Trace, user: User | undefined) =>
        link.actionKey.endsWith("-mark") && !open(trace) && link.author !== user?.email;
      aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
        if (masked(link, trace, running.reader(call))) return linkView({ ...link, data: {} }, trace, call);
        return linkView(link, trace, call);
      });
      derive(s, running, (trace) => ({
        title: begun(trace, "title"),
        hearings: many(trace, "hear"),
        mean: open(trace) ? (sum(trace, "first-mark", "mark") + sum(trace, "second-mark", "mark")) / 2 : null,
      }));
      present(s, (state, trace, call) => {
        const seen = linksBy(trace, "first-mark", "second-mark").filter(
          (link) => !masked(link, trace, running.reader(call)),
        );
        const marks = Object.fromEntries(
          seen.map(({ actionKey, data }): [string, Json] => [actionKey, data["mark"] ?? 0]),
        );
        return { ...state, marks, nextActions: running.byGroup(trace) };
      });
    },
  },
  // The state is that of the present round alone; the links hold them all.
  "school-terms": {
    title:
      "With each new term a pupil's state begins anew: marks and averages of earlier terms are in the links alone.",
    why: noTransitions,
    apply(s) {
      const marks = (trace: Trace) =>
        since(trace, "next-term")
          .filter(({ actionKey }) => actionKey === "mark")
          .map(({ data }) => amount(data["points"]));
      const running = follow(s, {
        actions: [
          { key: "enrol", groupLabel: "school", creates: true, examples: [{ form: "7b", language: "French" }] },
          {
            key: "mark",
            groupLabel: "teachers",
            examples: [
              { subject: "Maths", points: 11 },
              { subject: "Art", points: 15 },
            ],
          },
          { key: "close-term", groupLabel: "school", after: ["mark"], examples: [{ conduct: "good" }] },
          { key: "next-term", groupLabel: "school", after: ["close-term"], atMost: 3, examples: [{ form: "8b" }] },
          { key: "leave", groupLabel: "school", after: ["close-term"], ends: true, examples: [{ reason: "moved" }] },
        ],
        people: { ines: { groups: ["school", "teachers"] }, fay: { groups: ["teachers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("leave")) return [];
          const now = done.slice(Math.max(0, done.lastIndexOf("next-term")));
          if (now.includes("close-term")) return [...upTo(3, done, "next-term"), "leave"];
          return [...upTo(4, now, "mark"), ...(now.includes("mark") ? ["close-term"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      hold(s, running, {
        enrol: sheet({ form: str(4), language: among("French", "Latin", "none") }),
        mark: sheet({ subject: str(20), points: int(0, 15) }),
        "close-term": sheet({ conduct: among("good", "fair", "poor") }),
        "next-term": sheet({ form: str(4) }),
        leave: sheet({ reason: str(60) }),
      });
      derive(s, running, (trace) => {
        const given = marks(trace);
        const [head] = since(trace, "next-term");
        return {
          term: many(trace, "next-term") + 1,
          form: head?.data["form"] ?? null,
          marks: given,
          average: given.length > 0 ? Math.round((given.reduce((a, b) => a + b, 0) / given.length) * 10) / 10 : null,
        };
      });
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  // "the same content twice refused as a duplicate"; what comes next is a list of tasks with numbers of their own.
  "school-menus": {
    title: "A menu takes each dish and each day once; what may come next is a list of numbered tasks.",
    why: noTransitions,
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
  // The kind given at the beginning decides the order; what comes later is listed beside what may come now.
  "exam-papers": {
    title:
      "Written and oral exams go different ways; the state lists now and later, and is up to 300 ms old when read.",
    why: noTransitions,
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
  // "the same content twice refused as a duplicate", for every action and with its files.
  "weather-balloons": {
    title:
      "The same data with the same files a second time is refused on a flight, whichever action it was; data is free.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "launch", groupLabel: "station", creates: true },
          { key: "reading", groupLabel: "station", atMost: 8 },
          { key: "note", groupLabel: "station", atMost: 4 },
          { key: "recover", groupLabel: "station", after: ["reading"], ends: true },
        ],
        nextActions: { path: ["flight", "next"], by: "all" },
        next(done) {
          if (done.includes("recover")) return [];
          const recover = done.includes("reading") ? ["recover"] : [];
          return [...upTo(8, done, "reading"), ...upTo(4, done, "note"), ...recover];
        },
      });
      coded(s, { "006": 400, "031": 409 });
      const print = (key: string, data: JsonObject, digests: Json[]) => JSON.stringify([key, data, digests]);
      checks(s, running, ({ actionKey = "", data, files }, known) => {
        const mine = print(
          actionKey,
          data,
          files.map((file) => s.digest(file.data)),
        );
        const again = known?.links.some(
          (link) =>
            print(
              link.actionKey,
              link.data,
              link.files.map((file) => file["digest"] ?? null),
            ) === mine,
        );
        deny(again === true, "031 this was said before");
      });
      derive(s, running, (trace) => ({
        launched: trace.links[0]?.data ?? null,
        readings: linksBy(trace, "reading").map(({ data }) => data),
        notes: many(trace, "note"),
        newest: linksBy(trace, "reading").at(-1)?.data ?? null,
      }));
      present(s, (state, trace) => ({ ...state, flight: { next: [...running.next(trace)] } }));
    },
  },
};
