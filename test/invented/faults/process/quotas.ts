/** Actions that may be done so often, and are counted wrongly. */
import type { Face } from "../../../lib/service/http.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { admitOutOfTurn, demandRoom } from "../../changes/refusals.ts";
import { follow, keysOf, listNext, present } from "../../process.ts";
import { grant } from "../../processes/applications.ts";
import { desk } from "../../processes/desks.ts";
import { leaveOpen, printing } from "../../processes/prints.ts";
import type { Link, Service, Trace } from "../../service.ts";
import { aroundStep, after, whenRefused, type Faults } from "../../tools.ts";
import { begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

/** Remembers by which endpoint set a link came. */
function cameBy(s: Service): (link: Link) => Face | undefined {
  const faces = new WeakMap<Link, Face>();
  after(s, "record", (recorded, ...args) => {
    faces.set(recorded.link, args[0].face);
  });
  return (link) => faces.get(link);
}

export const quotas: Faults = {
  "spoilt-forms-count": {
    title: "A probe whose form was refused uses up one of four, though the state goes on listing what is then refused.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "site", groupLabel: "drillers", creates: true },
          { key: "probe", groupLabel: "drillers", atMost: 4 },
          { key: "report", groupLabel: "geologists", after: ["probe"], ends: true },
        ],
        people: { ines: { groups: ["drillers"] }, gaia: { groups: ["geologists"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("report")) return [];
          return [...upTo(4, done, "probe"), ...(done.includes("probe") ? ["report"] : [])];
        },
      });
      holdTold(s, running, {
        site: sheet({ name: str(30), hectares: num(0.1, 90) }),
        probe: sheet({ metres: int(1, 60), soil: among("clay", "sand", "peat") }),
        report: sheet({ "bearing?": num(0, 900) }),
      });
      const spoilt = new WeakMap<Trace, number>();
      whenRefused(s, "checkAction", (error, _user, input, known) => {
        const probe = error instanceof Refusal && error.message.startsWith("021") && input.actionKey === "probe";
        if (known && probe) spoilt.set(known, (spoilt.get(known) ?? 0) + 1);
      });
      checks(s, running, ({ actionKey }, known) => {
        const used = known ? often(keysOf(known), "probe") + (spoilt.get(known) ?? 0) : 0;
        deny(actionKey === "probe" && used >= 4, "006 the probes are used up");
      });
      listNext(s, running);
    },
  },
  // What the state does not list any more is taken.
  "quota-not-in-v2": {
    title: "The list names a note five times a trace; v2 takes more of them, the legacy set refuses.",
    apply(s) {
      const notes = (trace: Trace) => keysOf(trace).filter((key) => key === "note").length;
      const listed = (trace: Trace): string[] =>
        keysOf(trace).includes("close") ? [] : [...(notes(trace) < 5 ? ["note"] : []), "close"];
      follow(s, desk);
      present(s, (data, trace) => ({ data, nextActions: { desk: listed(trace) } }));
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const full = known !== undefined && call.face === "legacy" && !listed(known).includes(input.actionKey ?? "");
        return checkAction(user, full ? { ...input, actionKey: "none" } : input, known, call);
      });
    },
  },
  "absences-by-set": {
    title:
      "Two absences may be excused in a course: each endpoint set counts those that it took itself, so four may be.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "enrol", groupLabel: "school", creates: true, examples: [{ language: "Finnish", level: "A2" }] },
          { key: "excuse", groupLabel: "learners", atMost: 2, examples: [{ lesson: 3 }, { lesson: 7 }] },
          { key: "grade", groupLabel: "teachers", atMost: 3, examples: [{ points: 14 }] },
          { key: "certify", groupLabel: "school", after: ["grade"], ends: true, examples: [{ passed: true }] },
        ],
        people: { ines: { groups: ["school", "learners"] }, aino: { groups: ["teachers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("certify")) return [];
          const excuse = upTo(2, done, "excuse");
          return [...excuse, ...upTo(3, done, "grade"), ...(done.includes("grade") ? ["certify"] : [])];
        },
      });
      const face = cameBy(s);
      admitOutOfTurn(s, running, ({ actionKey }, known, call) => {
        const own = linksBy(known, "excuse").filter((link) => face(link) === call.face);
        return actionKey === "excuse" && !keysOf(known).includes("certify") && own.length < 2;
      });
      derive(s, running, (trace) => ({
        language: begun(trace, "language"),
        excused: many(trace, "excuse"),
        points: linksBy(trace, "grade").map(({ data }) => data["points"] ?? null),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "pupil-before": {
    title:
      "The exams of a pupil count together with those of the one enrolled before: what the state lists is refused.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "enrol", groupLabel: "school", creates: true, examples: [{ licence: "B", age: 19 }] },
          { key: "lesson", groupLabel: "school", atMost: 5, examples: [{ minutes: 45 }, { minutes: 90 }] },
          { key: "exam", groupLabel: "school", after: ["lesson"], atMost: 2, examples: [{ faults: 1 }, { faults: 9 }] },
          { key: "graduate", groupLabel: "school", after: ["exam"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("graduate")) return [];
          const exam = done.includes("lesson") ? upTo(2, done, "exam") : [];
          return [...upTo(5, done, "lesson"), ...exam, ...(done.includes("exam") ? ["graduate"] : [])];
        },
      });
      hold(s, running, {
        enrol: sheet({ licence: among("A", "B", "C"), age: int(17, 99) }),
        lesson: sheet({ minutes: int(30, 180) }),
        exam: sheet({ faults: int(0, 40) }),
      });
      checks(s, running, ({ actionKey }, known) => {
        if (!known) return;
        const all = [...s.traces.values()];
        const former = all[all.indexOf(known) - 1];
        const sat = many(known, "exam") + many(former, "exam");
        deny(actionKey === "exam" && sat >= 2, "006 no more than two exams");
      });
      listNext(s, running);
    },
  },
  "quota-of-each-set": {
    title: "Three remarks are taken by each endpoint set: the fourth is refused by the one and accepted by the other.",
    apply(s) {
      listNext(s, follow(s, grant));
      const counts = new WeakMap<Trace, Record<Face, number>>();
      after(s, "checkAction", (_workflow, _user, input, known, call) => {
        if (input.actionKey !== "remark" || !known) return;
        const count = counts.get(known) ?? { v2: 0, legacy: 0 };
        demandRoom(count[call.face] < 3);
        count[call.face] += 1;
        counts.set(known, count);
      });
    },
  },
  "one-print-too-many": {
    title: "Two prints are the most; v2 takes a third one, but only after something was bound.",
    apply(s) {
      const running = follow(s, { ...printing, nextActions: inState });
      leaveOpen(
        s,
        running,
        "v2",
        "print",
        (trace) => many(trace, "print") >= 2 && many(trace, "bind") > 0 && many(trace, "deliver") === 0,
      );
      listNext(s, running);
    },
  },
};
