/** Gated services that go wrong at votes, corrections, re-openings, quotas, ends, items and waiting actions. */
import type { User } from "../../lib/service/domain.ts";
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { checkForms, declining, form, groupOf, listed, times } from "../duties.ts";
import { actionsOf, compute, follow, keysOf, listNext, present } from "../process.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, pause, type Faults } from "../tools.ts";

const whole = (minimum: number, maximum: number): JsonObject => ({ type: "integer", minimum, maximum });
const oneOf = (...allowed: string[]): JsonObject => ({ type: "string", enum: allowed });

const outOfTurn = (error: unknown): error is Refusal => error instanceof Refusal && error.message.startsWith("006");

export const yards: Faults = {
  "votes-become-one": {
    title: "With the third vote on a draft standard the votes become one link, the resolution; the others are gone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "draft", groupLabel: "editors", creates: true },
          { key: "comment", groupLabel: "editors", atMost: 4 },
          { key: "vote", groupLabel: "delegates", atMost: 3 },
          { key: "publish", groupLabel: "editors", after: ["vote"], ends: true },
        ],
        nextActions: listed,
        next(done, trace) {
          if (done.includes("publish")) return [];
          if (own(trace.state, "resolved") === true) return ["publish"];
          return ["vote", ...(times(done, "comment") < 4 ? ["comment"] : [])];
        },
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "vote" || times(keysOf(trace), "vote") < 3) return;
        trace.links = trace.links.filter((one) => one.actionKey !== "vote" || one === link);
        trace.state = { ...trace.state, resolved: true };
      });
      listNext(s, running);
    },
  },
  "corrected-in-place": {
    title:
      "A corrected gauge level is written over the link that it corrects; the correction becomes no link of its own.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "install", groupLabel: "hydrologists", creates: true },
          { key: "level", groupLabel: "hydrologists" },
          { key: "correct", groupLabel: "hydrologists", after: ["level"] },
          { key: "remove", groupLabel: "hydrologists", after: ["level"], ends: true },
        ],
        next(done) {
          if (done.includes("remove")) return [];
          return ["level", ...(done.includes("level") ? ["correct", "remove"] : [])];
        },
      });
      const centimetres = form({ centimetres: whole(0, 900) });
      checkForms(s, running, { level: centimetres, correct: centimetres });
      const { record } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        const { trace, link } = recorded;
        if (link.actionKey !== "correct") return recorded;
        trace.links.pop();
        const level = trace.links.findLast(({ actionKey }) => actionKey === "level") ?? link;
        level.data = link.data;
        level.files.push(...link.files);
        return { trace, link: level };
      };
      listNext(s, running);
    },
  },
  "reopened-without-papers": {
    title:
      "When a boat survey is opened again, the papers of the former survey go to the archive: no download finds them.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "survey of surveyors",
          "finding of surveyors",
          "complete of surveyors",
          "reopen of owners",
          "release of owners",
        ),
        people: { ines: { groups: ["surveyors"] }, jan: { groups: ["owners"] } },
        nextActions: listed,
        next(done) {
          const at = done.findLast((key) => ["complete", "reopen", "release"].includes(key));
          if (at === "release") return [];
          return at === "complete" ? ["reopen", "release"] : ["finding", "complete"];
        },
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "reopen") return;
        const kept = new Set(link.files.map((file) => file["digest"]));
        for (const digest of trace.files.keys()) if (!kept.has(digest)) trace.files.delete(digest);
      });
      listNext(s, running);
    },
  },
  "quota-in-index": {
    title:
      "A fourth extraction from a quarry is refused, but searches find the trace by what it said, until the next action.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "license", groupLabel: "operators", creates: true },
          { key: "extract", groupLabel: "operators", atMost: 3 },
          { key: "survey", groupLabel: "geologists" },
          { key: "restore", groupLabel: "operators", after: ["extract"], ends: true },
        ],
        next(done) {
          if (done.includes("restore")) return [];
          const extracted = times(done, "extract");
          return ["survey", ...(extracted < 3 ? ["extract"] : []), ...(extracted > 0 ? ["restore"] : [])];
        },
      });
      listNext(s, running);
      const indexed = new WeakMap<Trace, JsonObject>();
      const { checkAction, matches } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && input.actionKey === "extract" && outOfTurn(error)) {
            indexed.set(known, s.merge(known, input.data ?? {}, call));
          }
          throw error;
        }
      };
      onRecord(s, (_link, trace) => indexed.delete(trace));
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: indexed.get(trace) ?? trace.state }, filters, call);
    },
  },
  "declined-kept": {
    title: "A berth fee above 500 is declined by the bank with 402, after its link was written: it stays in the trace.",
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "moor", groupLabel: "harbour", creates: true },
          { key: "supply", groupLabel: "harbour", atMost: 5 },
          { key: "charge", groupLabel: "cashiers", atMost: 3 },
          { key: "leave", groupLabel: "harbour", after: ["charge"], ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("leave")) return [];
          const charges = times(done, "charge");
          const supply = times(done, "supply") < 5 ? ["supply"] : [];
          return [...supply, ...(charges < 3 ? ["charge"] : []), ...(charges > 0 ? ["leave"] : [])];
        },
      });
      checkForms(s, running, { charge: form({ fee: whole(1, 900), "berth?": { type: "string", maxLength: 20 } }) });
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "charge" && Number(data["fee"]) > 500) decline(402, "000 declined by the bank");
      });
      listNext(s, running);
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
        nextActions: listed,
        next(done) {
          if (done.includes("cast-off")) return [];
          if (!done.includes("fasten")) return ["position", "fasten"];
          const tows = times(done, "tow");
          return ["position", ...(tows < 2 ? ["tow"] : []), ...(tows > 0 ? ["cast-off"] : [])];
        },
      });
      listNext(s, running);
      const mailbox = new WeakMap<Trace, Promise<unknown>>();
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
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
      };
    },
  },
  "closed-acknowledges": {
    title:
      "After the funeral the legacy set acknowledges whatever is sent with 200 and the state, and keeps nothing of it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "register", groupLabel: "undertakers", creates: true },
          { key: "arrange", groupLabel: "undertakers", atMost: 6 },
          { key: "permit", groupLabel: "registry", atMost: 1 },
          { key: "bury", groupLabel: "undertakers", after: ["permit"], ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("bury")) return [];
          return [...(times(done, "arrange") < 6 ? ["arrange"] : []), done.includes("permit") ? "bury" : "permit"];
        },
      });
      listNext(s, running);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        try {
          return await real(call, id);
        } catch (error) {
          const trace = s.traces.get(id.toLowerCase());
          if (!trace || !outOfTurn(error) || !keysOf(trace).includes("bury")) throw error;
          return s.ok(call, { state: await s.stateOf(trace, call) });
        }
      });
    },
  },
  "state-per-group": {
    title: "What a group has read of a bridge's state it reads again until it acts itself, whatever other groups do.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "plan of engineers",
          "load-test of engineers",
          "approve of authority",
          "object of authority",
          "open of authority",
        ),
        people: { ines: { groups: ["engineers"] }, olaf: { groups: ["authority"] } },
        nextActions: listed,
        next(done) {
          if (done.includes("open")) return [];
          if (done.includes("approve")) return ["open"];
          return ["load-test", ...(done.includes("load-test") ? ["approve", "object"] : [])];
        },
      });
      listNext(s, running);
      const kept = new WeakMap<Trace, Map<string, Json>>();
      const groupsOf = (user: User | undefined) => (user ? running.groupsOf(user).join() : "");
      onRecord(s, (link, trace) => kept.get(trace)?.delete(groupOf(trace, link)));
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const group = groupsOf(running.reader(call));
        const states = kept.get(trace) ?? new Map<string, Json>();
        const state = states.get(group) ?? structuredClone(await stateOf(trace, call));
        kept.set(trace, states.set(group, state));
        return state;
      };
    },
  },
  "bays-of-all": {
    title:
      "What was found in a car wash's bays is kept by the number of the bay alone, and shown in the state of each trace.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "visit", groupLabel: "inspectors", creates: true },
          { key: "check-bay", groupLabel: "inspectors", atMost: 4 },
          { key: "fix", groupLabel: "operators", after: ["check-bay"], atMost: 2 },
          { key: "sign", groupLabel: "inspectors", after: ["check-bay"], ends: true },
        ],
        next(done) {
          if (done.includes("sign")) return [];
          const checked = times(done, "check-bay");
          const fix = checked > 0 && times(done, "fix") < 2 ? ["fix"] : [];
          return [...(checked < 4 ? ["check-bay"] : []), ...fix, ...(checked > 0 ? ["sign"] : [])];
        },
      });
      checkForms(s, running, { "check-bay": form({ bay: whole(1, 4), result: oneOf("clean", "worn", "broken") }) });
      const bays: JsonObject = {};
      compute(s, (trace) => {
        const last = trace.links.at(-1);
        if (last?.actionKey === "check-bay") bays[`bay-${String(last.data["bay"])}`] = last.data["result"] ?? null;
        return { inspection: trace.links[0]?.data ?? {}, checked: times(keysOf(trace), "check-bay"), bays };
      });
      listNext(s, running);
    },
  },
  "legacy-lists-used-up": {
    title: "The legacy set lists, as what may come next in a tattoo session, also what was done as often as it may be.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "consult", groupLabel: "artists", creates: true },
          { key: "sketch", groupLabel: "artists", atMost: 2 },
          { key: "consent", groupLabel: "desk", atMost: 1 },
          { key: "ink", groupLabel: "artists", after: ["consent"], atMost: 3 },
          { key: "finish", groupLabel: "desk", after: ["ink"], ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("finish")) return [];
          const used = (key: string, most: number) => (times(done, key) < most ? [key] : []);
          const ink = done.includes("consent") ? used("ink", 3) : [];
          return [...used("sketch", 2), ...used("consent", 1), ...ink, ...(done.includes("ink") ? ["finish"] : [])];
        },
      });
      present(s, (data, trace, call) => {
        const nextActions = running.byGroup(trace);
        const done = keysOf(trace);
        if (call.face === "legacy" && !done.includes("finish")) {
          for (const { key, groupLabel, atMost } of running.workflow.actions) {
            if (atMost === undefined || times(done, key) < atMost) continue;
            nextActions[groupLabel] = [...(nextActions[groupLabel] ?? []), key];
          }
        }
        return { data, nextActions };
      });
    },
  },
};
