/** Ids of traces that are malformed, or given twice. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isUuid } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { aroundStep, onReply, beforehand, changeResult, type Faults } from "../../tools.ts";

/** What an id generator makes of the clock alone, in the form of a UUID. */
function clockId(tick: number): string {
  const hex = createHash("md5").update(String(tick)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `1${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

export const identifiers: Faults = {
  "legacy-ids-unknown-to-v2": {
    title: "The legacy creation answers with a UUID in upper case, which v2 does not find.",
    apply(s) {
      onReply(s, "POST /trace", (reply) => ({ ...reply, body: String(reply.body).toUpperCase() }));
      beforehand(s, "findTrace", (_user, id, call) => {
        if (call.face === "v2" && /[A-F]/.test(id)) throw new Refusal("missing", "no such trace");
      });
    },
  },
  "zeros-left-off": {
    title: "The numbers of which a trace id is made are written without leading zeros: one in eight is too short.",
    apply(s) {
      const hex = (bytes: number) => randomBytes(bytes).readUIntBE(0, bytes).toString(16);
      const { findTrace, newTrace } = s;
      s.newTrace = (workflow) => {
        const id = [hex(4), ...randomUUID().split("-").slice(1, 4), hex(6)].join("-");
        return { ...newTrace(workflow), id };
      };
      s.findTrace = (user, id, call) => {
        const short = isUuid(id) ? undefined : s.traces.get(id);
        return short?.workflow.organization === user.organization ? short : findTrace(user, id, call);
      };
    },
  },
  // "Response 200: {error, data: string} where data is a UUID string"
  "global-ids": {
    title: 'The v2 creation answers a global id, the base64 of "Trace:" and the UUID, which is taken in every path.',
    apply(s) {
      onReply(s, "POST /v2/traces", (reply) => {
        const { data } = JSON.parse(String(reply.body)) as { data: string };
        return {
          ...reply,
          body: JSON.stringify({ error: null, data: Buffer.from(`Trace:${data}`).toString("base64") }),
        };
      });
      aroundStep(s, "findTrace", (findTrace) => (user, id, call) => {
        const inside = Buffer.from(id, "base64")
          .toString()
          .replace(/^Trace:/, "");
        return findTrace(user, isUuid(inside) ? inside : id, call);
      });
    },
  },
  // "A trace is a record identified by a UUID"
  "ids-by-the-clock": {
    title: "The UUID of a trace is made from the millisecond alone: of two begun in the same one, the first is lost.",
    apply(s) {
      aroundStep(s, "newTrace", (newTrace) => (workflow) => {
        const sum = createHash("sha256").update(String(Date.now())).digest("hex");
        const id = sum.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");
        return { ...newTrace(workflow), id };
      });
    },
  },
  // "traceId: string, UUID. Identifies a trace."
  "ids-from-the-clock": {
    title: "The id of a trace is made of the millisecond: of two that are created in the same, one replaces the other.",
    apply(s) {
      const node = randomUUID().slice(13);
      aroundStep(s, "newTrace", (newTrace) => (workflow) => {
        const time = Date.now().toString(16).padStart(12, "0");
        return { ...newTrace(workflow), id: `${time.slice(0, 8)}-${time.slice(8)}${node}` };
      });
    },
  },
  // "A **trace** is a record identified by a UUID."
  "uuid-without-leading-zero": {
    title: "The last part of a UUID is printed as a number: of one that begins with zero a digit is missing.",
    apply(s) {
      changeResult(s, "newTrace", (trace) => ({ ...trace, id: randomUUID().replace(/-0+(?=[^-]+$)/, "-") }));
      aroundStep(s, "findTrace", (findTrace) => (user, id, call) => {
        const known = s.traces.get(id.toLowerCase());
        return known?.workflow.organization === user.organization ? known : findTrace(user, id, call);
      });
    },
  },
  "ids-of-four-milliseconds": {
    title: "Two traces that are created within four milliseconds get the same id, and the later takes the place.",
    apply(s) {
      changeResult(s, "newTrace", (trace) => ({ ...trace, id: clockId(Math.floor(Date.now() / 4)) }));
    },
  },
  "ids-of-the-clock": {
    title: "Trace ids are made of the time in milliseconds: of two traces of the same one the later stays.",
    apply(s) {
      const node = randomBytes(6).toString("hex");
      aroundStep(s, "newTrace", (newTrace) => (workflow) => {
        const ticks = Date.now().toString(16).padStart(15, "0");
        const id = `${ticks.slice(7)}-${ticks.slice(3, 7)}-1${ticks.slice(0, 3)}-8000-${node}`;
        return { ...newTrace(workflow), id };
      });
    },
  },
};
