/** How often something may be done, and what counts as done before. */
import type { Json, JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { atLast, type Decline } from "../duties.ts";
import { refuse } from "../process.ts";
import type { Service } from "../service.ts";
import { after, beforehand, onRecord, onRefusal, sorted } from "../tools.ts";

/** So many actions of a user on a trace in an hour; then 429, and come again in an hour. */
export function hourly(s: Service, most: number): void {
  after(s, "checkAction", (_workflow, user, _input, known) => {
    const own = known?.links.filter(({ author }) => author === user.email) ?? [];
    if (own.length >= most) throw new Refusal("busy", "too many actions on this trace within the hour");
  });
  onRefusal(s, "busy", () => ({ "Retry-After": "3600" }));
}

/** Creations with data that another began with are refused with 409. */
export function oncePerContent(s: Service): void {
  const seen = new Set<string>();
  const of = (data: JsonObject | undefined): string => JSON.stringify(sorted(data ?? {}));
  after(s, "checkAction", (_workflow, _user, input, known) => {
    refuse(!known && seen.has(of(input.data)), "a trace with this content exists");
  });
  beforehand(s, "record", (_call, _user, _workflow, input, known) => {
    if (!known) seen.add(of(input.data));
  });
  const { refuse: usual } = s;
  s.refuse = (call, error) => {
    const reply = usual(call, error);
    return error.message.startsWith("a trace with this content") ? { ...reply, status: 409 } : reply;
  };
}

/** Refuses what was accepted once: the same action with the same data, on the same trace where there is one. */
export function onlyOnce(s: Service, decline: Decline): void {
  const accepted = new Set<string>();
  const nameOf = (key: string, data: Json, where: string) => JSON.stringify([where, key, data]);
  atLast(s, ({ key, data }, known) => {
    if (Object.keys(data).length > 0 && accepted.has(nameOf(key, data, known?.id ?? "")))
      decline(409, "000 this has been received before");
  });
  onRecord(s, ({ actionKey, data }, trace) => {
    accepted.add(nameOf(actionKey, data, trace.links.length > 1 ? trace.id : ""));
  });
}
