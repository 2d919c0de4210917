/** Breweries, their suppliers and those who watch over them: processes whose rules look at what was done, and by whom. */
import { isObject, own, sameJson, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { enclose, seenByGroup } from "../duties.ts";
import { oneWriter, ownLink, rememberStates } from "../habits.ts";
import { actionsOf, follow, listNext, present } from "../process.ts";
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
  sum,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, links, limits and error answers open.";

/** What was sent last under this name by this action. */
const latest = (trace: Trace | undefined, key: string, member: string): Json =>
  own(linksBy(trace, key).at(-1)?.data ?? {}, member) ?? null;

/** The links since the last one of these actions, without it. */
const since = (links: readonly Link[], ...keys: string[]): Link[] =>
  links.slice(links.findLastIndex(({ actionKey }) => keys.includes(actionKey)) + 1);

const who = (links: readonly Link[], key: string): string[] =>
  links.filter(({ actionKey }) => actionKey === key).map(({ author }) => author);

export const breweries: Variants = {
  // "The rules may depend on the data"; "renamed members"; a list elsewhere in the state.
  batch: {
    title: "What the laboratory measured last decides whether a batch is cooled, measured again or poured away.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "brew of brewers",
          "measure of laboratory",
          "cool of cellar",
          "bottle of cellar",
          "pour-away of brewers",
          "release of laboratory",
        ),
        people: { ines: { groups: ["brewers", "cellar"] }, lot: { groups: ["laboratory"] } },
        nextActions: { path: ["cellar", "open"], by: "group" },
        next(done, trace) {
          if (done.includes("release") || done.includes("pour-away")) return [];
          if (done.includes("bottle")) return ["release"];
          if (!done.includes("measure")) return ["measure"];
          const again = upTo(6, done, "measure");
          if (amount(latest(trace, "measure", "plato")) >= 5) return [...again, "pour-away"];
          return [...again, done.includes("cool") ? "bottle" : "cool"];
        },
      });
      running.workflow.name = "Batches";
      holdTold(s, running, {
        brew: sheet({ recipe: among("Helles", "Bock", "Weizen"), litres: int(200, 3000) }),
        measure: sheet({ plato: num(0, 20), celsius: num(0, 30) }),
        cool: sheet({ celsius: int(-2, 8), "days?": int(1, 90) }),
        bottle: sheet({ bottles: int(1, 9000) }),
        "pour-away": sheet({ reason: str(80) }),
        release: sheet({ bestBefore: like("^20[2-4]\\d-(0[1-9]|1[0-2])$") }),
      });
      derive(s, running, (trace) => ({
        beer: begun(trace, "recipe"),
        hectolitres: amount(begun(trace, "litres")) / 100,
        plato: latest(trace, "measure", "plato"),
        measured: many(trace, "measure"),
        bottles: sum(trace, "bottle", "bottles"),
      }));
      present(s, (state, trace) => ({
        ...state,
        cellar: { open: running.byGroup(trace), steps: trace.links.length },
      }));
    },
  },
  // "the same content twice refused as a duplicate"; "The schema may or may not be at the tester's hand".
  casks: {
    title: "The same return of casks, word for word, is refused the second time; no form and no list is told.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "lend",
            groupLabel: "depot",
            creates: true,
            examples: [
              { customer: "Zum Anker", casks: 6 },
              { customer: "Sonne, Ulm", casks: 2 },
            ],
          },
          {
            key: "bring-back",
            groupLabel: "depot",
            atMost: 3,
            examples: [{ casks: 1 }, { casks: 2, dented: 1 }, { casks: 3 }, { casks: 3, dented: 3 }],
          },
          {
            key: "charge",
            groupLabel: "accounts",
            after: ["bring-back"],
            atMost: 2,
            examples: [{ euros: 40 }, { euros: 85.5 }, { euros: 12.25 }],
          },
          {
            key: "settle",
            groupLabel: "accounts",
            after: ["bring-back"],
            ends: true,
            examples: [{ by: "cash" }, { by: "transfer" }],
          },
        ],
        people: { ines: { groups: ["depot"] }, abel: { groups: ["accounts"] } },
        next(done) {
          if (done.includes("settle")) return [];
          const charged = done.includes("bring-back") ? [...upTo(2, done, "charge"), "settle"] : [];
          return [...upTo(3, done, "bring-back"), ...charged];
        },
      });
      running.workflow.name = "Lent casks";
      coded(s, { "006": 403, "008": 409, "021": 422 });
      hold(s, running, {
        lend: sheet({ customer: str(60), casks: int(1, 40) }),
        "bring-back": sheet({ casks: int(1, 40), "dented?": int(0, 40) }),
        charge: sheet({ euros: num(0.5, 900) }),
        settle: sheet({ by: among("cash", "transfer", "card") }),
      });
      checks(s, running, ({ actionKey, data, files }, known) => {
        const digests = files.map((file) => s.digest(file.data)).sort();
        const alike = (known?.links ?? []).some(
          (link) =>
            link.actionKey === actionKey &&
            sameJson(link.data, data) &&
            sameJson(link.files.map((file) => String(file["digest"])).sort(), digests),
        );
        deny(alike, "008 this has been sent before");
      });
      derive(s, running, (trace) => ({
        customer: begun(trace, "customer"),
        out: amount(begun(trace, "casks")) - sum(trace, "bring-back", "casks"),
        dented: sum(trace, "bring-back", "dented"),
        charged: sum(trace, "charge", "euros"),
        settled: many(trace, "settle") > 0,
      }));
    },
  },
  // "who did what before"; "What the state shows may differ from reader to reader".
  recipes: {
    title: "Who wrote or tasted a recipe may not approve it; readers are listed only what they may do themselves.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "draft of brewers",
          "amend of brewers",
          "taste of panel",
          "approve of masters",
          "drop of brewers",
        ),
        people: {
          ines: { groups: ["brewers"] },
          max: { groups: ["panel", "masters"] },
          eva: { groups: ["panel", "masters"] },
        },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("approve") || done.includes("drop")) return [];
          const tasted = who(since(trace.links, "draft", "amend"), "taste").length > 0;
          return [...upTo(3, done, "amend"), tasted ? "approve" : "taste", "drop"];
        },
      });
      running.workflow.name = "Recipes";
      coded(s, { "006": 409, "012": 403 });
      holdTold(s, running, {
        draft: sheet({ beer: str(60), "hops?": str(60) }, true),
        taste: sheet({ score: int(1, 10), "note?": str(200) }),
      });
      const mayNot = (trace: Trace | undefined, email: string, key: string | undefined): boolean => {
        const wrote = who(trace?.links ?? [], "draft").includes(email);
        return (
          key === "approve" && (wrote || who(since(trace?.links ?? [], "draft", "amend"), "taste").includes(email))
        );
      };
      checks(s, running, ({ actionKey }, known, user) => {
        deny(mayNot(known, user.email, actionKey), "012 somebody else has to do this");
      });
      present(s, (data, trace, call) => {
        const reader = running.reader(call);
        const groups = reader ? running.groupsOf(reader) : [];
        const open = Object.entries(running.byGroup(trace))
          .filter(([group]) => groups.includes(group))
          .map(([group, keys]) => [group, keys.filter((key) => !mayNot(trace, reader?.email ?? "", key))]);
        return { data, nextActions: Object.fromEntries(open) as Record<string, string[]>, tasks: [] };
      });
    },
  },
  // "generated documents"; "One action may cause others … by the system's own hand".
  excise: {
    title: "An assessment encloses a notice of the service's making, and a reminder follows it by the service's hand.",
    why,
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
  // "on links of a trace"; "replicas that lag"; "Data … refused with 400", "far smaller limits".
  taps: {
    title: "Six links to a trace, four thousand characters of data, reads half a second old; tasks instead of a list.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "pubs", creates: true },
          { key: "clean", groupLabel: "fitters", atMost: 4 },
          { key: "complain", groupLabel: "pubs", after: ["clean"], atMost: 3 },
          { key: "sign-off", groupLabel: "pubs", after: ["clean"], ends: true },
        ],
        people: { ines: { groups: ["pubs"] }, finn: { groups: ["fitters"] } },
        next(done) {
          if (done.includes("sign-off")) return [];
          if (!done.includes("clean")) return ["clean"];
          if (done.length >= 5) return ["sign-off"];
          return [...upTo(4, done, "clean"), ...(done.at(-1) === "clean" ? ["complain"] : []), "sign-off"];
        },
      });
      running.workflow.name = "Tap cleaning";
      coded(s, { "001": 400, "006": 400 });
      checks(s, running, ({ data }) => {
        deny(JSON.stringify(data).length > 4000, "001 data too large");
      });
      present(s, (data, trace) => ({
        data,
        tasks: Object.entries(running.byGroup(trace)).flatMap(([assignee, keys]) =>
          keys.map((key) => ({ assignee, form: { key, title: key.replace("-", " ") } })),
        ),
        notifications: [],
      }));
      rememberStates(s, 400);
    },
  },
  // "which actions each group may do next"; "only the traces that their group takes part in".
  hops: {
    title:
      "Growers and buyers bid in turn, four times at most; one plain list deep in the state says whose turn it is.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "ask", groupLabel: "growers", creates: true },
          { key: "bid", groupLabel: "buyers", atMost: 4 },
          { key: "ask-again", groupLabel: "growers", after: ["bid"] },
          { key: "take-ask", groupLabel: "buyers", ends: true },
          { key: "take-bid", groupLabel: "growers", after: ["bid"], ends: true },
          { key: "walk-away", groupLabel: "buyers", ends: true },
        ],
        people: { ines: { groups: ["growers"] }, bo: { groups: ["buyers"] }, uwe: { groups: ["hauliers"] } },
        nextActions: { path: ["bargain", "turn", "actions"], by: "all" },
        next(done) {
          const last = done.at(-1) ?? "";
          if (["take-ask", "take-bid", "walk-away"].includes(last)) return [];
          return last === "bid" ? ["ask-again", "take-bid"] : [...upTo(4, done, "bid"), "take-ask", "walk-away"];
        },
      });
      running.workflow.name = "Hop contracts";
      coded(s, { "006": 403 });
      const price = { euros: num(1, 60) };
      holdTold(s, running, {
        ask: sheet({ variety: among("Hallertau", "Saaz", "Cascade"), kilos: int(50, 5000), ...price }),
        bid: sheet(price),
        "ask-again": sheet({ ...price, "kilos?": int(50, 5000) }),
        "walk-away": sheet({ "remark?": str(120) }),
      });
      present(s, (data, trace) => ({
        bargain: { ...data, turn: { number: trace.links.length, actions: [...running.next(trace)] } },
      }));
      seenByGroup(s, running);
    },
  },
  // "on files (number, size …)"; "in flight"; no trace ever comes to its end.
  recalls: {
    title:
      "A closed recall may be opened again; one writer at a time; three files of a hundred thousand bytes at most.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "quality", creates: true, examples: [{ lot: "L2291" }, { lot: "L2304" }] },
          { key: "find", groupLabel: "quality", examples: [{ pallets: 3 }, { pallets: 11 }] },
          { key: "block", groupLabel: "warehouse", after: ["find"], examples: [{ bay: "C4" }, { bay: "A12" }] },
          { key: "destroy", groupLabel: "warehouse", after: ["block"], examples: [{ litres: 20 }, { litres: 7 }] },
          { key: "close", groupLabel: "quality", examples: [{ cause: "glass" }, { cause: "label" }] },
          { key: "reopen", groupLabel: "quality", after: ["close"], examples: [{}, { cause: "yeast" }] },
        ],
        people: { ines: { groups: ["quality"] }, wanda: { groups: ["warehouse", "quality"] } },
        nextActions: inState,
        next(done) {
          if (done.at(-1) === "close") return ["reopen"];
          const round = done.slice(done.lastIndexOf("reopen") + 1);
          const found = often(round, "find");
          if (often(round, "block") < found) return ["block"];
          return ["find", "close", ...(found > 0 ? ["destroy"] : [])];
        },
      });
      running.workflow.name = "Recalls";
      const cause = among("glass", "label", "yeast", "other");
      hold(s, running, {
        report: sheet({ lot: like("^L\\d{4}$") }),
        find: sheet({ pallets: int(1, 500) }),
        block: sheet({ bay: like("^[A-F]\\d{1,2}$") }),
        destroy: sheet({ litres: int(1, 50_000) }),
        close: sheet({ cause }),
        reopen: sheet({ "cause?": cause }),
      });
      checks(s, running, ({ files }) => {
        if (files.length > 3) throw new Refusal("large", "no more than three files");
        if (files.some(({ data }) => data.length > 100_000)) throw new Refusal("large", "the file is too large");
      });
      oneWriter(s);
      present(s, (state, trace) => ({ ...(isObject(state) ? state : {}), nextActions: running.byGroup(trace) }));
    },
  },
};
