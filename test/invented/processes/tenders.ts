/** A tender and an inspection, which list what may come next. */
import { actionsOf, follow, listNext, type Process, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";

/** A tender: asked and answered until it closes; then awarded or cancelled. */
export const tender: Process = {
  actions: actionsOf("publish of buyers", "ask of bidders", "answer of buyers", "close of buyers", "award of buyers"),
  next(done) {
    if (done.includes("award")) return [];
    if (done.includes("close")) return ["award"];
    return done.at(-1) === "ask" ? ["answer"] : ["ask", "close"];
  },
};

/** An inspection: what does not pass is reworked and inspected again. */
export const inspection: Process = {
  actions: actionsOf("book of owners", "inspect of inspectors", "rework of owners", "certify of inspectors"),
  next(done) {
    if (done.includes("certify")) return [];
    return done.at(-1) === "inspect" ? ["rework", "certify"] : ["inspect"];
  },
};

export const followListed = (s: Service, process: Process): Running => {
  const running = follow(s, process);
  listNext(s, running);
  return running;
};

export const isOver = (running: Running, trace: Trace): boolean => running.next(trace).length === 0;
