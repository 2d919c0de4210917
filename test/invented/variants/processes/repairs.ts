/** Repairs and inspections, and what they draw upon. */
import type { JsonObject } from "../../../lib/service/json.ts";
import { text80 } from "../../changes/forms.ts";
import { checkForms, enclose, groupOf, onTurn } from "../../duties.ts";
import { indexLater, ownLink } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import { repairs } from "../../processes/repairs.ts";
import type { Trace } from "../../service.ts";
import { changeResult, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, sheet, str } from "../../sheets.ts";

const isOpen = (trace: Trace): boolean => !keysOf(trace).includes("hand back");

export const repairProcesses: Variants = {
  // "on how often an action was done"; "an action that is not in the list ... is refused with a client error";
  // "searches that lag by seconds"; "v2 `data` may be absent where there is an `error`".
  "work-orders": {
    title:
      "What fails is repaired again, twice, then only scrapped; nothing told, 403 for its turn, searches 1 s late.",
    why: noTransitions,
    apply(s) {
      follow(s, {
        actions: actionsOf(
          "fault of operators",
          "plan of planners",
          "repair of fitters",
          "pass of inspectors",
          "fail of inspectors",
          "scrap of planners",
        ),
        next(done) {
          const last = done.at(-1) ?? "";
          if (last === "pass" || last === "scrap") return [];
          if (last === "repair") return ["pass", "fail"];
          if (last === "fail") return often(done, "fail") > 2 ? ["scrap"] : ["repair", "scrap"];
          return [last === "plan" ? "repair" : "plan"];
        },
      });
      onTurn(s, 403);
      onRecord(s, ({ actionKey }, trace) => {
        trace.state = { ...trace.state, status: actionKey, rounds: often(keysOf(trace), "repair") };
      });
      indexLater(s, 1000);
      changeResult(s, "refuse", (reply, call, error) => {
        const body = { code: error.message.startsWith("006") ? "006" : "000", message: error.message };
        return { ...reply, body: JSON.stringify(call.face === "v2" ? { error: body } : body) };
      });
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand": in another workflow too.
  "spare-parts": {
    title:
      "Parts that a bus repair uses are booked in the stock trace of another workflow; the service orders new ones.",
    why: noTransitions,
    apply(s) {
      const others = s.workflows.filter(({ name }) => name === "Returns");
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "drivers", creates: true, examples: [{ bus: 17, fault: "door" }] },
          {
            key: "use",
            groupLabel: "workshop",
            examples: [
              { part: "seal", pieces: 2 },
              { part: "bolt", pieces: 12 },
            ],
          },
          { key: "test", groupLabel: "workshop", examples: [{ passed: true }, { passed: false }] },
          { key: "return", groupLabel: "workshop", ends: true, examples: [{}] },
        ],
        next(done, trace) {
          if (trace.workflow !== running.workflow) return trace.workflow.actions.map(({ key }) => key);
          if (done.includes("return")) return [];
          const passed = linksBy(trace, "test").at(-1)?.data["passed"] === true;
          return ["use", "test", ...(passed ? ["return"] : [])];
        },
      });
      const [stock] = others;
      if (stock) {
        stock.actions = actionsOf("count of stores", "book of stores");
        s.workflows = [...s.workflows, stock];
        const store = s.newTrace(stock);
        store.links = Array.from({ length: 12 }, (_, day) => ownLink("count", { day, pieces: 40 - day }));
        store.state = { depot: "North", pieces: 29 };
        s.traces.set(store.id, store);
        onRecord(s, ({ actionKey, data }, trace) => {
          if (actionKey !== "use" || trace.workflow !== running.workflow) return;
          const left = amount(store.state["pieces"]) - amount(data["pieces"]);
          store.links.push(ownLink("book", { repair: trace.id, ...data }));
          if (left < 0) store.links.push(ownLink("count", { ordered: 100 }));
          store.state = { ...store.state, pieces: left < 0 ? left + 100 : left };
        });
      }
      hold(s, running, {
        report: sheet({ bus: int(1, 99), fault: str(40) }),
        use: sheet({ part: str(20), pieces: int(1, 12) }),
        test: sheet({ passed: { type: "boolean" } }),
        return: sheet({}),
      });
      derive(s, running, (trace) => ({
        bus: begun(trace, "bus"),
        used: sum(trace, "use", "pieces"),
        roadworthy: linksBy(trace, "test").at(-1)?.data["passed"] ?? false,
      }));
    },
  },
  "one-repair-at-a-time": {
    title: "A device is in one repair at a time: its serial number is refused while it is there.",
    why: noTransitions,
    apply(s) {
      const running = repairs(s);
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "take in") return;
        const isThere = [...s.traces.values()].some((one) => isOpen(one) && begun(one, "serial") === data["serial"]);
        deny(isThere, "006 this device is in repair already");
      });
    },
  },
  "what-each-action-brought-apart": {
    title: "The state of a parcel has each kind of action in a member of its own, and the first by other names.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("register of shipper", "pickup of carrier", "reading of carrier", "deliver of carrier"),
        nextActions: inState,
        next(done) {
          if (done.includes("deliver")) return [];
          return done.includes("pickup") ? [...upTo(4, done, "reading"), "deliver"] : ["pickup"];
        },
      });
      coded(s, { "021": 400 });
      holdTold(s, running, {
        register: sheet({ product: str(60), units: int(1, 400), range: sheet({ min: int(-40, 0), max: int(1, 40) }) }),
        pickup: sheet({ lorry: str(60), driver: str(60) }),
        reading: sheet({ celsius: int(-40, 40) }),
        deliver: sheet({ signedBy: str(60) }),
      });
      derive(s, running, (trace): JsonObject => {
        const [pickup] = linksBy(trace, "pickup");
        const [delivered] = linksBy(trace, "deliver");
        const range = begun(trace, "range") as JsonObject;
        const readings = linksBy(trace, "reading").map(({ data }) => Number(data["celsius"]));
        return {
          goods: begun(trace, "product"),
          expected: begun(trace, "units"),
          lowest: range["min"] ?? null,
          ...(pickup ? { transport: pickup.data } : {}),
          ...(readings.length > 0 ? { highest: Math.max(...readings), count: readings.length } : {}),
          ...(delivered ? { signed: delivered.data["signedBy"] ?? null } : {}),
        };
      });
      listNext(s, running);
    },
  },
  "each-reader-his-own-list": {
    title: "The state lists what its reader may do next; a test that was not ordered, or is done, is refused.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("order of ward", "result of lab", "validate of physician"),
        people: { ines: { groups: ["ward"] }, luis: { groups: ["lab"] }, phil: { groups: ["physician"] } },
        next(done) {
          if (done.includes("validate")) return [];
          return [...upTo(3, done, "result"), ...(done.includes("result") ? ["validate"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      const test = among("glucose", "sodium", "crp");
      holdTold(s, running, {
        order: sheet({ patient: str(60), test }),
        result: sheet({ test, value: int(1, 10_000), "comment?": str(60) }),
        validate: sheet({ conclusion: str(60) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey === "result") deny(begun(known, "test") !== data["test"], "006 this test was not ordered");
      });
      present(s, (data, trace, call) => {
        const reader = running.reader(call);
        const groups = reader ? running.groupsOf(reader) : [];
        const own = Object.entries(running.byGroup(trace)).filter(([group]) => groups.includes(group));
        return { data, available: own.flatMap(([, keys]) => keys) };
      });
    },
  },
  // "generated documents"; "One action may cause others ... by the system's own hand"; certified, it opens again.
  "lift-inspections": {
    title:
      "A defect is notified by a link of the service; a certificate is written with its action; accidents open it again.",
    why: noTransitions,
    apply(s) {
      const open = (done: readonly string[]) => often(done, "defect") - often(done, "repair");
      const running = follow(s, {
        actions: [
          { key: "inspect", groupLabel: "inspectors", creates: true, examples: [{ lift: "L-0417", load: 630 }] },
          { key: "defect", groupLabel: "inspectors", atMost: 4, examples: [{ part: "door lock" }, { part: "rope" }] },
          { key: "repair", groupLabel: "fitters", after: ["defect"], examples: [{ hours: 2 }] },
          { key: "certify", groupLabel: "inspectors", atMost: 2, examples: [{ months: 12 }] },
          { key: "accident", groupLabel: "owners", after: ["certify"], atMost: 1, examples: [{ injured: 0 }] },
        ],
        next(done) {
          const certified = done.lastIndexOf("certify") > done.lastIndexOf("accident");
          if (certified) return done.includes("accident") ? [] : ["accident"];
          const defect = often(done, "defect") < 4 ? ["defect"] : [];
          return [...defect, open(done) > 0 ? "repair" : "certify"];
        },
        nextActions: inState,
      });
      checkForms(
        s,
        running,
        {
          inspect: sheet({ lift: text80, load: int(100, 5000) }),
          defect: sheet({ part: text80 }),
          certify: sheet({ months: int(1, 24) }),
        },
        () => ({}),
      );
      onRecord(s, (link, trace) => {
        if (trace.workflow !== running.workflow) return;
        if (link.actionKey === "defect") trace.links.push(ownLink("notify-owner", { ...link.data }));
        if (link.actionKey !== "certify") return;
        const lines = [`Lift: ${String(begun(trace, "lift"))}`, `Valid: ${String(link.data["months"])} months`];
        const digest = enclose(s, trace, link, "certificate.txt", `${lines.join("\n")}\n${trace.id}\n`);
        trace.state = { ...trace.state, certificate: digest };
      });
      present(s, (data, trace) => ({
        data,
        openDefects: open(keysOf(trace)),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "lift-repairs": {
    title: "What was closed can be opened again, twice; the state lists pairs of an action and a group.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "tenants", creates: true },
          { key: "visit", groupLabel: "mechanics", atMost: 5 },
          { key: "close", groupLabel: "mechanics", after: ["visit"], atMost: 3 },
          { key: "reopen", groupLabel: "tenants", after: ["close"], atMost: 2 },
        ],
        people: { ines: { groups: ["tenants"] }, rolf: { groups: ["mechanics"] } },
        next(done) {
          const shut = often(done, "close") > often(done, "reopen");
          if (shut) return upTo(2, done, "reopen");
          return [...upTo(5, done, "visit"), ...(done.includes("visit") ? ["close"] : [])];
        },
      });
      coded(s, { "006": 403 });
      present(s, (fields, trace) => ({
        fields,
        lift: { running: keysOf(trace).at(-1) === "close", visits: many(trace, "visit") },
        allowed: running.next(trace).map((action) => ({ action, group: groupOf(trace, { actionKey: action }) })),
      }));
    },
  },
};
