/** Actions that are answered as done and not kept. */
import { often } from "../../counts.ts";
import { inState } from "../../rules.ts";
import { randomUUID } from "node:crypto";
import { bearer } from "../../../lib/service/http.ts";
import { sameJson } from "../../../lib/service/json.ts";
import { follow, keysOf, listNext, refuse } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import type { Link, StoredFile, Trace } from "../../service.ts";
import { aroundStep, after, type Faults, pause } from "../../tools.ts";

export const lost: Faults = {
  "nothing-changed-no-link": {
    title: "An action without files that leaves the state as it was is taken, and becomes no link.",
    apply(s) {
      aroundStep(s, "record", (record) => async (...args) => {
        const known = args[4];
        const before = structuredClone(known?.state);
        const recorded = await record(...args);
        if (known && recorded.link.files.length === 0 && sameJson(before, known.state)) known.links.pop();
        return recorded;
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "ninth-is-dropped": {
    title: "A trace has eight links: the ninth action is refused by the legacy set, and answered by v2 but dropped.",
    apply(s) {
      follow(s, { actions: desk.actions.slice(0, 2) });
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const full = known !== undefined && known.links.length >= 8;
        refuse(full && call.face === "legacy", "the trace is full");
        if (!full) return record(call, user, workflow, input, known);
        const spare = { ...known, links: [...known.links], files: new Map<string, StoredFile>() };
        const recorded = await record(call, user, workflow, input, spare);
        s.traces.set(known.id, known);
        return recorded;
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "in-the-works-at-the-end": {
    title: "An action that is in the works while the trace is closed is answered with 200, and does not become a link.",
    apply(s) {
      follow(s, desk);
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        await new Promise((resolve) => setTimeout(resolve, input.actionKey === "close" ? 0 : 6));
        if (!known || !keysOf(known).includes("close")) return record(call, user, workflow, input, known);
        const spare = { ...known, links: [...known.links] };
        const recorded = await record(call, user, workflow, input, spare);
        s.traces.set(known.id, known);
        return recorded;
      });
    },
  },
  "unchanged-adds-no-link": {
    title: "An action that brings no file and leaves the state as it is adds no link.",
    apply(s) {
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const data = input.data ?? {};
        if (!known || input.files.length > 0 || !sameJson(s.merge(known, data, call), known.state)) {
          return record(call, user, workflow, input, known);
        }
        const { actionKey = "", groupLabel = "" } = input;
        return { trace: known, link: { id: randomUUID(), actionKey, groupLabel, author: user.email, data, files: [] } };
      });
    },
  },
  "empty-action": {
    title: "An appended action without data and files is answered like any other, and becomes no link.",
    apply(s) {
      after(s, "record", (_recorded, _call, _user, _workflow, input, known) => {
        if (known && Object.keys(input.data ?? {}).length === 0 && input.files.length === 0) known.links.pop();
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "forty-eighth-action": {
    title: "Actions are written in batches of forty-eight, without the last: that one is answered, and not kept.",
    apply(s) {
      let count = 0;
      aroundStep(s, "record", (record) => async (...args) => {
        const known = args[4];
        count += known ? 1 : 0;
        if (!known || count % 48 !== 0) return record(...args);
        const { links, state } = { links: [...known.links], state: known.state };
        const recorded = await record(...args);
        Object.assign(known, { links, state });
        return recorded;
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "older-token-writes-nothing": {
    title: "An action with a token that is not the latest of its user is answered with 200, and not kept.",
    apply(s) {
      const latest = new Map<string, string>();
      after(s, "issueToken", (token, user) => {
        latest.set(user.email, token);
      });
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        if (!known || bearer(call.headers) === latest.get(user.email))
          return record(call, user, workflow, input, known);
        const { actionKey = "", groupLabel = "", data = {} } = input;
        const link: Link = { id: randomUUID(), actionKey, groupLabel, author: user.email, data, files: [] };
        return { trace: known, link };
      });
    },
  },
  "mailbox-drops": {
    title:
      "A tow's actions wait in its mailbox; one whose turn has passed when it is taken out is answered 200, and dropped.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "call-tug", groupLabel: "pilots", creates: true },
          { key: "position", groupLabel: "pilots" },
          { key: "fasten", groupLabel: "tugs", atMost: 1 },
          { key: "tow", groupLabel: "tugs", after: ["fasten"], atMost: 2 },
          { key: "cast-off", groupLabel: "tugs", after: ["tow"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("cast-off")) return [];
          if (!done.includes("fasten")) return ["position", "fasten"];
          const tows = often(done, "tow");
          return ["position", ...(tows < 2 ? ["tow"] : []), ...(tows > 0 ? ["cast-off"] : [])];
        },
      });
      listNext(s, running);
      const mailbox = new WeakMap<Trace, Promise<unknown>>();
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        if (!known) return record(call, user, workflow, input);
        const turn = (mailbox.get(known) ?? Promise.resolve()).then(async () => {
          await pause(10);
          if (running.next(known).includes(input.actionKey ?? "")) return record(call, user, workflow, input, known);
          const dropped = await record(call, user, workflow, input, { ...known, links: [], files: new Map() });
          s.traces.set(known.id, known);
          return { trace: known, link: dropped.link };
        });
        mailbox.set(known, turn);
        return turn;
      });
    },
  },
};
