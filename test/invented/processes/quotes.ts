/** Repairs with quotes, of which the counter is not shown all. */
import type { Call } from "../../lib/service/http.ts";
import { type JsonObject, own, put } from "../../lib/service/json.ts";
import { checkForms } from "../duties.ts";
import { actionsOf, follow, type Running } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import { sheet } from "../sheets.ts";
import { changeResult } from "../tools.ts";

export const remarkText: JsonObject = { type: "string", minLength: 1, maxLength: 200 };

export const quoteSum: JsonObject = { type: "number", minimum: 0, maximum: 9000 };

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
    takeIn: sheet({ thing: remarkText }),
    quote: sheet(quote),
    mend: sheet({ work: remarkText, minutes: { type: "integer", minimum: 1, maximum: 600 } }),
    handOut: sheet({ to: remarkText }),
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
  changeResult(s, "linkView", (whole, link, trace, call) => {
    const data: JsonObject = {};
    for (const name of Object.keys(link.data)) {
      if (!isKept(name, link, trace, call)) put(data, name, own(link.data, name) ?? null);
      else if (mask !== undefined) put(data, name, mask);
    }
    return { ...(whole as JsonObject), data };
  });
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

export const quoted = { cost: quoteSum, margin: quoteSum, remark: remarkText };
