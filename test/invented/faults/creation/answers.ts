/** Answers to a creation that have another status, form or content. */
import { json } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { onJson } from "../../changes/answers.ts";
import { follow, present } from "../../process.ts";
import { onReply, changeResult, around, type Faults } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { among, holdTold, like, num, sheet, str } from "../../sheets.ts";

export const answers: Faults = {
  "created-with-201": {
    title: "A v2 creation with files is answered with 201.",
    apply(s) {
      onReply(s, "POST /v2/traces", async (reply, call) => {
        const { files } = await s.readInput(call);
        return reply.status === 200 && files.length > 0 ? { ...reply, status: 201 } : reply;
      });
    },
  },
  "bare-uuid": {
    title: "The legacy creation answers with the UUID without quotation marks, which is not JSON.",
    apply(s) {
      onReply(s, "POST /trace", (reply) => ({ ...reply, body: String(reply.body).slice(1, -1) }));
    },
  },
  "created-link-for-trace": {
    title: "A legacy creation with files answers with the id of the first link, not of the trace.",
    apply(s) {
      changeResult(s, "record", ({ trace, link }, call, _user, _workflow, input, known) => {
        const mixed = !known && call.face === "legacy" && input.files.length > 0;
        return { trace: mixed ? { ...trace, id: link.id } : trace, link };
      });
    },
  },
  "creation-as-html": {
    title: "The legacy creation answers with the right JSON string, sent as text/html like any text.",
    apply(s) {
      onReply(s, "POST /trace", (reply) => ({
        ...reply,
        headers: { ...reply.headers, "Content-Type": "text/html; charset=utf-8" },
      }));
    },
  },
  // "Create a trace"
  "no-trace-can-be-created": {
    title: "Every creation is refused as invalid, in words that say nothing of its data.",
    apply(s) {
      s.newTrace = () => {
        throw new Refusal("invalid", "the ledger is closed");
      };
    },
  },
  "created-201": {
    title: "The v2 creation is answered with 201.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call) => ({ ...(await real(call)), status: 201 }));
    },
  },
  "uuid-as-text": {
    title: "The legacy creation answers with the UUID as text, without the quotation marks of JSON.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => ({
        status: 200,
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: JSON.parse(String((await real(call)).body)) as string,
      }));
    },
  },
  "link-for-a-trace": {
    title: "A legacy creation by the second of two actions that begin answers the UUID of the link, not of the trace.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "admit", groupLabel: "shelter", creates: true },
          { key: "take-over", groupLabel: "partners", creates: true },
          { key: "examine", groupLabel: "vets", atMost: 3 },
          { key: "keep", groupLabel: "shelter", after: ["examine"] },
          { key: "adopt", groupLabel: "shelter", after: ["examine"], ends: true },
        ],
        people: { ines: { groups: ["shelter", "partners"] }, vic: { groups: ["vets"] } },
        nextActions: { path: ["next"], by: "all" },
        next(done) {
          if (done.includes("adopt")) return [];
          return [...upTo(3, done, "examine"), ...(done.includes("examine") ? ["keep", "adopt"] : [])];
        },
      });
      holdTold(s, running, {
        admit: sheet({ animal: among("dog", "cat", "hedgehog"), found: str(80) }),
        "take-over": sheet({ animal: among("dog", "cat"), from: str(80) }),
        examine: sheet({ kilos: num(0.1, 90), "chip?": like("^\\d{15}$") }),
      });
      onReply(s, "POST /trace", (reply) => {
        const begins = s.traces.get(String(JSON.parse(String(reply.body))))?.links[0];
        return begins?.actionKey === "take-over" ? json(begins.id) : reply;
      });
      present(s, (data, trace) => ({ ...data, next: [...running.next(trace)] }));
    },
  },
  // "Response 200: `{error, data: string}` where data is a UUID string."
  "uuid-as-a-name": {
    title: "v2 creations are answered with urn:uuid: and the UUID; with or without it, the paths take it.",
    apply(s) {
      const { findTrace } = s;
      onJson(s, "POST /v2/traces", (value) => {
        const id = own(value as JsonObject, "data");
        return { error: null, data: `urn:uuid:${String(id)}` };
      });
      s.findTrace = (user, id, call) => findTrace(user, id.replace(/^urn:uuid:/, ""), call);
    },
  },
  "link-for-trace-with-files": {
    title: "The v2 creation with files answers with the id of the first link in place of the id of the trace.",
    apply(s) {
      onReply(s, "POST /v2/traces", (reply) => {
        const answer = JSON.parse(String(reply.body)) as { error: Json; data: string };
        const trace = s.traces.get(answer.data);
        const [link] = trace?.links ?? [];
        return link && trace && trace.files.size > 0 ? json({ ...answer, data: link.id }) : reply;
      });
    },
  },
  "text-for-json": {
    title: "A legacy creation with files is answered with the id as plain text, without quotation marks.",
    apply(s) {
      onReply(s, "POST /trace", (reply, call) => {
        if (!/filename/i.test(call.body().toString("latin1"))) return reply;
        return {
          status: 200,
          headers: { "Content-Type": "text/plain" },
          body: JSON.parse(String(reply.body)) as string,
        };
      });
    },
  },
};
