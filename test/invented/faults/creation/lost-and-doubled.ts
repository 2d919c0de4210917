/** Creations that are lost, merged, replayed or made twice. */
import type { Reply } from "../../../lib/service/http.ts";
import { type JsonObject, sameJson } from "../../../lib/service/json.ts";
import { follow, listNext, people, trade, trades } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, onReply, after, changeResult, type Faults, onRecord, pause } from "../../tools.ts";

export const lostAndDoubled: Faults = {
  "twin-creations-merged": {
    title: "Two creations with the same content that arrive at the same time make one trace with one UUID.",
    apply(s) {
      const running = new Map<string, Promise<{ trace: Trace; link: Link }>>();
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        if (known) return record(call, user, workflow, input, known);
        const digests = input.files.map((file) => s.digest(file.data));
        const key = JSON.stringify([user.email, workflow.id, input.actionKey, input.data, digests]);
        const twin = running.get(key);
        if (twin) return twin;
        const mine = pause(5)
          .then(() => record(call, user, workflow, input))
          .finally(() => running.delete(key));
        running.set(key, mine);
        return mine;
      });
    },
  },
  "created-before-stored": {
    title: "A v2 creation with files is answered before it is stored: for a quarter of a second its UUID is unknown.",
    apply(s) {
      after(s, "record", (result, call, _user, _workflow, input, known) => {
        if (!known && call.face === "v2" && input.files.length > 0) {
          s.traces.delete(result.trace.id);
          void pause(250).then(() => s.traces.set(result.trace.id, result.trace));
        }
      });
    },
  },
  "parallel-creations-answer-alike": {
    title: "Creations in the works at the same time are all stored, but answered with the UUID of the latest.",
    apply(s) {
      let latest: Reply | undefined;
      onReply(s, "POST /trace", async (reply) => {
        latest = reply;
        await pause(3);
        return latest;
      });
    },
  },
  "receipts-swapped": {
    // "POST /trace … response 200 a JSON string, the UUID of the created trace."
    title: "Two people who create within 10 ms of each other get each other's id.",
    apply(s) {
      const sellers = { groups: ["sales"] };
      follow(s, { actions: trades, next: trade, people: { ...people, eva: sellers } });
      const open: { email: string; trace: Trace }[] = [];
      changeResult(s, "record", async (recorded, _call, user, _workflow, _input, known) => {
        if (known) return recorded;
        const mine = { email: user.email, trace: recorded.trace };
        const other = open.find(({ email }) => email !== user.email);
        if (other) [mine.trace, other.trace] = [other.trace, mine.trace];
        open.push(mine);
        await pause(10);
        open.splice(open.indexOf(mine), 1);
        return { ...recorded, trace: mine.trace };
      });
    },
  },
  // "Response 200: data is a UUID string", the UUID of the created trace.
  "sixty-first-is-not-kept": {
    title: "After sixty creations of a user the others are answered with a UUID, and no trace is there.",
    apply(s) {
      listNext(s, follow(s, desk));
      let created = 0;
      onRecord(s, (_link, trace) => {
        if (trace.links.length === 1 && (created += 1) > 60) s.traces.delete(trace.id);
      });
    },
  },
  // POST /v2/traces creates a trace; the UUID is of the trace that it created.
  "creation-replayed": {
    title: "A creation with the data of the one before is answered with the UUID of that, and makes no trace.",
    apply(s) {
      follow(s, desk);
      let last: { text: string; trace: Trace } | undefined;
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const text = JSON.stringify([user.email, input.actionKey, input.data ?? {}, input.files.length]);
        const link = last?.trace.links[0];
        if (!known && last?.text === text && link) return { trace: last.trace, link };
        const recorded = await record(call, user, workflow, input, known);
        if (!known) last = { text, trace: recorded.trace };
        return recorded;
      });
    },
  },
  // "POST /v2/traces: Create a trace": one
  "slow-creation-tried-again": {
    title:
      "A v2 creation with more than 8 kB of files is tried again inside: search finds a twin that nobody asked for.",
    apply(s) {
      aroundStep(s, "record", (record) => async (...args) => {
        const [call, , , input, known] = args;
        const recorded = await record(...args);
        const size = input.files.reduce((sum, { data }) => sum + data.length, 0);
        if (!known && call.face === "v2" && size > 8192) await record(...args);
        return recorded;
      });
    },
  },
  "same-creation-again": {
    title: "A v2 creation with the data of the one before it, in the same second, is answered with the trace of that.",
    apply(s) {
      let latest: { key: JsonObject; trace: Trace; at: number } | undefined;
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        if (known || call.face === "legacy") return record(call, user, workflow, input, known);
        const key: JsonObject = { by: user.email, to: workflow.id, data: input.data ?? null };
        if (latest && Date.now() - latest.at < 1000 && input.files.length === 0 && sameJson(latest.key, key)) {
          const [link] = latest.trace.links;
          if (link) return { trace: latest.trace, link };
        }
        const recorded = await record(call, user, workflow, input, known);
        latest = { key, trace: recorded.trace, at: Date.now() };
        return recorded;
      });
    },
  },
  "creation-sent-again": {
    title: "A creation during which another one arrives is sent again by the proxy, and the trace exists twice.",
    apply(s) {
      let begun = 0;
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        if (known) return record(call, user, workflow, input, known);
        begun += 1;
        const turn = begun;
        await pause(5);
        if (begun !== turn) await record(call, user, workflow, input);
        return record(call, user, workflow, input);
      });
    },
  },
};
