/** Claims of customers. */
import { actionsOf, type Process } from "../process.ts";

export const customerClaim: Process = {
  actions: actionsOf("claim of customers", "assess of adjusters", "settle of adjusters", "withdraw of customers"),
  next: (done) =>
    done.includes("settle") || done.includes("withdraw")
      ? []
      : ["withdraw", "assess", ...(done.includes("assess") ? ["settle"] : [])],
};
