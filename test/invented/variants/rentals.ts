/** Processes of who lends things out. */
import { own, type JsonObject } from "../../lib/service/json.ts";
import { closed, demand, form, showExamples, useForms } from "../paper.ts";
import { actionsOf, follow, keysOf, listNext, type Process, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";

const day = { type: "string", format: "date" } as const;
const most = 2;

const prolonged = (trace: Trace): number => keysOf(trace).filter((key) => key === "prolong").length;

/** @param lists whether the list names a prolongation where no more may come */
const rental = (lists = false): Process => ({
  actions: actionsOf("ask of desk", "handOut of stock", "prolong of desk", "takeBack of stock", "close of desk"),
  next(done, trace) {
    const last = done.at(-1);
    if (last === "ask") return ["handOut"];
    if (last === "takeBack") return ["close"];
    if (last === "close") return [];
    return prolonged(trace) < most || lists ? ["prolong", "takeBack"] : ["takeBack"];
  },
});

const people = { ines: { groups: ["desk"] }, wim: { groups: ["stock"] } };

/** A day by which a thing is due stands in the state until it is back; one may be prolonged twice, each time to a later day. */
export function rentOut(s: Service, { listsTooMuch = false } = {}): Running {
  const running = follow(s, { ...rental(listsTooMuch), people });
  listNext(s, running);
  const due = form({ due: day }, closed);
  useForms(s, running, { handOut: due, prolong: due, takeBack: form({ worn: { type: "boolean" } }, closed) });
  demand(s, ({ actionKey, data = {} }, known) => {
    if (actionKey !== "prolong" || !known) return undefined;
    if (prolonged(known) >= most) return "006 action not allowed now";
    return String(own(data, "due")) > String(own(known.state as JsonObject, "due"))
      ? undefined
      : "009 the day must be later";
  });
  onRecord(s, ({ actionKey }, trace) => {
    if (actionKey !== "takeBack") return;
    const { due: _, ...others } = trace.state as JsonObject;
    trace.state = others;
  });
  return running;
}

/** Nothing but its end may follow what begins a trace. */
export function listOnce(s: Service): void {
  const actions = actionsOf("enter of desk", "strike of desk");
  listNext(s, follow(s, { actions, next: (done) => (done.includes("strike") ? [] : ["strike"]) }));
}

export const rentals: Variants = {
  "due-until-it-is-back": {
    title:
      "The day by which a thing is due leaves the state when it is back; it may be prolonged twice, to a later day.",
    why: "An action may take out of the state what no longer matters; the links keep it.",
    apply: (s) => void rentOut(s),
  },
  "seasons-by-age": {
    title: "A member is entered with a day of birth that fits the season, as the examples beside the schema show.",
    why: "Which members go together no schema tells, and each of the examples is taken.",
    apply(s) {
      const running = follow(s, { actions: actionsOf("enter of desk", "note of desk", "leave of desk") });
      listNext(s, running);
      const season = { type: "integer", minimum: 1, maximum: 12 } as const;
      useForms(s, running, { enter: form({ name: { type: "string", maxLength: 60 }, born: day, season }, closed) });
      const entered = [
        { name: "Ada", born: "2016-05-04", season: 2 },
        { name: "Bo", born: "2009-10-30", season: 9 },
      ];
      showExamples(running, { enter: entered });
      demand(s, ({ actionKey, data = {} }) => {
        if (actionKey !== "enter") return undefined;
        const age = 2027 - Number(String(own(data, "born")).slice(0, 4));
        const first = Number(own(data, "season")) + 7;
        return age >= first && age <= first + 4 ? undefined : "009 the member is not of the age for the season";
      });
    },
  },
  "entered-and-struck": {
    title: "What is entered may be struck once, and nothing else is ever done with it.",
    why: "A process may take one action alone.",
    apply: listOnce,
  },
};
