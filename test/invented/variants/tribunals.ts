/** Processes of insurers, buyers, planners and studies: lists by desk, codes that are taken once, and conditions of forms. */
import type { Json, JsonObject } from "../../lib/service/json.ts";
import { follow, present } from "../process.ts";
import type { Variants } from "../tools.ts";
import {
  among,
  amount,
  begun,
  checks,
  coded,
  deny,
  hold,
  holdTold,
  inState,
  int,
  like,
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, links and error answers open.";

const whereKind = (kind: string, wanted: string): JsonObject => ({
  if: { properties: { kind: { const: kind } } },
  then: { required: [wanted] },
});

export const tribunals: Variants = {
  // Lists of lists; what one kind of claim needs, another does not, and a loss lies in the past.
  "claims-by-desk": {
    title: "The state of a claim lists desks, each with its tasks; each kind of claim wants members of its own.",
    why,
    apply(s) {
      const claim = sheet({
        kind: among("collision", "theft", "storm"),
        lost: { type: "string", format: "date" },
        "other?": str(40),
        "report?": str(80),
      });
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "customers", creates: true },
          { key: "assign", groupLabel: "handlers" },
          { key: "note", groupLabel: "handlers" },
          { key: "value", groupLabel: "assessors" },
          { key: "settle", groupLabel: "handlers" },
        ],
        people: {
          ines: { groups: ["handlers"] },
          cleo: { groups: ["customers"] },
          arno: { groups: ["assessors"] },
        },
        next(done) {
          if (done.includes("settle")) return [];
          const step = done.includes("value") ? "settle" : done.includes("assign") ? "value" : "assign";
          return [step, ...upTo(9, done, "note")];
        },
      });
      coded(s, { "006": 409, "021": 422, "022": 422 });
      holdTold(s, running, {
        claim,
        assign: sheet({ to: among("north", "south") }),
        note: sheet({ text: str(200) }),
        value: sheet({ damage: int(0, 200_000), total: { type: "boolean" } }),
        settle: sheet({ amount: int(1, 200_000) }),
      });
      const [first] = running.workflow.actions;
      if (first) first.data = { ...claim, allOf: [whereKind("collision", "other"), whereKind("theft", "report")] };
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "claim") return;
        deny(data["kind"] === "collision" && data["other"] === undefined, "021 other is missing");
        deny(data["kind"] === "theft" && data["report"] === undefined, "021 report is missing");
        deny(String(data["lost"]) > new Date().toISOString().slice(0, 10), "022 a loss lies in the past");
      });
      present(s, (_, trace) => ({
        claim: {
          kind: begun(trace, "kind"),
          notes: often(
            trace.links.map(({ actionKey }) => actionKey),
            "note",
          ),
        },
        tasks: Object.entries(running.byGroup(trace)).map(([group, actions]) => ({ group, actions })),
      }));
    },
  },
  // The configuration has two examples, whose numbers are used up with the first two traces.
  "tenders-numbered": {
    title:
      "A tender has a reference of its own, of which the examples have two; a bid of a certain amount wants a bond.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "publish",
            groupLabel: "buyers",
            creates: true,
            examples: [
              { reference: "VAR-2026-301", title: "Snow clearing 2027", code: "906-9", lots: 2 },
              { reference: "VAR-2026-302", title: "School furniture", code: "391-1", lots: 1 },
            ],
          },
          {
            key: "ask",
            groupLabel: "bidders",
            examples: [{ text: "Is salt supplied?" }, { text: "May lots be joined?" }],
          },
          {
            key: "bid",
            groupLabel: "bidders",
            examples: [
              { lot: 1, amount: 48_250.5 },
              { lot: 1, amount: 120_000, bond: "BND004711" },
            ],
          },
          { key: "award", groupLabel: "buyers", examples: [{ to: "B1" }] },
        ],
        people: { ines: { groups: ["buyers"] }, bo: { groups: ["bidders"] } },
        next(done) {
          if (done.includes("award")) return [];
          return ["ask", ...upTo(1, done, "bid"), ...(done.includes("bid") ? ["award"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400, "022": 400, "023": 409 });
      hold(s, running, {
        publish: sheet({
          reference: like("^[A-Z]{3}-20[0-9]{2}-[0-9]{3,6}$"),
          title: str(200),
          code: like("^[0-9]{3}-[0-9]$"),
          lots: int(1, 5),
        }),
        ask: sheet({ text: str(400) }),
        bid: sheet({ lot: int(1, 5), amount: num(1, 1e8), "bond?": like("^BND[0-9]{6}$") }),
        award: sheet({ to: like("^B[0-9]+$") }),
      });
      const published = new Set<Json | undefined>();
      checks(s, running, ({ actionKey, data }) => {
        deny(actionKey === "bid" && amount(data["amount"]) >= 100_000 && data["bond"] === undefined, "022 no bond");
        if (actionKey !== "publish") return;
        deny(published.has(data["reference"]), "023 the reference is in use");
        published.add(data["reference"]);
      });
      present(s, (_, trace) => ({
        tender: { reference: begun(trace, "reference"), title: begun(trace, "title"), bids: many(trace, "bid") },
        revision: trace.links.length,
      }));
    },
  },
  // Rules about two dates, of which one lies decades ago, while the same person is taken once.
  "subjects-enrolled-once": {
    title: "A subject of a study is of age and has consented; each code is enrolled once, and there are few of them.",
    why,
    apply(s) {
      const day: JsonObject = { type: "string", format: "date" };
      const running = follow(s, {
        actions: [
          { key: "enrol", groupLabel: "sites", creates: true },
          { key: "assess", groupLabel: "sites" },
          { key: "visit", groupLabel: "sites" },
        ],
        nextActions: inState,
        next(done, trace) {
          if (!done.includes("assess")) return ["assess"];
          return linksBy(trace, "assess")[0]?.data["fit"] === true ? upTo(20, done, "visit") : [];
        },
      });
      coded(s, { "006": 409, "021": 422, "022": 422, "023": 409 });
      holdTold(s, running, {
        enrol: sheet({
          subject: like("^(0[1-9]|1[0-9]|20)-[0-9]{3}$"),
          born: day,
          consented: day,
          weight: num(30, 250),
        }),
        assess: sheet({ fit: { type: "boolean" } }),
        visit: sheet({ note: str(80) }),
      });
      const enrolled = new Set<Json | undefined>();
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "enrol") return;
        const age = new Date().getFullYear() - Number(String(data["born"]).slice(0, 4));
        deny(age < 18 || age > 80, "022 born: subjects are 18 to 80 years old");
        deny(String(data["consented"]) > new Date().toISOString().slice(0, 10), "022 consented: not in the future");
        deny(enrolled.has(data["subject"]), "023 the subject is enrolled");
        enrolled.add(data["subject"]);
      });
      present(s, (_, trace) => ({
        subject: begun(trace, "subject"),
        visits: many(trace, "visit"),
        nextActions: running.byGroup(trace),
      }));
    },
  },
};
