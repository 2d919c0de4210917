/** Processes in which one group is shown what others did, but for certain members of it. */
import { own, put, type JsonObject } from "../../lib/service/json.ts";
import type { Call } from "../../lib/service/http.ts";
import { checkForms, form } from "../duties.ts";
import { actionsOf, compute, follow, keysOf, listNext, type Running } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import type { Variants } from "../tools.ts";

const text: JsonObject = { type: "string", minLength: 1, maxLength: 200 };
const sum: JsonObject = { type: "number", minimum: 0, maximum: 9000 };

/** A repair: the counter takes a thing in, the workshop says what it will cost, mends it, and the counter hands it out. */
export function repair(s: Service, quote: Record<string, JsonObject>): Running {
  const running = follow(s, {
    actions: actionsOf("takeIn of counter", "quote of workshop", "mend of workshop", "handOut of counter"),
    next(done) {
      if (done.includes("handOut")) return [];
      if (!done.includes("quote")) return ["quote"];
      return done.includes("mend") ? ["mend", "handOut"] : ["mend"];
    },
    people: { ines: { groups: ["counter"] }, wim: { groups: ["workshop"] } },
  });
  checkForms(s, running, {
    takeIn: form({ thing: text }),
    quote: form(quote),
    mend: form({ work: text, minutes: { type: "integer", minimum: 1, maximum: 600 } }),
    handOut: form({ to: text }),
  });
  return running;
}

/** Whether a member of a link is kept from who asks. */
export type Kept = (name: string, link: Link, trace: Trace, call: Call) => boolean;

/** These members of a quote are for the workshop alone. */
export const fromTheCounter =
  ({ reader, groupsOf }: Running, ...names: readonly string[]): Kept =>
  (name, { actionKey }, _trace, call) => {
    const user = reader(call);
    return actionKey === "quote" && names.includes(name) && !(user && groupsOf(user).includes("workshop"));
  };

/** Links without the members that are kept, or with something in their place. */
export function keep(s: Service, isKept: Kept, mask?: string | null): void {
  const { linkView } = s;
  s.linkView = (link, trace, call) => {
    const whole = linkView(link, trace, call);
    const data: JsonObject = {};
    for (const name of Object.keys(link.data)) {
      if (!isKept(name, link, trace, call)) put(data, name, own(link.data, name) ?? null);
      else if (mask !== undefined) put(data, name, mask);
    }
    return { ...(whole as JsonObject), data };
  };
}

/** The state without them as well; nobody finds by them what is not for their eyes. */
export function keepInState(s: Service, running: Running, isKept: Kept, mask?: string | null): void {
  const view = (trace: Trace, call: Call): JsonObject => {
    const data: JsonObject = {};
    for (const link of trace.links) {
      for (const name of Object.keys(link.data)) {
        if (!isKept(name, link, trace, call)) put(data, name, own(link.data, name) ?? null);
        else if (mask !== undefined) put(data, name, mask);
      }
    }
    return data;
  };
  const { matches } = s;
  s.stateOf = (trace, call) => ({ data: view(trace, call), nextActions: running.byGroup(trace) });
  s.matches = (trace, filters, call) => matches({ ...trace, state: view(trace, call) }, filters, call);
}

export const quoted = { cost: sum, margin: sum, remark: text };

const why =
  "What is shown may differ from reader to reader; fields of a link, keys and values of the state are not shown.";

export const workbenches: Variants = {
  "margin-for-the-workshop": {
    title: "Of a quote the counter is not shown the margin, neither in the link nor in the state; the workshop is.",
    why,
    apply(s) {
      const running = repair(s, quoted);
      const isKept = fromTheCounter(running, "margin");
      keep(s, isKept);
      keepInState(s, running, isKept);
    },
  },
  "masked-for-the-counter": {
    title: "Of a quote the counter is shown null in place of margin and remark, in links alone; the state is computed.",
    why,
    apply(s) {
      const running = repair(s, quoted);
      keep(s, fromTheCounter(running, "margin", "remark"), null);
      listNext(s, running);
      compute(s, (trace) => ({ step: keysOf(trace).at(-1) ?? "", steps: trace.links.length }));
    },
  },
  "remark-for-the-workshop": {
    title: "Of a quote the counter is not shown the remark, which is all of it that is a text; the state is computed.",
    why,
    apply(s) {
      const running = repair(s, { cost: sum, remark: text });
      keep(s, fromTheCounter(running, "remark"));
      listNext(s, running);
      compute(s, (trace) => ({ step: keysOf(trace).at(-1) ?? "", steps: trace.links.length }));
    },
  },
};
