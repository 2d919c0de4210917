/** Courses that a process takes: by its data, by the clock, by hand of the system; and what it shows of that. */
import { json } from "../../lib/service/http.ts";
import { own, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink } from "../habits.ts";
import {
  actionsOf,
  follow,
  keysOf,
  listNext,
  people,
  present,
  require,
  trade,
  trades,
  type Running,
} from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, onRefusal, pause, type Variants } from "../tools.ts";

const why = "What may come next is a matter of the workflow; the interface names no transitions.";
const shown = "The content of the state is left open.";

const amounts: JsonObject = {
  type: "object",
  properties: {
    amount: { type: "integer", minimum: 1, maximum: 100000 },
    purpose: { type: "string", maxLength: 200 },
    reference: { type: "string", maxLength: 200 },
  },
  required: ["amount", "purpose"],
  additionalProperties: false,
};

const wrongAmount = (data: JsonObject): string | undefined => {
  const text = (key: string) => {
    const value = own(data, key);
    return typeof value === "string" && [...value].length <= 200;
  };
  const amount = own(data, "amount");
  if (typeof amount !== "number" || !Number.isInteger(amount)) return "amount must be a whole number";
  if (amount < 1 || amount > 100000) return "amount must be from 1 to 100000";
  if (!text("purpose")) return "purpose is required, a text of 200 at most";
  if (own(data, "reference") !== undefined && !text("reference")) return "reference must be a text of 200 at most";
  const other = Object.keys(data).find((key) => !["amount", "purpose", "reference"].includes(key));
  return other === undefined ? undefined : `unknown member ${other}`;
};

/** A payment is requested with an amount: over 1000 it needs a second signature. The form is told. */
export function payments(s: Service, who: Parameters<typeof follow>[1]["people"] = {}): Running {
  const [request, ...rest] = actionsOf(
    "request of staff",
    "note of staff",
    "approve of leads",
    "countersign of directors",
    "pay of cashiers",
  );
  const running = follow(s, {
    actions: [...(request ? [{ ...request, data: amounts }] : []), ...rest],
    next: (done, trace) => {
      if (done.includes("pay")) return [];
      if (!done.includes("approve")) return ["note", "approve"];
      const large = Number(own(trace.links[0]?.data ?? {}, "amount")) > 1000;
      return large && !done.includes("countersign") ? ["note", "countersign"] : ["note", "pay"];
    },
    people: who,
  });
  require(s, { request: wrongAmount });
  return running;
}

const offices = ["legal", "finance", "safety"];

const needs: JsonObject = {
  type: "object",
  properties: { needs: { type: "array", items: { enum: offices }, uniqueItems: true, maxItems: 3 } },
  required: ["needs"],
};

/** Until some milliseconds after each action a screening is under way; then the system adds what it found. */
export function screen(s: Service, ms: number): WeakSet<Trace> {
  const screened = new WeakSet<Trace>();
  onRecord(s, (_link, trace) => {
    screened.add(trace);
    void pause(ms).then(() => {
      trace.links.push(ownLink("screen", { hits: 0 }));
      screened.delete(trace);
    });
  });
  const { checkAction } = s;
  s.statuses.busy = 409;
  onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
  s.checkAction = (user, input, known, call) => {
    if (known && screened.has(known)) throw new Refusal("busy", "the trace is being screened");
    return checkAction(user, input, known, call);
  };
  return screened;
}

/** Sent back twice at most, then accepted or given up. */
export const sentBack = (done: readonly string[]): string[] => {
  const last = done.at(-1);
  if (last === "accept" || last === "give-up") return [];
  if (last === "return") return ["resubmit", "give-up"];
  if (last === "check") return ["accept", ...(done.filter((key) => key === "return").length < 2 ? ["return"] : [])];
  return ["check"];
};

export const essays = actionsOf(
  "submit of authors",
  "check of readers",
  "return of readers",
  "resubmit of authors",
  "accept of readers",
  "give-up of authors",
);

/** What a process is called and shows without its data: a number for each trace. */
function numbers(): (trace: Trace) => string {
  const given = new WeakMap<Trace, string>();
  let last = 40;
  return (trace) => {
    const number = given.get(trace) ?? `C-${String((last += 1))}`;
    given.set(trace, number);
    return number;
  };
}

/** Searches look at what the state shows. */
function searchShown(s: Service, show: (trace: Trace) => JsonObject): void {
  s.matches = (trace, filters) => {
    const state = show(trace);
    return Object.keys(filters).every((key) => sameJson(own(state, key), own(filters, key) ?? null));
  };
}

export const courses: Variants = {
  "the-amount-decides-who-signs": {
    title: "A request over 1000 needs a second signature before it is paid; the closed form of the request is told.",
    why,
    apply(s) {
      payments(s);
    },
  },
  "branches-by-what-was-asked": {
    title:
      "The creation says which of three offices must clear it, in any order; told by its schema, listed in the state.",
    why: `${why} A rule may look at the data.`,
    apply(s) {
      const [ask, ...rest] = actionsOf(
        "ask of owners",
        "clear-legal of legal",
        "clear-finance of finance",
        "clear-safety of safety",
        "decide of board",
      );
      const running = follow(s, {
        actions: [...(ask ? [{ ...ask, data: needs }] : []), ...rest],
        nextActions: { path: ["nextActions"], by: "group" },
        next: (done, trace) => {
          if (done.includes("decide")) return [];
          const asked = own(trace.links[0]?.data ?? {}, "needs");
          const open = (Array.isArray(asked) ? asked : [])
            .map((office) => `clear-${String(office)}`)
            .filter((key) => !done.includes(key));
          return open.length > 0 ? open : ["decide"];
        },
      });
      listNext(s, running);
      require(s, {
        ask: (data) => {
          const asked = own(data, "needs");
          if (!Array.isArray(asked)) return "needs must be a list of offices";
          const known = asked.every((office) => typeof office === "string" && offices.includes(office));
          return known && new Set(asked).size === asked.length ? undefined : "unknown or repeated office";
        },
      });
    },
  },
  "sent-back-twice": {
    title: "An essay is checked, returned twice at most and resubmitted, then accepted or given up; nothing lists it.",
    why,
    apply(s) {
      follow(s, { actions: essays, next: sentBack });
    },
  },
  "screened-before-the-next": {
    title: "300 ms after each action the system adds a link of its own; until then others are refused with 409.",
    why: "One action may cause others by the system's own hand; an action may be allowed a little later.",
    apply(s) {
      follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "screen")) });
      const screened = screen(s, 300);
      present(s, (data, trace) => ({ data, status: screened.has(trace) ? "screening" : "clear" }));
    },
  },
  "closed-when-nobody-comes": {
    title:
      "A trace on which nothing happens for six seconds is closed by a link of the system; then nothing may follow.",
    why: `${why} A rule may look at the clock.`,
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => (done.includes("expire") ? [] : trade(done)) });
      const timers = new WeakMap<Trace, NodeJS.Timeout>();
      onRecord(s, (_link, trace) => {
        clearTimeout(timers.get(trace));
        const expire = () => {
          if (running.next(trace).length > 0) trace.links.push(ownLink("expire", {}));
        };
        timers.set(trace, setTimeout(expire, 6000).unref());
      });
      listNext(s, running);
    },
  },
  "forty-open-at-a-time": {
    title: "A user may have forty open traces; who wants to begin another must bring one to its end first.",
    why: "Limits on traces of a user are written down nowhere.",
    apply(s) {
      const running = follow(s, { actions: essays, next: sentBack });
      listNext(s, running);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const open = [...s.traces.values()].filter(
          (trace) => trace.links[0]?.author === user.email && running.next(trace).length > 0,
        );
        if (!known && open.length >= 40) throw new Refusal("invalid", "you have forty open traces: close one first");
        return workflow;
      };
    },
  },
  "a-summary-after-the-end": {
    title: "When a trace ends its state becomes a summary without the data, and searches find it by that alone.",
    why: shown,
    apply(s) {
      const { next } = follow(s, { actions: trades, next: trade, people });
      const show = (trace: Trace): JsonObject =>
        next(trace).length > 0
          ? trace.state
          : { summary: true, steps: trace.links.length, closedBy: trace.links.at(-1)?.actionKey ?? "" };
      present(s, (_data, trace) => show(trace));
      searchShown(s, show);
    },
  },
  "to-do-for-everyone": {
    title: "The state is a number and one list of what may come, told as `by: all`; searches know the number alone.",
    why: shown,
    apply(s) {
      const { next } = follow(s, {
        actions: essays,
        nextActions: { path: ["todo"], by: "all" },
        next: sentBack,
      });
      const numberOf = numbers();
      const show = (trace: Trace): JsonObject => ({ number: numberOf(trace), todo: [...next(trace)] });
      present(s, (_data, trace) => show(trace));
      searchShown(s, show);
    },
  },
  "allowed-named-in-refusals": {
    title: "What may come is told only by refusals: 409, with the list of what is allowed.",
    why: "The type and content of the member `error` are not shown.",
    apply(s) {
      const { next } = follow(s, { actions: trades, next: trade });
      const { refuse } = s;
      s.refuse = (call, error) => {
        const trace = s.traces.get((call.path[call.face === "v2" ? 2 : 1] ?? "").toLowerCase());
        if (!trace || !error.message.startsWith("006")) return refuse(call, error);
        const told: Json = { code: "006", message: "not now", allowed: [...next(trace)], done: keysOf(trace).length };
        return json(call.face === "v2" ? { error: told, data: null } : { error: told }, 409);
      };
    },
  },
  "counts-its-readers": {
    title: "The state says how often it was read and when last: no two answers are the same.",
    why: shown,
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      const reads = new WeakMap<Trace, number>();
      present(s, (data, trace) => {
        const views = (reads.get(trace) ?? 0) + 1;
        reads.set(trace, views);
        return { data, views, viewedAt: new Date().toISOString(), nextActions: running.byGroup(trace) };
      });
    },
  },
};
