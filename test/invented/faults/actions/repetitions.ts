/** Actions that are taken for repetitions and dropped, and actions that are done twice. */
import { randomUUID } from "node:crypto";
import { sameJson } from "../../../lib/service/json.ts";
import { closed, form, useForms } from "../../paper.ts";
import { follow, listNext, present, trade, trades } from "../../process.ts";
import { followApplication } from "../../processes/applications.ts";
import { desk } from "../../processes/desks.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, type Faults, isV2Action, onRecord, pause } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { among, hold, int, sheet, str } from "../../sheets.ts";

export const repetitions: Faults = {
  "repeated-action-swallowed": {
    title: "An action like the trace's latest one is taken for a retry: it is answered with 200 and not appended.",
    apply(s) {
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const twice =
          last && last.actionKey === input.actionKey && sameJson(last.data, input.data) && input.files.length === 0;
        return known && twice
          ? Promise.resolve({ trace: known, link: last })
          : record(call, user, workflow, input, known);
      });
    },
  },
  "same-words-same-step": {
    title: "A step with the data of another step of the trace is taken for it: answered as done, with no link added.",
    apply(s) {
      const running = followApplication(s);
      const opinion = form({ verdict: { enum: ["admit", "refuse"] } }, closed);
      useForms(s, running, { review: opinion, decide: opinion });
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const same = known?.links.find(({ data }) => sameJson(data, input.data ?? {}));
        const repeated = known && same && Object.keys(same.data).length > 0 && same.actionKey !== input.actionKey;
        return repeated ? Promise.resolve({ trace: known, link: same }) : record(call, user, workflow, input, known);
      });
    },
  },
  // "Each appended action becomes a link of the trace": one
  "retried-when-large": {
    title: "What takes the gateway long it sends again: an action of more than 512 KiB becomes two links.",
    apply(s) {
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, known);
        if (known && call.body().length > 512 * 1024) await record(call, user, workflow, input, known);
        return recorded;
      });
    },
  },
  // "Each appended action becomes a link of the trace"
  "double-click-guard": {
    title: "The same action with the same data within two seconds of the last is answered as that one, without a link.",
    apply(s) {
      const times = new WeakMap<Link, number>();
      onRecord(s, (link) => times.set(link, Date.now()));
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const same =
          last?.actionKey === input.actionKey && input.files.length === 0 && sameJson(last?.data, input.data ?? {});
        if (!known || !last || !same || Date.now() - (times.get(last) ?? 0) > 2000) {
          return record(call, user, workflow, input, known);
        }
        return { trace: known, link: last };
      });
    },
  },
  "taken-for-a-retry": {
    title: "An action that is the same as the one before it on the trace is answered as if done, and is not done.",
    apply(s) {
      const latest = new WeakMap<Trace, { print: string; link: Link }>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const { actionKey, groupLabel, data, files } = input;
        const print = JSON.stringify([actionKey, groupLabel, data, files.map((file) => s.digest(file.data))]);
        const before = known && latest.get(known);
        if (known && before?.print === print) return { trace: known, link: before.link };
        const recorded = await record(call, user, workflow, input, known);
        latest.set(recorded.trace, { print, link: recorded.link });
        return recorded;
      });
    },
  },
  "large-sent-again": {
    title: "An action of more than 128 KiB is sent to the service twice by the gateway, and added twice.",
    apply(s) {
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        if (known && call.body().length > 128 * 1024) await record(call, user, workflow, input, known);
        return record(call, user, workflow, input, known);
      });
    },
  },
  redelivered: {
    title: "An action with more than 128 KiB of files takes longer than the queue waits, and is done twice.",
    apply(s) {
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, known);
        const size = input.files.reduce((sum, { data }) => sum + data.length, 0);
        if (known && size > 128 * 1024) await record(call, user, workflow, input, known);
        return recorded;
      });
    },
  },
  "same-request-elsewhere": {
    title:
      "An action equal to one on another trace three seconds before is taken for a retry, and answered as that was.",
    apply(s) {
      const done = new Map<string, { recorded: { trace: Trace; link: Link }; until: number }>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        if (!known) return record(call, user, workflow, input, known);
        const files = input.files.map(({ data }) => s.digest(data));
        const key = JSON.stringify([user.email, call.face, input.actionKey, input.groupLabel, input.data, files]);
        const former = done.get(key);
        if (former && former.until > Date.now() && former.recorded.trace !== known) return former.recorded;
        const recorded = await record(call, user, workflow, input, known);
        done.set(key, { recorded, until: Date.now() + 3000 });
        return recorded;
      });
    },
  },
  "repetition-elsewhere": {
    title:
      "An action with the content of one of the last two seconds on another trace counts as sent: it is not added.",
    apply(s) {
      const latest = new Map<string, { at: number; recorded: { trace: Trace; link: Link } }>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        if (!known) return record(call, user, workflow, input);
        const files = input.files.map(({ data }) => s.digest(data));
        const content = JSON.stringify([user.email, workflow.id, input.actionKey, input.data ?? {}, files]);
        const former = latest.get(content);
        if (former && former.recorded.trace !== known && Date.now() - former.at < 2000) return former.recorded;
        const recorded = await record(call, user, workflow, input, known);
        latest.set(content, { at: Date.now(), recorded });
        return recorded;
      });
    },
  },
  "sealed-twice": {
    title: "The sealing that ends a deed becomes two links when two files or more come with it.",
    apply(s) {
      follow(s, {
        actions: [
          { key: "draft", groupLabel: "clerks", creates: true },
          { key: "amend", groupLabel: "clerks", atMost: 4 },
          { key: "read-out", groupLabel: "notary", atMost: 1 },
          { key: "sign", groupLabel: "parties", after: ["read-out"], atMost: 2 },
          { key: "seal", groupLabel: "notary", after: ["sign"], ends: true },
        ],
        people: { ines: { groups: ["clerks", "parties"] }, nora: { groups: ["notary"] } },
        next(done) {
          if (done.includes("seal")) return [];
          if (!done.includes("read-out")) return [...upTo(4, done, "amend"), "read-out"];
          return [...upTo(2, done, "sign"), ...(done.includes("sign") ? ["seal"] : [])];
        },
      });
      coded(s, { "006": 422 });
      onRecord(s, (link, trace) => {
        if (link.actionKey === "seal" && link.files.length > 1) trace.links.push({ ...link, id: randomUUID() });
      });
      present(s, (data, trace) => ({ data, step: trace.links.at(-1)?.actionKey ?? "", tasks: [] }));
    },
  },
  // "Each appended action becomes a link of the trace."
  "same-content-of-another-trace": {
    title:
      "An action with the data of the last one of another trace is taken for the same: answered, and not appended.",
    apply(s) {
      listNext(s, follow(s, desk));
      let last: { text: string; trace: Trace } | undefined;
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const text = JSON.stringify([input.actionKey, input.data ?? {}]);
        const link = last?.trace.links.at(-1);
        if (known && link && last?.text === text && last.trace !== known) return { trace: known, link };
        const recorded = await record(call, user, workflow, input, known);
        last = known ? { text, trace: known } : undefined;
        return recorded;
      });
    },
  },
  "same-data-within-two-seconds": {
    title: "The same action with the same data twice in a row within two seconds: answered as if done, and done once.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, nextActions: inState }));
      const at = new WeakMap<Link, number>();
      onRecord(s, (link) => at.set(link, Date.now()));
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const again =
          last &&
          last.actionKey === input.actionKey &&
          last.author === user.email &&
          sameJson(last.data, input.data ?? {}) &&
          (at.get(last) ?? 0) > Date.now() - 2000;
        return known && again ? { trace: known, link: last } : record(call, user, workflow, input, known);
      });
    },
  },
  // "Each appended action becomes a link of the trace.": one link
  "conflict-tried-again": {
    title: "An action that meets another on the same trace is tried again, though it had been written.",
    apply(s) {
      const underWay = new WeakMap<Trace, number>();
      aroundStep(s, "record", (record) => async (...args) => {
        const known = args[4];
        if (!known) return record(...args);
        const others = underWay.get(known) ?? 0;
        underWay.set(known, others + 1);
        try {
          await pause(2);
          const recorded = await record(...args);
          if (others > 0) known.links.push({ ...recorded.link, id: randomUUID() });
          return recorded;
        } finally {
          underWay.set(known, (underWay.get(known) ?? 1) - 1);
        }
      });
    },
  },
  "a-guard-against-double-clicks": {
    // "Each appended action becomes a link of the trace."
    title:
      "An action with the key of the one half a second before on its trace is answered like that, whatever it brings.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const latest = new WeakMap<Trace, { link: Link; at: number }>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const before = known && latest.get(known);
        if (known && before && before.link.actionKey === input.actionKey && Date.now() - before.at < 500) {
          return { trace: known, link: before.link };
        }
        const recorded = await record(call, user, workflow, input, known);
        latest.set(recorded.trace, { link: recorded.link, at: Date.now() });
        return recorded;
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "double-click-swallowed": {
    title: "An action like the one before it, two seconds after it at most, is answered as that one and not appended.",
    apply(s) {
      const done = new Map<string, number>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const link = known?.links.at(-1);
        const like = link?.actionKey === input.actionKey && sameJson(link?.data, input.data ?? {});
        if (known && link && like && input.files.length === 0 && (done.get(link.id) ?? 0) > Date.now() - 2000) {
          return { trace: known, link };
        }
        const recorded = await record(call, user, workflow, input, known);
        done.set(recorded.link.id, Date.now());
        return recorded;
      });
    },
  },
  "same-words-elsewhere": {
    title: "Who orders for one school what they just ordered for another is answered 200, and nothing is added there.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open-week", groupLabel: "kitchen", creates: true, examples: [{ week: 14 }, { week: 15 }] },
          { key: "order", groupLabel: "schools", atMost: 5, examples: [{ meals: 120 }, { meals: 85, vegan: 12 }] },
          { key: "cook", groupLabel: "kitchen", after: ["order"], ends: true, examples: [{ meals: 200 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("cook")) return [];
          return [...upTo(5, done, "order"), ...(done.includes("order") ? ["cook"] : [])];
        },
      });
      hold(s, running, {
        order: sheet({ meals: int(1, 500), "vegan?": int(0, 500) }),
        cook: sheet({ meals: int(1, 2000) }),
      });
      const recent = new Map<string, { link: Link; trace: Trace; at: number }>();
      aroundStep(s, "record", (record) => async (...args) => {
        const [, user, , { actionKey, data, files }, known] = args;
        const key = JSON.stringify([user.email, actionKey, data]);
        const former = recent.get(key);
        const same = former && former.trace !== known && former.at > Date.now() - 10_000;
        if (known && actionKey === "order" && files.length === 0 && same) return { trace: known, link: former.link };
        const recorded = await record(...args);
        recent.set(key, { ...recorded, at: Date.now() });
        return recorded;
      });
      listNext(s, running);
    },
  },
  debounced: {
    title: "A v2 scan within a third of a second of the same user's last one is answered as done, and is lost.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "post", groupLabel: "counter", creates: true, examples: [{ to: "Graz" }, { to: "Linz", grams: 900 }] },
          { key: "scan", groupLabel: "drivers", atMost: 8, examples: [{ depot: 7 }, { depot: 12 }, { depot: 40 }] },
          {
            key: "redirect",
            groupLabel: "counter",
            after: ["scan"],
            atMost: 2,
            examples: [{ to: "Wels" }, { to: "Enns" }],
          },
          { key: "hand-over", groupLabel: "drivers", after: ["scan"], ends: true, examples: [{}, { to: "neighbour" }] },
        ],
        people: { ines: { groups: ["counter", "drivers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("hand-over")) return [];
          return [
            ...upTo(8, done, "scan"),
            ...(done.includes("scan") ? [...upTo(2, done, "redirect"), "hand-over"] : []),
          ];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, {
        post: sheet({ to: str(60), "grams?": int(1, 30_000) }),
        scan: sheet({ depot: int(1, 99) }),
        redirect: sheet({ to: str(60) }),
        "hand-over": sheet({ "to?": among("addressee", "neighbour", "box") }),
      });
      const latest = new Map<string, { at: number; link: Link }>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const key = `${user.email} ${known?.id ?? ""}`;
        const former = latest.get(key);
        const soon = former !== undefined && Date.now() - former.at < 330;
        if (known && former && soon && input.actionKey === "scan" && isV2Action(call)) {
          return { trace: known, link: former.link };
        }
        const recorded = await record(call, user, workflow, input, known);
        if (input.actionKey === "scan") latest.set(key, { at: Date.now(), link: recorded.link });
        return recorded;
      });
      listNext(s, running);
    },
  },
};
