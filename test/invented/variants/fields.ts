/** Processes of those who live by land, water and animals: items one by one, quotas, seasons, keepers, locks. */
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { atLast, checkForms, declining, form, listed, onTurn, times } from "../duties.ts";
import { ownLink } from "../habits.ts";
import { compute, follow, keysOf, listNext, present, require } from "../process.ts";
import type { Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

const whole = (minimum: number, maximum: number): JsonObject => ({ type: "integer", minimum, maximum });
const oneOf = (...allowed: string[]): JsonObject => ({ type: "string", enum: allowed });
const text: JsonObject = { type: "string", minLength: 1, maxLength: 80 };

const numberOf = (value: Json | undefined): number => (typeof value === "number" ? value : 0);
const first = (trace: Trace | undefined, member: string): Json => own(trace?.links[0]?.data ?? {}, member) ?? null;

/** The numbers that this member had in the actions of one key. */
const numbers = (trace: Trace | undefined, key: string, member: string): number[] =>
  (trace?.links ?? []).filter(({ actionKey }) => actionKey === key).map(({ data }) => numberOf(data[member]));

/** Who did this last. */
const lastBy = (trace: Trace | undefined, key: string): string | undefined =>
  trace?.links.findLast(({ actionKey }) => actionKey === key)?.author;

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
    if (typeof minimum === "number" && numberOf(value) < minimum) return `data/${name} must be >= ${String(minimum)}`;
    if (typeof maximum === "number" && numberOf(value) > maximum) return `data/${name} must be <= ${String(maximum)}`;
  }
  const other = Object.keys(data).find((name) => !Object.hasOwn(members, name));
  return other === undefined ? undefined : `data must NOT have additional property '${other}'`;
}

export const fields: Variants = {
  // "The rules may depend on the data, on how often an action was done"; the state is computed.
  "timber-felling": {
    title: "Each tree is marked, measured and felled by its number: out of its own turn it is refused with 422.",
    why,
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
        nextActions: listed,
        next(done) {
          if (done.includes("close")) return [];
          const [marked, measured, felled] = ["mark", "measure", "fell"].map((key) => times(done, key)) as [
            number,
            number,
            number,
          ];
          const next = [marked < 3 ? "mark" : "", measured < marked ? "measure" : "", felled < measured ? "fell" : ""];
          return [...next.filter(Boolean), ...(felled > 0 && felled === marked ? ["close"] : [])];
        },
      });
      const tree = whole(1, 3);
      const forms = {
        permit: form({ parcel: text, species: oneOf("spruce", "beech", "oak") }),
        mark: form({ tree }),
        measure: form({ tree, diameter: whole(5, 180) }),
        fell: form({ tree }),
      };
      checkForms(s, running, forms, () => ({}));
      const before: Record<string, string> = { measure: "mark", fell: "measure" };
      atLast(s, ({ key, data }, known) => {
        const it = numberOf(data["tree"]);
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
          const it = numberOf(data["tree"]);
          if (it > 0) trees[`tree-${String(it)}`] = actionKey;
        }
        return { parcel: first(trace, "parcel"), species: first(trace, "species"), trees };
      });
      listNext(s, running);
    },
  },
  // "sums, counters"; "how often an action was done"; "it is usually shown in the state".
  "catch-landings": {
    title:
      "Landings fill a quota, more than is left is refused; a correction counts instead; after four comes a report.",
    why,
    apply(s) {
      const decline = declining(s);
      const landed = (trace: Trace | undefined): number => {
        let [sum, latest] = [0, 0];
        for (const { actionKey, data } of trace?.links ?? []) {
          if (actionKey !== "land" && actionKey !== "correct") continue;
          if (actionKey === "correct") sum -= latest;
          latest = numberOf(data["kilos"]);
          sum += latest;
        }
        return sum;
      };
      const left = (trace: Trace | undefined) => numberOf(first(trace, "quota")) - landed(trace);
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
          const land = times(since, "land") < 4 && left(trace) > 0 ? ["land"] : [];
          return [...land, ...correct, ...(since.includes("land") ? ["report"] : ["close"])];
        },
      });
      checkForms(s, running, {
        open: form({ vessel: text, quota: whole(500, 3000) }),
        land: form({ kilos: whole(1, 400), "species?": oneOf("cod", "plaice", "herring") }),
        correct: form({ kilos: whole(1, 400), "reason?": text }),
        report: form({ "remark?": text }),
      });
      atLast(s, ({ key, data }, known) => {
        const former = key === "correct" ? numbers(known, "land", "kilos").at(-1) : 0;
        if ((key === "land" || key === "correct") && numberOf(data["kilos"]) > left(known) + numberOf(former)) {
          decline(409, "031 more than is left of the quota");
        }
      });
      compute(s, (trace) => ({
        vessel: first(trace, "vessel"),
        landed: landed(trace),
        left: left(trace),
        reports: times(keysOf(trace), "report"),
      }));
      listNext(s, running);
    },
  },
  // "The schema may or may not be at the tester's hand"; "members that are required, enumerations, ranges".
  "hive-season": {
    title: "A hive's forms are told by refusals alone, one complaint each; wintered, it is opened again by inspectors.",
    why,
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
          const season = times(done, "reopen");
          if (done.at(-1) === "winter") return season < 2 ? ["reopen"] : [];
          const mites = numbers(trace, "inspect", "mites").at(-1) ?? 0;
          const infested = mites > 20 && done.lastIndexOf("treat") < done.lastIndexOf("inspect");
          return ["inspect", ...(infested ? ["treat"] : done.includes("inspect") ? ["winter"] : [])];
        },
      });
      const forms: Record<string, Record<string, JsonObject>> = {
        settle: { hive: { type: "string" }, frames: whole(4, 24) },
        inspect: { queen: oneOf("marked", "unmarked", "missing"), mites: whole(0, 50) },
        treat: { agent: oneOf("thymol", "oxalic", "formic") },
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
    why,
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
        nextActions: listed,
        next(done) {
          if (done.includes("hand-out")) return [];
          if (!done.includes("take-over")) return ["take-over", ...(done.includes("quarantine") ? [] : ["quarantine"])];
          const vouched = times(done, "vouch");
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
        walks: times(keysOf(trace), "walk"),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // "One action may cause others, on this or another trace, by the system's own hand".
  "seed-certification": {
    title: "A sampled seed stock becomes a trace for each lot, begun by the service; it waits until all are analysed.",
    why,
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
        nextActions: listed,
        next(done, trace) {
          if (origins.has(trace)) return done.includes("analyse") ? [] : ["analyse"];
          if (done.includes("certify") || done.includes("withdraw")) return [];
          if (!done.includes("sample")) return ["sample", "withdraw"];
          return [...(waiting(trace) === 0 ? ["certify"] : []), "withdraw"];
        },
      });
      checkForms(s, running, {
        submit: form({ variety: text, lots: whole(1, 3) }),
        analyse: form({ germination: whole(0, 100) }),
      });
      onRecord(s, ({ actionKey }, trace) => {
        const count = actionKey === "sample" ? numberOf(first(trace, "lots")) : 0;
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
  // "the same content twice refused as a duplicate"; "The rules may depend on ... who did what before".
  "wine-barrels": {
    title:
      "A barrel's number comes once; who has checked it out works on it alone, 423 for others, at most three times.",
    why,
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
          if (out(done)) return [...(times(cycle(done), "rack") < 3 ? ["rack"] : []), "check-in"];
          return ["check-out", ...(done.includes("rack") ? ["bottle"] : [])];
        },
      });
      checkForms(s, running, {
        fill: form({ barrel: { type: "string", pattern: "^[A-Z]{2}-[0-9]{5}$" }, litres: whole(50, 600) }),
        rack: form({ loss: { type: "number", minimum: 0, maximum: 5 } }),
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
          racked: times(keysOf(trace), "rack"),
          open: running.byGroup(trace),
        },
      }));
    },
  },
};
