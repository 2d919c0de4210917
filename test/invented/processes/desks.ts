/** A desk at which a trace is opened, noted, charged or escalated, and closed; nothing follows once it is closed. */
import { actionsOf, type Process } from "../process.ts";

export const deskActions = actionsOf("open of desk", "note of desk", "close of desk");

export const untilClosed = (done: readonly string[]): string[] => (done.includes("close") ? [] : ["note", "close"]);

export const desk: Process = { actions: deskActions, next: untilClosed };

export const chargingDesk: Process = {
  actions: actionsOf("open of desk", "charge of desk", "close of desk"),
  next: (done) => (done.includes("close") ? [] : ["charge", "close"]),
};

export const handlingActions = actionsOf("open of desk", "note of desk", "escalate of leads", "close of desk");

export const handled = (done: readonly string[]): string[] => {
  if (done.includes("close")) return [];
  return done.includes("escalate") ? ["note", "close"] : ["note", "escalate", "close"];
};
