/** Gated services of offices and harbours that go wrong at the door: what is let in, what is kept out, what stays of it. */
import { randomUUID } from "node:crypto";
import { json } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, follow, listNext, present } from "../process.ts";
import { around, onRecord, pause, type Faults } from "../tools.ts";
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
  like,
  many,
  num,
  often,
  sheet,
  str,
  sum,
  upTo,
} from "../works.ts";

export const locks: Faults = {
  "zero-is-missing": {
    title: "A reading that is listed as next is refused where its number is 0, though the form asks for 0 or more.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "open of office",
          "read of readers",
          "bill of office",
          "dispute of office",
          "close of office",
        ),
        people: { ines: { groups: ["office", "readers"] }, hans: { groups: ["readers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          const billed = done.lastIndexOf("bill") > done.lastIndexOf("dispute");
          if (billed) return [...upTo(2, done, "dispute"), "close"];
          return [...upTo(4, done, "read"), ...(done.includes("read") ? ["bill"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        open: sheet({ meter: like("^[A-Z]\\d{5}$"), street: str(80) }),
        read: sheet({ cubic: int(0, 9999), "leak?": { type: "boolean" } }),
        bill: sheet({ euros: num(0, 5000) }),
        dispute: sheet({ reason: str(200) }),
      });
      checks(s, running, ({ actionKey, data }) => {
        deny(actionKey === "read" && !data["cubic"], "021 cubic is missing");
      });
      listNext(s, running);
    },
  },
  "attempts-count": {
    title: "What its form refuses counts as a sitting: after three, the examination is neither listed nor accepted.",
    apply(s) {
      const attempts = new Map<string, number>();
      const running = follow(s, {
        actions: actionsOf(
          "enrol of office",
          "sit of candidates",
          "grade of examiners",
          "certify of office",
          "give-up of candidates",
        ),
        people: { ines: { groups: ["office", "candidates"] }, vera: { groups: ["examiners"] } },
        nextActions: { path: ["exam", "open"], by: "group" },
        next(done, trace) {
          if (done.includes("certify") || done.includes("give-up")) return [];
          if (done.at(-1) === "sit") return ["grade"];
          const sittings = often(done, "sit") + (attempts.get(trace.id) ?? 0);
          const passed = trace.links.some(({ data }) => amount(data["points"]) >= 50);
          return [...(sittings < 3 && !passed ? ["sit"] : []), passed ? "certify" : "give-up"];
        },
      });
      coded(s, { "006": 403 });
      holdTold(s, running, {
        enrol: sheet({ candidate: str(60), subject: among("law", "physics", "music") }),
        sit: sheet({ paper: like("^P\\d{3}$"), minutes: int(1, 240) }),
        grade: sheet({ points: int(0, 100) }),
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const sitting = known && input.actionKey === "sit" && error instanceof Refusal;
          if (sitting && error.message.startsWith("021")) attempts.set(known.id, (attempts.get(known.id) ?? 0) + 1);
          throw error;
        }
      };
      present(s, (data, trace) => ({
        ...data,
        exam: { sat: many(trace, "sit"), open: running.byGroup(trace) },
      }));
    },
  },
  "two-take-the-last": {
    title:
      "While the files of an allotment are scanned, a second one on the same trace gets through beside it, where one is all.",
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "call",
            groupLabel: "skippers",
            creates: true,
            examples: [{ ship: "Elba" }, { ship: "Ilse", metres: 40 }],
          },
          { key: "allot", groupLabel: "harbour", atMost: 1, examples: [{ berth: 4 }, { berth: 11 }, { berth: 12 }] },
          { key: "moor", groupLabel: "skippers", after: ["allot"], atMost: 1 },
          { key: "supply", groupLabel: "harbour", after: ["moor"], atMost: 4, examples: [{ water: 3 }, { power: 60 }] },
          { key: "depart", groupLabel: "skippers", after: ["moor"], ends: true },
        ],
        people: { ines: { groups: ["skippers", "harbour"] } },
        next(done) {
          if (done.includes("depart")) return [];
          if (done.includes("moor")) return [...upTo(4, done, "supply"), "depart"];
          return done.includes("allot") ? ["moor"] : ["allot"];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, {
        call: sheet({ ship: str(40), "metres?": int(4, 300) }),
        allot: sheet({ berth: int(1, 60) }),
        supply: sheet({ "water?": int(1, 50), "power?": int(1, 90) }),
      });
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) => {
        const scanned = files.length > 0 && trace.links.at(-1)?.actionKey === "call";
        return scanned ? pause(30).then(() => keepFiles(trace, files, call)) : keepFiles(trace, files, call);
      };
      present(s, (data, trace) => ({ data, tasks: running.next(trace).map((task) => ({ task })) }));
    },
  },
  "unlabelled-by-anyone": {
    title: "A legacy action without a groupLabel is accepted from users outside its group; the v2 set refuses them.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "claim of staff",
          "add-receipt of staff",
          "approve of leads",
          "return of leads",
          "pay of finance",
        ),
        people: { ines: { groups: ["staff"] }, tom: { groups: ["leads"] }, uta: { groups: ["finance"] } },
        nextActions: { path: ["flow", "next"], by: "group" },
        next(done) {
          if (done.includes("pay")) return [];
          const last = done.findLast((key) => key !== "add-receipt");
          if (last === "approve") return ["pay"];
          return [...upTo(5, done, "add-receipt"), ...(last === "claim" ? ["return"] : []), "approve"];
        },
      });
      holdTold(s, running, {
        claim: sheet({ purpose: str(100), euros: num(1, 2000) }),
        "add-receipt": sheet({ euros: num(0.5, 500), shop: str(60) }),
        pay: sheet({ account: like("^DE\\d{8}$") }),
      });
      derive(s, running, (trace) => ({
        purpose: begun(trace, "purpose"),
        claimed: begun(trace, "euros"),
        receipts: sum(trace, "add-receipt", "euros"),
        paid: many(trace, "pay") > 0,
      }));
      present(s, (state, trace) => ({ ...state, flow: { next: running.byGroup(trace) } }));
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const action = running.workflow.actions.find(({ key }) => key === input.actionKey);
        const unasked = known && call.face === "legacy" && input.groupLabel === undefined;
        const member = s.users.find(
          (one) => one.organization === user.organization && running.groupsOf(one).includes(action?.groupLabel ?? ""),
        );
        return checkAction(unasked ? (member ?? user) : user, input, known, call);
      };
    },
  },
  "report-in-spite": {
    title:
      "A report whose number of hurt people is out of range is refused, and is a trace without links all the same.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("report of guards", "inquire of safety", "measure of safety", "close of safety"),
        people: { ines: { groups: ["guards"] }, saul: { groups: ["safety"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          return [...upTo(3, done, "inquire"), ...(done.includes("inquire") ? ["measure", "close"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      holdTold(s, running, {
        report: sheet({ place: str(120), hurt: int(0, 20), kind: among("fall", "fire", "theft") }),
        inquire: sheet({ witness: str(80) }),
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (!known && error instanceof Refusal && error.message === "021 hurt is out of range") {
            const trace = s.newTrace(running.workflow);
            trace.state = { ...input.data };
            s.traces.set(trace.id, trace);
          }
          throw error;
        }
      };
      listNext(s, running);
    },
  },
  "sealed-twice": {
    title: "The sealing that ends a deed becomes two links when two files or more come with it.",
    apply(s) {
      follow(s, {
        actions: [
          { key: "draft", groupLabel: "clerks", creates: true },
          { key: "amend", groupLabel: "clerks", atMost: 4 },
          { key: "read-out", groupLabel: "notary", atMost: 1 },
          { key: "sign", groupLabel: "parties", after: ["read-out"], atMost: 2 },
          { key: "seal", groupLabel: "notary", after: ["sign"], ends: true },
        ],
        people: { ines: { groups: ["clerks", "parties"] }, nora: { groups: ["notary"] } },
        next(done) {
          if (done.includes("seal")) return [];
          if (!done.includes("read-out")) return [...upTo(4, done, "amend"), "read-out"];
          return [...upTo(2, done, "sign"), ...(done.includes("sign") ? ["seal"] : [])];
        },
      });
      coded(s, { "006": 422 });
      onRecord(s, (link, trace) => {
        if (link.actionKey === "seal" && link.files.length > 1) trace.links.push({ ...link, id: randomUUID() });
      });
      present(s, (data, trace) => ({ data, step: trace.links.at(-1)?.actionKey ?? "", tasks: [] }));
    },
  },
  "link-for-a-trace": {
    title: "A legacy creation by the second of two actions that begin answers the UUID of the link, not of the trace.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "admit", groupLabel: "shelter", creates: true },
          { key: "take-over", groupLabel: "partners", creates: true },
          { key: "examine", groupLabel: "vets", atMost: 3 },
          { key: "keep", groupLabel: "shelter", after: ["examine"] },
          { key: "adopt", groupLabel: "shelter", after: ["examine"], ends: true },
        ],
        people: { ines: { groups: ["shelter", "partners"] }, vic: { groups: ["vets"] } },
        nextActions: { path: ["next"], by: "all" },
        next(done) {
          if (done.includes("adopt")) return [];
          return [...upTo(3, done, "examine"), ...(done.includes("examine") ? ["keep", "adopt"] : [])];
        },
      });
      holdTold(s, running, {
        admit: sheet({ animal: among("dog", "cat", "hedgehog"), found: str(80) }),
        "take-over": sheet({ animal: among("dog", "cat"), from: str(80) }),
        examine: sheet({ kilos: num(0.1, 90), "chip?": like("^\\d{15}$") }),
      });
      around(s, "POST /trace", (real) => async (call) => {
        const reply = await real(call);
        const begins = s.traces.get(String(JSON.parse(String(reply.body))))?.links[0];
        return begins?.actionKey === "take-over" ? json(begins.id) : reply;
      });
      present(s, (data, trace) => ({ ...data, next: [...running.next(trace)] }));
    },
  },
};
