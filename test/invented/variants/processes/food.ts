/** Processes of breweries, dairies and those who supply them. */
import { type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { round } from "../../changes/states.ts";
import { lastBy } from "../../changes/traces.ts";
import { atLast, checkForms, declining, onTurn } from "../../duties.ts";
import { indexLater, rememberStates } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import type { Link, Trace } from "../../service.ts";
import { onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

/** What was sent last under this name by this action. */
const latest = (trace: Trace | undefined, key: string, member: string): Json =>
  own(linksBy(trace, key).at(-1)?.data ?? {}, member) ?? null;

/** The links since the last one of these actions, without it. */
const since = (links: readonly Link[], ...keys: string[]): Link[] =>
  links.slice(links.findLastIndex(({ actionKey }) => keys.includes(actionKey)) + 1);

const who = (links: readonly Link[], key: string): string[] =>
  links.filter(({ actionKey }) => actionKey === key).map(({ author }) => author);

export const food: Variants = {
  // "The rules may depend on the data"; "renamed members"; a list elsewhere in the state.
  batch: {
    title: "What the laboratory measured last decides whether a batch is cooled, measured again or poured away.",
    why: noTransitions,
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
    why: noTransitions,
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
    why: noTransitions,
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
  // "on links of a trace"; "replicas that lag"; "Data … refused with 400", "far smaller limits".
  taps: {
    title: "Six links to a trace, four thousand characters of data, reads half a second old; tasks instead of a list.",
    why: noTransitions,
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
  // An action that begins traces and continues them; duplicates refused; states and searches that lag.
  "milk-rounds": {
    title:
      "A milk round begins with a collection and goes on with others; one farm is collected once; reads lag a little.",
    why: noTransitions,
    apply(s) {
      const example = (farm: string, litres: number, celsius: number): JsonObject => ({ farm, litres, celsius });
      const running = follow(s, {
        actions: [
          {
            key: "collect",
            groupLabel: "tankers",
            creates: true,
            appends: true,
            examples: [example("Dale", 812.5, 4.1), example("Hill", 240, 5), example("Brook", 1033.25, 3.9)],
          },
          { key: "test", groupLabel: "dairy", after: ["collect"], atMost: 1, examples: [{ antibiotics: false }] },
          { key: "reject", groupLabel: "dairy", after: ["test"], ends: true, examples: [{ to: "biogas" }] },
          { key: "take-in", groupLabel: "dairy", after: ["test"], ends: true, examples: [{ silo: 3 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("reject") || done.includes("take-in")) return [];
          return done.includes("test") ? ["reject", "take-in"] : ["collect", "test"];
        },
      });
      coded(s, { "006": 409, "021": 422, "031": 409 });
      hold(s, running, {
        collect: sheet({ farm: str(20), litres: num(1, 3000), celsius: num(1, 8) }),
        test: sheet({ antibiotics: { type: "boolean" } }),
        reject: sheet({ to: among("biogas", "sewer") }),
        "take-in": sheet({ silo: int(1, 6) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const again = linksBy(known, "collect").some((link) => link.data["farm"] === data["farm"]);
        deny(actionKey === "collect" && again, "031 this farm has been collected");
      });
      derive(s, running, (trace) => {
        const litres = sum(trace, "collect", "litres");
        const heat = linksBy(trace, "collect").map(({ data }) => amount(data["litres"]) * amount(data["celsius"]));
        const celsius = heat.reduce((all, one) => all + one, 0) / litres;
        return { farms: many(trace, "collect"), litres, celsius: Math.round(celsius * 100) / 100 };
      });
      listNext(s, running);
      rememberStates(s, 250);
      indexLater(s, 400);
    },
  },
  // "the same content twice refused as a duplicate"; "The rules may depend on ... who did what before".
  "wine-barrels": {
    title:
      "A barrel's number comes once; who has checked it out works on it alone, 423 for others, at most three times.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const cycle = (done: readonly string[]) => done.slice(done.lastIndexOf("check-out"));
      const out = (done: readonly string[]) => done.lastIndexOf("check-out") > done.lastIndexOf("check-in");
      const running = follow(s, {
        actions: [
          { key: "fill", groupLabel: "cellar", creates: true },
          { key: "check-out", groupLabel: "cellar" },
          { key: "rack", groupLabel: "cellar" },
          { key: "check-in", groupLabel: "cellar" },
          { key: "bottle", groupLabel: "office" },
        ],
        people: { ines: { groups: ["cellar"] }, bruno: { groups: ["cellar", "office"] } },
        nextActions: { path: ["cellar", "open"], by: "group" },
        next(done) {
          if (done.includes("bottle")) return [];
          if (out(done)) return [...(often(cycle(done), "rack") < 3 ? ["rack"] : []), "check-in"];
          return ["check-out", ...(done.includes("rack") ? ["bottle"] : [])];
        },
      });
      checkForms(s, running, {
        fill: sheet({ barrel: { type: "string", pattern: "^[A-Z]{2}-[0-9]{5}$" }, litres: int(50, 600) }),
        rack: sheet({ loss: { type: "number", minimum: 0, maximum: 5 } }),
      });
      onTurn(s, 409);
      const filled = new Set<string>();
      atLast(s, ({ key, data, author }, known) => {
        if (key === "fill" && filled.has(String(data["barrel"]))) decline(409, "020 this barrel is known");
        if ((key === "rack" || key === "check-in") && lastBy(known, "check-out") !== author) {
          decline(423, "021 somebody else works on this barrel");
        }
      });
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "fill") filled.add(String(data["barrel"]));
      });
      present(s, (data, trace) => ({
        ...data,
        cellar: {
          holder: out(keysOf(trace)) ? (lastBy(trace, "check-out") ?? null) : null,
          racked: often(keysOf(trace), "rack"),
          open: running.byGroup(trace),
        },
      }));
    },
  },
  // "derived and renamed members"; nothing is declared but the keys of the actions and their groups.
  "honey-lots": {
    title: "The state of a honey lot has no member that was sent: kilograms, a mean and a count, in another language.",
    why: noTransitions,
    apply(s) {
      const moisture = (trace: Trace | undefined): number | null => {
        const given = linksBy(trace, "sample").map(({ data }) => own(data, "moisture"));
        const values = given.filter((value) => typeof value === "number");
        return values.length === 0 ? null : round(values.reduce((all, one) => all + one, 0) / values.length, 1);
      };
      const running = follow(s, {
        actions: actionsOf("harvest of beekeepers", "sample of laboratory", "blend of beekeepers", "label of packers"),
        next(done) {
          if (done.includes("label")) return [];
          return [...upTo(4, done, "sample"), ...upTo(2, done, "blend"), ...(done.includes("sample") ? ["label"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422, "071": 422 });
      const loose = { harvest: sheet({ "kg?": num(0, 5000) }, true), sample: sheet({ "moisture?": num(5, 40) }, true) };
      hold(s, running, loose);
      checks(s, running, ({ actionKey }, known) => {
        deny(actionKey === "label" && (moisture(known) ?? 0) > 20, "071 too moist for a label");
      });
      derive(s, running, (trace) => ({
        erntemenge: round(amount(begun(trace, "kg")), 1),
        proben: many(trace, "sample"),
        wassergehaltMittel: moisture(trace),
        verschnitten: many(trace, "blend") > 0,
        abgefuellt: many(trace, "label") > 0,
      }));
    },
  },
};
