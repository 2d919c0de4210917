/** What is read or done a little later. */
import { Refusal } from "../../lib/service/refusal.ts";
import { ownLink } from "../habits.ts";
import type { Service, Trace } from "../service.ts";
import { aroundStep, beforehand, onRecord, onRefusal, pause } from "../tools.ts";

/** Until some milliseconds after each action a screening is under way; then the system adds what it found. */
export function screen(s: Service, ms: number): WeakSet<Trace> {
  const screened = new WeakSet<Trace>();
  onRecord(s, (_link, trace) => {
    screened.add(trace);
    void pause(ms).then(() => {
      trace.links.push(ownLink("screen", { hits: 0 }));
      screened.delete(trace);
    });
  });
  const { checkAction } = s;
  s.statuses.busy = 409;
  onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
  s.checkAction = (user, input, known, call) => {
    if (known && screened.has(known)) throw new Refusal("busy", "the trace is being screened");
    return checkAction(user, input, known, call);
  };
  return screened;
}

/** What was written is read 150 ms later, which the owner says; who writes sees the newest. */
export function laggingReads(s: Service): void {
  s.told.limits = { readLagMs: 250 };
  readLater(s);
}

/** What was written is read 150 ms later; who writes sees the newest. */
export function readLater(s: Service): void {
  const written = new WeakMap<object, number>();
  onRecord(s, (link) => written.set(link, Date.now()));
  const { linksOf } = s;
  const old = (trace: Trace): Trace["links"] =>
    trace.links.filter((link, at) => at === 0 || Date.now() - (written.get(link) ?? 0) > 150);
  s.linksOf = (trace, call) => (call.path.at(-1) === "details" ? old(trace) : linksOf(trace, call));
  aroundStep(s, "stateOf", (stateOf) => (trace, call) => {
    if (call.method === "POST") return stateOf(trace, call);
    let state: Trace["state"] = {};
    const copy: Trace = { ...trace, state };
    for (const link of old(trace)) {
      state = s.merge(copy, link.data, call);
      copy.state = state;
    }
    return stateOf(copy, call);
  });
  beforehand(s, "fileOf", (trace, digest) => {
    if (!old(trace).some(({ files }) => files.some((file) => file["digest"] === digest))) {
      throw new Refusal("missing", "the trace has no such file");
    }
  });
}
