/** Payments of which large ones need a second signature. */
import { type JsonObject, own } from "../../lib/service/json.ts";
import { actionsOf, follow, require, type Running } from "../process.ts";
import type { Service } from "../service.ts";

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
