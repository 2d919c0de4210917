/** Processes of those who live by land, water and animals. */
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { text80 } from "../../changes/forms.ts";
import { lastBy } from "../../changes/traces.ts";
import { atLast, checkForms, declining, groupOf } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { compute, follow, keysOf, listNext, present, require } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, often, sum, upTo } from "../../counts.ts";
import { coded, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

/** The numbers that this member had in the actions of one key. */
const numbers = (trace: Trace | undefined, key: string, member: string): number[] =>
  (trace?.links ?? []).filter(({ actionKey }) => actionKey === key).map(({ data }) => amount(data[member]));

/** What a validator of forms says of a value, in its own words. */
function complaint(members: Record<string, JsonObject>, data: JsonObject): string | undefined {
  for (const [name, schema] of Object.entries(members)) {
    const value = own(data, name);
    if (value === undefined) return `data must have required property '${name}'`;
    const { type, enum: allowed, minimum, maximum } = schema;
    if (type === "integer" && !Number.isInteger(value)) return `data/${name} must be integer`;
    if (type === "string" && typeof value !== "string") return `data/${name} must be string`;
    if (Array.isArray(allowed) && !allowed.includes(value)) {
      return `data/${name} must be equal to one of the allowed values: ${allowed.map(String).join(", ")}`;
    }
    if (typeof minimum === "number" && amount(value) < minimum) return `data/${name} must be >= ${String(minimum)}`;
    if (typeof maximum === "number" && amount(value) > maximum) return `data/${name} must be <= ${String(maximum)}`;
  }
  const other = Object.keys(data).find((name) => !Object.hasOwn(members, name));
  return other === undefined ? undefined : `data must NOT have additional property '${other}'`;
}

export const landAndWater: Variants = {
  "aquarium-arrivals": {
    title: "Two groups begin traces, each by an action of its own, and how a trace was begun decides what may follow.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "import", groupLabel: "keepers", creates: true, examples: [{ species: "seahorse", count: 6 }] },
          { key: "rescue", groupLabel: "vets", creates: true, examples: [{ species: "turtle", injured: true }] },
          { key: "test", groupLabel: "vets", atMost: 4, examples: [{ salinity: 33.5 }, { salinity: 34.1 }] },
          { key: "feed", groupLabel: "keepers", atMost: 5, examples: [{ grams: 40 }, { grams: 12.5 }] },
          { key: "release", groupLabel: "keepers", after: ["test", "feed"], ends: true, examples: [{ tank: "B2" }] },
        ],
        people: { ines: { groups: ["keepers"] }, mara: { groups: ["vets"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("release")) return [];
          const feed = done[0] === "rescue" || done.includes("test") ? upTo(5, done, "feed") : [];
          const both = done.includes("test") && done.includes("feed");
          return [...upTo(4, done, "test"), ...feed, ...(both ? ["release"] : [])];
        },
      });
      coded(s, { "006": 422, "021": 422 });
      hold(s, running, {
        import: sheet({ species: str(30), count: int(1, 200) }),
        rescue: sheet({ species: str(30), injured: { type: "boolean" } }),
        test: sheet({ salinity: num(0, 45) }),
        feed: sheet({ grams: num(1, 5000) }),
        release: sheet({ tank: str(4) }),
      });
      listNext(s, running);
    },
  },
  // "The rules may depend on the data, on how often an action was done"; the state is computed.
  "timber-felling": {
    title: "Each tree is marked, measured and felled by its number: out of its own turn it is refused with 422.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const each = (more: JsonObject = {}) => [1, 2, 3].map((tree): JsonObject => ({ tree, ...more }));
      const running = follow(s, {
        actions: [
          { key: "permit", groupLabel: "foresters", creates: true, examples: [{ parcel: "17-B", species: "spruce" }] },
          { key: "mark", groupLabel: "foresters", examples: each() },
          { key: "measure", groupLabel: "foresters", examples: each({ diameter: 42 }) },
          { key: "fell", groupLabel: "crew", examples: each() },
          { key: "close", groupLabel: "foresters", ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          const [marked, measured, felled] = ["mark", "measure", "fell"].map((key) => often(done, key)) as [
            number,
            number,
            number,
          ];
          const next = [marked < 3 ? "mark" : "", measured < marked ? "measure" : "", felled < measured ? "fell" : ""];
          return [...next.filter(Boolean), ...(felled > 0 && felled === marked ? ["close"] : [])];
        },
      });
      const tree = int(1, 3);
      const forms = {
        permit: sheet({ parcel: text80, species: among("spruce", "beech", "oak") }),
        mark: sheet({ tree }),
        measure: sheet({ tree, diameter: int(5, 180) }),
        fell: sheet({ tree }),
      };
      checkForms(s, running, forms, () => ({}));
      const before: Record<string, string> = { measure: "mark", fell: "measure" };
      atLast(s, ({ key, data }, known) => {
        const it = amount(data["tree"]);
        if (it === 0) return;
        if (numbers(known, key, "tree").includes(it)) decline(422, `012 tree ${String(it)}: ${key} was done before`);
        const needed = before[key];
        if (needed !== undefined && !numbers(known, needed, "tree").includes(it)) {
          decline(422, `012 tree ${String(it)} awaits ${needed}`);
        }
      });
      compute(s, (trace) => {
        const trees: JsonObject = {};
        for (const { actionKey, data } of trace.links.slice(1)) {
          const it = amount(data["tree"]);
          if (it > 0) trees[`tree-${String(it)}`] = actionKey;
        }
        return { parcel: begun(trace, "parcel"), species: begun(trace, "species"), trees };
      });
      listNext(s, running);
    },
  },
  // "sums, counters"; "how often an action was done"; "it is usually shown in the state".
  "catch-landings": {
    title:
      "Landings fill a quota, more than is left is refused; a correction counts instead; after four comes a report.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const landed = (trace: Trace | undefined): number => {
        let [sum, latest] = [0, 0];
        for (const { actionKey, data } of trace?.links ?? []) {
          if (actionKey !== "land" && actionKey !== "correct") continue;
          if (actionKey === "correct") sum -= latest;
          latest = amount(data["kilos"]);
          sum += latest;
        }
        return sum;
      };
      const left = (trace: Trace | undefined) => amount(begun(trace, "quota")) - landed(trace);
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "skippers", creates: true },
          { key: "land", groupLabel: "skippers" },
          { key: "correct", groupLabel: "skippers" },
          { key: "report", groupLabel: "inspectors" },
          { key: "close", groupLabel: "inspectors" },
        ],
        people: { ines: { groups: ["skippers"] }, nora: { groups: ["inspectors"] } },
        next(done, trace) {
          if (done.includes("close")) return [];
          const since = done.slice(done.lastIndexOf("report") + 1);
          const correct = since.at(-1) === "land" ? ["correct"] : [];
          const land = often(since, "land") < 4 && left(trace) > 0 ? ["land"] : [];
          return [...land, ...correct, ...(since.includes("land") ? ["report"] : ["close"])];
        },
      });
      checkForms(s, running, {
        open: sheet({ vessel: text80, quota: int(500, 3000) }),
        land: sheet({ kilos: int(1, 400), "species?": among("cod", "plaice", "herring") }),
        correct: sheet({ kilos: int(1, 400), "reason?": text80 }),
        report: sheet({ "remark?": text80 }),
      });
      atLast(s, ({ key, data }, known) => {
        const former = key === "correct" ? numbers(known, "land", "kilos").at(-1) : 0;
        if ((key === "land" || key === "correct") && amount(data["kilos"]) > left(known) + amount(former)) {
          decline(409, "031 more than is left of the quota");
        }
      });
      compute(s, (trace) => ({
        vessel: begun(trace, "vessel"),
        landed: landed(trace),
        left: left(trace),
        reports: often(keysOf(trace), "report"),
      }));
      listNext(s, running);
    },
  },
  // "The schema may or may not be at the tester's hand"; "members that are required, enumerations, ranges".
  "hive-season": {
    title: "A hive's forms are told by refusals alone, one complaint each; wintered, it is opened again by inspectors.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "settle", groupLabel: "beekeepers", creates: true },
          { key: "inspect", groupLabel: "beekeepers" },
          { key: "treat", groupLabel: "beekeepers" },
          { key: "winter", groupLabel: "beekeepers" },
          { key: "reopen", groupLabel: "inspectors" },
        ],
        people: { ines: { groups: ["beekeepers"] }, vera: { groups: ["inspectors"] } },
        next(done, trace) {
          const season = often(done, "reopen");
          if (done.at(-1) === "winter") return season < 2 ? ["reopen"] : [];
          const mites = numbers(trace, "inspect", "mites").at(-1) ?? 0;
          const infested = mites > 20 && done.lastIndexOf("treat") < done.lastIndexOf("inspect");
          return ["inspect", ...(infested ? ["treat"] : done.includes("inspect") ? ["winter"] : [])];
        },
      });
      const forms: Record<string, Record<string, JsonObject>> = {
        settle: { hive: { type: "string" }, frames: int(4, 24) },
        inspect: { queen: among("marked", "unmarked", "missing"), mites: int(0, 50) },
        treat: { agent: among("thymol", "oxalic", "formic") },
        winter: {},
        reopen: { reason: { type: "string" } },
      };
      require(s, Object.fromEntries(
        Object.entries(forms).map(([key, members]) => [key, (data) => complaint(members, data)]),
      ));
      listNext(s, running);
    },
  },
  // "who did what before"; "another group's action needs another user".
  "animal-adoption": {
    title: "Only the keeper walks an animal, until another takes it over; two vets vouch before it is handed out.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "intake", groupLabel: "shelter", creates: true },
          { key: "take-over", groupLabel: "keepers" },
          { key: "walk", groupLabel: "keepers" },
          { key: "quarantine", groupLabel: "vets", atMost: 1 },
          { key: "vouch", groupLabel: "vets", after: ["walk"], atMost: 2 },
          { key: "hand-out", groupLabel: "shelter", after: ["vouch"], ends: true },
        ],
        people: {
          ines: { groups: ["shelter", "keepers"] },
          omar: { groups: ["keepers", "vets"] },
          lena: { groups: ["vets"] },
        },
        nextActions: inState,
        next(done) {
          if (done.includes("hand-out")) return [];
          if (!done.includes("take-over")) return ["take-over", ...(done.includes("quarantine") ? [] : ["quarantine"])];
          const vouched = often(done, "vouch");
          const more = vouched > 1 ? ["hand-out"] : done.includes("walk") ? ["vouch"] : [];
          return ["take-over", "walk", ...more, ...(done.includes("quarantine") || vouched > 0 ? [] : ["quarantine"])];
        },
      });
      atLast(s, ({ key, author }, known) => {
        const keeper = lastBy(known, "take-over");
        if (key === "walk" && keeper !== author) decline(403, "040 another keeper has this animal");
        if (key === "take-over" && keeper === author) decline(409, "041 you keep this animal already");
        const twice = known?.links.some((link) => link.actionKey === "vouch" && link.author === author);
        if (key === "vouch" && twice === true) decline(409, "042 you have vouched before");
      });
      present(s, (data, trace) => ({
        data,
        keeper: lastBy(trace, "take-over") ?? null,
        walks: often(keysOf(trace), "walk"),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand".
  "seed-certification": {
    title: "A sampled seed stock becomes a trace for each lot, begun by the service; it waits until all are analysed.",
    why: noTransitions,
    apply(s) {
      const origins = new Map<Trace, Trace>();
      const waiting = (trace: Trace) =>
        [...origins].filter(([lot, origin]) => origin === trace && !keysOf(lot).includes("analyse")).length;
      const running = follow(s, {
        actions: [
          { key: "submit", groupLabel: "growers", creates: true },
          { key: "sample", groupLabel: "laboratory", after: ["submit"], atMost: 1 },
          { key: "analyse", groupLabel: "laboratory", atMost: 1 },
          { key: "certify", groupLabel: "laboratory", after: ["sample"], ends: true },
          { key: "withdraw", groupLabel: "growers", ends: true },
        ],
        nextActions: inState,
        next(done, trace) {
          if (origins.has(trace)) return done.includes("analyse") ? [] : ["analyse"];
          if (done.includes("certify") || done.includes("withdraw")) return [];
          if (!done.includes("sample")) return ["sample", "withdraw"];
          return [...(waiting(trace) === 0 ? ["certify"] : []), "withdraw"];
        },
      });
      checkForms(s, running, {
        submit: sheet({ variety: text80, lots: int(1, 3) }),
        analyse: sheet({ germination: int(0, 100) }),
      });
      onRecord(s, ({ actionKey }, trace) => {
        const count = actionKey === "sample" ? amount(begun(trace, "lots")) : 0;
        for (let lot = 1; lot <= count; lot += 1) {
          const child = s.newTrace(trace.workflow);
          const data: JsonObject = { stock: trace.id, lot };
          child.links.push(ownLink("draw-lot", data));
          child.state = data;
          origins.set(child, trace);
          s.traces.set(child.id, child);
        }
        const origin = origins.get(trace);
        for (const one of origin ? [origin] : count > 0 ? [trace] : []) {
          one.state = { ...one.state, lotsWaiting: waiting(one) };
        }
      });
      listNext(s, running);
    },
  },
  "seed-banks": {
    title: "The state begins with members that nobody sent, and holds tasks and news for the groups of its reader.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "deposit", groupLabel: "curators", creates: true },
          { key: "germinate", groupLabel: "laboratory", atMost: 4 },
          { key: "withdraw", groupLabel: "curators", after: ["germinate"], atMost: 3 },
          { key: "retire", groupLabel: "curators", after: ["germinate"], ends: true },
        ],
        people: { ines: { groups: ["curators"] }, abel: { groups: ["laboratory"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("retire")) return [];
          const left = sum(trace, "deposit", "seeds") > sum(trace, "withdraw", "seeds");
          const more = done.includes("germinate") ? [...(left ? upTo(3, done, "withdraw") : []), "retire"] : [];
          return [...upTo(4, done, "germinate"), ...more];
        },
      });
      coded(s, { "006": 400, "021": 400 });
      holdTold(s, running, {
        deposit: sheet({ species: str(40), seeds: int(3000, 9000) }),
        germinate: sheet({ percent: int(0, 100) }, true),
        withdraw: sheet({ seeds: int(1, 1000), "to?": str(40) }),
        retire: sheet({ "reason?": str(60) }),
      });
      derive(s, running, (trace) => ({
        species: begun(trace, "species"),
        left: sum(trace, "deposit", "seeds") - sum(trace, "withdraw", "seeds"),
        viability: linksBy(trace, "germinate").at(-1)?.data["percent"] ?? null,
        retired: keysOf(trace).includes("retire"),
        duplicates: [],
      }));
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const news = trace.links.filter((link) => !groups.includes(groupOf(trace, link)));
        const tasks = Object.entries(running.byGroup(trace)).filter(([group]) => groups.includes(group));
        return {
          data,
          tasks: tasks.flatMap(([group, keys]) => keys.map((key): Json => ({ group, key }))),
          notifications: news.slice(-3).map(({ actionKey, author }): Json => ({ actionKey, author })),
          nextActions: running.byGroup(trace),
        };
      });
    },
  },
};
