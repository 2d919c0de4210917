/** Orders that go from sales to the warehouse to the accounts. */
import { actionsOf, follow, people, type Running } from "../process.ts";
import type { Service } from "../service.ts";

const orders = actionsOf(
  "order of sales",
  "amend of sales",
  "release of sales",
  "pick of warehouse",
  "ship of warehouse",
  "invoice of accounts",
);

const released = (done: readonly string[]): string[] => {
  if (done.includes("invoice")) return [];
  if (done.includes("ship")) return ["invoice"];
  if (done.includes("pick")) return ["ship"];
  if (done.includes("release")) return ["pick"];
  return [...(done.filter((key) => key === "amend").length < 2 ? ["amend"] : []), "release"];
};

/** Handed over by hand, from sales to the warehouse to the accounts; one person in each. */
export const handedOver = (s: Service): Running => follow(s, { actions: orders, next: released, people });
