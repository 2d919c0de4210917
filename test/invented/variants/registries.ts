/** Processes of registries, treasuries and authorities: two openings, sealed bids, counted signatures, failing calls. */
import { createHash } from "node:crypto";
import type { User } from "../../lib/service/domain.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, follow, present } from "../process.ts";
import type { Trace } from "../service.ts";
import type { Variants } from "../tools.ts";
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
  linksBy,
  many,
  often,
  sheet,
  str,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves state, link fields, limits and error answers open.";

export const registries: Variants = {
  // "the actions that each group may begin a trace with"; what follows depends on how it was begun.
  "birth-records": {
    title: "Hospitals and midwives begin a birth's record by actions of their own, and what must follow differs.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "notify", groupLabel: "hospital", creates: true, examples: [{ child: "Ada", grams: 3400 }] },
          { key: "declare", groupLabel: "midwives", creates: true, examples: [{ child: "Bela", place: "home" }] },
          { key: "visit", groupLabel: "midwives", atMost: 2, examples: [{ grams: 3520 }, { grams: 3610 }] },
          { key: "confirm", groupLabel: "hospital", atMost: 1, examples: [{ ward: "M2" }] },
          { key: "enter", groupLabel: "registrars", ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["hospital", "registrars"] }, lotte: { groups: ["midwives"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("enter")) return [];
          const visit = upTo(2, done, "visit");
          if (done[0] === "notify" || done.includes("confirm")) return [...visit, "enter"];
          return [...visit, ...(done.includes("visit") ? ["confirm"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        notify: sheet({ child: str(40), grams: int(400, 7000) }),
        declare: sheet({ child: str(40), place: among("home", "birth house") }),
        visit: sheet({ grams: int(400, 7000) }),
        confirm: sheet({ ward: str(5) }),
        enter: sheet({}),
      });
      // The number of an entry is given by the registry, once.
      const numbers = new WeakMap<Trace, string>();
      let entered = 4210;
      const numberOf = (trace: Trace) => {
        if (!numbers.has(trace)) numbers.set(trace, `B-${String((entered += 1))}`);
        return numbers.get(trace) ?? null;
      };
      derive(s, running, (trace) => ({
        name: begun(trace, "child"),
        attended: many(trace, "notify") > 0 ? "hospital" : "midwife",
        lastWeight: linksBy(trace, "notify", "visit").at(-1)?.data["grams"] ?? null,
        entry: many(trace, "enter") > 0 ? numberOf(trace) : null,
      }));
      present(s, (state, trace) => ({
        ...state,
        nextActions: { hospital: [], midwives: [], registrars: [], ...running.byGroup(trace) },
      }));
    },
  },
  // What the links show differs from reader to reader, until the process reveals it.
  "sealed-tenders": {
    title: "Until the bids are opened, nobody but the bidder reads their data in the links: others see a hash of it.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "invite", groupLabel: "buyers", creates: true },
          { key: "bid", groupLabel: "suppliers", atMost: 3 },
          { key: "open", groupLabel: "buyers", after: ["bid"], atMost: 1 },
          { key: "award", groupLabel: "buyers", after: ["open"], ends: true },
          { key: "cancel", groupLabel: "buyers", ends: true },
        ],
        people: { ines: { groups: ["buyers"] }, sam: { groups: ["suppliers"] } },
        nextActions: { path: ["procedure", "next"], by: "all" },
        next(done) {
          if (done.includes("award") || done.includes("cancel")) return [];
          if (done.includes("open")) return ["award", "cancel"];
          return [...upTo(3, done, "bid"), ...(done.includes("bid") ? ["open"] : []), "cancel"];
        },
      });
      coded(s, { "006": 403, "021": 400 });
      holdTold(s, running, {
        invite: sheet({ subject: str(60) }),
        bid: sheet({ euros: int(100, 90_000), weeks: int(1, 30) }),
        open: sheet({}),
        award: sheet({ bid: int(1, 3) }),
        cancel: sheet({ "reason?": str(60) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        deny(actionKey === "award" && amount(data["bid"]) > many(known, "bid"), "021 there is no such bid");
      });
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        const sealed = link.actionKey === "bid" && many(trace, "open") === 0;
        if (!sealed || running.reader(call)?.email === link.author) return linkView(link, trace, call);
        const seal = createHash("sha256").update(link.id).update(JSON.stringify(link.data)).digest("hex");
        return linkView({ ...link, author: "sealed", data: { seal } }, trace, call);
      };
      derive(s, running, (trace) => ({
        subject: begun(trace, "subject"),
        bids: many(trace, "bid"),
        opened: many(trace, "open") > 0 ? linksBy(trace, "bid").map(({ data }) => data["euros"] ?? null) : [],
        winner: linksBy(trace, "award")[0]?.data["bid"] ?? null,
      }));
      present(s, (state, trace) => ({ file: state, procedure: { next: [...running.next(trace)] } }));
    },
  },
  // "who did what before" and "the data": how many must sign depends on the sum; each reader sees what is theirs.
  "payment-orders": {
    title: "An order of 10,000 or more needs two directors, and no one signs their own; readers see what they may do.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "prepare",
            groupLabel: "clerks",
            creates: true,
            examples: [
              { euros: 400, to: "NL02" },
              { euros: 25_000, to: "DE77" },
            ],
          },
          { key: "edit", groupLabel: "clerks", atMost: 3, examples: [{ euros: 380 }, { euros: 14_500 }] },
          { key: "sign", groupLabel: "directors", examples: [{}] },
          { key: "execute", groupLabel: "treasury", after: ["sign"], ends: true, examples: [{}] },
          { key: "recall", groupLabel: "clerks", ends: true, examples: [{ reason: "twice" }] },
        ],
        people: {
          ines: { groups: ["clerks", "directors"] },
          omar: { groups: ["directors"] },
          tess: { groups: ["directors", "treasury"] },
        },
        next(done, trace) {
          if (done.includes("execute") || done.includes("recall")) return [];
          const enough = signers(trace).length >= needed(trace);
          return [...upTo(3, done, "edit"), enough ? "execute" : "sign", "recall"];
        },
      });
      const euros = (trace: Trace) => amount(linksBy(trace, "prepare", "edit").at(-1)?.data["euros"]);
      const needed = (trace: Trace) => (euros(trace) < 10_000 ? 1 : 2);
      // An edit takes all signatures away.
      const signers = ({ links }: Trace) =>
        links
          .slice(links.findLastIndex(({ actionKey }) => actionKey === "edit") + 1)
          .filter(({ actionKey }) => actionKey === "sign")
          .map(({ author }) => author);
      const barred = (trace: Trace, user: User) =>
        trace.links[0]?.author === user.email || signers(trace).includes(user.email);
      coded(s, { "006": 409, "021": 400, "072": 403 });
      hold(s, running, {
        prepare: sheet({ euros: int(1, 90_000), to: like("^[A-Z]{2}[0-9]{2}$") }),
        edit: sheet({ euros: int(1, 90_000) }),
        recall: sheet({ reason: str(60) }),
      });
      checks(s, running, ({ actionKey }, known, user) => {
        deny(actionKey === "sign" && known !== undefined && barred(known, user), "072 somebody else has to sign");
      });
      derive(s, running, (trace) => ({
        euros: euros(trace),
        to: begun(trace, "to"),
        signatures: signers(trace).length,
        status: trace.links.at(-1)?.actionKey === "execute" ? "executed" : "open",
      }));
      present(s, (state, trace, call) => {
        const user = running.reader(call);
        const allowed = Object.entries(running.byGroup(trace))
          .filter(([group]) => user !== undefined && running.groupsOf(user).includes(group))
          .flatMap(([, keys]) => keys)
          .filter((key) => key !== "sign" || (user !== undefined && !barred(trace, user)));
        return { order: state, you: { may: allowed } };
      });
    },
  },
  // "An effect may fail (client or server error); then nothing was added."
  "land-transfers": {
    awaits: "an effect that fails once for each trace, behind a gateway that hides it",
    title: "The land register is asked when a deed is registered: it fails once for each deed, with a gateway's page.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("lodge of notaries", "survey of surveyors", "register of registry", "hand-out of notaries"),
        nextActions: inState,
        next(done) {
          if (done.includes("hand-out")) return [];
          if (done.includes("register")) return ["hand-out"];
          return [...upTo(2, done, "survey"), "register"];
        },
      });
      coded(s, { "006": 400, "021": 400, "061": 422 });
      holdTold(s, running, {
        lodge: sheet({ parcel: like("^[A-Z][0-9]{3}$"), share: int(1, 100) }),
        survey: sheet({ squareMetres: int(20, 90_000) }),
        register: sheet({}),
        "hand-out": sheet({ "to?": str(40) }),
      });
      const asked = new WeakSet<Trace>();
      checks(s, running, ({ actionKey, files }, known) => {
        deny(actionKey === "survey" && files.length > 1, "061 one plan at most");
        if (actionKey !== "register" || !known || asked.has(known)) return;
        asked.add(known);
        throw new Refusal("busy", "902 the register does not answer");
      });
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.message.startsWith("902")
          ? {
              status: 502,
              headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": "1" },
              body: "<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>",
            }
          : refuse(call, error);
      derive(s, running, (trace) => ({
        parcel: begun(trace, "parcel"),
        share: `${String(amount(begun(trace, "share")))} %`,
        squareMetres: linksBy(trace, "survey").at(-1)?.data["squareMetres"] ?? null,
        folio: many(trace, "register") > 0 ? `F-${trace.id.slice(0, 8).toUpperCase()}` : null,
      }));
      present(s, (state, trace) => ({
        data: state,
        nextActions: running.byGroup(trace),
        tasks: [],
        notifications: [],
      }));
    },
  },
  // "a writer not to search"; a trace is hidden from a group until it takes part; the action's UUID is of a revision.
  "recall-notices": {
    title: "Who recalls goods may not search; dealers find no recall before a lot is named; actions tell revisions.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "quality", creates: true, examples: [{ product: "kettle", risk: "fire" }] },
          { key: "name-lot", groupLabel: "quality", atMost: 4, examples: [{ lot: "L-0417" }, { lot: "L-0418" }] },
          {
            key: "acknowledge",
            groupLabel: "dealers",
            after: ["name-lot"],
            atMost: 3,
            examples: [{ pieces: 12 }, { pieces: 0 }],
          },
          { key: "close", groupLabel: "quality", after: ["acknowledge"], ends: true, examples: [{}] },
        ],
        people: {
          ines: { groups: ["quality"], may: ["read", "write"] },
          hugo: { groups: ["dealers"], may: ["read", "write"] },
          otis: { groups: [], may: ["read", "search"] },
        },
        next(done) {
          if (done.includes("close")) return [];
          const acknowledged = often(done, "acknowledge") > 0;
          return [
            ...upTo(4, done, "name-lot"),
            ...(done.includes("name-lot") ? upTo(3, done, "acknowledge") : []),
            ...(acknowledged ? ["close"] : []),
          ];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, {
        open: sheet({ product: str(40), risk: among("fire", "shock", "choking") }),
        "name-lot": sheet({ lot: like("^L-[0-9]{4}$") }),
        acknowledge: sheet({ pieces: int(0, 10_000) }),
        close: sheet({}),
      });
      const { findTrace, search, actionAnswer, linkView } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        const dealer = trace.workflow === running.workflow && running.groupsOf(user).includes("dealers");
        if (dealer && many(trace, "name-lot") === 0) throw new Refusal("missing", "no such trace");
        return trace;
      };
      s.search = (workflow, filters, call) => {
        const user = running.reader(call);
        if (workflow === running.workflow && user && running.groupsOf(user).length > 0) {
          throw new Refusal("foreign", "searching is for auditors");
        }
        return search(workflow, filters, call);
      };
      // A revision is named by the link's id with another last digit.
      const revision = (id: string) => id.slice(0, -1) + (id.endsWith("0") ? "f" : "0");
      s.actionAnswer = (trace, link) => revision(actionAnswer(trace, link));
      s.linkView = (link, trace, call) => ({
        ...(linkView(link, trace, call) as JsonObject),
        revision: revision(link.id),
      });
      derive(s, running, (trace) => ({
        product: begun(trace, "product"),
        lots: linksBy(trace, "name-lot").map(({ data }) => data["lot"] ?? null),
        pieces: linksBy(trace, "acknowledge").reduce((all, { data }) => all + amount(data["pieces"]), 0),
      }));
      present(s, (state, trace) => ({
        ...state,
        steps: ["quality", "dealers"].map((who) => ({ who, may: running.byGroup(trace)[who] ?? [] })),
      }));
    },
  },
};
