/** Things that are lent out, prolonged, and brought back. */
import { type JsonObject, own } from "../../lib/service/json.ts";
import { closed, demand, form, useForms } from "../paper.ts";
import { actionsOf, follow, keysOf, listNext, type Process, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord } from "../tools.ts";

export const aDay = { type: "string", format: "date" } as const;

const mostProlongations = 2;

const prolonged = (trace: Trace): number => keysOf(trace).filter((key) => key === "prolong").length;

/** @param lists whether the list names a prolongation where no more may come */
const rental = (lists = false): Process => ({
  actions: actionsOf("ask of desk", "handOut of stock", "prolong of desk", "takeBack of stock", "close of desk"),
  next(done, trace) {
    const last = done.at(-1);
    if (last === "ask") return ["handOut"];
    if (last === "takeBack") return ["close"];
    if (last === "close") return [];
    return prolonged(trace) < mostProlongations || lists ? ["prolong", "takeBack"] : ["takeBack"];
  },
});

const rentalPeople = { ines: { groups: ["desk"] }, wim: { groups: ["stock"] } };

/** A day by which a thing is due stands in the state until it is back; one may be prolonged twice, each time to a later day. */
export function rentOut(s: Service, { listsTooMuch = false } = {}): Running {
  const running = follow(s, { ...rental(listsTooMuch), people: rentalPeople });
  listNext(s, running);
  const due = form({ due: aDay }, closed);
  useForms(s, running, { handOut: due, prolong: due, takeBack: form({ worn: { type: "boolean" } }, closed) });
  demand(s, ({ actionKey, data = {} }, known) => {
    if (actionKey !== "prolong" || !known) return undefined;
    if (prolonged(known) >= mostProlongations) return "006 action not allowed now";
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
