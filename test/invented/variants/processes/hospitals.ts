/** Processes of hospitals, wards and pharmacies. */
import { type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { mask } from "../../changes/visibility.ts";
import { atLast, seenByGroup } from "../../duties.ts";
import { ownLink, rememberStates } from "../../habits.ts";
import { noTransitions, openByItself } from "../../left-open.ts";
import { actionsOf, follow, keysOf, present, refuse } from "../../process.ts";
import { handedOver } from "../../processes/orders.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, onRecord, type Variants } from "../../tools.ts";
import { linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, inState } from "../../rules.ts";
import { among, hold, int, num, sheet, str } from "../../sheets.ts";

/** When a link was made; the service keeps it beside. */
const clock = () => {
  const times = new WeakMap<Trace, number>();
  return {
    set: (trace: Trace) => void times.set(trace, Date.now()),
    since: (trace: Trace) => Date.now() - (times.get(trace) ?? 0),
  };
};

export const hospitals: Variants = {
  // "What the state shows may differ from reader to reader"; "may see only the traces that their group takes part in".
  "discharge-ward": {
    title: "Ward, pharmacy and billing each read another state of a patient, and know of him when he is theirs.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "admit of doctors",
          "treat of doctors",
          "medication of pharmacy",
          "handover of nurses",
          "discharge of doctors",
          "bill of billing",
        ),
        next(done) {
          if (done.includes("bill")) return [];
          if (done.includes("discharge")) return ["bill"];
          const open = ["medication", "handover"].filter((key) => !done.includes(key));
          return ["treat", ...open, ...(open.length === 0 ? ["discharge"] : [])];
        },
        people: {
          ines: { groups: ["doctors"] },
          mara: { groups: ["nurses", "pharmacy"] },
          timo: { groups: ["billing"] },
        },
      });
      seenByGroup(s, running);
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const mine = user ? running.groupsOf(user) : [];
        const all = Object.entries(running.byGroup(trace));
        const view: JsonObject = {
          case: { treatments: often(keysOf(trace), "treat"), discharged: keysOf(trace).includes("discharge") },
          nextActions: Object.fromEntries(all.filter(([group]) => mine.includes(group))),
        };
        return mine.includes("billing") ? view : { ...view, data };
      });
    },
  },
  // "who did what before": both may act for the laboratory, and neither may release what is theirs.
  "blood-units": {
    title:
      "Blood is released by somebody else than who matched it, though both are in the group that the state names for it.",
    why: noTransitions,
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
  // The state changes by time alone: what it lists, and how long one has yet to wait.
  "dose-plans": {
    title:
      "After a dose the next one is refused for a second and a half; the state counts that time down in each answer.",
    why: noTransitions,
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
  clinic: {
    title:
      "Groups see their own data, reads of the state may be 400 ms old (told), links newest first, a printed letter.",
    why: openByItself,
    apply(s) {
      const running = handedOver(s);
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "invoice") return;
        const data = Buffer.from(`Invoice of ${trace.id}\n`);
        const digest = s.digest(data);
        trace.files.set(digest, { digest, name: "invoice.txt", data, face: "v2" });
        link.files.push({ digest, name: "invoice.txt", part: "generated", size: data.length });
      });
      mask(s, running);
      rememberStates(s, 400);
      s.linksOf = (trace) => [...trace.links].reverse();
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand."
  "ward-beds": {
    title: "Six beds: who is admitted when all are taken moves the patient of an earlier trace, by a link on that one.",
    why: noTransitions,
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
  // "Users of one organization may see only the traces that their group takes part in", and data says who takes part.
  "two-wards": {
    title: "A patient's trace does not exist for a ward, nor for its searches, until a referral has named that ward.",
    why: noTransitions,
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
      changeResult(s, "findTrace", (trace, user) => {
        if (trace.workflow !== running.workflow || sees(running.groupsOf(user), trace)) return trace;
        throw new Refusal("missing", "no such trace");
      });
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        return search(workflow, filters, call).filter((id) => {
          const trace = s.traces.get(id);
          return trace !== undefined && (trace.workflow !== running.workflow || sees(groups, trace));
        });
      });
      present(s, (data, trace) => ({ data, nextActions: running.byGroup(trace) }));
    },
  },
  hospital: {
    title: "Laboratory and imaging go on side by side, each by its group; discharge waits for both, by another doctor.",
    why: noTransitions,
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
};
