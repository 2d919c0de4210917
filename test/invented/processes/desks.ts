/** A desk at which a trace is opened, noted or charged upon, and closed. */
import { actionsOf, type Process } from "../process.ts";

export const desk: Process = {
  actions: actionsOf("open of desk", "note of desk", "close of desk"),
  next: (done) => (done.includes("close") ? [] : ["note", "close"]),
};

export const chargingDesk: Process = {
  actions: actionsOf("open of desk", "charge of desk", "close of desk"),
  next: (done) => (done.includes("close") ? [] : ["charge", "close"]),
};
