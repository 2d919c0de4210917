/** Processes of customs: declarations, excise, inspections. */
import type { JsonObject } from "../../../lib/service/json.ts";
import { money, text120 } from "../../changes/forms.ts";
import { onlyOnce } from "../../changes/limits.ts";
import { atLast, checkForms, declining, enclose } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { actionsOf, follow, listNext, present, require } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { onRecord, type Variants } from "../../tools.ts";
import { begun, often, upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

export const customs: Variants = {
  // The rules depend on what the service draws, not on what was sent; its list names a group that nobody is told of.
  "customs-lanes": {
    title:
      "The service draws a lane for each declaration: of two with the same data one is released, one has to be opened.",
    why: noTransitions,
    apply(s) {
      const lane = (trace: Trace) => ["green", "yellow", "red"][parseInt(trace.id.slice(0, 4), 16) % 3] ?? "red";
      const running = follow(s, {
        actions: [
          { key: "declare", groupLabel: "brokers", creates: true, examples: [{ goods: "Cane chairs", value: 1800 }] },
          { key: "correct", groupLabel: "brokers", atMost: 3, examples: [{ value: 1850, reason: "Freight" }] },
          { key: "papers", groupLabel: "brokers", atMost: 1, examples: [{ kind: "origin" }, { kind: "invoice" }] },
          { key: "open", groupLabel: "officers", atMost: 1, examples: [{ found: "As declared" }] },
          { key: "release", groupLabel: "officers", ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["brokers"] }, olaf: { groups: ["officers"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("release")) return [];
          const wanted = { green: [], yellow: ["papers"], red: ["papers", "open"] }[lane(trace)] ?? [];
          const missing = wanted.filter((key) => !done.includes(key));
          return [...upTo(3, done, "correct"), ...(missing.length > 0 ? missing : ["release"])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        declare: sheet({ goods: str(40), value: num(1, 90_000) }),
        correct: sheet({ value: num(1, 90_000), reason: str(60) }),
        papers: sheet({ kind: among("origin", "invoice", "health") }),
        open: sheet({ found: str(80) }),
        release: sheet({}),
      });
      present(s, (data, trace) => ({
        data,
        lane: lane(trace),
        nextActions: { ...running.byGroup(trace), "customs-it": ["purge"], finance: [] },
      }));
    },
  },
  // "generated documents"; "One action may cause others … by the system's own hand".
  excise: {
    title: "An assessment encloses a notice of the service's making, and a reminder follows it by the service's hand.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "declare of brewery",
          "correct of brewery",
          "assess of customs",
          "object of brewery",
          "pay of brewery",
          "close of customs",
        ),
        people: { ines: { groups: ["brewery"] }, zoe: { groups: ["customs"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          if (done.includes("pay")) return ["close"];
          const objected = done.lastIndexOf("object") > done.lastIndexOf("assess");
          if (!done.includes("assess") || objected) return [...upTo(2, done, "correct"), "assess"];
          return [...upTo(2, done, "object"), "pay"];
        },
      });
      running.workflow.name = "Beer excise";
      holdTold(s, running, {
        declare: sheet({ month: like("^20\\d\\d-(0[1-9]|1[0-2])$"), hectolitres: num(0.1, 5000), plato: int(2, 18) }),
        correct: sheet({ hectolitres: num(0.1, 5000) }),
        assess: sheet({ cents: int(1, 900) }),
        pay: sheet({ reference: like("^[A-Z]{2}\\d{4}$") }),
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "assess") return;
        const text = `Notice on ${String(begun(trace, "month"))}\ntrace ${trace.id}\nno. ${String(trace.links.length)}\n`;
        enclose(s, trace, link, "notice.txt", text);
        trace.links.push(ownLink("remind", { notice: String(trace.links.length), days: 30 }));
      });
      listNext(s, running);
    },
  },
  // "members that depend on others"; "the same content twice refused as a duplicate"; "may depend on the data".
  "import-declarations": {
    title:
      "What a declaration must say depends on its procedure, as told; heavy goods are inspected; none comes twice.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          {
            key: "declare",
            groupLabel: "brokers",
            creates: true,
            examples: [
              { procedure: "import", goods: "ceramic tiles", weight: 420 },
              { procedure: "export", goods: "drill bits", weight: 80, destination: "NO" },
              { procedure: "transit", goods: "printing paper", weight: 2400, guarantee: "G-204418" },
            ],
          },
          { key: "amend", groupLabel: "brokers", atMost: 3, examples: [{ remark: "Two pallets instead of three." }] },
          { key: "inspect", groupLabel: "officers", atMost: 1, examples: [{ result: "conform" }] },
          { key: "clear", groupLabel: "officers", ends: true, examples: [{}] },
        ],
        next(done, trace) {
          if (done.includes("clear")) return [];
          const amend = often(done, "amend") < 3 && !done.includes("inspect") ? ["amend"] : [];
          const heavy = Number(begun(trace, "weight")) > 1000;
          return [...amend, heavy && !done.includes("inspect") ? "inspect" : "clear"];
        },
        nextActions: inState,
      });
      const depending = {
        allOf: [
          { if: { properties: { procedure: { const: "export" } } }, then: { required: ["destination"] } },
          { if: { properties: { procedure: { const: "transit" } } }, then: { required: ["guarantee"] } },
        ],
      };
      const forms = {
        declare: sheet({
          procedure: among("import", "export", "transit"),
          goods: text120,
          weight: int(1, 30_000),
          "destination?": { type: "string", pattern: "^[A-Z]{2}$" },
          "guarantee?": { type: "string", pattern: "^G-[0-9]{6}$" },
        }),
        amend: sheet({ remark: text120 }),
        inspect: sheet({ result: among("conform", "corrected") }),
        clear: sheet({}),
      };
      checkForms(s, running, forms, (data, key) => ({ data: key === "declare" ? { ...data, ...depending } : data }));
      require(s, {
        declare({ procedure, destination, guarantee }) {
          if (procedure === "export" && destination === undefined) return "an export needs its destination";
          return procedure === "transit" && guarantee === undefined ? "a transit needs its guarantee" : undefined;
        },
      });
      const received = new Set<string>();
      const contentOf = (data: JsonObject) => JSON.stringify(Object.entries(data).sort());
      atLast(s, ({ key, data }) => {
        if (key === "declare" && received.has(contentOf(data))) decline(409, "000 this has been declared before");
      });
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "declare") received.add(contentOf(data));
      });
      listNext(s, running);
    },
  },
  customs: {
    title: "Declarations with told forms; what was received before is refused with 409; released is over; listed.",
    why: `${noTransitions} The same content twice may be refused.`,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "declare", groupLabel: "brokers", creates: true },
          { key: "supplement", groupLabel: "brokers", atMost: 3 },
          { key: "release", groupLabel: "officers", ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("release")) return [];
          return [...(often(done, "supplement") < 3 ? ["supplement"] : []), "release"];
        },
      });
      listNext(s, running);
      checkForms(s, running, {
        declare: sheet({ goods: str(80), weight: { type: "number", minimum: 0.1, maximum: 40_000 } }),
        supplement: sheet({ remark: str(200), "value?": money }),
      });
      onlyOnce(s, declining(s));
    },
  },
};
