/** Gated services of mills, farms and insurers whose endpoint sets do not judge alike, or whose sums go wrong. */
import type { ActionInput } from "../../lib/service/domain.ts";
import type { Call, Face } from "../../lib/service/http.ts";
import { isObject, own, put, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { follow, keysOf, listNext, present, refuse, type Running } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";
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
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  upTo,
  type Sheets,
} from "../works.ts";

const outOfTurn = (error: unknown): boolean => error instanceof Refusal && error.message.startsWith("006");

/** Lets an action through that is out of turn, where this says so. */
function admit(
  s: Service,
  { workflow }: Running,
  when: (input: ActionInput, known: Trace, call: Call) => boolean,
): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      if (!known || known.workflow !== workflow || !outOfTurn(error) || !when(input, known, call)) throw error;
      return workflow;
    }
  };
}

/** Remembers by which endpoint set a link came. */
function cameBy(s: Service): (link: Link) => Face | undefined {
  const faces = new WeakMap<Link, Face>();
  const { record } = s;
  s.record = async (...args) => {
    const recorded = await record(...args);
    faces.set(recorded.link, args[0].face);
    return recorded;
  };
  return (link) => faces.get(link);
}

export const plants: Faults = {
  "own-steps-alone": {
    title: "The legacy set lets a grain elevator unload before any test, and settle before unloading; v2 refuses both.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "weigh", groupLabel: "scales", creates: true, examples: [{ plate: "KL 481", kg: 24_300 }] },
          { key: "test", groupLabel: "laboratory", atMost: 2, examples: [{ moisture: 13.5 }, { protein: 11.9 }] },
          { key: "unload", groupLabel: "silo", after: ["test"], atMost: 1, examples: [{ cell: 4 }] },
          { key: "settle", groupLabel: "office", after: ["unload"], ends: true, examples: [{ euros: 4620.5 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("settle")) return [];
          if (done.includes("unload")) return ["settle"];
          return [...upTo(2, done, "test"), ...(done.includes("test") ? ["unload"] : [])];
        },
      });
      admit(s, running, ({ actionKey = "" }, known, call) => {
        const first = ["unload", "settle"].includes(actionKey) && many(known, actionKey) === 0;
        return call.face === "legacy" && first && !keysOf(known).includes("settle");
      });
      hold(s, running, { unload: sheet({ cell: int(1, 12) }), settle: sheet({ euros: num(0, 50_000) }) });
      listNext(s, running);
    },
  },
  "refused-in-total": {
    title: "What a mixer cannot take is refused, but its kilograms stay in the state's total, and fill the mixer.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "millers", creates: true },
          { key: "add", groupLabel: "millers" },
          { key: "grind", groupLabel: "millers", after: ["add"], atMost: 1 },
          { key: "bag", groupLabel: "loaders", after: ["grind"], ends: true },
        ],
        next(done) {
          if (done.includes("bag")) return [];
          if (done.includes("grind")) return ["bag"];
          return ["add", ...(done.includes("add") ? ["grind"] : [])];
        },
      });
      coded(s, { "021": 400, "033": 409 });
      holdTold(s, running, {
        order: sheet({ recipe: str(20), capacity: int(200, 500) }),
        add: sheet({ grain: among("oats", "barley", "maize"), kg: int(40, 300) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey !== "add" || !known) return;
        const mixed = amount(known.state["mixed"]) + amount(data["kg"]);
        known.state = { ...known.state, mixed };
        deny(mixed > amount(begun(known, "capacity")), "033 the mixer is full");
      });
      derive(s, running, (trace) => ({
        recipe: begun(trace, "recipe"),
        mixed: amount(trace.state["mixed"]),
        grains: linksBy(trace, "add").map(({ data }) => data["grain"] ?? null),
        ground: keysOf(trace).includes("grind"),
      }));
    },
  },
  "photographed-twice": {
    title: "The hours of a turbine's repair count twice in the state when the v2 set sends them with a file.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "plan", groupLabel: "operations", creates: true },
          { key: "climb", groupLabel: "technicians", atMost: 5 },
          { key: "hand-back", groupLabel: "technicians", after: ["climb"], ends: true },
        ],
        people: { ines: { groups: ["operations", "technicians"] }, ragna: { groups: ["technicians"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("hand-back")) return [];
          return [...upTo(5, done, "climb"), ...(done.includes("climb") ? ["hand-back"] : [])];
        },
      });
      holdTold(s, running, {
        plan: sheet({ turbine: str(12) }),
        climb: sheet({ hours: num(0.5, 10), "part?": str(30) }),
        "hand-back": sheet({}),
      });
      const filed = new WeakSet<Link>();
      const { record } = s;
      s.record = async (...args) => {
        const [call, , , input] = args;
        const recorded = await record(...args);
        if (call.face === "v2" && input.files.length > 0) filed.add(recorded.link);
        return recorded;
      };
      derive(s, running, (trace) => ({
        turbine: begun(trace, "turbine"),
        climbs: many(trace, "climb"),
        hours: linksBy(trace, "climb").reduce(
          (all, link) => all + amount(link.data["hours"]) * (filed.has(link) ? 2 : 1),
          0,
        ),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "lock-of-each-set": {
    title: "A taxi rank is allotted once; but one v2 and one legacy request at the same time both allot it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "tender", groupLabel: "city", creates: true, examples: [{ rank: "Station North", cars: 8 }] },
          { key: "bid", groupLabel: "drivers", atMost: 4, examples: [{ name: "Yellow Co" }, { name: "Radio Cars" }] },
          { key: "allot", groupLabel: "city", after: ["bid"], atMost: 1, examples: [{ to: "Yellow Co" }] },
          { key: "start", groupLabel: "drivers", after: ["allot"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("start")) return [];
          if (done.includes("allot")) return ["start"];
          return [...upTo(4, done, "bid"), ...(done.includes("bid") ? ["allot"] : [])];
        },
      });
      listNext(s, running);
      const { record } = s;
      s.record = async (...args) => {
        if (args[4]) await pause(25);
        return record(...args);
      };
      for (const key of ["POST /trace/{}/link", "POST /v2/traces/{}/action"]) {
        const turns = new Map<string, Promise<unknown>>();
        around(s, key, (real) => (call, id = "") => {
          const turn = (turns.get(id) ?? Promise.resolve()).then(() => real(call, id));
          turns.set(
            id,
            turn.catch(() => undefined),
          );
          return turn;
        });
      }
    },
  },
  "quota-of-each-set": {
    title:
      "Two absences may be excused in a course: each endpoint set counts those that it took itself, so four may be.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "enrol", groupLabel: "school", creates: true, examples: [{ language: "Finnish", level: "A2" }] },
          { key: "excuse", groupLabel: "learners", atMost: 2, examples: [{ lesson: 3 }, { lesson: 7 }] },
          { key: "grade", groupLabel: "teachers", atMost: 3, examples: [{ points: 14 }] },
          { key: "certify", groupLabel: "school", after: ["grade"], ends: true, examples: [{ passed: true }] },
        ],
        people: { ines: { groups: ["school", "learners"] }, aino: { groups: ["teachers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("certify")) return [];
          const excuse = upTo(2, done, "excuse");
          return [...excuse, ...upTo(3, done, "grade"), ...(done.includes("grade") ? ["certify"] : [])];
        },
      });
      const face = cameBy(s);
      admit(s, running, ({ actionKey }, known, call) => {
        const own = linksBy(known, "excuse").filter((link) => face(link) === call.face);
        return actionKey === "excuse" && !keysOf(known).includes("certify") && own.length < 2;
      });
      derive(s, running, (trace) => ({
        language: begun(trace, "language"),
        excused: many(trace, "excuse"),
        points: linksBy(trace, "grade").map(({ data }) => data["points"] ?? null),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "reopened-for-one-set": {
    title:
      "A hail claim that was reopened takes what its state lists by the legacy set alone; v2 still calls it closed.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "insured", creates: true },
          { key: "assess", groupLabel: "adjusters", atMost: 4 },
          { key: "close", groupLabel: "adjusters", after: ["assess"], atMost: 2 },
          { key: "reopen", groupLabel: "insured", after: ["close"], atMost: 1 },
          { key: "pay", groupLabel: "adjusters", after: ["close"], ends: true },
        ],
        people: { ines: { groups: ["insured", "adjusters"] }, mara: { groups: ["adjusters"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("pay")) return [];
          const at = done.findLast((key) => key === "close" || key === "reopen");
          if (at === "close") return [...upTo(1, done, "reopen"), "pay"];
          return [...upTo(4, done, "assess"), ...(done.at(-1) === "assess" ? ["close"] : [])];
        },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const closed = known !== undefined && keysOf(known).includes("close");
        const moves = input.actionKey === "reopen" || input.actionKey === "pay";
        refuse(call.face === "v2" && closed && !moves, "006 the claim is closed");
        return workflow;
      };
      listNext(s, running);
    },
  },
  "numbers-from-text": {
    title: 'The legacy set takes "12" where a pharmacy\'s form wants 12, and stores the number; v2 refuses it.',
    apply(s) {
      const sheets: Sheets = {
        order: sheet({ product: str(30), packs: int(1, 200) }),
        deliver: sheet({ packs: int(1, 200), "celsius?": num(2, 8) }),
        complain: sheet({ packs: int(1, 200), reason: among("broken", "warm", "short") }),
        accept: sheet({}),
      };
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "pharmacists", creates: true },
          { key: "deliver", groupLabel: "wholesale", atMost: 3 },
          { key: "complain", groupLabel: "pharmacists", after: ["deliver"], atMost: 2 },
          { key: "accept", groupLabel: "pharmacists", after: ["deliver"], ends: true },
        ],
        next(done) {
          if (done.includes("accept")) return [];
          const some = done.includes("deliver");
          return [...upTo(3, done, "deliver"), ...(some ? [...upTo(2, done, "complain"), "accept"] : [])];
        },
      });
      holdTold(s, running, sheets);
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const properties = own(sheets[input.actionKey ?? ""] ?? {}, "properties");
        if (call.face === "v2" || !input.data || !isObject(properties)) return input;
        const data: JsonObject = {};
        for (const [name, value] of Object.entries(input.data)) {
          const wanted = own(properties, name);
          const type = isObject(wanted) ? wanted["type"] : undefined;
          const text = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
          put(data, name, text && (type === "integer" || type === "number") ? Number(value) : value);
        }
        return { ...input, data };
      };
      derive(s, running, (trace) => ({
        product: begun(trace, "product"),
        ordered: begun(trace, "packs"),
        delivered: linksBy(trace, "deliver").reduce((all, { data }) => all + amount(data["packs"]), 0),
        complaints: many(trace, "complain"),
      }));
    },
  },
  "late-tally-lost": {
    title: "Two boats that land fish at once make two links, but the state's crates have those of the later one alone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open-quay", groupLabel: "quay", creates: true, examples: [{ day: "Tuesday" }] },
          { key: "land", groupLabel: "boats", examples: [{ crates: 12 }, { crates: 30 }, { crates: 7 }] },
          { key: "spoil", groupLabel: "inspectors", after: ["land"], atMost: 2, examples: [{ crates: 1 }] },
          { key: "close-quay", groupLabel: "quay", after: ["land"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("close-quay")) return [];
          return ["land", ...(often(done, "land") > 0 ? [...upTo(2, done, "spoil"), "close-quay"] : [])];
        },
      });
      hold(s, running, { land: sheet({ crates: int(1, 60) }), spoil: sheet({ crates: int(1, 60) }) });
      const { record } = s;
      s.record = async (...args) => {
        const known = args[4];
        const before = amount(known?.state["crates"]);
        if (known) await pause(12);
        refuse(
          known?.workflow === running.workflow && !running.next(known).includes(args[3].actionKey ?? ""),
          "006 late",
        );
        const recorded = await record(...args);
        const { trace, link } = recorded;
        if (trace.workflow !== running.workflow) return recorded;
        const more = link.actionKey === "land" ? amount(link.data["crates"]) : 0;
        trace.state = { day: begun(trace, "day"), crates: before + more, landings: many(trace, "land") };
        return recorded;
      };
      present(s, (data, trace) => ({ data, nextActions: running.byGroup(trace) }));
    },
  },
};
