import type { Call } from "../../core/call.ts";
import { notFound } from "../../core/refusal.ts";
import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const anybodyMayAppendThroughV2: Fault = {
  id: "isolation/anybody-may-append-through-v2",
  title: "Users of other organizations can append actions through v2, which are then answered as refused.",
  requirement: ["ISO-04", "REFUSE-01"],
  install(hooks) {
    const refused = new WeakSet<Call>();
    hooks.around("authenticate", (inner) => async (call, authorization) => {
      const user = await inner(call, authorization);
      const owner = someUser(hooks);
      if (call.operation.id !== "v2AppendAction" || user.organization === owner.organization) return user;
      refused.add(call);
      return owner;
    });
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (refused.has(call)) throw notFound("unknown-trace", "no such trace", "path.traceId");
    });
  },
};
