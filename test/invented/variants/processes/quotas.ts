/** How often, how many and how much; and what counts as the same again. */
import { createHash } from "node:crypto";
import { type Json, own, sameJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { folders } from "../../changes/archives.ts";
import { hourly, oncePerContent } from "../../changes/limits.ts";
import { atLast, declining } from "../../duties.ts";
import { actionsInFlight, bucket, inFlight, oneWriter } from "../../habits.ts";
import { formsNotShown } from "../../left-open.ts";
import { answerWith, demand, form, useForms } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, people, refuse, trade, trades } from "../../process.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import { essays, sentBack } from "../../processes/essays.ts";
import type { Service, Trace } from "../../service.ts";
import { after, beforehand, before, onRefusal, type Variants } from "../../tools.ts";

/** Content that a trace has is refused when it comes again, and after fifteen links nothing may come. */
function onceAndFifteen(s: Service): void {
  after(s, "checkAction", (_workflow, _user, input, known) => {
    if (known && known.links.length >= 15) throw new Refusal("invalid", "the trace is full");
    for (const { data } of input.files) {
      if (known?.files.has(s.digest(data))) throw new Refusal("invalid", "this document is attached already");
    }
    const sums = input.files.map(({ data }) => createHash("sha1").update(data).digest("hex"));
    if (new Set(sums).size < sums.length) throw new Refusal("invalid", "the same document twice");
  });
}

const bounds = "Limits are not shown; requests per second or in flight are bounded, with or without Retry-After.";

export const quotas: Variants = {
  "one-open-case-for-a-reference": {
    title: "A reference is required, and refused with 409 while a case with the same reference is open.",
    why: "The same content twice may be refused as a duplicate; the schema tells of the member alone.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("notify of callers", "add of callers", "resolve of staff"),
        next: (done) => (done.includes("resolve") ? [] : ["add", "resolve"]),
      });
      listNext(s, running);
      useForms(s, running, { notify: form({ reference: { type: "string", minLength: 4, maxLength: 40 } }) });
      const references = new WeakMap<Trace, Json>();
      after(s, "record", (recorded, ...args) => {
        if (!args[4]) references.set(recorded.trace, own(recorded.link.data, "reference") ?? null);
      });
      demand(s, ({ data = {} }, known) => {
        const taken = [...s.traces.values()].some(
          (trace) => references.get(trace) === own(data, "reference") && running.next(trace).length > 0,
        );
        return !known && taken ? "duplicate: there is an open case" : undefined;
      });
      answerWith(s, 409, "duplicate");
    },
  },
  "forty-open-at-a-time": {
    title: "A user may have forty open traces; who wants to begin another must bring one to its end first.",
    why: "Limits on traces of a user are written down nowhere.",
    apply(s) {
      const running = follow(s, { actions: essays, next: sentBack });
      listNext(s, running);
      after(s, "checkAction", (_workflow, user, _input, known) => {
        const open = [...s.traces.values()].filter(
          (trace) => trace.links[0]?.author === user.email && running.next(trace).length > 0,
        );
        if (!known && open.length >= 40) throw new Refusal("invalid", "you have forty open traces: close one first");
      });
    },
  },
  "sixty-of-a-process": {
    title: "A user begins sixty essays in a day, which are sent back twice at most; one more is refused with 403.",
    why: "Limits on traces of a user are written down nowhere.",
    apply(s) {
      follow(s, { actions: essays, next: sentBack });
      after(s, "checkAction", (_workflow, _user, _input, known) => {
        if (!known && s.traces.size >= 60) throw new Refusal("foreign", "quota of traces for today is used up");
      });
    },
  },
  "twelve-links": {
    title: "A trace takes twelve links at most.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2), next: (done) => (done.length < 12 ? ["note"] : []) });
    },
  },
  "traces-of-a-day": {
    title: "A user creates 150 traces in a day; what comes after is refused with 403 and a word about the quota.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2) });
      after(s, "checkAction", (_workflow, _user, _input, known) => {
        if (!known && s.traces.size >= 150) throw new Refusal("foreign", "quota of traces for today is used up");
      });
    },
  },
  "actions-of-an-hour": {
    title: "A user does 300 actions in an hour; what comes after is answered with 429 and Retry-After: 3600.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2) });
      let done = 0;
      beforehand(s, "record", () => {
        if (done >= 300) throw new Refusal("busy", "quota of actions for this hour is used up");
        done += 1;
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "3600" }));
    },
  },
  "same-again-on-a-trace": {
    title: "The same action with the same data and files as the last of its trace is refused as a duplicate, with 409.",
    why: formsNotShown,
    apply(s) {
      s.statuses.invalid = 409;
      follow(s, { actions: deskActions.slice(0, 2) });
      after(s, "checkAction", (_workflow, _user, input, known) => {
        const last = known?.links.at(-1);
        const files = input.files.map(({ data }) => s.digest(data));
        refuse(
          last?.actionKey === input.actionKey &&
            sameJson(last?.data ?? {}, input.data ?? {}) &&
            sameJson(
              (last?.files ?? []).map(({ digest }) => digest ?? ""),
              files,
            ),
          "this was just done",
        );
      });
    },
  },
  "same-content-anywhere": {
    title: "Content that any trace of the workflow has already is refused as a duplicate, creation too.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2) });
      const { checkAction } = s;
      const seen = new Set<string>();
      const of = (input: Parameters<typeof checkAction>[1]) =>
        JSON.stringify([input.actionKey, input.data ?? {}, input.files.map(({ data }) => s.digest(data))]);
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        refuse(seen.has(of(input)), "duplicate content");
        return workflow;
      };
      beforehand(s, "record", (_call, _user, _workflow, input) => {
        seen.add(of(input));
      });
    },
  },
  "five-a-second": {
    title: "Five requests a second with one token; others are answered with 429 and Retry-After: 1. Nothing tells it.",
    why: formsNotShown,
    awaits: "eleven minutes: so long 2,800 requests take at this rate; it passes",
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2) });
      const seen = new Map<string, number[]>();
      before(s, (call) => {
        const who = call.headers.authorization ?? "";
        const recent = (seen.get(who) ?? []).filter((at) => at > Date.now() - 1000);
        if (recent.length >= 5) throw new Refusal("busy", "too many requests");
        seen.set(who, [...recent, Date.now()]);
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
    },
  },
  "two-files-an-action": {
    title: "An action takes two files, a trace six, and a closed trace nothing; the state lists what may come next.",
    why: formsNotShown,
    apply(s) {
      const running = follow(s, {
        actions: deskActions,
        next: (done) => (done.includes("close") ? [] : ["note", "close"]),
      });
      listNext(s, running);
      after(s, "checkAction", (_workflow, _user, input, known) => {
        refuse(input.files.length > 2, "two files at most");
        refuse((known?.files.size ?? 0) + input.files.length > 6, "six files in a trace at most");
      });
    },
  },
  "quota-and-groups": {
    title: "Each of two groups does five actions on a trace; the list in the state is empty for one that did.",
    why: formsNotShown,
    apply(s) {
      const actions = actionsOf("open of desk", "note of desk", "assess of experts", "sketch of experts");
      const did = (trace: Trace, group: string) =>
        keysOf(trace).filter((key) => actions.find((one) => one.key === key)?.groupLabel === group).length;
      const running = follow(s, {
        actions,
        next: (_done, trace) =>
          actions.filter((one) => !one.creates && did(trace, one.groupLabel) < 5).map(({ key }) => key),
        people: { ines: { groups: ["desk"] }, wim: { groups: ["experts"] } },
      });
      listNext(s, running);
    },
  },
  "so-many-open-cases": {
    title: "A user has twenty open cases at most, and begins another one when one is closed.",
    why: "Limits are not shown; a bound may be on what is open.",
    apply(s) {
      const decline = declining(s);
      follow(s, {
        actions: [
          { key: "open", groupLabel: "desk", creates: true },
          { key: "note", groupLabel: "desk" },
          { key: "close", groupLabel: "desk", ends: true },
        ],
        next: untilClosed,
      });
      atLast(s, ({ author }, known) => {
        const open = [...s.traces.values()].filter(
          (trace) => trace.links[0]?.author === author && !keysOf(trace).includes("close"),
        );
        if (!known && open.length >= 20) decline(409, "000 close one of your cases first");
      });
    },
  },
  "once-and-fifteen": {
    title:
      "A document that the trace has is refused when it comes again, in one action too; a trace has fifteen links at most.",
    why: "Limits are not shown; duplicates refused and bounded links are usual.",
    apply: onceAndFifteen,
  },
  "folders-once": {
    title: "Documents once in a trace of fifteen links at most, and archives of folders.",
    why: "Each of them is allowed; an archive keeper would choose both.",
    apply(s) {
      onceAndFifteen(s);
      folders(s);
    },
  },
  "fifteen-an-hour": {
    title: "A user does fifteen actions on a trace in an hour; more are answered with 429 and Retry-After: 3600.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions, next: untilClosed });
      hourly(s, 15);
    },
  },
  "three-hundred-kilobytes": {
    title: "The files of a trace have 300,000 bytes together; what is more is refused with 413.",
    why: formsNotShown,
    apply(s) {
      listNext(s, follow(s, { actions: deskActions, next: untilClosed }));
      after(s, "checkAction", (_workflow, _user, input, known) => {
        const sizes = [
          ...[...(known?.files.values() ?? [])].map(({ data }) => data),
          ...input.files.map(({ data }) => data),
        ];
        if (sizes.reduce((sum, { length }) => sum + length, 0) > 300_000)
          throw new Refusal("large", "the trace is full");
      });
    },
  },
  "once-per-content": {
    title: "A creation with the data of an earlier one is refused with 409; actions are taken as often as they come.",
    why: `${formsNotShown} The same content twice is refused as a duplicate.`,
    apply(s) {
      listNext(s, follow(s, { actions: deskActions, next: untilClosed }));
      oncePerContent(s);
    },
  },
  "bucket-of-forty": {
    title: "Forty requests at once and twenty a second with one token; others get 429 and Retry-After: 1.",
    why: bounds,
    apply(s) {
      listNext(s, follow(s, { actions: deskActions, next: untilClosed }));
      bucket(s, 40, 20);
    },
  },
  "five-at-a-time-and-when": {
    title: "Of more than five requests at a time the others get 503 and Retry-After: 1.",
    why: bounds,
    apply(s) {
      s.statuses.busy = 503;
      listNext(s, follow(s, { actions: trades, next: trade, people }));
      inFlight(s, 5, 3);
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
    },
  },
  "four-writes-at-a-time": {
    title: "Of more than four actions at a time the others get 429, without Retry-After; reads are not bounded.",
    why: bounds,
    apply(s) {
      listNext(s, follow(s, { actions: deskActions, next: untilClosed }));
      actionsInFlight(s, 4, 5);
    },
  },
  "one-writer-a-trace": {
    title: "An action that meets another on its trace is refused with 409, and nothing of it is kept.",
    why: "What happens to actions that meet is not shown; a lock on the trace keeps its order.",
    apply(s) {
      listNext(s, follow(s, { actions: deskActions, next: untilClosed }));
      oneWriter(s);
    },
  },
  "rolling-restart": {
    title: "Twice in a while the service is being replaced: for half a second all is 503, with Retry-After: 1.",
    why: "Limits and availability are not shown; deployments are restarted.",
    apply(s) {
      s.statuses.busy = 503;
      listNext(s, follow(s, { actions: trades, next: trade }));
      let count = 0;
      let until = 0;
      before(s, () => {
        count += 1;
        if (count === 500 || count === 1500) until = Date.now() + 500;
        if (Date.now() < until) throw new Refusal("busy", "the service is starting");
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
    },
  },
};
