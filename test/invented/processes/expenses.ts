/** An account of expenses: lines are added, then it is submitted, approved and paid. */
import { amounts, form, useForms } from "../paper.ts";
import { actionsOf, follow, keysOf, type Process, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";

/** An account of expenses: lines are added until it is submitted, then approved and paid. */
const expenses: Process = {
  actions: actionsOf(
    "open of staff",
    "add line of staff",
    "void of staff",
    "submit of staff",
    "approve of finance",
    "pay of finance",
  ),
  next(done) {
    if (done.includes("pay")) return [];
    if (done.includes("approve")) return ["pay"];
    if (done.includes("submit")) return ["approve"];
    return ["add line", "submit", ...(done.at(-1) === "add line" ? ["void"] : [])];
  },
};

const expenseLine = form({ amount: { type: "integer", minimum: 1, maximum: 500 } });

/** An honest account, its forms told. */
export function expenseAccount(s: Service): Running {
  const running = follow(s, expenses);
  useForms(s, running, { "add line": expenseLine });
  return running;
}

export const statusOf = (trace: Trace): string => {
  const done = keysOf(trace);
  return ["pay", "approve", "submit"].find((key) => done.includes(key)) ?? "open";
};

export const linesOf = (trace: Trace): number[] => amounts(trace, "add line", "amount");
