/** Who is let in, what a reader may do, and who answers. */
import type { User } from "../../lib/service/domain.ts";
import type { Call } from "../../lib/service/http.ts";
import { isObject, type Json } from "../../lib/service/json.ts";
import type { Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { before } from "../tools.ts";

/** Lets users in whom the right check would not know; `find` is given what was sent. */
export function admitUsers(
  s: Service,
  find: (sent: { email?: Json; password?: Json; privateKey?: Json }, legacy: boolean) => User | undefined,
): void {
  const { checkLogin } = s;
  s.checkLogin = (call, body, by) =>
    (isObject(body) ? find(body, call.face === "legacy") : undefined) ?? checkLogin(call, body, by);
}

/** The groups that the reader acts for. */
export const groupsOfReader = (running: Running, call: Call): readonly string[] => {
  const user = running.reader(call);
  return user ? running.groupsOf(user) : [];
};

/** Shows, of what may come next, the part of some groups. */
export function listFor(s: Service, running: Running, groups: (trace: Trace, call: Call) => readonly string[]) {
  s.stateOf = (trace, call) => ({
    data: trace.state,
    nextActions: Object.fromEntries(
      Object.entries(running.byGroup(trace)).filter(([group]) => groups(trace, call).includes(group)),
    ),
  });
}

/** A workflow like the first, under another id and name. */
export function copyOfFirst(s: Service, id: string, name: string, organization?: string): void {
  const [first] = s.workflows;
  if (first) s.workflows.push({ ...first, id, name, organization: organization ?? first.organization });
}

/** Which of two instances answers a call: each other request goes to the other. */
export function inTurn(s: Service): (call: Call) => number {
  const chosen = new WeakMap<Call, number>();
  let turn = 0;
  before(s, (call) => {
    chosen.set(call, (turn += 1) % 2);
  });
  return (call) => chosen.get(call) ?? 0;
}
