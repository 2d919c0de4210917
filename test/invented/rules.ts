/** Rules of businesses: checks over what was done, codes of refusals, computed states. */
import type { ActionInput, TargetWorkflow, User } from "../lib/service/domain.ts";
import { json } from "../lib/service/http.ts";
import { own, type JsonObject } from "../lib/service/json.ts";
import { Refusal } from "../lib/service/refusal.ts";
import type { Running } from "./process.ts";
import type { Service, Trace } from "./service.ts";
import { aroundStep, after } from "./tools.ts";

export const inState: NonNullable<TargetWorkflow["nextActions"]> = { path: ["nextActions"], by: "group" };

/** Adds a check to those of every action of the process, after the ones that there are. */
export function checks(
  s: Service,
  { workflow }: Running,
  check: (input: ActionInput & { data: JsonObject }, known: Trace | undefined, user: User) => void,
): void {
  after(s, "checkAction", (found, user, input, known) => {
    if (found === workflow) check({ ...input, data: input.data ?? {} }, known, user);
  });
}

/** @throws Refusal, whose message begins with a code of three digits */
export function deny(when: boolean, message: string): void {
  if (when) throw new Refusal("invalid", message);
}

/** Refusals whose message begins with a code are answered with its status, and have it in the body. */
export function coded(s: Service, statuses: Record<string, number>, headers: Record<string, string> = {}): void {
  aroundStep(s, "refuse", (refuse) => (call, error) => {
    const code = error.message.slice(0, 3);
    const status = own(statuses, code);
    if (status === undefined) return refuse(call, error);
    const body = { code, message: error.message.slice(4) };
    return json(call.face === "v2" ? { error: body, data: null } : { error: body }, Number(status), headers);
  });
}

/** Computes what is kept as the state of the traces of the process. */
export function derive(s: Service, { workflow }: Running, state: (trace: Trace) => JsonObject): void {
  after(s, "record", (recorded) => {
    if (recorded.trace.workflow === workflow) recorded.trace.state = state(recorded.trace);
  });
}
