/** Back offices whose process is known: what a vendor ships, and what its operator writes down of it. */
import type { Json, JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { atLast, checkForms, declining, enclose, form, listed, onTurn, times } from "../duties.ts";
import { indexLater, ownLink } from "../habits.ts";
import { actionsOf, compute, follow, keysOf, listNext, people, present } from "../process.ts";
import type { Trace } from "../service.ts";
import { before, onRecord, onRefusal, pause, type Variants } from "../tools.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

const whole = (minimum: number, maximum: number): JsonObject => ({ type: "integer", minimum, maximum });
const oneOf = (...allowed: string[]): JsonObject => ({ type: "string", enum: allowed });
const text: JsonObject = { type: "string", minLength: 1, maxLength: 120 };

const number = (value: Json | undefined): number => (typeof value === "number" ? value : 0);

/** The sum of a member over all links of an action. */
const sum = (trace: Trace | undefined, key: string, member: string): number =>
  (trace?.links ?? []).reduce((all, link) => all + (link.actionKey === key ? number(link.data[member]) : 0), 0);

const price = 5;

/** What an order has come to. */
function book(trace: Trace | undefined): Record<"ordered" | "shipped" | "invoiced" | "paid" | "open", number> {
  const shipped = sum(trace, "ship", "pieces");
  const invoiced = trace && keysOf(trace).includes("invoice") ? shipped * price : 0;
  const paid = sum(trace, "pay", "amount");
  return { ordered: sum(trace, "order", "pieces"), shipped, invoiced, paid, open: invoiced - paid };
}

export const backoffices: Variants = {
  // "The rules may depend on the data"; "sums, counters"; "another group's action needs another user".
  "order-to-cash": {
    title: "No more is shipped than was ordered, nor paid than is open, by sums over the trace; three users, all told.",
    why,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "sales", creates: true, examples: [{ article: "hinge 40 mm", pieces: 12 }] },
          { key: "ship", groupLabel: "warehouse", examples: [{ pieces: 3 }] },
          { key: "invoice", groupLabel: "accounts", after: ["ship"], atMost: 1 },
          { key: "pay", groupLabel: "accounts", after: ["invoice"], examples: [{ amount: 5 }] },
          { key: "settle", groupLabel: "accounts", after: ["pay"], ends: true },
        ],
        next(done, trace) {
          if (done.includes("settle")) return [];
          const { ordered, shipped, open } = book(trace);
          if (!done.includes("invoice")) {
            return [...(shipped < ordered ? ["ship"] : []), ...(shipped > 0 ? ["invoice"] : [])];
          }
          return [...(open > 0 ? ["pay"] : []), ...(done.includes("pay") ? ["settle"] : [])];
        },
        people,
        nextActions: listed,
      });
      checkForms(s, running, {
        order: form({ article: text, pieces: whole(1, 40) }),
        ship: form({ pieces: whole(1, 40) }),
        pay: form({ amount: whole(1, 200) }),
      });
      atLast(s, ({ key, data }, known) => {
        const { ordered, shipped, open } = book(known);
        if (key === "ship" && number(data["pieces"]) > ordered - shipped) decline(422, "000 more than was ordered");
        if (key === "pay" && number(data["amount"]) > open) decline(422, "000 more than is open");
      });
      compute(s, (trace) => ({ ...trace.links[0]?.data, ...book(trace), step: trace.links.at(-1)?.actionKey ?? "" }));
      listNext(s, running);
    },
  },
  // "The rules may depend on the data"; "a trace may come to its end"; "`state.tasks` and `state.notifications`".
  claims: {
    title: "Small claims are settled at once, large ones surveyed and approved first; one form is told, no order is.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "report of handlers",
          "ask of handlers",
          "survey of adjusters",
          "approve of managers",
          "settle of handlers",
          "reject of managers",
        ),
        next(done, trace) {
          if (done.includes("settle") || done.includes("reject")) return [];
          const ask = times(done, "ask") < 2 ? ["ask"] : [];
          if (number(trace.links[0]?.data["amount"]) <= 1000 || done.includes("approve")) return [...ask, "settle"];
          return [...ask, ...(done.includes("survey") ? ["approve", "reject"] : ["survey"])];
        },
        people: { ines: { groups: ["handlers"] }, ruth: { groups: ["adjusters", "managers"] } },
      });
      checkForms(s, running, {
        report: form({ amount: whole(1, 20_000), cause: oneOf("fire", "water", "theft", "storm"), "remark?": text }),
      });
      onTurn(s, 422);
      present(s, (data, trace) => ({
        data,
        nextActions: running.byGroup(trace),
        tasks: Object.keys(running.byGroup(trace)).map((group) => ({ for: group, claim: trace.id })),
        notifications: keysOf(trace).includes("settle")
          ? [{ to: "handlers", text: "The claim has been settled." }]
          : [],
      }));
    },
  },
  // "which actions each group may do next"; "on how often an action was done"; "depend on the data".
  "building-permits": {
    title:
      "Two offices give their opinions side by side; a refusal may be appealed against once; withdrawn at any time.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "applicants", creates: true },
          { key: "supplement", groupLabel: "applicants", atMost: 5 },
          { key: "opinion-fire", groupLabel: "fire brigade", atMost: 1 },
          { key: "opinion-water", groupLabel: "waterworks", atMost: 1 },
          { key: "decide", groupLabel: "council" },
          { key: "appeal", groupLabel: "applicants", after: ["decide"], atMost: 1 },
          { key: "withdraw", groupLabel: "applicants", ends: true },
        ],
        next(done, trace) {
          const last = trace.links.at(-1);
          if (done.includes("withdraw")) return [];
          if (last?.actionKey === "decide") {
            const mayAppeal = last.data["outcome"] === "refused" && !done.includes("appeal");
            return mayAppeal ? ["appeal", "withdraw"] : [];
          }
          const missing = ["opinion-fire", "opinion-water"].filter((key) => !done.includes(key));
          const more = times(done, "supplement") < 5 ? ["supplement"] : [];
          return [...more, ...(missing.length > 0 ? missing : ["decide"]), "withdraw"];
        },
        people: {
          ines: { groups: ["applicants"] },
          vera: { groups: ["fire brigade", "waterworks"] },
          otto: { groups: ["council"] },
        },
        nextActions: listed,
      });
      checkForms(s, running, {
        apply: form({ plot: { type: "string", pattern: "^[0-9]{1,5}/[0-9]{1,3}$" }, storeys: whole(1, 9) }),
        decide: form({ outcome: oneOf("granted", "refused"), "grounds?": text }),
      });
      onTurn(s, 409);
      listNext(s, running);
    },
  },
  // "the same content twice refused as a duplicate"; "who did what before"; "sums ... generated documents".
  "lab-samples": {
    title: "A barcode comes once; who measured last does not validate; means are drawn; the report is a document.",
    why,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "receive", groupLabel: "reception", creates: true },
          { key: "measure", groupLabel: "analysts", atMost: 4 },
          { key: "validate", groupLabel: "analysts", after: ["measure"] },
          { key: "report", groupLabel: "reception", after: ["validate"], ends: true },
          { key: "discard", groupLabel: "reception", ends: true },
        ],
        next(done, trace) {
          if (done.includes("report") || done.includes("discard")) return [];
          const last = trace.links.at(-1);
          if (last?.actionKey === "validate" && last.data["accepted"] === true) return ["report"];
          const measure = times(done, "measure") < 4 ? ["measure"] : [];
          return [...measure, ...(last?.actionKey === "measure" ? ["validate"] : []), "discard"];
        },
        people: {
          ines: { groups: ["reception", "analysts"] },
          nils: { groups: ["analysts"] },
          rosa: { groups: ["analysts"] },
        },
        nextActions: listed,
      });
      checkForms(s, running, {
        receive: form({
          barcode: { type: "string", pattern: "^[A-Z]{2}[0-9]{8}$" },
          material: oneOf("blood", "urine"),
        }),
        measure: form({ value: { type: "number", minimum: 0, maximum: 500 } }),
        validate: form({ accepted: { type: "boolean" } }),
      });
      const barcodes = new Set<Json>();
      atLast(s, ({ key, data, author }, known) => {
        if (key === "receive" && barcodes.has(data["barcode"] ?? null)) decline(409, "000 this barcode is taken");
        if (key === "validate" && known?.links.at(-1)?.author === author) decline(403, "006 not by who measured");
      });
      compute(s, (trace) => {
        const count = times(keysOf(trace), "measure");
        const mean = count === 0 ? null : Math.round((sum(trace, "measure", "value") / count) * 1000) / 1000;
        return { ...trace.links[0]?.data, measurements: count, mean, updatedAt: new Date().toISOString() };
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey === "receive") barcodes.add(link.data["barcode"] ?? null);
        if (link.actionKey !== "report") return;
        const lines = [`Sample ${String(trace.state["barcode"])}`, `Mean ${String(trace.state["mean"])}`, trace.id];
        trace.state = { ...trace.state, document: enclose(s, trace, link, "report.txt", lines.join("\n")) };
      });
      listNext(s, running);
    },
  },
  // "The schema may or may not be at the tester's hand"; "on links of a trace"; "logins of a user"; "a reader need not
  // be able to write".
  enrolments: {
    title:
      "Closed forms known by examples alone; notes until a file has ten links; logins are counted; one reads only.",
    why,
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
          apply: form({ child: text, born: { type: "string", format: "date" }, grade: whole(1, 4), "siblings?": text }),
          note: form({ text: { type: "string", minLength: 1, maxLength: 400 } }),
          offer: form({ class: { type: "string", pattern: "^[1-4][a-d]$" } }),
          accept: form({}),
          decline: form({ "reason?": text }),
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
  // "on how often an action was done"; "an action that is not in the list ... is refused with a client error";
  // "searches that lag by seconds"; "v2 `data` may be absent where there is an `error`".
  "work-orders": {
    title:
      "What fails is repaired again, twice, then only scrapped; nothing told, 403 for its turn, searches 1 s late.",
    why,
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
          if (last === "fail") return times(done, "fail") > 2 ? ["scrap"] : ["repair", "scrap"];
          return [last === "plan" ? "repair" : "plan"];
        },
      });
      onTurn(s, 403);
      onRecord(s, ({ actionKey }, trace) => {
        trace.state = { ...trace.state, status: actionKey, rounds: times(keysOf(trace), "repair") };
      });
      indexLater(s, 1000);
      const { refuse } = s;
      s.refuse = (call, error) => {
        const reply = refuse(call, error);
        const body = { code: error.message.startsWith("006") ? "006" : "000", message: error.message };
        return { ...reply, body: JSON.stringify(call.face === "v2" ? { error: body } : body) };
      };
    },
  },
  // "One action may cause others, on this ... trace, by the system's own hand"; "calls to other systems".
  "container-release": {
    title: "The terminal reports the unloading by itself a quarter of a second after arrival; only then is released.",
    why,
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
          const holds = times(done, "hold");
          if (holds > times(done, "lift")) return [...(done.includes("arrive") ? [] : ["arrive"]), "lift"];
          const hold = holds < 3 ? ["hold"] : [];
          if (!done.includes("arrive")) return ["arrive", ...hold];
          return [...hold, ...(done.includes("unloaded") ? ["release"] : [])];
        },
        people: { ines: { groups: ["carriers", "terminal"] }, karl: { groups: ["customs"] } },
        nextActions: listed,
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
};
