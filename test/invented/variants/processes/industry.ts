/** Processes of foundries, laundries, factories and building sites. */
import type { Workflow } from "../../../lib/service/domain.ts";
import { type JsonObject, own, put } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { enclose } from "../../duties.ts";
import { defaultPages, oneWriter, ownLink } from "../../habits.ts";
import { noTransitions, openByItself } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present, refuse, require, trade, trades } from "../../process.ts";
import { essays, sentBack } from "../../processes/essays.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, after, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

const workshopForm: Record<string, readonly string[]> = {
  submit: ["title", "pages"],
  check: ["remark"],
  return: ["remark"],
  resubmit: ["title", "pages"],
  accept: ["remark"],
  "give-up": [],
};

export const industry: Variants = {
  // "the same content twice refused as a duplicate"; a bar code is free again when its batch came to its end.
  "linen-batches": {
    title: "A batch of linen is refused while another with its bar code is open, and so is an item that was scanned.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "receive", groupLabel: "dock", creates: true },
          { key: "scan", groupLabel: "dock", atMost: 8 },
          { key: "wash", groupLabel: "machines", after: ["scan"], atMost: 1 },
          { key: "hand-out", groupLabel: "dock", after: ["wash"], ends: true },
        ],
        nextActions: { path: ["next"], by: "all" },
        next(done) {
          if (done.includes("hand-out")) return [];
          if (done.includes("wash")) return ["hand-out"];
          return [...upTo(8, done, "scan"), ...(done.includes("scan") ? ["wash"] : [])];
        },
      });
      coded(s, { "021": 400, "031": 409 });
      holdTold(s, running, {
        receive: sheet({ barcode: like("^[0-9]{10}$"), "ward?": among("3A", "3B", "ICU") }),
        scan: sheet({ item: like("^LN[0-9]{6}$") }),
        wash: sheet({ celsius: int(40, 95) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const open = [...s.traces.values()].filter((trace) => !keysOf(trace).includes("hand-out"));
        const taken = open.some((trace) => begun(trace, "barcode") === data["barcode"]);
        deny(actionKey === "receive" && taken, "031 a batch with this bar code is open");
        const again = linksBy(known, "scan").some((link) => link.data["item"] === data["item"]);
        deny(actionKey === "scan" && again, "031 this item was scanned");
      });
      s.actionAnswer = (trace) => trace.id;
      derive(s, running, (trace) => ({
        barcode: begun(trace, "barcode"),
        ward: begun(trace, "ward"),
        items: linksBy(trace, "scan").map(({ data }) => data["item"] ?? null),
        celsius: linksBy(trace, "wash")[0]?.data["celsius"] ?? null,
      }));
      present(s, (state, trace) => ({ ...state, next: [...running.next(trace)] }));
    },
  },
  workshop: {
    title:
      "One writer at a time (409), sent back in loops, default pages that differ, closed forms told by examples alone.",
    why: openByItself,
    apply(s) {
      const example: Record<string, JsonObject[]> = {
        submit: [
          { title: "On harbours", pages: 12 },
          { title: "On tides", pages: 30 },
        ],
        check: [{ remark: "read" }, { remark: "read with care" }],
        return: [{ remark: "too long" }, { remark: "no sources given" }],
        resubmit: [
          { title: "On harbours, shorter", pages: 8 },
          { title: "On tides and moons", pages: 24 },
        ],
        accept: [{ remark: "good" }, { remark: "good, at last" }],
        "give-up": [{}, {}],
      };
      follow(s, {
        actions: essays.map((one) => ({ ...one, examples: example[one.key] ?? [] })),
        next: sentBack,
      });
      const check = (key: string) => (data: JsonObject) => {
        const known = workshopForm[key] ?? [];
        const other = Object.keys(data).find((name) => !known.includes(name));
        if (other !== undefined) return `unknown member ${other}`;
        const wrong = known.find((name) => typeof own(data, name) !== (name === "pages" ? "number" : "string"));
        return wrong === undefined ? undefined : `${wrong} is missing or of another type`;
      };
      require(s, Object.fromEntries(Object.keys(workshopForm).map((key) => [key, check(key)])));
      oneWriter(s);
      defaultPages(s, 7, 25);
    },
  },
  factory: {
    title: "Shipping begins a trace of a second workflow, which nobody else can begin and the warehouse signs once.",
    why: "One action may cause others on another trace; which actions begin one is a matter of the workflow.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const deliveries: Workflow = {
        id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a09",
        name: "Deliveries",
        organization: running.workflow.organization,
        actions: [
          { key: "sign", groupLabel: "warehouse" },
          { key: "complain", groupLabel: "sales" },
        ],
      };
      s.workflows.push(deliveries);
      after(s, "checkAction", (workflow, _user, input, known) => {
        const signed = known !== undefined && keysOf(known).includes("sign");
        refuse(workflow === deliveries && input.actionKey === "sign" && signed, "006 action not allowed now");
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "ship") return;
        const child: Trace = s.newTrace(deliveries);
        child.links.push(ownLink("deliver", { order: trace.id }));
        child.state = { order: trace.id };
        s.traces.set(child.id, child);
      });
    },
  },
  // What the form wants depends on how the trace began, and the refusal alone tells it; so does one step more.
  "scrap-intake": {
    awaits: "a form that depends on the data of the creation, told by refusals alone",
    title:
      "What has to be told when scrap is sorted depends on its material; much metal wants a passport before money.",
    why: noTransitions,
    apply(s) {
      const forms: Record<string, string> = { glass: "colour", metal: "alloy", paper: "moisture" };
      const member = (trace: Trace) => forms[String(begun(trace, "material"))] ?? "";
      const running = follow(s, {
        actions: [
          {
            key: "weigh-in",
            groupLabel: "gate",
            creates: true,
            examples: [
              { material: "metal", kg: 740 },
              { material: "glass", kg: 1200 },
              { material: "paper", kg: 310 },
            ],
          },
          {
            key: "sort",
            groupLabel: "yard",
            atMost: 4,
            examples: [
              { kg: 90, alloy: "CuZn37" },
              { kg: 90, colour: "green" },
              { kg: 90, moisture: 8.5 },
            ],
          },
          { key: "identify", groupLabel: "gate", atMost: 1, examples: [{ passport: "XK 30114" }] },
          { key: "price", groupLabel: "office", after: ["sort"], atMost: 2, examples: [{ perTonne: 210 }] },
          { key: "pay-out", groupLabel: "office", after: ["price"], ends: true, examples: [{}] },
        ],
        next(done, trace) {
          if (done.includes("pay-out")) return [];
          const large = begun(trace, "material") === "metal" && amount(begun(trace, "kg")) > 500;
          const known = !large || done.includes("identify");
          return [
            ...upTo(4, done, "sort"),
            ...(large ? upTo(1, done, "identify") : []),
            ...(done.includes("sort") ? upTo(2, done, "price") : []),
            ...(known && often(done, "price") > 0 ? ["pay-out"] : []),
          ];
        },
      });
      coded(s, { "006": 409, "021": 422, "022": 422 });
      hold(s, running, {
        "weigh-in": sheet({ material: among("glass", "metal", "paper"), kg: num(1, 30_000) }),
        sort: sheet({ kg: num(1, 30_000), "colour?": str(12), "alloy?": str(12), "moisture?": num(0, 40) }),
        identify: sheet({ passport: str(12) }),
        price: sheet({ perTonne: num(1, 9000) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "sort" || !known) return;
        const wanted = member(known);
        deny(own(data, wanted) === undefined, `022 ${wanted} is missing`);
        const strange = Object.values(forms).find((name) => name !== wanted && own(data, name) !== undefined);
        deny(strange !== undefined, `022 ${strange ?? ""} does not go with this material`);
      });
      derive(s, running, (trace) => {
        const sorted: JsonObject = {};
        for (const { data } of linksBy(trace, "sort")) {
          const kind = String(data[member(trace)]);
          put(sorted, kind, amount(own(sorted, kind)) + amount(data["kg"]));
        }
        return { material: begun(trace, "material"), gross: begun(trace, "kg"), sorted };
      });
      present(s, (state, trace) => ({ ...state, tasks: running.next(trace).map((key) => ({ key })) }));
    },
  },
  "building-site": {
    title:
      "A site has lots, traces by the hand of the service; the site goes on when all its lots report their end to it.",
    why: `${noTransitions} One action may cause others, on this or another trace.`,
    apply(s) {
      const parents = new WeakMap<Trace, Trace>();
      const lots = (trace: Trace) => keysOf(trace).filter((key) => key === "allot").length;
      listNext(
        s,
        follow(s, {
          actions: actionsOf("plan of builders", "allot of builders", "finish of builders", "accept of owners"),
          nextActions: inState,
          next(done, trace) {
            if (parents.has(trace)) return done.includes("finish") ? [] : ["finish"];
            if (done.includes("accept")) return [];
            const ready = lots(trace) > 0 && lots(trace) === often(done, "lot-done");
            return [...(lots(trace) < 3 ? ["allot"] : []), ...(ready ? ["accept"] : [])];
          },
        }),
      );
      onRecord(s, (link, trace) => {
        const parent = parents.get(trace);
        if (parent && link.actionKey === "finish") {
          parent.links.push(ownLink("lot-done", { lot: trace.id }));
          parent.state = { ...parent.state, lotsDone: often(keysOf(parent), "lot-done") };
        }
        if (parent || link.actionKey !== "allot") return;
        const lot = s.newTrace(trace.workflow);
        lot.links.push(ownLink("plan", { site: trace.id }));
        lot.state = { site: trace.id };
        parents.set(lot, trace);
        s.traces.set(lot.id, lot);
        trace.state = { ...trace.state, lots: lots(trace), latestLot: lot.id };
      });
    },
  },
  "bell-castings": {
    title: "A bell goes through the hands of four people, each once and in one order; the tuner may not search.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "office", creates: true },
          { key: "cast", groupLabel: "founders", after: ["order"], atMost: 1 },
          { key: "tune", groupLabel: "tuners", after: ["cast"], atMost: 1 },
          { key: "bless", groupLabel: "clergy", after: ["tune"], atMost: 1 },
          { key: "hang", groupLabel: "office", after: ["bless"], ends: true },
        ],
        people: {
          ines: { groups: ["office"] },
          georg: { groups: ["founders"] },
          tilda: { groups: ["tuners"], may: ["read", "write"] },
          anselm: { groups: ["clergy"] },
        },
        next(done) {
          const chain = ["order", "cast", "tune", "bless", "hang"];
          return chain.slice(done.length, done.length + 1);
        },
      });
      coded(s, { "006": 409 });
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const user = running.reader(call);
        if (user && running.groupsOf(user).includes("tuners") && workflow === running.workflow) {
          throw new Refusal("foreign", "tuners do not search");
        }
        return search(workflow, filters, call);
      });
      derive(s, running, (trace) => ({
        stage: keysOf(trace).at(-1) ?? null,
        papers: trace.links.map(({ data }) => data),
      }));
    },
  },
  // "generated documents"; what may follow is listed as rows of action, groups and how often it is left.
  "heat-certificates": {
    title: "A heat of steel is remelted or scrapped after a bad test; certifying it adds a text of the service's own.",
    why: noTransitions,
    apply(s) {
      const most: Record<string, number> = { sample: 3, remelt: 2, certify: 1, scrap: 1, complain: 1 };
      const running = follow(s, {
        actions: [
          { key: "pour", groupLabel: "furnace", creates: true },
          { key: "sample", groupLabel: "laboratory", atMost: 3 },
          { key: "remelt", groupLabel: "furnace", after: ["sample"], atMost: 2 },
          { key: "scrap", groupLabel: "furnace", after: ["sample"], ends: true },
          { key: "certify", groupLabel: "quality", after: ["sample"], atMost: 1 },
          { key: "complain", groupLabel: "customers", after: ["certify"], ends: true },
        ],
        next(done, trace) {
          if (done.includes("scrap") || done.includes("complain")) return [];
          if (done.includes("certify")) return ["complain"];
          if (done.at(-1) !== "sample") return upTo(3, done, "sample");
          return good(trace) ? ["certify"] : [...upTo(2, done, "remelt"), "scrap"];
        },
      });
      const good = (trace: Trace) => amount(linksBy(trace, "sample").at(-1)?.data["carbon"]) <= 0.4;
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        pour: sheet({ grade: among("C35", "C45"), tonnes: num(1, 120) }),
        sample: sheet({ carbon: num(0.05, 0.9) }),
        remelt: sheet({ "minutes?": int(10, 90) }),
        scrap: sheet({}),
        certify: sheet({ inspector: str(30) }),
        complain: sheet({ text: str(200) }),
      });
      const papers = new WeakMap<Trace, string>();
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "certify") return;
        const text = `Heat ${trace.id}\nGrade ${String(begun(trace, "grade"))}\n`;
        papers.set(trace, enclose(s, trace, link, "certificate.txt", text));
      });
      derive(s, running, (trace) => ({
        grade: begun(trace, "grade"),
        carbon: linksBy(trace, "sample").at(-1)?.data["carbon"] ?? null,
        meltings: 1 + many(trace, "remelt"),
        certificate: papers.get(trace) ?? null,
      }));
      present(s, (heat, trace) => ({
        heat,
        work: {
          open: Object.entries(running.byGroup(trace)).flatMap(([group, keys]) =>
            keys.map((action) => ({ action, groups: [group], left: (most[action] ?? 1) - many(trace, action) })),
          ),
        },
      }));
    },
  },
};
