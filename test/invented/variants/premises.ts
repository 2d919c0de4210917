/** Processes of wards, drawing offices, laboratories, schools, fleets and practices: beds, locks, credits and terms. */
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink } from "../habits.ts";
import { follow, keysOf, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
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
  inState,
  int,
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, links and error answers open.";

/** The links since the last of one key, that one included; all where there is none. */
const since = (trace: Trace, key: string): Link[] => {
  const at = trace.links.findLastIndex(({ actionKey }) => actionKey === key);
  return trace.links.slice(Math.max(at, 0));
};

export const premises: Variants = {
  // "One action may cause others, on this or another trace, by the system's own hand."
  "ward-beds": {
    title: "Six beds: who is admitted when all are taken moves the patient of an earlier trace, by a link on that one.",
    why,
    apply(s) {
      const beds: Trace[] = [];
      const leave = (trace: Trace) => {
        if (beds.includes(trace)) beds.splice(beds.indexOf(trace), 1);
      };
      const running = follow(s, {
        actions: [
          { key: "refer", groupLabel: "doctors", creates: true, examples: [{ complaint: "Chest pain", age: 61 }] },
          { key: "note", groupLabel: "nurses", atMost: 8, examples: [{ pulse: 72 }, { pulse: 88, text: "Restless" }] },
          { key: "admit", groupLabel: "nurses", atMost: 1, examples: [{ fasting: false }] },
          {
            key: "treat",
            groupLabel: "doctors",
            after: ["admit"],
            atMost: 5,
            examples: [{ drug: "aspirin", mg: 300 }],
          },
          { key: "discharge", groupLabel: "doctors", after: ["admit"], ends: true, examples: [{ to: "home" }] },
        ],
        people: { ines: { groups: ["doctors", "nurses"] }, noor: { groups: ["nurses"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("discharge")) return [];
          const here = done.includes("admit");
          const treat = here && !done.includes("transfer") ? upTo(5, done, "treat") : [];
          return [...upTo(8, done, "note"), ...(here ? ["discharge"] : ["admit"]), ...treat];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        refer: sheet({ complaint: str(60), age: int(0, 120) }),
        note: sheet({ pulse: int(20, 260), "text?": str(120) }),
        admit: sheet({ fasting: { type: "boolean" } }),
        treat: sheet({ drug: str(30), mg: num(0.1, 5000) }),
        discharge: sheet({ to: among("home", "hospice", "rehabilitation") }),
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (trace.workflow !== running.workflow) return;
        if (actionKey === "discharge") leave(trace);
        if (actionKey !== "admit") return;
        const [longest] = beds;
        if (beds.length >= 6 && longest) {
          longest.links.push(ownLink("transfer", { to: "B2" }));
          leave(longest);
        }
        beds.push(trace);
      });
      present(s, (data, trace) => ({
        data,
        notes: many(trace, "note"),
        ward: beds.includes(trace) ? "A1" : keysOf(trace).includes("transfer") ? "B2" : null,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // A lock that a person takes and gives back: the same action is refused before, meanwhile to others, and after.
  "plan-checkouts": {
    title:
      "A drawing is revised by who has checked it out, and by nobody else, until it is checked in; others get 423.",
    why,
    apply(s) {
      const holder = (trace: Trace): string | undefined => {
        const last = trace.links.findLast(({ actionKey }) => ["check-out", "check-in"].includes(actionKey));
        return last?.actionKey === "check-out" ? last.author : undefined;
      };
      const running = follow(s, {
        actions: [
          { key: "register", groupLabel: "architects", creates: true, examples: [{ sheet: "A-101", scale: 50 }] },
          { key: "check-out", groupLabel: "architects", atMost: 6, examples: [{ device: "Desk 4" }] },
          { key: "revise", groupLabel: "architects", after: ["check-out"], examples: [{ change: "Door to the left" }] },
          { key: "check-in", groupLabel: "architects", after: ["check-out"], examples: [{}] },
          { key: "remark", groupLabel: "engineers", atMost: 6, examples: [{ text: "Beam too thin", axis: "C" }] },
          { key: "approve", groupLabel: "engineers", after: ["revise"], ends: true, examples: [{ stamp: 7 }] },
        ],
        people: { ines: { groups: ["architects"] }, jo: { groups: ["architects", "engineers"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("approve")) return [];
          if (holder(trace) !== undefined) return [...upTo(8, done, "revise"), "check-in", ...upTo(6, done, "remark")];
          const approve = done.includes("revise") ? ["approve"] : [];
          return [...upTo(6, done, "check-out"), ...upTo(6, done, "remark"), ...approve];
        },
      });
      coded(s, { "006": 409, "021": 400, "080": 423 });
      hold(s, running, {
        register: sheet({ sheet: str(12), scale: int(1, 500) }),
        "check-out": sheet({ device: str(20) }),
        revise: sheet({ change: str(120) }),
        "check-in": sheet({}),
        remark: sheet({ text: str(120), "axis?": str(2) }),
        approve: sheet({ stamp: int(1, 99) }),
      });
      checks(s, running, ({ actionKey = "" }, known, user) => {
        const others = known && holder(known) !== undefined && holder(known) !== user.email;
        deny(others === true && ["revise", "check-in"].includes(actionKey), "080 checked out by somebody else");
      });
      present(s, (data, trace) => ({
        sheet: begun(trace, "sheet"),
        revision: String.fromCharCode(65 + many(trace, "revise")),
        lastChange: data["change"] ?? null,
        lockedBy: holder(trace) ?? null,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // What may come next is what can still be paid for; the configuration is not told where the state shows it.
  "lab-credits": {
    title: "Tests cost credits of an order's ten: what is too dear is refused, and is possible again after a top-up.",
    why,
    apply(s) {
      const prices: Record<string, number> = { stain: 1, culture: 4, sequence: 7 };
      const left = (trace: Trace) =>
        keysOf(trace).reduce((all, key) => all - (prices[key] ?? 0), 10 + 5 * many(trace, "top-up"));
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "clinic", creates: true, examples: [{ specimen: "swab", urgent: true }] },
          { key: "stain", groupLabel: "laboratory", examples: [{ method: "gram", result: "positive" }] },
          { key: "culture", groupLabel: "laboratory", examples: [{ medium: "agar", hours: 48 }] },
          { key: "sequence", groupLabel: "laboratory", examples: [{ gene: "16S", reads: 12_000 }] },
          { key: "top-up", groupLabel: "clinic", atMost: 1, examples: [{ approvedBy: "Dr. Lund" }] },
          { key: "report", groupLabel: "laboratory", ends: true, examples: [{ germ: "E. coli" }] },
        ],
        next(done, trace) {
          if (done.includes("report")) return [];
          const tests = Object.keys(prices).filter((key) => (prices[key] ?? 0) <= left(trace));
          const some = done.some((key) => key in prices);
          return [...tests, ...upTo(1, done, "top-up"), ...(some ? ["report"] : [])];
        },
      });
      coded(s, { "006": 402, "021": 422 });
      hold(s, running, {
        order: sheet({ specimen: among("swab", "blood", "urine"), urgent: { type: "boolean" } }),
        stain: sheet({ method: str(20), result: among("positive", "negative") }),
        culture: sheet({ medium: str(20), hours: int(12, 96) }),
        sequence: sheet({ gene: str(12), reads: int(1, 1_000_000) }),
        "top-up": sheet({ approvedBy: str(40) }),
        report: sheet({ germ: str(40) }),
      });
      derive(s, running, (trace) => ({
        specimen: begun(trace, "specimen"),
        credits: left(trace),
        tests: Object.keys(prices).map((key) => [key, many(trace, key)]),
        reported: keysOf(trace).includes("report"),
      }));
      present(s, (state, trace) => ({
        ...state,
        menu: running.next(trace).map((key) => ({ key, label: `${key} (${String(prices[key] ?? 0)})` })),
      }));
    },
  },
  // The state is that of the present round alone; the links hold them all.
  "school-terms": {
    title:
      "With each new term a pupil's state begins anew: marks and averages of earlier terms are in the links alone.",
    why,
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
  // A link of the service's own that comes before the link of the action that caused it, and shuts all but one action.
  "fleet-logs": {
    title:
      "Odometers only rise; past a thousand kilometres a link of the service's own goes before, and service is due.",
    why,
    apply(s) {
      const km = (trace: Trace) =>
        amount(trace.links.findLast(({ actionKey }) => ["log", "commission"].includes(actionKey))?.data["km"]);
      const served = (trace: Trace) =>
        amount(trace.links.findLast(({ actionKey }) => ["service", "commission"].includes(actionKey))?.data["km"]);
      const due = (trace: Trace) => many(trace, "service-due") > many(trace, "service");
      const running = follow(s, {
        actions: [
          { key: "commission", groupLabel: "depot", creates: true, examples: [{ plate: "KX 204", km: 100 }] },
          { key: "log", groupLabel: "drivers", atMost: 9, examples: [{ km: 240 }, { km: 690 }, { km: 1420 }] },
          { key: "damage", groupLabel: "drivers", atMost: 4, examples: [{ part: "Mirror" }, { part: "Tyre" }] },
          { key: "service", groupLabel: "workshop", atMost: 5, examples: [{ km: 1425, oil: true }] },
          { key: "retire", groupLabel: "depot", after: ["log"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["depot", "drivers"] }, uwe: { groups: ["workshop"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("retire")) return [];
          if (due(trace)) return ["service"];
          const retire = often(done, "log") > 0 ? ["retire"] : [];
          return [...upTo(9, done, "log"), ...upTo(4, done, "damage"), ...retire];
        },
      });
      coded(s, { "006": 409, "021": 422, "081": 422 });
      hold(s, running, {
        commission: sheet({ plate: str(10), km: num(0, 300_000) }),
        log: sheet({ km: num(0, 900_000) }),
        damage: sheet({ part: str(40) }),
        service: sheet({ km: num(0, 900_000), oil: { type: "boolean" } }),
        retire: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (!known) return;
        deny(actionKey === "log" && amount(data["km"]) <= km(known), "081 the odometer has to rise");
        deny(actionKey === "service" && amount(data["km"]) < km(known), "081 the odometer does not fall");
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (trace.workflow !== running.workflow || actionKey !== "log" || km(trace) - served(trace) < 1000) return;
        trace.links.splice(-1, 0, ownLink("service-due", { since: served(trace) }));
      });
      derive(s, running, (trace) => ({
        plate: begun(trace, "plate"),
        km: km(trace),
        damages: linksBy(trace, "damage").map(({ data }) => data["part"] ?? null),
      }));
      present(s, (state, trace) => ({ ...state, serviceDue: due(trace), nextActions: running.byGroup(trace) }));
    },
  },
  // "Users of one organization may see only the traces that their group takes part in", and data says who takes part.
  "two-wards": {
    title: "A patient's trace does not exist for a ward, nor for its searches, until a referral has named that ward.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "consult", groupLabel: "practice", creates: true, examples: [{ complaint: "Knee", weeks: 3 }] },
          { key: "measure", groupLabel: "practice", atMost: 6, examples: [{ celsius: 36.8 }, { celsius: 38.2 }] },
          {
            key: "refer",
            groupLabel: "practice",
            atMost: 2,
            examples: [{ to: "north" }, { to: "south", urgent: true }],
          },
          { key: "operate", groupLabel: "north", after: ["refer"], atMost: 2, examples: [{ minutes: 55 }] },
          { key: "exercise", groupLabel: "south", after: ["refer"], atMost: 4, examples: [{ sessions: 6 }] },
          { key: "close-file", groupLabel: "practice", ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["practice"] }, nils: { groups: ["north"] }, sofie: { groups: ["south"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("close-file")) return [];
          const to = linksBy(trace, "refer").map(({ data }) => data["to"]);
          return [
            ...upTo(6, done, "measure"),
            ...upTo(2, done, "refer"),
            ...(to.includes("north") ? upTo(2, done, "operate") : []),
            ...(to.includes("south") ? upTo(4, done, "exercise") : []),
            "close-file",
          ];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        consult: sheet({ complaint: str(60), weeks: int(0, 500) }),
        measure: sheet({ celsius: num(30, 44) }),
        refer: sheet({ to: among("north", "south"), "urgent?": { type: "boolean" } }),
        operate: sheet({ minutes: int(5, 900) }),
        exercise: sheet({ sessions: int(1, 30) }),
        "close-file": sheet({}),
      });
      const sees = (groups: readonly string[], trace: Trace) =>
        groups.includes("practice") || linksBy(trace, "refer").some(({ data }) => groups.includes(String(data["to"])));
      const { findTrace, search } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        if (trace.workflow !== running.workflow || sees(running.groupsOf(user), trace)) return trace;
        throw new Refusal("missing", "no such trace");
      };
      s.search = (workflow, filters, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        return search(workflow, filters, call).filter((id) => {
          const trace = s.traces.get(id);
          return trace !== undefined && (trace.workflow !== running.workflow || sees(groups, trace));
        });
      };
      present(s, (data, trace) => ({ data, nextActions: running.byGroup(trace) }));
    },
  },
};
